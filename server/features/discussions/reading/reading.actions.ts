import type pg from 'pg'
import { selectRows } from '#server/platform/database/select.ts'
import type { Viewer } from '#server/platform/graph/sql.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import { selectReplyTarget } from '#server/features/discussions/threads/discussions.sql.ts'
import * as statements from './reading.sql.ts'

/** Refuses a thread that the viewer cannot read, with the same message as everywhere else. */
export async function requireThread(pool: pg.Pool, viewer: Viewer, threadId: number): Promise<void> {
  const [thread] = await selectRows(pool, selectReplyTarget(threadId), viewer)
  if (!thread)
    throw problem('discussions.not_found', {
      message: 'This discussion isn’t available.',
      field: 'thread_id',
    })
}

/** Hides a thread from the viewer's own feed, or restores it. Resolves to the thread's id. */
export async function hideThread(
  pool: pg.Pool,
  { viewer, args }: Call<{ thread_id: number }>,
  { isHidden }: { isHidden: boolean },
): Promise<number> {
  await requireThread(pool, viewer, args.thread_id)
  const statement = isHidden ? statements.hideThread : statements.unhideThread
  await pool.query(statement({ userId: viewer.id, threadId: args.thread_id }))
  return args.thread_id
}

/** Marks everything up to now as read, or undoes that. Resolves to the member's id. */
export async function markAllThreadsRead(
  pool: pg.Pool,
  { viewer, args }: Call<{ undo?: boolean | null }>,
): Promise<number> {
  await pool.query((args.undo ? statements.undoMarkAllRead : statements.markAllRead)({ userId: viewer.id }))
  return viewer.id
}
