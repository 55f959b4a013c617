/** What stands in the address of the feed, and what it asks the operation for. */
import type { ThreadsQueryVariables } from '#api/operations.ts'

export const KINDS = [
  { kind: undefined, label: 'All' },
  { kind: 'discussion', label: 'Discussions' },
  { kind: 'recommendation', label: 'Recommendations' },
  { kind: 'document', label: 'Documents' },
  { kind: 'poll', label: 'Polls' },
] as const
export type Kind = NonNullable<(typeof KINDS)[number]['kind']>

export interface FeedSearch {
  kind?: Kind
  search?: string
  own?: boolean
  area?: number
  geography?: number
}

const isKind = (value: unknown): value is Kind => KINDS.some(({ kind }) => kind !== undefined && kind === value)
const idOf = (value: unknown) => {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}
export const SEARCH_LENGTH = 200

/** Keeps what it understands, and every other parameter as it is: search context travels in this address too. */
export function readFeedSearch(raw: Record<string, unknown>): FeedSearch {
  const { kind, search, own, area, geography, ...others } = raw
  const text =
    typeof search === 'string' || typeof search === 'number' ? String(search).trim().slice(0, SEARCH_LENGTH) : ''
  return {
    ...others,
    ...(isKind(kind) && { kind }),
    ...(text !== '' && { search: text }),
    ...((own === true || own === 1 || own === '1' || own === 'true') && { own: true }),
    ...(idOf(area) !== undefined && { area: idOf(area)! }),
    ...(idOf(geography) !== undefined && { geography: idOf(geography)! }),
  }
}

export function feedVariables(search: FeedSearch, viewerId: number): ThreadsQueryVariables {
  return {
    ...(search.kind === 'discussion' && { thread_type: 'discussion' as const }),
    ...(search.kind === 'document' && { thread_type: 'document_request' as const }),
    ...(search.kind === 'poll' && { isPoll: true }),
    ...(search.kind === 'recommendation' && { isRecommendation: true }),
    ...(search.own && { postedByUserId: viewerId }),
    ...(search.area !== undefined && { areasOfExpertise: [search.area] }),
    ...(search.geography !== undefined && { geographies: [search.geography] }),
    ...(search.search !== undefined && { search: search.search }),
  }
}

export const isFiltered = ({ search, own, area, geography }: FeedSearch) =>
  search !== undefined || own === true || area !== undefined || geography !== undefined
