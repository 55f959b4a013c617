/** Statements for passkeys. */
export const insertChallenge = {
  name: 'insert-passkey-challenge',
  text: `insert into passkey_challenges (challenge_hash, user_id, purpose, expires_at)
    values ($1, $2, $3, now() + make_interval(secs => $4))`,
}
/** If two requests answer the same challenge concurrently, one finds it gone. */
export const takeChallenge = {
  name: 'take-passkey-challenge',
  text: `delete from passkey_challenges where challenge_hash = $1 and purpose = $2 and user_id is not distinct from $3::bigint
    and expires_at > now()`,
}
export const selectPasskeys = {
  name: 'select-passkeys',
  text: `select id, credential_id, transports, name, backed_up, created_at, last_used_at from passkeys
    where user_id = $1 order by id limit 100`,
}
export const selectPasskey = {
  name: 'select-passkey',
  text: `select p.id, p.user_id, p.credential_id, p.public_key, p.counter, p.transports
    from passkeys p join users u on u.id = p.user_id
    where p.credential_id = $1 and not u.suspended and u.current_state <> 'not joined'`,
}
/**
 * A counter that does not increase belongs to a cloned key. Some authenticators have no counter: theirs stays at zero.
 */
export const usePasskey = {
  name: 'use-passkey',
  text: `update passkeys set counter = $2, backed_up = $3, last_used_at = now()
    where id = $1 and (counter < $2 or (counter = 0 and $2 = 0))`,
}
export const insertPasskey = {
  name: 'insert-passkey',
  text: `insert into passkeys (user_id, credential_id, public_key, counter, transports, name, backed_up)
    values ($1, $2, $3, $4, $5, $6, $7) on conflict (credential_id) do nothing returning id`,
}
export const deletePasskey = {
  name: 'delete-passkey',
  text: 'delete from passkeys where user_id = $1 and id = $2',
}
