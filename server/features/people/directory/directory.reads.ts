import { networks } from '#server/features/networks/index.ts'
import { define, many, one, page, steadyOne, type FieldContext } from '#server/platform/graph/reads.ts'
import { Parameter, sql, viewer, when, type Relation, type Sql } from '#server/platform/graph/sql.ts'
import {
  COMPANY_SIZES,
  CONNECTIONS,
  DIRECTORY_PAGE,
  DIRECTORY_SEARCHES,
  type ConnectionSort,
} from '#shared/profiles.ts'
import { blocks } from '#server/features/people/relationships/blocks.access.ts'
import { DIRECTORY_FILTERS, directoryOrder, filtered, type DirectoryFilter } from './directory-filters.ts'
import { directory } from './directory.access.ts'
import { followers } from '#server/features/people/relationships/followers.access.ts'
import { people } from '#server/features/people/members/people.access.ts'
import { profiles, reachedProfiles } from '#server/features/people/members/profiles.access.ts'
import { distance } from '#server/features/people/profiles/profiles.reads.ts'

const FACETS = 300
const PLACES = 500

const askedOf = ({ args, given, chosen }: FieldContext) => ({
  slot: (filter: DirectoryFilter) => args[filter]!,
  isOn: (filter: DirectoryFilter) =>
    DIRECTORY_FILTERS[filter] === 'boolean' ? chosen(args[filter]!) : given(args[filter]!),
})

const isFiltered = (asking: FieldContext, except?: DirectoryFilter) => {
  const asked = askedOf(asking)
  return (Object.keys(DIRECTORY_FILTERS) as DirectoryFilter[]).some((name) => name !== except && asked.isOn(name))
}
const found = (asking: FieldContext, columns: Sql) => sql`
  select ${columns} from ${profiles.directory_facts} p where true ${filtered(askedOf(asking))}
    ${when(asking.given(asking.args['search_id']!), () => sql`and p.user_id = ${asking.args['search_id']!}`)}`

/** The ids that a facet counts: those matching all other filters. Null means everybody, whose count is stored. */
function idsWithout(asking: FieldContext, except: DirectoryFilter): Sql {
  const asked = askedOf(asking)
  if (!isFiltered(asking, except)) return sql`null::bigint[]`
  if (!asked.isOn(except)) return sql`f.ids`
  return sql`array(select p.user_id from ${profiles.directory_facts} p where true ${filtered(asked, except)})`
}

const facet = (name: string, list: Relation, { ids, values }: { ids: Sql; values: Sql }) =>
  many((d) => ({
    rows: sql`
      select x.id, x.name, c.count from (
        select e.id, sum(e.num)::integer as count from (
          select s.value_id as id, s.num_of_members as num from ${profiles.directory_facets} s
            where ${d}.${ids} is null and s.facet = ${named(name)}
          union all
          select v.id, 1 from unnest(${d}.${ids}) i(user_id)
            join ${profiles.directory_facts} p on p.user_id = i.user_id cross join lateral (${values}) v(id)) e
        where e.id is not null group by e.id) c
      join ${list} x on x.id = c.id`,
    order: sql`c.count desc, x.name, x.id`,
    cap: FACETS,
  }))
const named = (name: string) => new Parameter(`facet ${name}`, 'text', () => name)

/** Cities of everybody in the directory where `ids` is null, else of these. */
const places = (ids: Sql) => sql`
  select min(e.city) as name, min(e.country) as country, sum(e.lat) / nullif(sum(e.places), 0) as lat,
    sum(e.long) / nullif(sum(e.places), 0) as long, sum(e.num)::integer as count
  from (
    select s.city, s.country, s.num_of_members as num, s.num_of_places as places, s.sum_of_lat as lat, s.sum_of_long as long
      from ${profiles.directory_cities} s where ${ids} is null
    union all
    select p.city, p.country, 1, (p.lat is not null)::integer, p.lat, p.long
      from ${profiles.directory_facts} p where p.user_id = any(${ids}) and p.city is not null) e
  group by plain_words(e.city), plain_words(e.country)`

