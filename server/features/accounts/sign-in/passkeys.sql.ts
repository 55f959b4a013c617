/** Statements for passkeys. */
import { isAccountHolder } from '#server/platform/session/account-states.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
export const insertChallenge = statement(
  'insert-passkey-challenge',
  { challengeHash: 'text', userId: 'bigint', purpose: 'text', seconds: 'double precision' },
  (p) => sql`insert into passkey_challenges (challenge_hash, user_id, purpose, expires_at)
    values (${p.challengeHash}, ${p.userId}, ${p.purpose}, now() + make_interval(secs => ${p.seconds}))`,
)
/** If two requests answer the same challenge concurrently, one finds it gone. */
export const takeChallenge = statement(
  'take-passkey-challenge',
  { challengeHash: 'text', purpose: 'text', userId: 'bigint' },
  (p) => sql`
    delete from passkey_challenges where challenge_hash = ${p.challengeHash} and purpose = ${p.purpose} and user_id is not distinct from ${p.userId}
    and expires_at > now()`,
)
export const selectPasskeys = statement(
  'select-passkeys',
  { userId: 'bigint' },
  (p) => sql`select id, credential_id, transports, name, backed_up, created_at, last_used_at from passkeys
    where user_id = ${p.userId} order by id limit 100`,
)
export const selectPasskey = statement(
  'select-passkey',
  { credentialId: 'text' },
  (p) => sql`select p.id, p.user_id, p.credential_id, p.public_key, p.counter, p.transports
    from passkeys p join users u on u.id = p.user_id
    where p.credential_id = ${p.credentialId} and ${isAccountHolder(sql`u`)}`,
)
/**
 * A counter that does not increase belongs to a cloned key. Some authenticators have no counter: theirs stays at zero.
 */
export const usePasskey = statement(
  'use-passkey',
  { id: 'bigint', counter: 'bigint', isBackedUp: 'boolean' },
  (p) => sql`update passkeys set counter = ${p.counter}, backed_up = ${p.isBackedUp}, last_used_at = now()
    where id = ${p.id} and (counter < ${p.counter} or (counter = 0 and ${p.counter} = 0))`,
)
export const insertPasskey = statement(
  'insert-passkey',
  {
    userId: 'bigint',
    credentialId: 'text',
    publicKey: 'bytea',
    counter: 'bigint',
    transports: 'text[]',
    name: 'text',
    isBackedUp: 'boolean',
  },
  (p) => sql`insert into passkeys (user_id, credential_id, public_key, counter, transports, name, backed_up)
    values (${p.userId}, ${p.credentialId}, ${p.publicKey}, ${p.counter}, ${p.transports}, ${p.name}, ${p.isBackedUp}) on conflict (credential_id) do nothing returning id`,
)
export const deletePasskey = statement(
  'delete-passkey',
  { userId: 'bigint', id: 'bigint' },
  (p) => sql`delete from passkeys where user_id = ${p.userId} and id = ${p.id}`,
)
