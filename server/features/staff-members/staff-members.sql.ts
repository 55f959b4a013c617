/** Statements for accounts. */
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'

export interface Account {
  id: number
  is_staff: boolean
  suspended: boolean
}
export const lockAccount = {
  name: 'lock-account',
  text: `select id, is_staff, suspended from users where id = $1 and id <> ${ANONYMOUS_USER_ID} for update`,
}
export const selectAccountByEmail = {
  name: 'select-account-by-email',
  text: 'select id from users where email = $1',
}
/** All staff, locked until the transaction ends: of two who suspend each other concurrently, one remains. */
export const lockStaff = {
  name: 'lock-staff',
  text: `select id from users where is_staff and not suspended and current_state <> 'not joined' order by id for update`,
}
export const setSuspended = {
  name: 'set-suspended',
  text: 'update users set suspended = $2, updated_at = now() where id = $1',
}
export const endSuspension = {
  name: 'end-suspension',
  text: 'update suspensions set ended_at = now(), ended_by = $2 where user_id = $1 and ended_at is null',
}
export const insertSuspension = {
  name: 'insert-suspension',
  text: 'insert into suspensions (user_id, reason, until, suspended_by) values ($1, $2, $3, $4)',
}
export const endAllSessions = {
  name: 'end-sessions-of-account',
  text: 'delete from sessions where user_id = $1',
}
export const selectDueSuspensions = {
  name: 'select-due-suspensions',
  text: 'select user_id from suspensions where ended_at is null and until <= now() order by until, id limit 500',
}
/** Checked again under the account's lock: staff may have changed it since. */
export const isDue = {
  name: 'is-suspension-due',
  text: 'select from suspensions where user_id = $1 and ended_at is null and until <= now()',
}
