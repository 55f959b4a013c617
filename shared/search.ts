/** What one may type into the search: words, and who, where, what kind and when beside them. */
import { THREAD_TYPES, type ThreadType } from './discussions.ts'

export const SEARCH_LENGTH = 200
export const SEARCH_PAGE = 25
/** So many of the newest items with the words are weighed against each other. */
export const SEARCH_CANDIDATES = 1_000
export const SUGGESTIONS_PAGE = 8
/** So many words of a search are looked up when nothing has them. */
export const CORRECTIONS = 6
/** A search is suggested to others once so many members have made it. */
export const SUGGESTED_FROM = 3
/** A search is remembered up to this length: whole questions tell too much of who asks. */
export const REMEMBERED_LENGTH = 60

/** What a search asks for, apart from its words. */
export interface AskedFor {
  /** As websearch_to_tsquery reads it: words, "phrases", -exclusions, or. */
  search: string
  from?: string
  in?: string
  type?: ThreadType
  /** Days as ISO dates; `before` is not included, `after` is. */
  before?: string
  after?: string
}

const OPERATOR = /(?<=^|\s)(from|in|type|before|after):(?:"([^"]*)"|(\S+))/gi
const KINDS: Readonly<Record<string, ThreadType>> = {
  ...Object.fromEntries(THREAD_TYPES.map((type) => [type, type])),
  document: 'document_request',
  recommendation: 'recommendation_request',
}

/** Takes the operators out of what was typed; one that says nothing usable stays a word. */
export function askedFor(typed: string): AskedFor {
  const asked: AskedFor = { search: '' }
  const rest = typed
    .slice(0, SEARCH_LENGTH)
    .replaceAll(OPERATOR, (whole, name: string, quoted?: string, bare?: string) => {
      const value = (quoted ?? bare ?? '').trim()
      const operator = name.toLowerCase() as Operator
      if (value === '') return whole
      if (operator === 'from' || operator === 'in') asked[operator] = value
      else if (operator === 'type') {
        const kind = KINDS[value.toLowerCase().replace(/s$/, '')]
        if (!kind) return whole
        asked.type = kind
      } else {
        const day = dayOf(value)
        if (!day) return whole
        asked[operator] = day
      }
      return ' '
    })
  asked.search = rest.replaceAll(/\s+/g, ' ').trim()
  return asked
}

export type Operator = 'from' | 'in' | 'type' | 'before' | 'after'

/** What was typed with one operator set anew, or without it. */
export function withOperator(typed: string, name: Operator, value: string | undefined): string {
  const rest = typed.replaceAll(OPERATOR, (whole, found: string) => (found.toLowerCase() === name ? ' ' : whole))
  const added = value === undefined ? '' : `${name}:${/\s/.test(value) ? `"${value}"` : value}`
  return `${rest} ${added}`.replaceAll(/\s+/g, ' ').trim()
}

/** A year, a month or a day, as the day with which it begins. */
function dayOf(value: string): string | undefined {
  const parts = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(value)
  if (!parts) return undefined
  const [, year, month = '1', day = '1'] = parts
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${iso}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== iso ? undefined : iso
}

/** Stand around what was found in an excerpt; they cannot be typed, and are no markup. */
export const FOUND_BEGINS = '\u0002'
export const FOUND_ENDS = '\u0003'

/** An excerpt in pieces, each found or not. */
export const highlightParts = (excerpt: string): { text: string; isFound: boolean }[] =>
  excerpt
    .split(new RegExp(`(${FOUND_BEGINS}[^${FOUND_ENDS}]*${FOUND_ENDS})`))
    .filter((text) => text !== '')
    .map((text) =>
      text.startsWith(FOUND_BEGINS) ? { text: text.slice(1, -1), isFound: true } : { text, isFound: false },
    )

/** The form in which a search is remembered and compared. */
export const plainSearch = (search: string) => search.toLowerCase().replaceAll(/\s+/g, ' ').trim()

const withoutAccents = (word: string) => word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** What was typed with the words that were meant; who, where and when stay as they are. */
export function correctedSearch(typed: string, corrections: readonly { typed: string; meant: string }[]): string {
  const meant = new Map(corrections.map((each) => [each.typed, each.meant]))
  const isOperator = new RegExp(OPERATOR.source, 'i')
  return typed
    .split(new RegExp(`(${OPERATOR.source.replaceAll(/\((?!\?)/g, '(?:')})`, 'i'))
    .map((part) =>
      isOperator.test(part)
        ? part
        : part.replaceAll(/[\p{L}\p{M}]+/gu, (word) => meant.get(withoutAccents(word)) ?? word),
    )
    .join('')
}

/** A search that takes longer is stopped. The rest of the site waits behind none. */
export const SEARCH_MS = 1_000
/** Searches of one member that run at the same time; further ones wait for these. */
export const SEARCHES_AT_ONCE = 2
/** Searches of one member that may wait. More come only from a script. */
export const SEARCHES_WAITING = 50
/** How long a search waits for its turn. */
export const SEARCH_WAIT_MS = 5_000
/** How long the searches of one member may run in a minute, all together: a thousand usual ones, or twenty that are stopped. */
export const SEARCH_MS_A_MINUTE = 20_000
