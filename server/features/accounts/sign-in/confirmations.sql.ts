/** Statements for sign-ins that wait for a second factor. */
export const insertConfirmation = {
  name: 'insert-confirmation',
  text: `insert into sign_in_confirmations (user_id, kind, browser_hash, code_hash, link_hash, keep_signed_in, expires_at)
    values ($1, $2, $3, $4, $5, $6, now() + make_interval(mins => $7))`,
}
/** Wrong codes within a day, over all sign-ins. */
export const countTries = {
  name: 'count-tries',
  text: `select coalesce(sum(tries), 0)::integer as tries from sign_in_confirmations
    where user_id = $1 and created_at > now() - interval '1 day'`,
}
const STANDING = `c.used_at is null and c.expires_at > now() and u.id = c.user_id and not u.suspended and u.current_state <> 'not joined'`
export const selectConfirmation = {
  name: 'select-confirmation',
  text: `select c.id, c.user_id, c.kind, c.keep_signed_in, c.sends, u.email::text,
      exists (select from passkeys p where p.user_id = u.id) as has_passkeys,
      ceil(extract(epoch from now() - c.sent_at))::integer as seconds_since
    from sign_in_confirmations c, users u where c.browser_hash = $1 and ${STANDING}`,
}
/** Counts the attempt before comparing the code, so that concurrent attempts cannot exceed the limit. */
export const tryConfirmation = {
  name: 'try-confirmation',
  text: `update sign_in_confirmations c set tries = c.tries + 1 from users u
    where c.browser_hash = $1 and c.tries < $2 and ${STANDING}
    returning c.id, c.user_id, c.kind, c.keep_signed_in, c.code_hash, c.tries`,
}
export const useConfirmation = {
  name: 'use-confirmation',
  text: 'update sign_in_confirmations set used_at = now(), tries = greatest(tries - 1, 0) where id = $1 and used_at is null',
}
export const useLink = {
  name: 'use-link',
  text: `update sign_in_confirmations c set used_at = now() from users u where c.link_hash = $1 and ${STANDING}
    returning c.id, c.user_id, c.keep_signed_in`,
}
export const renewConfirmation = {
  name: 'renew-confirmation',
  text: `update sign_in_confirmations set code_hash = $2, link_hash = $3, sends = sends + 1, sent_at = now()
    where id = $1 and used_at is null and sent_at <= now() - make_interval(secs => $4) and sends < $5`,
}
