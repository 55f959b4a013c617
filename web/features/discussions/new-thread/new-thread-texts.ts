/** Texts of the form for each thread type. */
import type { ThreadType } from '#shared/discussions.ts'

export interface FormWords {
  kind: string
  /** Accessible name of the form. */
  form: string
  topic: string
  text: string
  placeholder: string
  /** Button text before the network names. */
  post: string
  /** The same for an anonymous post. */
  postUnnamed: string
  posted: string
}

export const FORM_WORDS: Record<ThreadType, FormWords> = {
  discussion: {
    kind: 'Discussion',
    form: 'Start a discussion',
    topic: 'Topic',
    text: 'Your question',
    placeholder: 'What would you ask a colleague? Type @ to mention someone.',
    post: 'Post to',
    postUnnamed: 'Post anonymously to',
    posted: 'Posted to',
  },
  document_request: {
    kind: 'Document request',
    form: 'Request a document',
    topic: 'Which document do you need?',
    text: 'What you need it for',
    placeholder: 'How will you use it, and what should it cover? Type @ to mention someone.',
    post: 'Ask',
    postUnnamed: 'Ask anonymously in',
    posted: 'Posted to',
  },
  poll: {
    kind: 'Poll',
    form: 'Create a poll',
    topic: 'Your question, in one line',
    text: 'Background',
    placeholder: 'What should members know before they vote? (optional)',
    post: 'Post poll to',
    postUnnamed: 'Post poll to',
    posted: 'Poll posted to',
  },
  recommendation_request: {
    kind: 'Recommendation request',
    form: 'Ask for a recommendation',
    topic: 'Who or what are you looking for?',
    text: 'Details',
    placeholder: 'What’s the matter, where is it, and when do you need help? Type @ to mention someone.',
    post: 'Ask',
    postUnnamed: 'Ask anonymously in',
    posted: 'Posted to',
  },
}
