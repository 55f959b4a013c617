/** The filters of the directory, for both live and saved searches. */
import { join, Parameter, sql, when, type Sql } from '#server/platform/graph/sql.ts'
import { followers } from '#server/features/people/relationships/followers.access.ts'
import { people } from '#server/features/people/members/people.access.ts'
import { profiles } from '#server/features/people/members/profiles.access.ts'

/** By variable name, as in profilesSearchFilter. */
export const DIRECTORY_FILTERS = {
  search: 'text',
  areas_of_expertise: 'bigint[]',
  law_schools: 'bigint[]',
  chapters: 'bigint[]',
  company_types: 'bigint[]',
  industries: 'bigint[]',
  is_online: 'boolean',
  city_location: 'text',
  following: 'boolean',
  followers: 'boolean',
} as const
export type DirectoryFilter = keyof typeof DIRECTORY_FILTERS

interface Asked {
  slot: (filter: DirectoryFilter) => Parameter
  /** True for non-empty text and lists, and for switches that are on. */
  isOn: (filter: DirectoryFilter) => boolean
}

/** Every typed word is a prefix of a word in the profile, in any order; or the name is similar to the text. */
const matches = (search: Parameter) => sql`
  p.user_id in (select s.user_id from ${profiles.directory_members} s
    where s.document @@ name_query(${search}) or plain_words(${search}) <% s.words)`

const CONDITIONS: Record<DirectoryFilter, (slot: Parameter) => Sql> = {
  search: matches,
  areas_of_expertise: (slot) => sql`p.area_ids && ${slot}`,
  law_schools: (slot) => sql`p.law_school_id = any(${slot})`,
  chapters: (slot) => sql`p.chapter_id = any(${slot})`,
  company_types: (slot) => sql`p.company_type_id = any(${slot})`,
  industries: (slot) => sql`p.industry_ids && ${slot}`,
  is_online: () => sql`p.user_id in (select u.user_id from ${people.online} u)`,
  city_location: (slot) => sql`p.city_key = plain_words(${slot})`,
  following: () => sql`p.user_id in (select f.followed_user_id from ${followers.own_follows} f)`,
  followers: () => sql`p.user_id in (select f.user_id from ${followers.own_followers} f)`,
}
const ALL = Object.keys(CONDITIONS) as DirectoryFilter[]

/** Conditions to append after `where true`, on a row `p` of the directory's facts. */
export const filtered = ({ slot, isOn }: Asked, except?: DirectoryFilter): Sql =>
  join(
    ALL.filter((filter) => filter !== except && isOn(filter)).map(
      (filter) => sql` and ${CONDITIONS[filter](slot(filter))}`,
    ),
    '',
  )

/** Best match to the search first, then by name: of facts `p` and their profile `x`. */
export const directoryOrder = ({ slot, isOn }: Asked): Sql =>
  sql`${when(isOn('search'), () => sql`ts_rank(x.document, name_query(${slot('search')})) desc, `)}p.name_key, p.user_id`

export type KeptFilters = Partial<Record<DirectoryFilter, unknown>>

/** The known filters in `given` whose values have the right type. */
export function keptFilters(given: Readonly<Record<string, unknown>>): KeptFilters {
  const kept: KeptFilters = {}
  for (const filter of ALL) {
    const value = given[filter]
    const fits = {
      text: () => typeof value === 'string' && value.trim() !== '' && value.length <= 200,
      boolean: () => value === true,
      'bigint[]': () =>
        Array.isArray(value) &&
        value.length > 0 &&
        value.length <= 100 &&
        value.every((id) => Number.isSafeInteger(id) && id > 0),
    }[DIRECTORY_FILTERS[filter]]()
    if (fits) kept[filter] = value
  }
  return kept
}

export const askedOf = (filters: KeptFilters): Asked => ({
  slot: (filter) => new Parameter(`kept.${filter}`, DIRECTORY_FILTERS[filter], () => filters[filter]),
  isOn: (filter) => filters[filter] !== undefined,
})
