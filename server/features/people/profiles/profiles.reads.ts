import { networks } from '#server/features/networks/index.ts'
import { define, many, one, onSameRow, storedAs, value } from '#server/platform/graph/reads.ts'
import { identifier, join, sql, viewer, type Relation, type Sql } from '#server/platform/graph/sql.ts'
import { BAR_QUALIFICATIONS, CHOICES, NEW_MEMBERS } from '#shared/profiles.ts'
import { blocks } from '#server/features/people/relationships/blocks.access.ts'
import { company } from '#server/features/people/members/people.reads.ts'
import { people } from '#server/features/people/members/people.access.ts'
import { followers } from '#server/features/people/relationships/followers.access.ts'
import { isOnlineNow } from '#server/features/people/members/online.ts'
import { profiles, reachedProfiles } from '#server/features/people/members/profiles.access.ts'

const MEMBERSHIPS = 100
const ROUND_EARTH_KM = 12_742

/** Entries of a list whose ids are in the row. */
const chosen = (list: Relation, ids: (row: Sql) => Sql) =>
  many((p) => ({
    rows: sql`select x.* from ${list} x where x.id = any(${ids(p)})`,
    order: sql`x.name, x.id`,
    cap: CHOICES,
    onlyIf: sql`${ids(p)} <> '{}'`,
  }))
const entry = (list: Relation, id: (row: Sql) => Sql) =>
  one((p) => sql`select x.* from ${list} x where x.id = ${id(p)}`)

const flag = (p: Sql, name: Sql) =>
  sql`coalesce((select n.${name} from ${reachedProfiles.primary_networks} n where n.user_id = ${p}.user_id), true)`
/** What a network hides about its members is visible only to the member. */
const unlessHidden = (p: Sql, name: Sql, ids: Sql) =>
  sql`case when ${p}.user_id = ${viewer.id} or ${flag(p, name)} then ${ids} end`

/** Fields that other members' profiles and the viewer's own record have in common. */
const choices = {
  employment_status: entry(networks.employment_statuses, (p) => sql`${p}.employment_status_id`),
  chapter: entry(networks.chapters, (p) => sql`${p}.chapter_id`),
  live_event_chapters: chosen(networks.chapters, (p) => sql`${p}.live_event_chapter_ids`),
  interests: chosen(networks.interests, (p) => sql`${p}.interest_ids`),
  industries: chosen(networks.industries, (p) => sql`${p}.industry_ids`),
  industry_groups: chosen(networks.industry_groups, (p) => sql`${p}.industry_group_ids`),
  areas_of_expertise: storedAs(
    {
      // The member also sees what a network hides of them.
      selection: 'id name',
      json: (p) => sql`case when ${p}.user_id = ${viewer.id} then (
        select coalesce(json_agg(x), '[]') from (
          select a.id, a.name from ${networks.areas_of_expertise} a where a.id = any(${p}.area_of_expertise_ids)
          order by a.name, a.id limit ${CHOICES}) x) else ${p}.shown_areas end`,
    },
    chosen(
      networks.areas_of_expertise,
      (p) => sql`case when ${p}.user_id = ${viewer.id} then ${p}.area_of_expertise_ids else ${p}.shown_area_ids end`,
    ),
  ),
  legal: one(
    (p) => sql`
      select ${p}.user_id, ${p}.previous_practice, ${p}.law_school_id, ${p}.recent_law_firm_id, ${p}.year_started_inhouse,
        ${p}.law_firm_ids, ${p}.additional_area_ids,
        ${unlessHidden(p, sql`show_responsibility`, sql`${p}.area_of_responsibility_ids`)} as area_of_responsibility_ids
      where exists (select from ${reachedProfiles.legal_members} l where l.user_id = ${p}.user_id)`,
  ),
  bar_qualifications: many((p) => ({
    rows: sql`select q.* from ${reachedProfiles.bar_qualifications} q where q.user_id = ${p}.user_id`,
    order: sql`q.state, q.id`,
    cap: BAR_QUALIFICATIONS,
  })),
}

