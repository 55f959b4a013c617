/** The search for documents as URL parameters. */
import { DOCUMENT_TYPES, type DocumentType } from '#shared/documents.ts'

export const SINCE = { week: 7, month: 31, year: 366 } as const
export type Since = keyof typeof SINCE

export interface DocumentSearch {
  q?: string
  area?: number
  place?: number
  type?: DocumentType
  since?: Since
  order?: 'most_recent'
}

const id = (given: unknown) => (/^[1-9]\d{0,15}$/.test(String(given)) ? Number(given) : undefined)
const WORDS = 200

export function readDocumentSearch(given: Readonly<Record<string, unknown>>): DocumentSearch {
  const { q, type, since, order } = given
  const words = typeof q === 'string' || typeof q === 'number' ? String(q).slice(0, WORDS).trim() : ''
  const [area, place] = [id(given['area']), id(given['place'])]
  return {
    ...(words && { q: words }),
    ...(area && { area }),
    ...(place && { place }),
    ...(typeof type === 'string' && Object.hasOwn(DOCUMENT_TYPES, type) && { type: type as DocumentType }),
    ...(typeof since === 'string' && Object.hasOwn(SINCE, since) && { since: since as Since }),
    ...(order === 'most_recent' && { order }),
  }
}

const DAY_MS = 86_400_000
/** To the day, so that the same search is one query. */
export const uploadedFrom = (since: Since, now = Date.now()) =>
  new Date(Math.floor(now / DAY_MS - SINCE[since]) * DAY_MS).toISOString()

export const isNarrowed = (search: DocumentSearch) => Object.keys(search).some((name) => name !== 'order')

/** How a document is looked at: the address keeps view, version and page. */
export interface DocumentPlace {
  view?: 'text' | 'changes'
  version?: number
  page?: number
  /** Marked in the text. */
  q?: string
  from?: number
  /** Of the changes, the one to show. */
  change?: number
}

export function readDocumentPlace(given: Readonly<Record<string, unknown>>): DocumentPlace {
  const { view, q } = given
  const [version, page, from, change] = ['version', 'page', 'from', 'change'].map((name) => id(given[name]))
  return {
    ...((view === 'text' || view === 'changes') && { view }),
    ...(version && { version }),
    ...(page && { page }),
    ...((typeof q === 'string' || typeof q === 'number') && { q: String(q).slice(0, WORDS) }),
    ...(from && { from }),
    ...(change && { change }),
  }
}

/** The words of a search in a text, for marking; case and the ends of words do not matter. */
export function marked(text: string, words: string | undefined): { text: string; isFound: boolean }[] {
  const stems = (words ?? '')
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word.length > 2)
    .map((word) => word.replace(/(ies|es|s|ing|ed|ion)$/i, ''))
  if (stems.length === 0) return [{ text, isFound: false }]
  return text
    .split(new RegExp(String.raw`((?<![\p{L}\d])(?:${stems.join('|')})[\p{L}\d]*)`, 'giu'))
    .map((part, index) => ({ text: part, isFound: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}
