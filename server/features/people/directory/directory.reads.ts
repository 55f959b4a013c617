import { isFeatureOn, networks } from '#server/features/networks/index.ts'
import { define, many, one, page, steadyOne, type FieldContext } from '#server/platform/graph/reads.ts'
import {
  empty,
  join,
  Parameter,
  sql,
  trustedSql,
  viewer,
  when,
  type Relation,
  type Sql,
} from '#server/platform/graph/sql.ts'
import {
  COMPANY_SIZES,
  CONNECTIONS,
  DIRECTORY_PAGE,
  DIRECTORY_SEARCHES,
  type ConnectionSort,
} from '#shared/profiles.ts'
import { blocks } from '#server/features/people/relationships/blocks.access.ts'
import {
  DIRECTORY_FILTERS,
  directoryOrder,
  facetName,
  filtered,
  inOrderOfNames,
  isByValues,
  isFiltered,
  matchingBits,
  memberBits,
  type DirectoryFilter,
} from './directory-filters.ts'
import { directory } from './directory.access.ts'
import { followers } from '#server/features/people/relationships/followers.access.ts'
import { people } from '#server/features/people/members/people.access.ts'
import { profiles, reachedProfiles } from '#server/features/people/members/profiles.access.ts'
import { kilometres } from '#server/features/people/profiles/profiles.reads.ts'

const FACETS = 300
const PLACES = 500
/** Enough that some remain when a page leaves out others. */
const NEAREST = 200

const askedOf = ({ args, given, chosen }: FieldContext) => ({
  slot: (filter: DirectoryFilter) => args[filter]!,
  isOn: (filter: DirectoryFilter) =>
    DIRECTORY_FILTERS[filter] === 'boolean' ? chosen(args[filter]!) : given(args[filter]!),
})

const found = (asking: FieldContext, columns: Sql) => sql`
  select ${columns} from ${profiles.directory_facts} p where true ${filtered(askedOf(asking))}
    ${when(asking.given(asking.args['search_id']!), () => sql`and p.user_id = ${asking.args['search_id']!}`)}`

/** The facets by the filter that they offer values for, which does not restrict them. */
const FACETS_BY = {
  area: 'areas_of_expertise',
  chapter: 'chapters',
  type: 'company_types',
  industry: 'industries',
  city: 'city_location',
  school: 'law_schools',
} as const satisfies Record<string, DirectoryFilter>

/** Whom each facet counts, as bits: those matching all other filters. Null means everybody. */
const counted = (asking: FieldContext) =>
  join(
    Object.entries(FACETS_BY).map(([name, except]) => {
      const asked = askedOf(asking)
      const [blocks, bits] = [trustedSql(`${name}_blocks`), trustedSql(`${name}_bits`)]
      return isFiltered(asked, except)
        ? sql`(select coalesce(array_agg(c.block), '{}') as ${blocks}, coalesce(array_agg(c.members), '{}') as ${bits}
            from (${matchingBits(asked, except)}) c) ${trustedSql(`by_${name}`)}`
        : sql`(select null::integer[] as ${blocks}, null::bit varying[] as ${bits}) ${trustedSql(`by_${name}`)}`
    }),
    ' cross join ',
  )

/** The number of members of each value of a facet, of those that `by` has as bits. */
const countedBits = (d: Sql, by: keyof typeof FACETS_BY, facet: string) => sql`
  select b.value, bit_count(b.members & s.members) as num
  from unnest(${d}.${trustedSql(`${by}_blocks`)}, ${d}.${trustedSql(`${by}_bits`)}) s(block, members)
  join ${profiles.directory_bits} b on b.block = s.block and b.facet = ${facetName(facet)}`
const isEverybody = (d: Sql, by: keyof typeof FACETS_BY) => sql`${d}.${trustedSql(`${by}_blocks`)} is null`

interface FacetRows {
  d: Sql
  list: Relation
  isShown?: Sql
}
const facetRows = (name: string, by: keyof typeof FACETS_BY, { d, list, isShown = sql`true` }: FacetRows) => ({
  rows: sql`
    select x.id, x.name, c.count from (
      select e.id, sum(e.num)::integer as count from (
        select b.value::bigint as id, bit_count(b.members) as num from ${profiles.directory_bits} b
          where ${isEverybody(d, by)} and b.facet = ${facetName(name)}
        union all
        select c.value::bigint, c.num from (${countedBits(d, by, name)}) c) e
      where ${isShown} group by e.id having sum(e.num) > 0) c
    join ${list} x on x.id = c.id`,
  order: sql`c.count desc, x.name, x.id`,
  cap: FACETS,
})
const facet = (name: string, by: keyof typeof FACETS_BY, list: Relation) =>
  many((d) => facetRows(name, by, { d, list }))

