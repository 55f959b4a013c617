/** Search parameters of the feed, and the query variables they map to. */
import type { SearchFilterFeedQueryVariables } from '#api/operations.ts'

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
  network?: number
  /** Id of the author to filter by. */
  by?: number
  unanswered?: boolean
  followed?: boolean
  /** The default is newest first. */
  sort?: 'active' | 'relevant'
  show?: 'hidden'
}

/** All filters except the kind. */
const SWITCHES = ['own', 'unanswered', 'followed'] as const
const IDS = ['area', 'geography', 'network', 'by'] as const
const FILTERS = [...SWITCHES, ...IDS, 'search', 'show'] as const satisfies readonly (keyof FeedSearch)[]
/** What "Clear" resets: the filters and the order. */
export const NO_FILTERS = Object.fromEntries([...FILTERS, 'sort'].map((name) => [name, undefined]))

const isOn = (value: unknown) => /^(true|1)$/.test(String(value))
const isKind = (value: unknown): value is Kind => KINDS.some(({ kind }) => kind !== undefined && kind === value)
const idOf = (value: unknown) => {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}
export const SEARCH_LENGTH = 200

/** Parses known parameters and passes all others through, because search context also travels in this URL. */
export function readFeedSearch(raw: Record<string, unknown>): FeedSearch {
  const { kind, search, sort, show, ...others } = raw
  const read: Record<string, unknown> = others
  for (const name of SWITCHES) read[name] = isOn(raw[name]) || undefined
  for (const name of IDS) read[name] = idOf(raw[name])
  if (isKind(kind)) read['kind'] = kind
  if (typeof search === 'string' || typeof search === 'number')
    read['search'] = String(search).trim().slice(0, SEARCH_LENGTH) || undefined
  if (sort === 'relevant' || sort === 'active') read['sort'] = sort
  if (show === 'hidden') read['show'] = show
  for (const name in read) if (read[name] === undefined) delete read[name]
  return read
}

export function feedVariables(search: FeedSearch): SearchFilterFeedQueryVariables {
  return {
    ...(search.kind === 'discussion' && { thread_type: 'discussion' as const }),
    ...(search.kind === 'document' && { thread_type: 'document_request' as const }),
    ...(search.kind === 'poll' && { isPoll: true }),
    ...(search.kind === 'recommendation' && { isRecommendation: true }),
    ...(search.own && { ownThreads: true }),
    ...(search.by !== undefined && { postedByUserId: search.by }),
    ...(search.network !== undefined && { peerNetworkIDs: [search.network] }),
    ...(search.unanswered && { unanswered: true }),
    ...(search.followed && { followed: true }),
    ...(search.sort && { order_by: `most_${search.sort}` as const }),
    ...(search.show && { show: search.show }),
    ...(search.area !== undefined && { areasOfExpertise: [search.area] }),
    ...(search.geography !== undefined && { geographies: [search.geography] }),
    ...(search.search !== undefined && { search: search.search }),
  }
}

export const isFiltered = (search: FeedSearch) => FILTERS.some((name) => search[name] !== undefined)
