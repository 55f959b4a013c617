/** Limits, words and rules of polls, used by server and browser alike. */
import { TOPIC_LENGTH } from './discussions.ts'

/** The question of a poll is the topic of its thread unless another is given. */
export const POLL_TITLE_LENGTH = TOPIC_LENGTH
export const POLL_OPTION_LENGTH = 100
export const POLL_OPTIONS_LEAST = 2
export const POLL_OPTIONS_MOST = 10
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

/** Spaces joined, as titles are stored. */
export const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
const isBlank = (text: string) => text.replaceAll(/[\s\p{Default_Ignorable_Code_Point}\u2800]/gu, '') === ''

/** What is wrong with a poll before it is opened; null when it can be. */
export function pollProblem({ title, options, end_date }: PollDraft, now: number): PollProblem | null {
  return titleProblem(oneLine(title)) ?? optionsProblem(options.map(oneLine)) ?? endProblem(end_date, now)
}

function titleProblem(title: string): PollProblem | null {
  const wrong = (code: string, message: string): PollProblem => ({ code, field: 'title', message })
  if (isBlank(title)) return wrong('poll_title_empty', 'A poll needs a question: one line that says what you ask.')
  if (title.length > POLL_TITLE_LENGTH)
    return wrong(
      'poll_title_too_long',
      `The question has ${title.length} characters; at most ${POLL_TITLE_LENGTH} fit. Shorten it.`,
    )
  return null
}

function optionsProblem(options: readonly string[]): PollProblem | null {
  const wrong = (code: string, message: string): PollProblem => ({ code, field: 'options', message })
  const empty = options.findIndex(isBlank)
  const long = options.findIndex((option) => option.length > POLL_OPTION_LENGTH)
  const folded = options.map((option) => option.toLowerCase())
  const twice = folded.findIndex((option, at) => folded.indexOf(option) < at)
  if (options.length > POLL_OPTIONS_MOST)
    return wrong(
      'poll_options_many',
      `This poll has ${options.length} options; at most ${POLL_OPTIONS_MOST} fit. Remove some.`,
    )
  if (options.length < POLL_OPTIONS_LEAST || options.filter((option) => !isBlank(option)).length < POLL_OPTIONS_LEAST)
    return wrong('poll_options_few', `A poll needs at least ${POLL_OPTIONS_LEAST} options to choose from.`)
  if (empty >= 0) return wrong('poll_option_empty', `Option ${empty + 1} is empty. Write it, or remove it.`)
  if (long >= 0)
    return wrong(
      'poll_option_too_long',
      `Option ${long + 1} has ${options[long]!.length} characters; at most ${POLL_OPTION_LENGTH} fit. Shorten it.`,
    )
  if (twice >= 0) return wrong('poll_option_twice', `Option ${twice + 1} stands there twice. Change it, or remove it.`)
  return null
}

function endProblem(end: string | null, now: number): PollProblem | null {
  if (end === null) return null
  const wrong = (code: string, message: string): PollProblem => ({ code, field: 'end_date', message })
  const at = Date.parse(end)
  if (!(at > now)) return wrong('poll_end_past', 'The closing day is over. Choose a later one, or none.')
  if (at > now + POLL_DAYS_MOST * DAY_MS)
    return wrong('poll_end_far', `A poll is open for at most ${POLL_DAYS_MOST} days. Choose an earlier closing day.`)
  return null
}

/** What is wrong with the words of an answer that stands under none of the options; null when it can be sent. */
export function voteTextProblem(isOther: boolean, text: string): string | null {
  const words = oneLine(text)
  if (isOther && isBlank(words)) return `Say in a few words what you mean by “${OTHER_OPTION}”.`
  if (!isOther && words !== '') return `Words go with the option “${OTHER_OPTION}” only.`
  if (words.length > POLL_TEXT_LENGTH)
    return `Your answer has ${words.length} characters; at most ${POLL_TEXT_LENGTH} fit. Shorten it.`
  return null
}

/** Whole percent of all votes; 0 where there are none. */
export const percentOf = (votes: number, all: number) => (all === 0 ? 0 : Math.round((votes / all) * 100))

export const pollResultsPath = (pollId: number) => `/api/polls/${pollId}/results.csv`
