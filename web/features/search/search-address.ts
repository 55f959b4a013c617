/** Search parameters: `?q=…&s=threads&order_by=most_recent`. */
import { SEARCH_LENGTH } from '#shared/search.ts'
import { readSearchContext, type SearchSection } from '#shared/search-context.ts'

export interface SearchAddress {
  q?: string
  /** Shows all results of one section; without it, the first results of each. */
  s?: SearchSection
  /** Shows only this result: the member or expert from whose page the viewer returns. */
  sid?: string
  order_by?: 'most_recent'
}

const plain = (value: unknown) => (typeof value === 'string' ? value.slice(0, SEARCH_LENGTH).trim() : '')

/** Ignores invalid values, so that old links still work. */
export function readSearchAddress({ q, s, sid, order_by, ...others }: Record<string, unknown>): SearchAddress {
  const context = readSearchContext({ s: s === 'all' ? undefined : s, sid })
  return {
    ...others,
    ...(plain(q) !== '' && { q: plain(q) }),
    ...(context.s ? context : {}),
    ...(order_by === 'most_recent' && { order_by }),
  }
}
