/** What stands in the address of the feed, and what it asks the operation for. */
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
  /** Posted by this member. */
  by?: number
  unanswered?: boolean
  followed?: boolean
  /** With a search only; else the newest stand first. */
  sort?: 'relevant'
  show?: 'hidden'
}

/** Everything that narrows, apart from the kind: what "clear" clears. */
export const FILTERS = [
  'search',
  'own',
  'area',
  'geography',
  'network',
  'by',
  'unanswered',
  'followed',
  'sort',
  'show',
] as const satisfies readonly (keyof FeedSearch)[]
export const NO_FILTERS = Object.fromEntries(FILTERS.map((name) => [name, undefined]))

const isOn = (value: unknown) => value === true || value === 1 || value === '1' || value === 'true'

const isKind = (value: unknown): value is Kind => KINDS.some(({ kind }) => kind !== undefined && kind === value)
const idOf = (value: unknown) => {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}
export const SEARCH_LENGTH = 200

/** Keeps what it understands, and every other parameter as it is: search context travels in this address too. */
export function readFeedSearch(raw: Record<string, unknown>): FeedSearch {
  const { kind, search, own, area, geography, network, by, unanswered, followed, sort, show, ...others } = raw
  const text =
    typeof search === 'string' || typeof search === 'number' ? String(search).trim().slice(0, SEARCH_LENGTH) : ''
  return {
    ...others,
    ...(isKind(kind) && { kind }),
    ...(text !== '' && { search: text }),
    ...(isOn(own) && { own: true }),
    ...(idOf(area) !== undefined && { area: idOf(area)! }),
    ...(idOf(geography) !== undefined && { geography: idOf(geography)! }),
    ...(idOf(network) !== undefined && { network: idOf(network)! }),
    ...(idOf(by) !== undefined && { by: idOf(by)! }),
    ...(isOn(unanswered) && { unanswered: true }),
    ...(isOn(followed) && { followed: true }),
    ...(sort === 'relevant' && text !== '' && { sort: 'relevant' }),
    ...(show === 'hidden' && { show: 'hidden' }),
  }
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
    ...(search.sort && { order_by: 'most_relevant' as const }),
    ...(search.show && { show: search.show }),
    ...(search.area !== undefined && { areasOfExpertise: [search.area] }),
    ...(search.geography !== undefined && { geographies: [search.geography] }),
    ...(search.search !== undefined && { search: search.search }),
  }
}

export const isFiltered = (search: FeedSearch) => FILTERS.some((name) => search[name] !== undefined)
