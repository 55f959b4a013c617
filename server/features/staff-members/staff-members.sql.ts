/** Statements for accounts. */
import { isAccountHolder } from '#server/platform/session/account-states.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'

export interface Account {
  id: number
  is_staff: boolean
  suspended: boolean
}
export const lockAccount = statement(
  'lock-account',
  { id: 'bigint' },
  (p) => sql`select id, is_staff, suspended from users where id = ${p.id} and id <> ${ANONYMOUS_USER_ID} for update`,
)
export const selectAccountByEmail = statement(
  'select-account-by-email',
  { email: 'citext' },
  (p) => sql`select id from users where email = ${p.email}`,
)
/** All staff, locked until the transaction ends: of two who suspend each other concurrently, one remains. */
export const lockStaff = statement(
  'lock-staff',
  {},
  () => sql`select u.id from users u where u.is_staff and ${isAccountHolder(sql`u`)} order by u.id for update`,
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
  (p) => sql`delete from sessions where user_id = ${p.userId}`,
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