export const kilometres = (p: Sql, o: Sql) => sql`
  round(${ROUND_EARTH_KM} * asin(sqrt(least(1, sin(radians((${o}.lat - ${p}.lat) / 2)) ^ 2
    + cos(radians(${p}.lat)) * cos(radians(${o}.lat)) * sin(radians((${o}.long - ${p}.long) / 2)) ^ 2))))::integer`

/** Distance between the viewer's city and that of a profile. */
const distance = (p: Sql) =>
  sql`select ${kilometres(p, sql`o`)} from ${profiles.own_profile} o where o.user_id <> ${p}.user_id and o.lat is not null and ${p}.lat is not null`

const common = (mine: Sql, theirs: Sql) => sql`
  case when ${mine} && ${theirs} then array(select unnest(${mine}) intersect select unnest(${theirs})) else '{}' end`
const same = (mine: Sql, theirs: Sql) => sql`case when ${mine} = ${theirs} then array[${mine}] else '{}' end`

/** As in the lists, counts only members whom the viewer can encounter. */
const numberOfFollows = (p: Sql, mine: Sql, theirs: Sql) => sql`
  select count(*)::integer from ${followers.user_follows} f
  where f.${mine} = ${p}.user_id and exists (select from ${profiles.met_members} x where x.id = f.${theirs})`

/** Parts of a profile of which several may be shared. */
const SHARED = [
  'industry_ids',
  'interest_ids',
  'chapter_ids',
  'law_school_ids',
  'law_firm_ids',
  'area_of_expertise_ids',
]

/** What a profile `p` and the viewer have in common. `offset 0`: otherwise each list is computed for each of its uses. */
const similarities = (p: Sql) => sql`
  select c.*, ${join(
    SHARED.map((ids) => sql`cardinality(c.${identifier(ids)})`),
    ' + ',
  )} + c.company_size::integer as count
  from (
    select ${common(sql`o.industry_ids`, sql`${p}.industry_ids`)} as industry_ids,
      ${common(sql`o.interest_ids`, sql`${p}.interest_ids`)} as interest_ids,
      ${same(sql`o.chapter_id`, sql`${p}.chapter_id`)} as chapter_ids,
      ${same(sql`o.law_school_id`, sql`${p}.law_school_id`)} as law_school_ids,
      ${common(sql`o.law_firm_ids`, sql`${p}.law_firm_ids`)} as law_firm_ids,
      ${common(sql`o.area_of_expertise_ids`, sql`${p}.shown_area_ids`)} as area_of_expertise_ids,
      coalesce((select a.num_of_employees = b.num_of_employees from ${people.companies} a join ${people.companies} b on b.id = ${p}.company_id
        where a.id = o.company_id), false) as company_size
    from ${profiles.own_profile} o where o.user_id <> ${p}.user_id offset 0) c`
const noSimilarities = sql`
  select 0 as count, false as company_size, ${join(
    SHARED.map((ids) => sql`'{}'::bigint[] as ${identifier(ids)}`),
    ', ',
  )} where false`

const ownProfile = one(() => sql`select u.* from ${people.viewer} u`)