const citiesOf = (rows: Sql) => sql`
  select min(e.city) as name, min(e.country) as country, sum(e.lat) / nullif(sum(e.places), 0) as lat,
    sum(e.long) / nullif(sum(e.places), 0) as long, sum(e.num)::integer as count
  from (${rows}) e group by plain_words(e.city), plain_words(e.country) having sum(e.num) > 0`
const allCities = sql`
  select s.city, s.country, s.num_of_members as num, s.num_of_places as places, s.sum_of_lat as lat, s.sum_of_long as long
  from ${profiles.directory_cities} s`

const SIZES = new Parameter('company sizes', 'text[]', () => COMPANY_SIZES)
const sizeOf = (size: Sql) => sql`array_position(${SIZES}, ${size})`
const shared = (mine: Sql, theirs: Sql) =>
  sql`(select count(*) from unnest(${mine}) t(id) where t.id = any(coalesce(${theirs}, '{}')))`
const atCompany = (columns: Sql) => sql`left join ${people.companies} ours on ours.id = o.company_id where ${columns}`

/** How suggestions are found and ranked, of own profile `o` and facts `p`; higher is closer. */
const SUGGESTED: Record<ConnectionSort, { from: Sql; nearness: Sql }> = {
  most_relevant: { from: sql`where p.traits && o.traits`, nearness: shared(sql`o.traits`, sql`p.traits`) },
  nearest_members: {
    from: sql`where o.lat is not null and p.lat is not null`,
    nearness: sql`-${kilometres(sql`p`, sql`o`)}`,
  },
  similar_company_size: {
    from: atCompany(
      sql`${sizeOf(sql`p.company_size`)} is not null and ${sizeOf(sql`ours.num_of_employees`)} is not null`,
    ),
    nearness: sql`-abs(${sizeOf(sql`p.company_size`)} - ${sizeOf(sql`ours.num_of_employees`)})`,
  },
  similar_funds: {
    from: atCompany(sql`(p.company_stage = ours.stage or p.company_type_id = ours.type_id)`),
    nearness: sql`2 * coalesce(p.company_stage = ours.stage, false)::integer + coalesce(p.company_type_id = ours.type_id, false)::integer`,
  },
  similar_industry: {
    from: atCompany(sql`(p.industry_ids && o.industry_ids or p.company_industry_ids && ours.industry_ids)`),
    nearness: sql`${shared(sql`o.industry_ids`, sql`p.industry_ids`)} + ${shared(sql`ours.industry_ids`, sql`p.company_industry_ids`)}`,
  },
}

/** The members who have the most in common with the viewer, with how much. For other pages that suggest members. */
export const alike = sql`
  select w.user_id, n.nearness
  from (select array_agg(b.block) as blocks, array_agg(b.members) as members from ${profiles.own_profile} o
    join ${profiles.directory_bits} b on b.facet = ${facetName('traits')} and b.value = any(o.traits::text[])) t
  cross join lateral nearest_places(t.blocks, t.members, ${NEAREST}) n
  join ${reachedProfiles.directory_places} w on w.place = n.place and w.user_id <> ${viewer.id}`

function suggestions(asking: FieldContext) {
  const { from, nearness } = SUGGESTED[(asking.choice(asking.args['filter']!) ?? 'most_relevant') as ConnectionSort]
  // Ranked by the facts alone; the profiles of the nearest are joined afterwards.
  return {
    rows: sql`
      select x.* from (
        select p.user_id, p.name_key, ${nearness} as nearness, p.user_id in (select u.user_id from ${people.online} u) as is_online
        from ${profiles.own_profile} o cross join ${profiles.directory_facts} p ${from}
          and p.user_id <> ${viewer.id} and not p.is_staff
          and p.user_id not in (select f.followed_user_id from ${followers.own_follows} f)
          and p.user_id not in (select b.user_id from ${blocks.parted} b)
          ${when(!asking.chosen(asking.args['reset']!), () => sql`and p.user_id not in (select s.passed_user_id from ${directory.own_passed} s)`)}
        order by nearness desc, is_online desc, p.name_key, p.user_id limit ${CONNECTIONS}) p
      join ${reachedProfiles.profile_rows} x on x.id = p.user_id`,
    order: sql`p.nearness desc, p.is_online desc, p.name_key, p.user_id`,
    cap: CONNECTIONS,
  }
}

