/** Statements for email address changes. */
export const lockAddresses = {
  name: 'lock-addresses',
  text: 'select email::text, secondary_email::text from users where id = $1 for update',
}
export const countEmailChanges = {
  name: 'count-email-changes',
  text: `select count(*)::integer as today from email_changes where user_id = $1 and created_at > now() - interval '1 day'`,
}
/**
 * The owner of the address. Also finds a former owner who can still undo a change: until then the address may become
 * theirs again.
 */
export const selectOwner = {
  name: 'select-owner-of-address',
  text: `select u.id from users u where u.id <> $1 and (u.email = $2 or u.secondary_email = $2)
    union all
    select c.user_id from email_changes c where c.user_id <> $1 and c.kind = 'primary' and c.old_email = $2
      and c.done_at > now() - make_interval(hours => $3) and c.undone_at is null
    limit 1`,
}
export const insertEmailChange = {
  name: 'insert-email-change',
  text: `insert into email_changes (user_id, kind, email, refusal, confirmed_by, old_email, old_hash, new_hash, expires_at, done_at, undo_hash)
    values ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(hours => $9), case when $10::text is null then null else now() end, $10)
    returning id`,
}
/** One pending change per kind: a later one replaces earlier ones. */
export const endWaitingChanges = {
  name: 'end-waiting-email-changes',
  text: `update email_changes set ended_at = now(), old_hash = null, new_hash = null
    where user_id = $1 and kind = $2 and done_at is null and ended_at is null`,
}
export const endEmailChange = {
  name: 'end-email-change',
  text: `update email_changes set ended_at = now(), old_hash = null, new_hash = null
    where user_id = $1 and id = $2 and done_at is null and ended_at is null`,
}
const STANDING = `c.refusal is null and u.id = c.user_id and not u.suspended and u.current_state <> 'not joined'`
const WAITING = `(c.old_hash = $1 or c.new_hash = $1) and c.done_at is null and c.ended_at is null and c.expires_at > now() and ${STANDING}`
const UNDOABLE = `c.undo_hash = $1 and c.done_at > now() - make_interval(hours => $2) and c.undone_at is null and ${STANDING}`
export const selectEmailLink = {
  name: 'select-email-link',
  text: `select case when c.undo_hash = $1 then 'undo' else 'confirm' end as act, c.kind, c.email::text, c.old_email::text
    from email_changes c, users u where (${WAITING}) or (${UNDOABLE})`,
}
export const confirmEmailChange = {
  name: 'confirm-email-change',
  text: `update email_changes c set
      old_confirmed_at = case when c.old_hash = $1 then coalesce(c.old_confirmed_at, now()) else c.old_confirmed_at end,
      new_confirmed_at = case when c.new_hash = $1 then coalesce(c.new_confirmed_at, now()) else c.new_confirmed_at end
    from users u where ${WAITING}
    returning c.id, c.user_id, c.kind, c.email::text, c.confirmed_by::text, c.old_confirmed_at is not null and c.new_confirmed_at is not null as both`,
}
export const finishEmailChange = {
  name: 'finish-email-change',
  text: 'update email_changes set done_at = now(), old_hash = null, new_hash = null, undo_hash = $2, old_email = $3 where id = $1',
}
export const undoEmailChange = {
  name: 'undo-email-change',
  text: `update email_changes c set undone_at = now() from users u where ${UNDOABLE}
    returning c.id, c.user_id, c.kind, c.old_email::text, c.confirmed_by::text`,
}
/** Later changes were based on the one being undone. */
export const undoLaterChanges = {
  name: 'undo-later-email-changes',
  text: `update email_changes set undone_at = now(), ended_at = now(), old_hash = null, new_hash = null, undo_hash = null
    where user_id = $1 and id > $2 and undone_at is null`,
}
export const setPrimaryEmail = {
  name: 'set-primary-email',
  text: `update users set email = $2, email_verified = true, updated_at = now(),
      secondary_email = case when secondary_email = $2 then null else secondary_email end
    where id = $1`,
}
export const setSecondaryEmail = {
  name: 'set-secondary-email',
  text: 'update users set secondary_email = $2, updated_at = now() where id = $1',
}
