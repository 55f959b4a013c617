import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
import { withoutTokens } from '#server/platform/session/access-tokens.ts'

export const selectTokens = statement(
  'select-access-tokens',
  { userId: 'bigint' },
  (p) => sql`select id, name, scopes, created_at, expires_at, last_used_at from access_tokens
    where user_id = ${p.userId} and expires_at > now() order by id limit 100`,
)
export const selectNetworksWithoutTokens = statement(
  'select-networks-without-tokens',
  { userId: 'bigint' },
  (p) => sql`select x.display_name from (${withoutTokens(sql`${p.userId}`)}) x order by x.display_name limit 100`,
)
/** Under the lock of the account, so that parallel calls do not exceed the limit. */
export const lockAccount = statement(
  'lock-account-of-tokens',
  { userId: 'bigint' },
  (p) => sql`select exists (select from peer_network_memberships o where o.user_id = u.id) as is_member
    from users u where u.id = ${p.userId} for update`,
)
export const insertToken = statement(
  'insert-access-token',
  { userId: 'bigint', name: 'text', scopes: 'text[]', tokenHash: 'text', days: 'integer' },
  (p) => sql`insert into access_tokens (user_id, name, scopes, token_hash, expires_at)
    values (${p.userId}, ${p.name}, ${p.scopes}, ${p.tokenHash}, now() + make_interval(days => ${p.days})) returning id`,
)
export const deleteToken = statement(
  'delete-access-token',
  { userId: 'bigint', id: 'bigint' },
  (p) => sql`delete from access_tokens where user_id = ${p.userId} and id = ${p.id}`,
)
