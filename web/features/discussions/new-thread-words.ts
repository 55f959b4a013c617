/** What the form says for each kind of thread. */
import type { ThreadType } from '#shared/discussions.ts'

export interface FormWords {
  kind: string
  /** What the whole form does; its name for screen readers. */
  form: string
  topic: string
  text: string
  placeholder: string
  /** Before the names of the networks, on the button. */
  post: string
  /** The same where the author stays unnamed. */
  postUnnamed: string
  posted: string
}

export const FORM_WORDS: Record<ThreadType, FormWords> = {
  discussion: {
    kind: 'Discussion',
    form: 'Start a discussion',
    topic: 'Topic',
    text: 'Your question',
    placeholder: 'What would you ask a colleague? Type @ to name somebody.',
    post: 'Post to',
    postUnnamed: 'Post without your name to',
    posted: 'Posted to',
  },
  document_request: {
    kind: 'Document request',
    form: 'Ask for a document',
    topic: 'Which document do you need?',
    text: 'What it is for',
    placeholder: 'What is it for, and what should it cover? Type @ to name somebody.',
    post: 'Ask',
    postUnnamed: 'Ask without your name',
    posted: 'Asked',
  },
  poll: {
    kind: 'Poll',
    form: 'Open a poll',
    topic: 'Your question, in one line',
    text: 'Background',
    placeholder: 'What should members know before they vote? This may stay empty.',
    post: 'Open the poll in',
    postUnnamed: 'Open the poll in',
    posted: 'The poll is open in',
  },
  recommendation_request: {
    kind: 'Recommendation request',
    form: 'Ask for a recommendation',
    topic: 'Whom or what are you looking for?',
    text: 'Your need',
    placeholder: 'What is the matter, where, and by when? Type @ to name somebody.',
    post: 'Ask',
    postUnnamed: 'Ask without your name',
    posted: 'Asked',
  },
}
