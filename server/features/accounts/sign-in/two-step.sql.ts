/** Statements for two-step sign-in. */
import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
export const selectTwoStep = statement(
  'select-two-step',
  { userId: 'bigint' },
  (p) => sql`select t.secret, t.last_step, t.confirmed_at,
      (select count(*)::integer from backup_codes b where b.user_id = t.user_id and b.used_at is null) as codes_left
    from two_steps t where t.user_id = ${p.userId}`,
)
/** An unfinished setup is replaced by the next one; an active one is not. */
export const beginTwoStep = statement(
  'begin-two-step',
  { userId: 'bigint', secret: 'text' },
  (p) => sql`insert into two_steps (user_id, secret) values (${p.userId}, ${p.secret})
    on conflict (user_id) do update set secret = excluded.secret, last_step = 0, created_at = now() where two_steps.confirmed_at is null
    returning user_id`,
)
export const confirmTwoStep = statement(
  'confirm-two-step',
  { userId: 'bigint', step: 'bigint' },
  (p) =>
    sql`update two_steps set confirmed_at = now(), last_step = ${p.step} where user_id = ${p.userId} and confirmed_at is null`,
)
/** If two requests use the same code concurrently, one finds it used. */
export const takeStepOnce = statement(
  'take-step',
  { userId: 'bigint', step: 'bigint' },
  (p) =>
    sql`update two_steps set last_step = ${p.step} where user_id = ${p.userId} and confirmed_at is not null and last_step < ${p.step}`,
)
export const insertBackupCodes = statement(
  'insert-backup-codes',
  { userId: 'bigint', codeHashes: 'text[]' },
  (p) => sql`insert into backup_codes (user_id, code_hash) select ${p.userId}, unnest(${p.codeHashes})`,
)
export const deleteBackupCodes = statement(
  'delete-backup-codes',
  { userId: 'bigint' },
  (p) => sql`delete from backup_codes where user_id = ${p.userId}`,
)
export const takeBackupCode = statement(
  'take-backup-code',
  { userId: 'bigint', codeHash: 'text' },
  (p) =>
    sql`update backup_codes set used_at = now() where user_id = ${p.userId} and code_hash = ${p.codeHash} and used_at is null`,
)
export const deleteTwoStep = statement(
  'delete-two-step',
  { userId: 'bigint' },
  (p) => sql`delete from two_steps where user_id = ${p.userId}`,
)