const passed = one(() => sql`select count(*)::integer as num_of_passed from ${directory.own_passed} p`)

export const directoryReads = define({
  Query: {
    profiles_search_filter: page((_, asking) => {
      const asked = askedOf(asking)
      const isById = asking.given(asking.args['search_id']!)
      const { limit, offset } = asking.args
      const common = { order: directoryOrder(asked), limit, offset, cap: DIRECTORY_PAGE }
      const all = sql`select coalesce(sum(s.num_of_members), 0)::integer from ${profiles.directory_facets} s where s.facet = ${facetName('members')}`
      if (isFiltered(asked) && isByValues(asked) && !isById)
        return {
          ...common,
          matched: matchingBits(asked),
          rows: sql`select x.* from (
            ${inOrderOfNames} order by w.name_key, w.user_id limit ${asking.reach(offset!, DIRECTORY_PAGE)}) p
            join ${reachedProfiles.profile_rows} x on x.id = p.user_id`,
          count: sql`select coalesce(sum(bit_count(m.members)), 0)::integer from matched m`,
          isSteady: true,
        }
      return {
        ...common,
        // In the order of names the page is cut before the profiles are joined.
        rows: sql`select x.* from (${found(asking, sql`p.*`)}
          ${when(!asked.isOn('search'), () => sql`order by p.name_key, p.user_id limit ${asking.reach(offset!, DIRECTORY_PAGE)}`)}) p
          join ${reachedProfiles.profile_rows} x on x.id = p.user_id`,
        count:
          isFiltered(asked) || isById ? sql`select count(*)::integer from (${found(asking, sql`p.user_id`)}) c` : all,
        // These filters look up members by the viewer’s own rows, whatever their values.
        isSteady: !asking.given(asking.args['search']!),
      }
    }),
    // Planning this statement takes longer than running it.
    directory_facets: steadyOne((_, asking) => {
      const byMember = memberBits(askedOf(asking))
      return sql`
        ${byMember ? sql`with matched as materialized (${byMember})` : empty}
        select *, not exists (
          select from ${reachedProfiles.primary_networks} n where n.user_id = ${viewer.id} and n.directory_school_filter) as hides_schools
        from ${counted(asking)}`
    }),
    member_places: many(() => ({
      rows: sql`select * from (${citiesOf(allCities)}) c where c.lat is not null
        and ${isFeatureOn('map')}`,
      order: sql`c.count desc, c.name, c.country`,
      cap: PLACES,
    })),
    member_connections: many((_, asking) => suggestions(asking)),
    directory_searches: many(() => ({
      rows: sql`select s.* from ${directory.own_directory_searches} s`,
      order: sql`s.name, s.id`,
      cap: DIRECTORY_SEARCHES,
    })),
  },
  DirectoryFacets: {
    areas_of_expertise: facet('areas', 'area', networks.areas_of_expertise),
    law_schools: many((d) =>
      facetRows('law schools', 'school', { d, list: networks.law_schools, isShown: sql`not ${d}.hides_schools` }),
    ),
    chapters: facet('chapters', 'chapter', networks.chapters),
    company_types: facet('company types', 'type', networks.business_types),
    industries: facet('industries', 'industry', networks.industries),
    cities: many((d) => ({
      rows: sql`select * from (${citiesOf(sql`
        ${allCities} where ${isEverybody(d, 'city')}
        union all
        select split_part(c.value, E'\t', 1), nullif(split_part(c.value, E'\t', 2), ''), c.num, 0, 0, 0 from (${countedBits(d, 'city', 'cities')}) c
          where c.num > 0`)}) c`,
      order: sql`c.count desc, c.name, c.country`,
      cap: FACETS,
    })),
  },
  Mutation: {
    passConnections: passed,
    resetConnections: passed,
    saveDirectorySearch: one(
      (_, { result }) => sql`select s.* from ${directory.own_directory_searches} s where s.id = ${result}`,
    ),
    removeDirectorySearch: one(
      (_, { result }) => sql`select s.* from ${directory.own_directory_searches} s where s.id = ${result}`,
    ),
  },
})
