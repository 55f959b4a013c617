/** Statements for accounts. */
import { sql, type Sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
import type { AccessLevel } from '#shared/membership.ts'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'

/** Only a number is left of an account that was erased, or merged into another. */
export const isFormer = (id: Sql) => sql`(
  exists (select from deletion_requests d where d.user_id = ${id} and d.done_at is not null)
  or exists (select from member_merges g where g.from_id = ${id}))`

export interface Account {
  id: number
  is_staff: boolean
  suspended: boolean
  is_former: boolean
  standing: AccessLevel
}
export const lockAccount = statement(
  'lock-account',
  { id: 'bigint' },
  (p) => sql`select id, is_staff, suspended, standing_of(users) as standing,
      ${isFormer(sql`users.id`)} as is_former
    from users where id = ${p.id} and id <> ${ANONYMOUS_USER_ID} for update`,
)
export const selectAccountByEmail = statement(
  'select-account-by-email',
  { email: 'citext' },
  (p) => sql`select id from users where email = ${p.email}`,
)
export const selectNetworksOfAccount = statement(
  'select-networks-of-account',
  { id: 'bigint' },
  (p) => sql`
    select u.is_staff, array(select m.peer_network_id from peer_network_memberships m where m.user_id = u.id) as networks
    from users u where u.id = ${p.id}`,
)
export const selectNetworksOfAccounts = statement(
  'select-networks-of-accounts',
  { ids: 'bigint[]' },
  (p) => sql`
    select u.id, u.is_staff, array(select m.peer_network_id from peer_network_memberships m where m.user_id = u.id) as networks
    from users u where u.id = any(${p.ids}) and u.id <> ${ANONYMOUS_USER_ID} order by u.id`,
)
/** One at a time for each of the staff, so that parallel calls count each other. */
export const lockSuspender = statement(
  'lock-suspender',
  { actorId: 'bigint' },
  (p) => sql`select pg_advisory_xact_lock(hashtextextended('suspends together', ${p.actorId}))`,
)
export const countSuspendedBy = statement(
  'count-suspended-by',
  { actorId: 'bigint', hours: 'integer' },
  (p) => sql`select count(distinct user_id)::integer as suspended from suspensions
    where suspended_by = ${p.actorId} and suspended_at > now() - make_interval(hours => ${p.hours})`,
)
export const setSuspended = statement(
  'set-suspended',
  { id: 'bigint', isSuspended: 'boolean' },
  (p) => sql`update users set suspended = ${p.isSuspended}, updated_at = now() where id = ${p.id}`,
)
export const endSuspension = statement(
  'end-suspension',
  { userId: 'bigint', actorId: 'bigint' },
  (p) =>
    sql`update suspensions set ended_at = now(), ended_by = ${p.actorId} where user_id = ${p.userId} and ended_at is null`,
)
export const insertSuspension = statement(
  'insert-suspension',
  { userId: 'bigint', reason: 'text', until: 'timestamptz', actorId: 'bigint' },
  (p) =>
    sql`insert into suspensions (user_id, reason, until, suspended_by) values (${p.userId}, ${p.reason}, ${p.until}, ${p.actorId})`,
)
export const endAllSessions = statement(
  'end-sessions-of-account',
  { userId: 'bigint' },
  (p) => sql`with tokens as (delete from access_tokens where user_id = ${p.userId})
    delete from sessions where user_id = ${p.userId}`,
)
export const selectDueSuspensions = statement(
  'select-due-suspensions',
  {},
  () => sql`select user_id from suspensions where ended_at is null and until <= now() order by until, id limit 500`,
)
/** Checked again under the account's lock: staff may have changed it since. */
export const isDue = statement(
  'is-suspension-due',
  { userId: 'bigint' },
  (p) => sql`select from suspensions where user_id = ${p.userId} and ended_at is null and until <= now()`,
)
export const endSession = statement(
  'end-session-of-account',
  { userId: 'bigint', sessionId: 'bigint' },
  (p) => sql`delete from sessions where user_id = ${p.userId} and id = ${p.sessionId}`,
)
export const insertNote = statement(
  'insert-staff-note',
  { userId: 'bigint', authorId: 'bigint', body: 'text' },
  (p) =>
    sql`insert into staff_notes (user_id, author_id, body) values (${p.userId}, ${p.authorId}, ${p.body}) returning id`,
)
export const deleteNote = statement(
  'delete-staff-note',
  { userId: 'bigint', authorId: 'bigint', id: 'bigint' },
  (p) => sql`delete from staff_notes where id = ${p.id} and user_id = ${p.userId} and author_id = ${p.authorId}`,
)
