/** What the page says about an answer, and the answer as text. */
import { FEATURE_FLAGS } from '#shared/feature-flags.ts'
import { timeOf } from '#shared/kit/dates.ts'
import type {
  AIMessage,
  AIPerson,
  Citation,
  Sentence,
  Source,
  Version,
} from '#web/features/assistant/assistant.queries.ts'

export const TAGLINE = 'Answers in the words of members, from what you may read.'
export const PRIVACY = 'Staff can’t see your questions.'
export const UNAVAILABLE = 'No longer available to you'
export const ABSTAINED = 'Members have not answered this'
export const privateLine = ({ kind }: Pick<Citation, 'kind'>): string =>
  kind === 'inbox_message' ? 'Message in your inbox' : 'Private reply to you'
export const TURNED_OFF = FEATURE_FLAGS.ai_assistant.off
export const FALLBACK = 'Answered from members’ sentences only'

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
export const inWords = (count: number): string => NUMBERS[count] ?? String(count)
const capital = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

/** A question with its answer; of a question that was just asked the answer may not be there yet. */
export interface Turn {
  question: AIMessage
  answer: AIMessage | undefined
}

export function turnsOf(messages: readonly AIMessage[]): Turn[] {
  return messages
    .filter(({ role }) => role === 'user')
    .map((question) => ({ question, answer: messages.find(({ question_id }) => question_id === question.id) }))
}

/** The versions of an answer in the order in which they were written; the last one is current. */
export const versionsOf = (answer: AIMessage): Version[] => [...answer.older_versions.toReversed(), answer]

export function paragraphsOf(sentences: readonly Sentence[]): Sentence[][] {
  const paragraphs = new Map<number, Sentence[]>()
  for (const sentence of sentences)
    paragraphs.set(sentence.paragraph, [...(paragraphs.get(sentence.paragraph) ?? []), sentence])
  return [...paragraphs.values()]
}

/** "Read 41 messages and 6 documents, used 3", from the first two steps. */
export function readingLine([read, used]: readonly string[]): string | null {
  if (read === undefined) return null
  if (used === undefined) return read
  return `${read}, ${used.slice(0, 1).toLowerCase()}${used.slice(1)}`.replace(/ used 0$/, ' used none')
}

export const leftOutLine = (count: number): [fact: string, reason: string] =>
  count === 1
    ? ['One sentence was left out.', 'No source that you can read supports it.']
    : [`${capital(inWords(count))} sentences were left out.`, 'No source that you can read supports them.']

export const abstainedLine = (threads: number): string =>
  threads === 0
    ? 'No discussion that you can read mentions it.'
    : threads === 1
      ? 'One discussion mentions it, but doesn’t answer it.'
      : `${capital(inWords(threads))} discussions mention it. None of them answers it.`
export const showThreads = (count: number): string =>
  count === 1 ? 'Show the discussion' : `Show the ${inWords(count)} discussions`

export const reasonOf = ({ num_of_messages: count }: AIPerson): string =>
  `Wrote ${count} of the messages that were read`

const minutes = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
/** What the link to a source says. */
export const openLabel = ({ page, seconds }: Pick<Citation, 'page' | 'seconds'>): string =>
  page !== null ? `Open at page ${page}` : seconds !== null ? `Open at ${minutes(seconds)}` : 'Open'

export const openableLine = (count: number): string =>
  `You can open ${count === 1 ? 'it' : count === 2 ? 'both' : `all ${inWords(count)}`}. Nothing that you can’t read was used.`

/** "Discussions, documents, events" of the chosen sources; all of them in two words. */
export function chosenLine(sources: readonly Source[], chosen: readonly string[]): string {
  const names = sources.filter(({ key }) => chosen.includes(key)).map(({ name }) => name)
  if (names.length === 0) return 'None chosen'
  if (names.length === sources.length) return 'All'
  return names.map((name, at) => (at === 0 ? name : name.slice(0, 1).toLowerCase() + name.slice(1))).join(', ')
}

interface Usage {
  questions_per_day: number
  questions_left: number
  renewed_at: string
}
export const leftLine = ({ questions_left, questions_per_day }: Usage): string =>
  `${questions_left} of ${questions_per_day} questions left today`
export const noneLeftLine = ({ questions_per_day, renewed_at }: Usage, timeZone: string): string =>
  `You have asked ${questions_per_day} questions today. You can ask again at ${timeOf(renewed_at, timeZone)}. Your text is saved.`

/** The answer as text, with its sources. A private reply is named, but it is not for others, so it has no link. */
export function copiedText(question: string, answer: Version, origin: string): string {
  const names = namesBefore(answer)
  const said = paragraphsOf(answer.sentences).map((sentences) =>
    sentences
      .map(({ number, content, citations }) =>
        content === null
          ? `[${UNAVAILABLE}]`
          : `${names.has(number) ? `${names.get(number)}: ` : ''}${content} ${citations.map((number) => `[${number}]`).join('')}`.trim(),
      )
      .join(' '),
  )
  const sources = answer.citations.map(({ number, kind, title, detail, author_name, url, is_private }) => {
    const about = [title, detail, author_name].filter(Boolean).join('. ')
    return is_private
      ? `${number}. ${privateLine({ kind })}, not for others: ${title}`
      : `${number}. ${about}. ${new URL(url, origin).href}`
  })
  const body = answer.is_abstained ? [`${ABSTAINED}.`] : said
  return [question, ...body, ...(sources.length > 0 ? [['Sources', ...sources].join('\n')] : [])].join('\n\n')
}

/** The name to show before what a member says about themselves, by the number of the sentence. */
export function namesBefore({ sentences, citations }: Pick<Version, 'sentences' | 'citations'>): Map<number, string> {
  let before: string | undefined
  const names = new Map<number, string>()
  for (const { number, content, citations: cited } of sentences) {
    const member = citations.find((each) => each.kind === 'member' && cited.includes(each.number))
    const name = content === null ? undefined : member?.title
    if (name !== undefined && name !== before) names.set(number, name)
    before = name
  }
  return names
}

/** What a screen reader says when an answer has ended. */
export function spokenText(answer: Version): string {
  const { state, content, is_abstained, related_threads, sentences } = answer
  if (is_abstained) return `${ABSTAINED}. ${abstainedLine(related_threads.length)}`
  if (state === 'failed') return `The answer couldn’t be finished. ${content}`
  const names = namesBefore(answer)
  if (names.size === 0) return content
  return sentences
    .filter((each) => each.content !== null)
    .map((each) => [names.get(each.number), each.content].filter(Boolean).join(': '))
    .join(' ')
}
