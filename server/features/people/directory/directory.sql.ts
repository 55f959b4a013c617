/** Statements for saved searches, dismissed suggestions and search alerts. */
import { isPostingMember } from '#server/platform/session/account-states.ts'
import { statement } from '#server/platform/database/statement.ts'
import { Parameter, sql, viewer } from '#server/platform/graph/sql.ts'
import { askedOf, filtered, type KeptFilters } from './directory-filters.ts'
import { profiles } from '#server/features/people/members/profiles.access.ts'

/** Those of these members whom the viewer can find: the number of stored rows must not reveal who else exists. */
export const selectPassable = (ids: readonly number[]) => sql`
  select p.id from ${profiles.profiles} p where p.id = any(${new Parameter('members', 'bigint[]', () => ids)}) and p.id <> ${viewer.id}`
export const insertPassed = statement(
  'insert-passed-connections',
  { userId: 'bigint', passedIds: 'bigint[]' },
  (p) => sql`insert into passed_connections (user_id, passed_user_id)
    select ${p.userId}, x.id from unnest(${p.passedIds}) as x(id) order by x.id
    on conflict (user_id, passed_user_id) do update set passed_at = now()`,
)
export const deletePassed = statement(
  'delete-passed-connections',
  { userId: 'bigint' },
  (p) => sql`delete from passed_connections where user_id = ${p.userId}`,
)

export const countSearches = statement(
  'count-directory-searches',
  { userId: 'bigint', name: 'text' },
  (p) =>
    sql`select count(*)::integer as kept from directory_searches where user_id = ${p.userId} and name <> ${p.name}`,
)
export const upsertSearch = statement(
  'upsert-directory-search',
  { userId: 'bigint', name: 'text', filters: 'jsonb', hasAlert: 'boolean' },
  (p) => sql`
    insert into directory_searches (user_id, name, filters, has_alert) values (${p.userId}, ${p.name}, ${p.filters}, ${p.hasAlert})
    on conflict (user_id, name) do update set filters = excluded.filters, has_alert = excluded.has_alert, checked_at = now()
    returning id`,
)
export const deleteSearch = statement(
  'delete-directory-search',
  { id: 'bigint', userId: 'bigint' },
  (p) => sql`delete from directory_searches where id = ${p.id} and user_id = ${p.userId}`,
)

export interface DueSearch {
  id: number
  name: string
  filters: KeptFilters
  user_id: number
  first_name: string
  email: string
  theme: string | null
  network: string | null
  checked_at: Date
}

/** Alerts of members who accept email and whose membership is active. */
export const selectAlerts = statement(
  'select-directory-alerts',
  { after: 'bigint', limit: 'bigint' },
  (p) => sql`
    select s.id, s.name, s.filters, s.checked_at, u.id as user_id, u.first_name, u.email::text, n.theme, n.display_name as network
    from directory_searches s join users u on u.id = s.user_id
    left join lateral (
      select n.theme, n.display_name from peer_network_memberships m join peer_networks n on n.id = m.peer_network_id
      where m.user_id = u.id order by m.is_primary desc, m.peer_network_id limit 1) n on true
    where s.has_alert and ${isPostingMember(sql`u`)} and u.listserv_email_preference <> 'none'
      and s.id > ${p.after}
    order by s.id limit ${p.limit}`,
)

/** How many matching members joined the directory since then, as the search's owner sees it. */
export const countNew = (filters: KeptFilters, since: Date) => sql`
  select count(*)::integer as num_of_new from ${profiles.directory_facts} p
  where p.listed_at > ${new Parameter('since', 'timestamptz', () => since)} and p.user_id <> ${viewer.id} ${filtered(askedOf(filters))}`

export const markChecked = statement(
  'mark-directory-search',
  { id: 'bigint', alertedAt: 'timestamptz' },
  (p) =>
    sql`update directory_searches set checked_at = ${p.alertedAt} where id = ${p.id} and checked_at < ${p.alertedAt} returning id`,
)
