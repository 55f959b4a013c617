/** What a search is, in the address: `?q=…&s=threads&order_by=most_recent`. */
import { SEARCH_LENGTH } from '#shared/search.ts'
import { readSearchContext, type SearchSection } from '#shared/search-context.ts'

export interface SearchAddress {
  q?: string
  /** All results of one section; without it the first of each. */
  s?: SearchSection
  /** The one result that the section is about: a member or an expert somebody comes back from. */
  sid?: string
  order_by?: 'most_recent'
  /** Not all words need to stand there. */
  any?: '1'
}

const plain = (value: unknown) => (typeof value === 'string' ? value.slice(0, SEARCH_LENGTH).trim() : '')

/** What is unknown is ignored, so that an old link still leads somewhere. */
export function readSearchAddress({ q, s, sid, order_by, any, ...others }: Record<string, unknown>): SearchAddress {
  const context = readSearchContext({ s: s === 'all' ? undefined : s, sid })
  return {
    ...others,
    ...(plain(q) !== '' && { q: plain(q) }),
    ...(context.s ? context : {}),
    ...(order_by === 'most_recent' && { order_by }),
    ...(any === '1' && { any }),
  }
}
