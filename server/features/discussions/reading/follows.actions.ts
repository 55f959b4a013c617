import type pg from 'pg'
import type { Call } from '#server/platform/http/graphql.ts'
import { requireThread } from './reading.actions.ts'
import { upsertFollow, upsertUnfollow } from './follows.sql.ts'

/** Follows or unfollows a thread; idempotent. Resolves to the thread's id. */
export async function followThread(
  pool: pg.Pool,
  { viewer, args }: Call<{ thread_id: number }>,
  { isFollowed }: { isFollowed: boolean },
): Promise<number> {
  await requireThread(pool, viewer, args.thread_id)
  await pool.query((isFollowed ? upsertFollow : upsertUnfollow)({ userId: viewer.id, threadId: args.thread_id }))
  return args.thread_id
}
