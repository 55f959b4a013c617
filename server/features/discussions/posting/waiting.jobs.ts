/** Publishes the waiting posts that are due. Each has its own idempotency key, so that a retry does not post twice. */
import type pg from 'pg'
import type { JobTools } from '#server/platform/jobs/jobs.ts'
import { Problem } from '#server/platform/problems.ts'
import type { Session } from '#server/platform/session/sessions.ts'
import { viewerOf } from '#server/platform/session/sessions.ts'
import type { CleanUploads } from '#server/platform/uploads/clean-uploads.ts'
import { createThread } from './threads.actions.ts'
import { replyToThread } from './replies.actions.ts'
import { threadArgs, type Asked } from './waiting.actions.ts'
import { endWaiting, openingOf, selectDue, sweepWaiting } from '#server/features/discussions/anonymity/waiting.sql.ts'

interface Due {
  id: number
  user_id: number
  asked: Asked
}
interface Ended {
  thread_id?: number | null
  message_id?: number | null
  refusal?: string | null
}

const GONE = 'Your membership doesn’t allow posting right now. Your text is saved here for a day.'

async function publish({ pool, bus }: JobTools, { id, user_id, asked }: Due, clean: CleanUploads): Promise<Ended> {
  const viewer = await viewerOf(pool, user_id)
  if (!viewer) return { refusal: GONE }
  const idempotency_key = `waiting-post-${id}`
  try {
    if (asked.thread_id) {
      const args = { ...asked, thread_id: asked.thread_id, is_anonymous: true, idempotency_key }
      const made = await replyToThread(pool, bus, { viewer: viewer as Session, args }, { clean, isDue: true })
      return { thread_id: asked.thread_id, message_id: typeof made === 'number' ? made : made.made }
    }
    const args = { ...threadArgs(asked), idempotency_key }
    const thread_id = await createThread(pool, bus, { viewer: viewer as Session, args }, { clean, isDue: true })
    return { thread_id, message_id: await openingIn(pool, thread_id) }
  } catch (error) {
    // A store that does not answer is no refusal: the job tries again.
    if (error instanceof Problem && error.status < 500) return { refusal: error.message }
    throw error
  }
}

async function openingIn(pool: pg.Pool, threadId: number): Promise<number | null> {
  const { rows } = await pool.query<{ id: number }>(openingOf({ threadId }))
  return rows[0]?.id ?? null
}

export const waitingJobs = (clean: CleanUploads) => ({
  'discussions:publish-waiting': async (tools: JobTools): Promise<number> => {
    const { rows } = await tools.pool.query<Due>(selectDue())
    for (const due of rows) {
      const { thread_id = null, message_id = null, refusal = null } = await publish(tools, due, clean)
      await tools.pool.query(endWaiting({ id: due.id, threadId: thread_id, messageId: message_id, refusal }))
    }
    await tools.pool.query(sweepWaiting())
    return rows.length
  },
})
