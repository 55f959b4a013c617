/** The assistant: limits, words that both sides use, and the sentences for refusals. */
export const QUESTION_LENGTH = 4_000
export const CONVERSATION_NAME_LENGTH = 120
export const QUESTIONS_PER_DAY = 50
export const FILES_PER_QUESTION = 5
export const AI_MESSAGES_AT_MOST = 100
export const AI_CONVERSATIONS_LIMIT = 30
export const OLDER_VERSIONS_LIMIT = 10
export const FEEDBACK_LENGTH = 2_000
export const PROMPT_NAME_LENGTH = 120
export const PROMPT_LENGTH = 4_000
export const PROMPTS_LIMIT = 100
export const PREFERENCE_CONTEXT_LENGTH = 1_000
/** Of one answer. */
export const SENTENCES_LIMIT = 40
export const CITATIONS_LIMIT = 40
export const RELATED_THREADS = 5
export const PEOPLE_LIMIT = 5
export const PASSAGES_LIMIT = 90
/** Of a thread: the latest replies that its summary is made of. */
export const SUMMARIZED_REPLIES = 200
export const SUMMARY_SENTENCES = 5
/** Beside a question that has been asked before. */
export const SAID_BEFORE = 2
export const TRENDING_SENTENCES = 2
/** Shorter threads are read faster than their summary. */
export const SUMMARIZED_FROM = 12

/** What staff see of the assistant: this month and the ones before, and what members shared. */
export const AI_USAGE_MONTHS = 6
export const SHARED_FEEDBACK_LIMIT = 50
/** Fewer members of a network in a month are not counted: they could be recognized. */
export const FEWEST_COUNTED_MEMBERS = 3
export const LIBRARY_PROMPTS_LIMIT = 100
export const PROMPT_DESCRIPTION_LENGTH = 200
export const PROMPT_CATEGORY_LENGTH = 60
export const PROMPT_ORDER_MOST = 999

export const AI_SOURCE_KEYS = [
  'discussions',
  'files',
  'peer_documents',
  'events',
  'learning',
  'experts',
  'polls',
  'members',
  'private_replies',
  'inbox',
] as const
export type AISourceKey = (typeof AI_SOURCE_KEYS)[number]
/** Nobody else reads what is in them, so they are never selected from the start. */
export const PRIVATE_SOURCES = ['private_replies', 'inbox'] as const satisfies readonly AISourceKey[]
export const isPrivateSource = (key: string): boolean => (PRIVATE_SOURCES as readonly string[]).includes(key)
export const isAISourceKey = (key: string): key is AISourceKey => (AI_SOURCE_KEYS as readonly string[]).includes(key)

export const QUESTION_REQUIRED = 'Enter your question.'
export const questionTooLong = (length: number) =>
  `This is ${length.toLocaleString('en-US')} characters long. The limit is ${QUESTION_LENGTH.toLocaleString('en-US')}. Your text is saved.`
export const CONVERSATION_NAME_REQUIRED = 'Enter a name.'
export const PROMPT_NAME_REQUIRED = 'Enter a name for the prompt.'
export const PROMPT_REQUIRED = 'Enter the text of the prompt.'
export const nameTooLong = (length: number) =>
  `The name is ${length} characters long. The limit is ${CONVERSATION_NAME_LENGTH}.`
export const promptTooLong = (length: number) =>
  `The prompt is ${length.toLocaleString('en-US')} characters long. The limit is ${PROMPT_LENGTH.toLocaleString('en-US')}.`
export const descriptionTooLong = (length: number) =>
  `The description is ${length} characters long. The limit is ${PROMPT_DESCRIPTION_LENGTH}.`
export const categoryTooLong = (length: number) =>
  `The category is ${length} characters long. The limit is ${PROMPT_CATEGORY_LENGTH}.`
export const PROMPT_ORDER_WRONG = `Enter a whole number from 0 to ${PROMPT_ORDER_MOST}.`
export const PROMPT_NAME_TAKEN = 'The library has a prompt with this name. Enter another name.'
export const LIBRARY_FULL = `The library has ${LIBRARY_PROMPTS_LIMIT} prompts. Remove one first.`
export const PRIVATE_NOT_SELECTED =
  'Private sources can’t be selected from the start. Members choose them for a question.'
export const LAST_SOURCE = 'Keep at least one source that is on and selected from the start.'
export const LAST_MODEL = 'This is the last model that is on. Turn on another one first.'
export const MODEL_NOT_OFFERED = 'The configuration of the server doesn’t have this model anymore.'
export const contextTooLong = (length: number) =>
  `This is ${length.toLocaleString('en-US')} characters long. The limit is ${PREFERENCE_CONTEXT_LENGTH.toLocaleString('en-US')}.`
export const feedbackTooLong = (length: number) =>
  `The details are ${length.toLocaleString('en-US')} characters long. The limit is ${FEEDBACK_LENGTH.toLocaleString('en-US')}.`
export const tooManyQuestionFiles = () => `A question can have up to ${FILES_PER_QUESTION} files. Remove some.`
export const NO_QUESTIONS_LEFT =
  'You have asked as many questions as you can today. You can ask again after midnight UTC. Your text is saved.'
export const DAILY_LIMIT_RANGE = `Enter a number from 1 to ${QUESTIONS_PER_DAY}, or nothing.`

/** The first words of the question, whole ones if possible. */
export function conversationName(question: string): string {
  const text = question.replaceAll(/\s+/g, ' ').trim()
  const characters = [...text]
  if (characters.length <= 80) return text
  const cut = characters.slice(0, 79).join('')
  const words = cut.includes(' ') ? cut.slice(0, cut.lastIndexOf(' ')) : cut
  return `${words}…`
}