const SIZES = new Parameter('company sizes', 'text[]', () => COMPANY_SIZES)
const sizeOf = (size: Sql) => sql`array_position(${SIZES}, ${size})`
const shared = (mine: Sql, theirs: Sql) =>
  sql`(select count(*) from unnest(${mine}) t(id) where t.id = any(coalesce(${theirs}, '{}')))`
const atCompany = (columns: Sql) => sql`left join ${people.companies} ours on ours.id = o.company_id where ${columns}`

/** How suggestions are found and ranked, of own profile `o` and facts `p`; higher is closer. */
const SUGGESTED: Record<ConnectionSort, { from: Sql; nearness: Sql }> = {
  most_relevant: { from: sql`where p.traits && o.traits`, nearness: shared(sql`o.traits`, sql`p.traits`) },
  nearest_members: { from: sql`where o.lat is not null and p.lat is not null`, nearness: sql`-(${distance(sql`p`)})` },
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

/** Members who have something in common with the viewer, with how much. For other pages that suggest members. */
export const alike = sql`
  select p.user_id, ${SUGGESTED.most_relevant.nearness}::integer as nearness
  from ${profiles.own_profile} o cross join ${profiles.directory_facts} p ${SUGGESTED.most_relevant.from}`

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
    profiles_search_filter: page((_, asking) => ({
      rows: sql`select x.* from (${found(asking, sql`p.*`)}) p join ${reachedProfiles.profile_rows} x on x.id = p.user_id`,
      order: directoryOrder(askedOf(asking)),
      limit: asking.args['limit'],
      offset: asking.args['offset'],
      cap: DIRECTORY_PAGE,
      // Filters look at every row of the facts, whatever their values.
      isSteady: !asking.given(asking.args['search']!),
      count:
        isFiltered(asking) || asking.given(asking.args['search_id']!)
          ? sql`select count(*)::integer from (${found(asking, sql`p.user_id`)}) c`
          : sql`select coalesce(sum(s.num_of_members), 0)::integer from ${profiles.directory_facets} s where s.facet = ${named('members')}`,
    })),
    // Planning this statement takes longer than running it.
    directory_facets: steadyOne(
      (_, asking) => sql`
        select ${idsWithout(asking, 'areas_of_expertise')} as by_area, ${idsWithout(asking, 'chapters')} as by_chapter,
          ${idsWithout(asking, 'company_types')} as by_type, ${idsWithout(asking, 'industries')} as by_industry,
          ${idsWithout(asking, 'city_location')} as by_city, case when exists (
            select from ${reachedProfiles.primary_networks} n where n.user_id = ${viewer.id} and n.directory_school_filter)
            then ${idsWithout(asking, 'law_schools')} else '{}' end as by_school
        from (select ${when(isFiltered(asking), () => sql`array(select p.user_id from ${profiles.directory_facts} p where true ${filtered(askedOf(asking))})`)}
          ${when(!isFiltered(asking), () => sql`null::bigint[]`)} as ids) f`,
    ),
    member_places: many(() => ({
      rows: sql`select * from (${places(sql`null::bigint[]`)}) c where c.lat is not null
        and exists (select from ${networks.viewer_features} v where v.key = 'map' and v.enabled)`,
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
    areas_of_expertise: facet('areas', networks.areas_of_expertise, {
      ids: sql`by_area`,
      values: sql`select unnest(p.area_ids)`,
    }),
    law_schools: facet('law schools', networks.law_schools, {
      ids: sql`by_school`,
      values: sql`select p.law_school_id`,
    }),
    chapters: facet('chapters', networks.chapters, { ids: sql`by_chapter`, values: sql`select p.chapter_id` }),
    company_types: facet('company types', networks.business_types, {
      ids: sql`by_type`,
      values: sql`select p.company_type_id`,
    }),
    industries: facet('industries', networks.industries, {
      ids: sql`by_industry`,
      values: sql`select unnest(p.industry_ids)`,
    }),
    cities: many((d) => ({
      rows: sql`select * from (${places(sql`${d}.by_city`)}) c`,
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
