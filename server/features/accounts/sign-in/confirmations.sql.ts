/** Statements for sign-ins that wait for a second factor. */
import { isAccountHolder } from '#server/platform/session/account-states.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
export const insertConfirmation = statement(
  'insert-confirmation',
  {
    userId: 'bigint',
    kind: 'text',
    browserHash: 'text',
    codeHash: 'text',
    linkHash: 'text',
    keepSignedIn: 'boolean',
    minutes: 'integer',
    identityId: 'bigint',
  },
  (p) => sql`
    insert into sign_in_confirmations (user_id, kind, browser_hash, code_hash, link_hash, keep_signed_in, expires_at, identity_id)
    values (${p.userId}, ${p.kind}, ${p.browserHash}, ${p.codeHash}, ${p.linkHash}, ${p.keepSignedIn},
      now() + make_interval(mins => ${p.minutes}), ${p.identityId})`,
)
/** Wrong codes within a day, over all sign-ins. */
export const countTries = statement(
  'count-tries',
  { userId: 'bigint' },
  (p) => sql`select coalesce(sum(tries), 0)::integer as tries from sign_in_confirmations
    where user_id = ${p.userId} and created_at > now() - interval '1 day'`,
)
const STANDING = sql`c.used_at is null and c.expires_at > now() and u.id = c.user_id and ${isAccountHolder(sql`u`)}`
export const selectConfirmation = statement(
  'select-confirmation',
  { browserHash: 'text' },
  (p) => sql`select c.id, c.user_id, c.kind, c.keep_signed_in, c.identity_id, c.sends, u.email::text,
      (select p.name from single_sign_on_identities i join single_sign_on_providers p on p.id = i.provider_id
        where i.id = c.identity_id and i.confirmed_at is null) as connecting_to,
      exists (select from passkeys p where p.user_id = u.id) as has_passkeys,
      ceil(extract(epoch from now() - c.sent_at))::integer as seconds_since
    from sign_in_confirmations c, users u where c.browser_hash = ${p.browserHash} and ${STANDING}`,
)
/** Counts the attempt before comparing the code, so that concurrent attempts cannot exceed the limit. */
export const tryConfirmation = statement(
  'try-confirmation',
  { browserHash: 'text', tries: 'integer' },
  (p) => sql`update sign_in_confirmations c set tries = c.tries + 1 from users u
    where c.browser_hash = ${p.browserHash} and c.tries < ${p.tries} and ${STANDING}
    returning c.id, c.user_id, c.kind, c.keep_signed_in, c.identity_id, c.code_hash, c.tries`,
)
export const useConfirmation = statement(
  'use-confirmation',
  { id: 'bigint' },
  (p) =>
    sql`update sign_in_confirmations set used_at = now(), tries = greatest(tries - 1, 0) where id = ${p.id} and used_at is null`,
)
export const useLink = statement(
  'use-link',
  { linkHash: 'text' },
  (p) => sql`
    update sign_in_confirmations c set used_at = now() from users u where c.link_hash = ${p.linkHash} and ${STANDING}
    returning c.id, c.user_id, c.keep_signed_in, c.identity_id`,
)
export const renewConfirmation = statement(
  'renew-confirmation',
  { id: 'bigint', codeHash: 'text', linkHash: 'text', seconds: 'double precision', sends: 'integer' },
  (p) => sql`
    update sign_in_confirmations set code_hash = ${p.codeHash}, link_hash = ${p.linkHash}, sends = sends + 1, sent_at = now()
    where id = ${p.id} and used_at is null and sent_at <= now() - make_interval(secs => ${p.seconds}) and sends < ${p.sends}`,
)