export const profileReads = define({
  Query: {
    profile: one((_, { args }) => sql`select p.* from ${profiles.profiles} p where p.id = ${args['id']!}`),
    private_profile: one(
      (_, { args, given }) => sql`
        select u.* from ${people.viewer} u
        where ${given(args['user_id']!) ? sql`u.id = ${args['user_id']!}` : sql`true`}`,
    ),
    profile_metadata: one(
      (_, { args }) => sql`
        select u.* from ${profiles.met_members} x join ${people.people} u on u.id = x.id where x.id = ${args['id']!} and not u.suspended`,
    ),
    profile_similarities: one(
      (_, { args }) => sql`
        select s.* from ${profiles.profiles} p cross join lateral (${similarities(sql`p`)}) s where p.id = ${args['user_id']!}`,
    ),
    new_members: many(() => ({
      rows: sql`
        select x.* from ${profiles.directory_facts} p join ${reachedProfiles.profile_rows} x on x.id = p.user_id
        where p.user_id <> ${viewer.id} and not p.is_staff`,
      order: sql`p.date_joined desc, p.user_id desc`,
      cap: NEW_MEMBERS,
    })),
  },
  Profile: {
    ...choices,
    user: onSameRow(),
    company,
    num_of_direct_reports: value((p) => unlessHidden(p, sql`show_direct_reports`, sql`${p}.num_of_direct_reports`)),
    peer_network_memberships: many((p) => ({
      rows: sql`select m.* from ${profiles.shown_memberships} m where m.user_id = ${p}.user_id`,
      order: sql`m.is_primary desc, m.peer_network_id`,
      cap: MEMBERSHIPS,
    })),
    is_own: value((p) => sql`${p}.user_id = ${viewer.id}`),
    is_followed: value(
      (p) => sql`exists (select from ${followers.own_follows} f where f.followed_user_id = ${p}.user_id)`,
    ),
    follows_reader: value((p) => sql`exists (select from ${followers.own_followers} f where f.user_id = ${p}.user_id)`),
    num_of_followers: value((p) => numberOfFollows(p, sql`followed_user_id`, sql`user_id`)),
    num_of_following: value((p) => numberOfFollows(p, sql`user_id`, sql`followed_user_id`)),
    can_message: value(
      (
        p,
      ) => sql`${p}.user_id <> ${viewer.id} and ${p}.is_shown and ${p}.network_ids && array(select c.network_id from ${profiles.chat_networks} c)
        and not exists (select from ${blocks.parted} b where b.user_id = ${p}.user_id)`,
    ),
    distance_km: value(distance),
    similarities: one((p, { args, chosen: isChosen }) => (isChosen(args['shown']!) ? similarities(p) : noSimilarities)),
  },
  Viewer: {
    ...choices,
    profile: one((u) => sql`select p.* from ${reachedProfiles.profile_rows} p where p.id = ${u}.id`),
    is_online: value(isOnlineNow),
  },
  LegalExtras: {
    law_school: entry(networks.law_schools, (l) => sql`${l}.law_school_id`),
    recent_law_firm: entry(networks.law_firms, (l) => sql`${l}.recent_law_firm_id`),
    law_firms: chosen(networks.law_firms, (l) => sql`${l}.law_firm_ids`),
    areas_of_responsibility: chosen(networks.areas_of_responsibility, (l) => sql`${l}.area_of_responsibility_ids`),
    additional_areas: chosen(networks.additional_areas, (l) => sql`${l}.additional_area_ids`),
  },
  BarQualification: {
    bar_number: value((q) => sql`case when ${q}.is_shown_whole then ${q}.bar_number end`),
  },
  Similarities: {
    industries: chosen(networks.industries, (c) => sql`${c}.industry_ids`),
    interests: chosen(networks.interests, (c) => sql`${c}.interest_ids`),
    chapters: chosen(networks.chapters, (c) => sql`${c}.chapter_ids`),
    law_schools: chosen(networks.law_schools, (c) => sql`${c}.law_school_ids`),
    law_firms: chosen(networks.law_firms, (c) => sql`${c}.law_firm_ids`),
    areas_of_expertise: chosen(networks.areas_of_expertise, (c) => sql`${c}.area_of_expertise_ids`),
  },
  Mutation: {
    updatePersonalProfile: ownProfile,
    updateBasicInformation: ownProfile,
    updateFinanceInformation: ownProfile,
    updateGeneralInformation: ownProfile,
    updateBio: ownProfile,
    updateStatus: ownProfile,
    updateBarQualifications: ownProfile,
  },
})
