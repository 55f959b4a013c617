/**
 * Whose profiles a member can read. A network's member_directory access lists the networks whose members it can see;
 * any other profile looks as if it did not exist. The directory lists full members only; trial members have a profile
 * page too, because they already post.
 */
import { isPostingMember } from '#server/platform/session/account-states.ts'
import { SHOWN_PROFILE_COLUMNS } from '#shared/profile-fields.ts'
import {
  uncheckedRelations,
  checkedRelations,
  sql,
  trustedSql,
  viewer,
  may,
  mayIn,
  type Sql,
} from '#server/platform/graph/sql.ts'
import { isShownOnline } from './online.ts'

/** Staff who manage accounts or review posts there. */
const seesMembersOf = (networks: Sql) => sql`(${mayIn('members', networks)} or ${mayIn('moderation', networks)})`

/** As a member. */
const ownDirectoryNetworks = sql`
  select a.to_network_id as network_id from users v
  join peer_network_memberships m on m.user_id = v.id
  join network_access a on a.from_network_id = m.peer_network_id and a.kind = 'member_directory'
  where v.id = ${viewer.member_id} and not v.suspended
    and (v.current_state in ('onboarding', 'full access') or (v.current_state = 'trial' and coalesce(v.trial_end_date > now(), true)))`
const directoryNetworks = sql`
  ${ownDirectoryNetworks}
  union select n.id from peer_networks n where ${seesMembersOf(sql`array[n.id]`)}`

/** Condition on a row `p` of profiles. */
const isReached = sql`p.network_ids && array(${directoryNetworks})`

/** All catalog fields that other members can see, and columns that are not edited as fields. */
const COLUMNS = sql`
  u.id, u.name, u.profile_pic_url, u.profile_thumbnail_url,
  ${isShownOnline(sql`u`)} as is_online,
  u.lat, u.long, u.current_state, u.suspended, u.is_staff, u.date_joined, u.company_id, u.company_name,
  ${trustedSql(SHOWN_PROFILE_COLUMNS.map((column) => `u.${column}`).join(', '))}, p.*`

export const profiles = checkedRelations({
  /** A row if the viewer turned summaries off. */
  declined_summaries: sql`select p.user_id from member_preferences p where p.user_id = ${viewer.id} and not p.shows_summaries`,
  /** Listed in the directory. */
  directory_members: sql`select p.* from profiles p where p.is_listed and ${isReached}`,
  /** The same as a member: without those whom the viewer sees as staff only. */
  own_directory_members: sql`select p.* from profiles p where p.is_listed and p.network_ids && array(${ownDirectoryNetworks})`,
  /** The same members by what the directory filters and counts by, in narrow rows. */
  directory_facts: sql`select f.* from directory_facts f where f.network_ids && array(${directoryNetworks})`,
  /** Which of them have each value, as bits by their place in the directory. */
  directory_bits: sql`
    select b.facet, b.value, b.block, b.members & r.members as members
    from directory_bits b join (
      select n.block, bit_or(n.members) as members from directory_bits n
      where n.facet = 'networks' and n.value = any(array(select d.network_id::text from (${directoryNetworks}) d)) group by n.block) r on r.block = b.block
    where b.facet <> 'networks'`,
  /** How many of them have each value, by the exact set of their networks. */
  directory_facets: sql`
    select c.facet, c.value_id, c.num_of_members from directory_facets c
    where c.network_ids && array(${directoryNetworks})`,
  directory_cities: sql`
    select c.city, nullif(c.country, '') as country, c.num_of_members, c.num_of_places, c.sum_of_lat, c.sum_of_long
    from directory_cities c where c.network_ids && array(${directoryNetworks})`,
  /** Profiles with a page for the viewer, including their own. */
  profiles: sql`
    select ${COLUMNS} from profiles p join users u on u.id = p.user_id
    where (p.is_shown and ${isReached}) or p.user_id = ${viewer.id} or (${seesMembersOf(sql`p.network_ids`)} and u.current_state <> 'not joined')`,
  directory_networks: directoryNetworks,
  /** Networks whose members the viewer can message. */
  chat_networks: sql`
    select a.to_network_id as network_id from users v
    join peer_network_memberships m on m.user_id = v.id
    join network_access a on a.from_network_id = m.peer_network_id and a.kind = 'chat'
    where v.id = ${viewer.id} and ${isPostingMember(sql`v`)}`,
  own_profile: sql`select ${COLUMNS} from profiles p join users u on u.id = p.user_id where p.user_id = ${viewer.id}`,
  /** Memberships in the networks of the viewer's directory. */
  shown_memberships: sql`
    select m.* from peer_network_memberships m
    where m.user_id = ${viewer.id} or m.peer_network_id in (${directoryNetworks})`,
  /** Members the viewer can encounter: through the directory, or through posts in the viewer's networks. */
  met_members: sql`
    select u.id from users u where u.id = ${viewer.id} or ${may('members', 'moderation')}
      or exists (select from peer_network_memberships m where m.user_id = u.id and m.peer_network_id = any(${viewer.networks}))
      or exists (select from profiles p where p.user_id = u.id and p.is_shown and ${isReached})`,
})

export const reachedProfiles = uncheckedRelations({
  /** For a profile that has been checked already. */
  profile_rows: {
    rows: sql`select ${COLUMNS} from profiles p join users u on u.id = p.user_id`,
    wall: profiles.profiles.rows,
  },
  bar_qualifications: {
    rows: sql`select q.*, (q.user_id = ${viewer.id} or ${may('members')}) as is_shown_whole from bar_qualifications q`,
    wall: sql`
      select q.*, (q.user_id = ${viewer.id} or ${may('members')}) as is_shown_whole from bar_qualifications q
      where exists (select from (${profiles.profiles.rows}) x where x.id = q.user_id)`,
  },
  /** Who is at a place of the directory, for places whose bits were checked. */
  directory_places: {
    rows: sql`select p.place, p.user_id, p.name_key from directory_places p`,
    wall: sql`
      select p.place, p.user_id, p.name_key from directory_places p
      where exists (select from (${profiles.directory_facts.rows}) f where f.user_id = p.user_id)`,
  },
  /** The network whose display flags apply to a member: the primary one. */
  primary_networks: sql`
    select m.user_id, n.show_areas_of_expertise, n.show_responsibility, n.show_direct_reports, n.directory_school_filter
    from peer_network_memberships m join peer_networks n on n.id = m.peer_network_id where m.is_primary`,
  legal_members: sql`
    select m.user_id from peer_network_memberships m join peer_networks n on n.id = m.peer_network_id
    join disciplines d on d.id = n.discipline_id where d.type = 'legal'`,
})
