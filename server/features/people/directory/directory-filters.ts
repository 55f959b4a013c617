/** The filters of the directory, for both live and saved searches. */
import { join, Parameter, sql, trustedSql, when, type Sql } from '#server/platform/graph/sql.ts'
import { followers } from '#server/features/people/relationships/followers.access.ts'
import { people } from '#server/features/people/members/people.access.ts'
import { profiles, reachedProfiles } from '#server/features/people/members/profiles.access.ts'

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

/** Filters by a value that members have: those who have each value are stored as bits. */
const VALUES: Partial<Record<DirectoryFilter, { facet: string; asked: (slot: Parameter) => Sql }>> = {
  areas_of_expertise: { facet: 'areas', asked: (slot) => sql`${slot}::text[]` },
  law_schools: { facet: 'law schools', asked: (slot) => sql`${slot}::text[]` },
  chapters: { facet: 'chapters', asked: (slot) => sql`${slot}::text[]` },
  company_types: { facet: 'company types', asked: (slot) => sql`${slot}::text[]` },
  industries: { facet: 'industries', asked: (slot) => sql`${slot}::text[]` },
  city_location: { facet: 'city keys', asked: (slot) => sql`array[plain_words(${slot})]` },
}
/** Members at one block of places: a constant of the migration. */
const BLOCK = 16_384
const NONE = sql`repeat('0', ${BLOCK})::bit(${BLOCK})`
export const facetName = (name: string) => new Parameter(`facet ${name}`, 'text', () => name)

/** The filters in force, without one. */
const inForce = ({ isOn }: Asked, except?: DirectoryFilter) => ALL.filter((filter) => filter !== except && isOn(filter))
export const isFiltered = (asked: Asked, except?: DirectoryFilter) => inForce(asked, except).length > 0
/** Whether bits alone say who matches: no filter depends on words or on the viewer. */
export const isByValues = (asked: Asked) => inForce(asked).every((filter) => VALUES[filter] !== undefined)

/** Who matches the filters by words and by the viewer’s own rows, as bits by block; undefined without such a filter. */
export function memberBits(asked: Asked): Sql | undefined {
  const others = inForce(asked).filter((filter) => !VALUES[filter])
  if (others.length === 0) return undefined
  return sql`
    select w.place / ${BLOCK} as block, bit_or(set_bit(${NONE}, w.place % ${BLOCK}, 1)) as members
    from ${profiles.directory_facts} p join ${reachedProfiles.directory_places} w on w.user_id = p.user_id
    where true ${join(
      others.map((filter) => sql` and ${CONDITIONS[filter](asked.slot(filter))}`),
      '',
    )} group by 1`
}

/**
 * Who matches all filters but one, as bits by block; at least one filter must be in force. With filters by members, in a
 * statement whose CTE `matched` has the `memberBits`.
 */
export function matchingBits(asked: Asked, except?: DirectoryFilter): Sql {
  const byValue = inForce(asked, except).flatMap((filter) => {
    const value = VALUES[filter]
    return value
      ? [
          sql`(select b.block, bit_or(b.members) as members from ${profiles.directory_bits} b
            where b.facet = ${facetName(value.facet)} and b.value = any(${value.asked(asked.slot(filter))}) group by b.block)`,
        ]
      : []
  })
  const [first, ...rest] = [...byValue, ...(memberBits(asked) ? [sql`matched`] : [])].map(
    (bits, index) => sql`${bits} ${trustedSql(`m${index}`)}`,
  )
  const all = rest.map((_, index) => sql` & ${trustedSql(`m${index + 1}`)}.members`)
  return sql`select m0.block, m0.members ${join(all, '')} as members
    from ${first!} ${join(
      rest.map((bits) => sql` join ${bits} using (block)`),
      '',
    )}`
}

/** Members whose bits are set in the CTE `matched`, in the order of their names: walks the names, not the members. */
export const inOrderOfNames = sql`
  select w.user_id, w.name_key from ${reachedProfiles.directory_places} w
  where get_bit((select array_agg(b.members order by b.block) from (
      select g.block, coalesce(m.members, ${NONE}) as members
      from generate_series(0, (select max(block) from matched)) g(block) left join matched m on m.block = g.block) b)[1 + w.place / ${BLOCK}],
    w.place % ${BLOCK}) = 1`

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
