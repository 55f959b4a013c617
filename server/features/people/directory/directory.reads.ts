import { networks } from '#server/features/networks/index.ts'
import { define, many, one, page, type FieldContext } from '#server/platform/graph/reads.ts'
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

const found = (asking: FieldContext, columns: Sql) => sql`
  select ${columns} from ${profiles.directory_members} p where true ${filtered(askedOf(asking))}
    ${when(asking.given(asking.args['search_id']!), () => sql`and p.user_id = ${asking.args['search_id']!}`)}`

/** The ids that a facet counts: those matching all other filters. */
function idsWithout(asking: FieldContext, except: DirectoryFilter): Sql {
  const asked = askedOf(asking)
  if (!asked.isOn(except)) return sql`f.ids`
  return sql`array(select p.user_id from ${profiles.directory_members} p where true ${filtered(asked, except)})`
}

const facet = (list: Relation, ids: Sql, entries: Sql) =>
  many((d) => ({
    rows: sql`
      select x.id, x.name, c.count from (
        select e.id, count(*)::integer as count from unnest(${d}.${ids}) f(user_id)
        join ${reachedProfiles.profile_rows} p on p.user_id = f.user_id cross join lateral (${entries}) e(id)
        where e.id is not null group by e.id) c
      join ${list} x on x.id = c.id`,
    order: sql`c.count desc, x.name, x.id`,
    cap: FACETS,
  }))

const places = (ids: Sql) => sql`
  select min(u.city) as name, min(u.country) as country, avg(u.lat) as lat, avg(u.long) as long, count(*)::integer as count
  from ${reachedProfiles.profile_rows} u where u.user_id = any(${ids}) and u.city is not null group by plain_words(u.city), plain_words(u.country)`

const SIZES = new Parameter('company sizes', 'text[]', () => COMPANY_SIZES)
const sizeOf = (company: Sql) => sql`array_position(${SIZES}, ${company}.num_of_employees)`
const companyOf = (p: Sql, column: Sql) =>
  sql`(select c.${column} from ${people.companies} c where c.id = ${p}.company_id)`
const shared = (mine: Sql, theirs: Sql) =>
  sql`(select count(*) from unnest(${mine}) t(id) where t.id = any(coalesce(${theirs}, '{}')))`
const atCompany = (columns: Sql) => sql`
  left join ${people.companies} ours on ours.id = o.company_id left join ${people.companies} theirs on theirs.id = x.company_id
  where ${columns}`

/** Sources of suggestions and their ranking; higher is closer. */
const SUGGESTED: Record<ConnectionSort, { from: Sql; nearness: Sql }> = {
  most_relevant: { from: sql`where p.traits && o.traits`, nearness: shared(sql`o.traits`, sql`p.traits`) },
  nearest_members: { from: sql`where o.lat is not null and x.lat is not null`, nearness: sql`-(${distance(sql`x`)})` },
  similar_company_size: {
    from: atCompany(sql`${sizeOf(sql`theirs`)} is not null and ${sizeOf(sql`ours`)} is not null`),
    nearness: sql`-abs(${sizeOf(sql`theirs`)} - ${sizeOf(sql`ours`)})`,
  },
  similar_funds: {
    from: atCompany(sql`(theirs.stage = ours.stage or theirs.type_id = ours.type_id)`),
    nearness: sql`2 * coalesce(theirs.stage = ours.stage, false)::integer + coalesce(theirs.type_id = ours.type_id, false)::integer`,
  },
  similar_industry: {
    from: sql`where (p.industry_ids && o.industry_ids or ${companyOf(sql`x`, sql`industry_ids`)} && ${companyOf(sql`o`, sql`industry_ids`)})`,
    nearness: sql`${shared(sql`o.industry_ids`, sql`p.industry_ids`)}
      + ${shared(companyOf(sql`o`, sql`industry_ids`), companyOf(sql`x`, sql`industry_ids`))}`,
  },
}

/** Members who have something in common with the viewer, with how much. For other pages that suggest members. */
export const alike = sql`
  select p.user_id, ${SUGGESTED.most_relevant.nearness}::integer as nearness
  from ${profiles.own_profile} o cross join ${profiles.directory_members} p ${SUGGESTED.most_relevant.from}`

function suggestions(asking: FieldContext) {
  const { from, nearness } = SUGGESTED[(asking.choice(asking.args['filter']!) ?? 'most_relevant') as ConnectionSort]
  return {
    rows: sql`
      select x.*, ${nearness} as nearness from ${profiles.own_profile} o cross join ${profiles.directory_members} p
      join ${reachedProfiles.profile_rows} x on x.id = p.user_id ${from}
        and p.user_id <> ${viewer.id} and not x.is_staff
        and p.user_id not in (select f.followed_user_id from ${followers.own_follows} f)
        and p.user_id not in (select b.user_id from ${blocks.parted} b)
        ${when(!asking.chosen(asking.args['reset']!), () => sql`and p.user_id not in (select s.passed_user_id from ${directory.own_passed} s)`)}`,
    order: sql`nearness desc, x.is_online desc, p.name_key, x.id`,
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
      count: sql`select count(*)::integer from (${found(asking, sql`p.user_id`)}) c`,
    })),
    directory_facets: one(
      (_, asking) => sql`
        select ${idsWithout(asking, 'areas_of_expertise')} as by_area, ${idsWithout(asking, 'chapters')} as by_chapter,
          ${idsWithout(asking, 'company_types')} as by_type, ${idsWithout(asking, 'industries')} as by_industry,
          ${idsWithout(asking, 'city_location')} as by_city,
          case when exists (
            select from ${reachedProfiles.primary_networks} n where n.user_id = ${viewer.id} and n.directory_school_filter)
            then ${idsWithout(asking, 'law_schools')} end as by_school
        from (select array(select p.user_id from ${profiles.directory_members} p where true ${filtered(askedOf(asking))}) as ids) f`,
    ),
    member_places: many(() => ({
      rows: sql`select * from (${places(sql`array(select p.user_id from ${profiles.directory_members} p)`)}) c where c.lat is not null
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
    areas_of_expertise: facet(networks.areas_of_expertise, sql`by_area`, sql`select unnest(p.shown_area_ids)`),
    law_schools: facet(networks.law_schools, sql`by_school`, sql`select p.law_school_id`),
    chapters: facet(networks.chapters, sql`by_chapter`, sql`select p.chapter_id`),
    company_types: facet(networks.business_types, sql`by_type`, sql`select ${companyOf(sql`p`, sql`type_id`)}`),
    industries: facet(networks.industries, sql`by_industry`, sql`select unnest(p.industry_ids)`),
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
