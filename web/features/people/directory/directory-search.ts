/** Filters of the directory and their URL parameters. */
import type { ProfilesSearchFilterQueryVariables } from '#api/operations.ts'

export type DirectorySearch = Pick<
  ProfilesSearchFilterQueryVariables,
  | 'search'
  | 'areas_of_expertise'
  | 'law_schools'
  | 'chapters'
  | 'company_types'
  | 'industries'
  | 'is_online'
  | 'city_location'
  | 'following'
  | 'followers'
>
export const LIST_FILTERS = ['areas_of_expertise', 'industries', 'company_types', 'chapters', 'law_schools'] as const
export type ListFilter = (typeof LIST_FILTERS)[number]
export const SWITCHES = ['is_online', 'following', 'followers'] as const
export type Switch = (typeof SWITCHES)[number]
const TEXTS = ['search', 'city_location'] as const

const idsOf = (value: unknown): number[] =>
  [value]
    .flat()
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)

/** Reads the directory filters from URL parameters or a saved search. */
export function readDirectorySearch(given: Record<string, unknown>): DirectorySearch {
  const search: DirectorySearch = {}
  for (const name of TEXTS)
    if (typeof given[name] === 'string' && given[name].trim() !== '') search[name] = given[name].slice(0, 200)
  for (const name of LIST_FILTERS) {
    const ids = idsOf(given[name] ?? [])
    if (ids.length > 0) search[name] = ids
  }
  for (const name of SWITCHES) if (given[name] === true || given[name] === 'true') search[name] = true
  return search
}

export const numOfFilters = (search: DirectorySearch): number =>
  Object.entries(search)
    .filter(([name]) => name !== 'search')
    .reduce<number>((sum, [, value]) => sum + (Array.isArray(value) ? value.length : 1), 0)

/** Adds or removes an item of a list filter. */
export function toggled(search: DirectorySearch, filter: ListFilter, id: number): DirectorySearch {
  const chosen = [search[filter] ?? []].flat() as number[]
  const next = chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]
  return readDirectorySearch({ ...search, [filter]: next })
}
