/** Statements for email address changes. */
import { isAccountHolder } from '#server/platform/session/account-states.ts'
import { type Parameter, sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
export const lockAddresses = statement(
  'lock-addresses',
  { userId: 'bigint' },
  (p) => sql`select email::text, secondary_email::text from users where id = ${p.userId} for update`,
)
export const countEmailChanges = statement(
  'count-email-changes',
  { userId: 'bigint' },
  (p) =>
    sql`select count(*)::integer as today from email_changes where user_id = ${p.userId} and created_at > now() - interval '1 day'`,
)
/**
 * The owner of the address. Also finds a former owner who can still undo a change: until then the address may become
 * theirs again.
 */
export const selectOwner = statement(
  'select-owner-of-address',
  { userId: 'bigint', email: 'citext', hours: 'integer' },
  (p) => sql`
    select u.id from users u where u.id <> ${p.userId} and (u.email = ${p.email} or u.secondary_email = ${p.email})
    union all
    select c.user_id from email_changes c where c.user_id <> ${p.userId} and c.kind = 'primary' and c.old_email = ${p.email}
      and c.done_at > now() - make_interval(hours => ${p.hours}) and c.undone_at is null
    limit 1`,
)
export const insertEmailChange = statement(
  'insert-email-change',
  {
    userId: 'bigint',
    kind: 'text',
    email: 'citext',
    refusal: 'text',
    confirmedBy: 'citext',
    oldEmail: 'citext',
    oldHash: 'text',
    newHash: 'text',
    hours: 'integer',
    undoHash: 'text',
  },
  (p) => sql`
    insert into email_changes (user_id, kind, email, refusal, confirmed_by, old_email, old_hash, new_hash, expires_at, done_at, undo_hash)
    values (${p.userId}, ${p.kind}, ${p.email}, ${p.refusal}, ${p.confirmedBy}, ${p.oldEmail}, ${p.oldHash}, ${p.newHash}, now() + make_interval(hours => ${p.hours}), case when ${p.undoHash} is null then null else now() end, ${p.undoHash})
    returning id`,
)
/** One pending change per kind: a later one replaces earlier ones. */
export const endWaitingChanges = statement(
  'end-waiting-email-changes',
  { userId: 'bigint', kind: 'text' },
  (p) => sql`update email_changes set ended_at = now(), old_hash = null, new_hash = null
    where user_id = ${p.userId} and kind = ${p.kind} and done_at is null and ended_at is null`,
)
export const endEmailChange = statement(
  'end-email-change',
  { userId: 'bigint', id: 'bigint' },
  (p) => sql`update email_changes set ended_at = now(), old_hash = null, new_hash = null
    where user_id = ${p.userId} and id = ${p.id} and done_at is null and ended_at is null`,
)
const STANDING = sql`c.refusal is null and u.id = c.user_id and ${isAccountHolder(sql`u`)}`
const WAITING = (p: { tokenHash: Parameter }) =>
  sql`(c.old_hash = ${p.tokenHash} or c.new_hash = ${p.tokenHash}) and c.done_at is null and c.ended_at is null and c.expires_at > now() and ${STANDING}`
const UNDOABLE = (p: { tokenHash: Parameter; hours: Parameter }) =>
  sql`c.undo_hash = ${p.tokenHash} and c.done_at > now() - make_interval(hours => ${p.hours}) and c.undone_at is null and ${STANDING}`
export const selectEmailLink = statement(
  'select-email-link',
  { tokenHash: 'text', hours: 'integer' },
  (p) => sql`
    select case when c.undo_hash = ${p.tokenHash} then 'undo' else 'confirm' end as act, c.kind, c.email::text, c.old_email::text
    from email_changes c, users u where (${WAITING(p)}) or (${UNDOABLE(p)})`,
)
export const confirmEmailChange = statement(
  'confirm-email-change',
  { tokenHash: 'text' },
  (p) => sql`update email_changes c set
      old_confirmed_at = case when c.old_hash = ${p.tokenHash} then coalesce(c.old_confirmed_at, now()) else c.old_confirmed_at end,
      new_confirmed_at = case when c.new_hash = ${p.tokenHash} then coalesce(c.new_confirmed_at, now()) else c.new_confirmed_at end
    from users u where ${WAITING(p)}
    returning c.id, c.user_id, c.kind, c.email::text, c.confirmed_by::text, c.old_confirmed_at is not null and c.new_confirmed_at is not null as both`,
)
export const finishEmailChange = statement(
  'finish-email-change',
  { id: 'bigint', undoHash: 'text', oldEmail: 'citext' },
  (p) =>
    sql`update email_changes set done_at = now(), old_hash = null, new_hash = null, undo_hash = ${p.undoHash}, old_email = ${p.oldEmail} where id = ${p.id}`,
)
export const undoEmailChange = statement(
  'undo-email-change',
  { tokenHash: 'text', hours: 'integer' },
  (p) => sql`update email_changes c set undone_at = now() from users u where ${UNDOABLE(p)}
    returning c.id, c.user_id, c.kind, c.old_email::text, c.confirmed_by::text`,
)
/** Later changes were based on the one being undone. */
export const undoLaterChanges = statement(
  'undo-later-email-changes',
  { userId: 'bigint', id: 'bigint' },
  (p) => sql`
    update email_changes set undone_at = now(), ended_at = now(), old_hash = null, new_hash = null, undo_hash = null
    where user_id = ${p.userId} and id > ${p.id} and undone_at is null`,
)
export const setPrimaryEmail = statement(
  'set-primary-email',
  { userId: 'bigint', email: 'citext' },
  (p) => sql`update users set email = ${p.email}, email_verified = true, updated_at = now(),
      secondary_email = case when secondary_email = ${p.email} then null else secondary_email end
    where id = ${p.userId}`,
)
export const setSecondaryEmail = statement(
  'set-secondary-email',
  { userId: 'bigint', email: 'citext' },
  (p) => sql`update users set secondary_email = ${p.email}, updated_at = now() where id = ${p.userId}`,
)
