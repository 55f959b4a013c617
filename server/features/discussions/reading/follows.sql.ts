/** Statements for follows: one row holds the explicit choice and its time. */
import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
export const upsertFollow = statement(
  'upsert-follow',
  { userId: 'bigint', threadId: 'bigint' },
  (p) => sql`insert into thread_follows (user_id, thread_id) values (${p.userId}, ${p.threadId})
    on conflict (user_id, thread_id) do update set followed_at = now(), unfollowed_at = null
      where thread_follows.unfollowed_at is not null`,
)
export const upsertUnfollow = statement(
  'upsert-unfollow',
  { userId: 'bigint', threadId: 'bigint' },
  (p) => sql`insert into thread_follows (user_id, thread_id, unfollowed_at) values (${p.userId}, ${p.threadId}, now())
    on conflict (user_id, thread_id) do update set unfollowed_at = now() where thread_follows.unfollowed_at is null`,
)
