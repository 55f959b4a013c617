/** The syntax of search input: words, plus operators for author, network, type and date. */
import { THREAD_TYPES, type ThreadType } from './discussions.ts'

export const SEARCH_LENGTH = 200
export const SEARCH_PAGE = 25
/** At most so many matches are ranked; the full search counts no further. */
export const SEARCH_CANDIDATES = 1_000
export const SUGGESTIONS_PAGE = 8
/** Discussions that are listed while typing. */
export const SUGGESTED_THREADS = 4
/** Shorter beginnings of words find only that word. */
export const UNFINISHED_FROM = 3
/** How many words of a search without results are checked for spelling. */
export const CORRECTIONS = 6
/** A search is suggested to others once this many members have made it. */
export const SUGGESTED_FROM = 3
/** Longer searches are not stored: whole questions reveal too much about who asks. */
export const REMEMBERED_LENGTH = 60

/** The parsed search: words and filters. */
export interface AskedFor {
  /** In the syntax of websearch_to_tsquery: words, "phrases", -exclusions, or. */
  search: string
  from?: string
  in?: string
  type?: ThreadType
  /** ISO dates; `before` is exclusive, `after` is inclusive. */
  before?: string
  after?: string
}

const OPERATOR = /(?<=^|\s)(from|in|type|before|after):(?:"([^"]*)"|(\S+))/gi
const KINDS: Readonly<Record<string, ThreadType>> = {
  ...Object.fromEntries(THREAD_TYPES.map((type) => [type, type])),
  document: 'document_request',
  recommendation: 'recommendation_request',
}

/** Extracts the operators from the input; an operator without a usable value stays a word. */
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

/** The input with one operator replaced or removed. */
export function withOperator(typed: string, name: Operator, value: string | undefined): string {
  const rest = typed.replaceAll(OPERATOR, (whole, found: string) => (found.toLowerCase() === name ? ' ' : whole))
  const added = value === undefined ? '' : `${name}:${/\s/.test(value) ? `"${value}"` : value}`
  return `${rest} ${added}`.replaceAll(/\s+/g, ' ').trim()
}

/** A year, month or day as the ISO date of its first day. */
function dayOf(value: string): string | undefined {
  const parts = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(value)
  if (!parts) return undefined
  const [, year, month = '1', day = '1'] = parts
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${iso}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== iso ? undefined : iso
}

/** Markers around the matches in an excerpt: control characters, which cannot be typed and are not markup. */
export const FOUND_BEGINS = '\u0002'
export const FOUND_ENDS = '\u0003'

/** Splits an excerpt into matching and other parts. */
export const highlightParts = (excerpt: string): { text: string; isFound: boolean }[] =>
  excerpt
    .split(new RegExp(`(${FOUND_BEGINS}[^${FOUND_ENDS}]*${FOUND_ENDS})`))
    .filter((text) => text !== '')
    .map((text) =>
      text.startsWith(FOUND_BEGINS) ? { text: text.slice(1, -1), isFound: true } : { text, isFound: false },
    )

/** The normalized form in which a search is stored and compared. */
export const plainSearch = (search: string) => search.toLowerCase().replaceAll(/\s+/g, ' ').trim()

const withoutAccents = (word: string) => word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The input with its words corrected; operators stay unchanged. */
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

/** A search that takes longer is canceled, so that it delays nothing else on the site. */
export const SEARCH_MS = 1_000
/** How many searches of one member run at the same time; others wait for these. */
export const SEARCHES_AT_ONCE = 2
/** How many searches of one member may wait. Only a script sends more. */
export const SEARCHES_WAITING = 50
/** How long a search waits for its turn. */
export const SEARCH_WAIT_MS = 5_000
/** Total search time per member and minute: a thousand usual searches, or twenty that are canceled. */
export const SEARCH_MS_A_MINUTE = 20_000
