/** Limits, texts and rules of polls, shared by server and browser. */
import { TOPIC_LENGTH } from './posts.ts'

/** The question of a poll is the topic of its thread unless another one is given. */
export const POLL_TITLE_LENGTH = TOPIC_LENGTH
export const POLL_OPTION_LENGTH = 100
export const MIN_POLL_OPTIONS = 2
export const MAX_POLL_OPTIONS = 10
export const POLL_TEXT_LENGTH = 200
export const POLL_DAYS_MOST = 90
export const OTHER_OPTION = 'Other'

const DAY_MS = 86_400_000

export interface PollDraft {
  title: string
  options: readonly string[]
  end_date: string | null
}
export interface PollProblem {
  code: string
  field: 'title' | 'options' | 'end_date'
  message: string
}

/** Collapses whitespace, as titles are stored. */
export const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
const isBlank = (text: string) => text.replaceAll(/[\s\p{Default_Ignorable_Code_Point}\u2800]/gu, '') === ''

/** What is wrong with a poll before it is opened; null if it can be opened. */
export function pollProblem({ title, options, end_date }: PollDraft, now: number): PollProblem | null {
  return titleProblem(oneLine(title)) ?? optionsProblem(options.map(oneLine)) ?? endProblem(end_date, now)
}

function titleProblem(title: string): PollProblem | null {
  const wrong = (code: string, message: string): PollProblem => ({ code, field: 'title', message })
  if (isBlank(title)) return wrong('poll_title_empty', 'Enter a question for your poll.')
  if (title.length > POLL_TITLE_LENGTH)
    return wrong(
      'poll_title_too_long',
      `The question is ${title.length} characters long. The limit is ${POLL_TITLE_LENGTH}.`,
    )
  return null
}

function optionsProblem(options: readonly string[]): PollProblem | null {
  const wrong = (code: string, message: string): PollProblem => ({ code, field: 'options', message })
  const empty = options.findIndex(isBlank)
  const long = options.findIndex((option) => option.length > POLL_OPTION_LENGTH)
  const folded = options.map((option) => option.toLowerCase())
  const twice = folded.findIndex((option, at) => folded.indexOf(option) < at)
  if (options.length > MAX_POLL_OPTIONS)
    return wrong('poll_options_many', `This poll has ${options.length} options. The limit is ${MAX_POLL_OPTIONS}.`)
  if (options.length < MIN_POLL_OPTIONS || options.filter((option) => !isBlank(option)).length < MIN_POLL_OPTIONS)
    return wrong('poll_options_few', `Add at least ${MIN_POLL_OPTIONS} options.`)
  if (empty >= 0) return wrong('poll_option_empty', `Option ${empty + 1} is empty. Fill it in or remove it.`)
  if (long >= 0)
    return wrong(
      'poll_option_too_long',
      `Option ${long + 1} is ${options[long]!.length} characters long. The limit is ${POLL_OPTION_LENGTH}.`,
    )
  if (twice >= 0) return wrong('poll_option_twice', `Option ${twice + 1} is a duplicate. Change or remove it.`)
  return null
}

function endProblem(end: string | null, now: number): PollProblem | null {
  if (end === null) return null
  const wrong = (code: string, message: string): PollProblem => ({ code, field: 'end_date', message })
  const at = Date.parse(end)
  if (!(at > now)) return wrong('poll_end_past', 'The closing date has passed. Choose a later date, or leave it blank.')
  if (at > now + POLL_DAYS_MOST * DAY_MS)
    return wrong(
      'poll_end_far',
      `A poll can stay open for up to ${POLL_DAYS_MOST} days. Choose an earlier closing date.`,
    )
  return null
}

/** What is wrong with the text of an "Other" answer; null if it can be sent. */
export function voteTextProblem(isOther: boolean, text: string): string | null {
  const words = oneLine(text)
  if (isOther && isBlank(words)) return `Say what you mean by “${OTHER_OPTION}.”`
  if (!isOther && words !== '') return `You can add text only to “${OTHER_OPTION}.”`
  if (words.length > POLL_TEXT_LENGTH)
    return `Your answer is ${words.length} characters long. The limit is ${POLL_TEXT_LENGTH}.`
  return null
}

/** Rounded percentage of all votes; 0 without votes. */
export const percentOf = (votes: number, all: number) => (all === 0 ? 0 : Math.round((votes / all) * 100))

export const pollResultsPath = (pollId: number) => `/api/polls/${pollId}/results.csv`
