/** Search parameters of the Learning Hub. */
export const HUB_KINDS = ['all', 'series', 'documents', 'videos'] as const
export type HubKind = (typeof HUB_KINDS)[number]

export interface HubSearch {
  search?: string
  kind?: Exclude<HubKind, 'all'>
}

export function readHubSearch(given: Record<string, unknown>): HubSearch {
  const { search, kind } = given
  const known = HUB_KINDS.find((each): each is Exclude<HubKind, 'all'> => each === kind && each !== 'all')
  const words = typeof search === 'string' ? search.slice(0, 200).trim() : ''
  return { ...(words && { search: words }), ...(words && known && { kind: known }) }
}
