/** Delayed anonymous posting: a post is validated now and published at an unpredictable time. */
import type pg from 'pg'
import { communitySetting } from '#server/platform/community-settings.ts'
import {
  claimValues,
  earlierResult,
  orEarlierResult,
  type IdempotentRequest,
} from '#server/platform/database/idempotency.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { countActs, limitsOf } from '#server/platform/limits/limits.ts'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import type { CleanUploads } from '#server/platform/uploads/clean-uploads.ts'
import { leastDelay, WAITING_POSTS } from '#shared/anonymity.ts'
import { offeredKind, prepareThread, type ThreadArgs } from './threads.actions.ts'
import { newExperts } from '#server/features/discussions/expert-tags/message-experts.actions.ts'
import { prepareReply, type ReplyArgs } from './replies.actions.ts'
import { countWaiting, insertWaiting, withdrawWaiting } from '#server/features/discussions/anonymity/waiting.sql.ts'

type WaitingArgs = Omit<ThreadArgs, 'topic' | 'is_anonymous'> &
  Omit<ReplyArgs, 'thread_id' | 'is_anonymous' | 'votes'> & { thread_id?: number | null; topic?: string | null }
/** The request as stored until it is due. */
export type Asked = Omit<WaitingArgs, 'idempotency_key'>

export const waitingActions = (pool: pg.Pool, bus: Bus, clean: CleanUploads): Actions => ({
  postAnonymously: (call: Call<never>) => postAnonymously(pool, bus, call, clean),
  withdrawWaitingPost: (call: Call<never>) => withdrawWaitingPost(pool, call),
})

/** Resolves to the id of the waiting post. */
async function postAnonymously(pool: pg.Pool, bus: Bus, call: Call<WaitingArgs>, clean: CleanUploads): Promise<number> {
  const { idempotency_key, ...asked } = call.args
  const intent: IdempotentRequest = {
    userId: call.viewer.id,
    key: idempotency_key,
    operation: 'postAnonymously',
    asked,
  }
  const claimed = claimValues(intent)
  const most = await communitySetting(pool, 'anonymous_delay_minutes')
  const acts = await orEarlierResult(pool, intent, () => refuseUnfit(pool, call, clean))
  if (typeof acts === 'number') return acts
  const limits = await limitsOf(pool, call.viewer)
  return transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<{ id: number; publish_at: Date }>(
      insertWaiting({
        ...claimed,
        content: JSON.stringify(asked),
        earliestMinutes: leastDelay(most),
        latestMinutes: most,
      }),
    )
    if (!rows[0]) return (await earlierResult(tx, intent))!
    await countActs(tx, limits, acts)
    await tx.enqueue('discussions:publish-waiting', {}, { at: rows[0].publish_at })
    return rows[0].id
  })
}

/** Runs all checks of the post now, while its author is present. Resolves to the acts it counts as. */
async function refuseUnfit(pool: pg.Pool, { viewer, args }: Call<WaitingArgs>, clean: CleanUploads): Promise<Acts> {
  const { rows } = await pool.query<{ waiting: number }>(countWaiting({ userId: viewer.id }))
  if (rows[0]!.waiting >= WAITING_POSTS)
    throw problem('discussions.too_many_waiting', {
      message: `You have ${WAITING_POSTS} anonymous posts waiting. Post this after one of them appears. Your text is saved.`,
    })
  const { thread_id } = args
  if (!thread_id) {
    const { mentions, naming } = await prepareThread(
      pool,
      { viewer, args: threadArgs(args) },
      { type: offeredKind(args.thread_type), clean },
    )
    return { thread: 1, mention: mentions, expert: naming ? newExperts(naming) : 0 }
  }
  const reply = { ...args, thread_id, is_anonymous: true }
  const { body, naming } = await prepareReply(pool, { viewer, args: reply }, clean)
  return { reply: 1, mention: body.mentioned.length, expert: naming ? newExperts(naming) : 0 }
}
type Acts = Parameters<typeof countActs>[2]

export const threadArgs = <Args extends { topic?: string | null }>(args: Args) => ({
  ...args,
  topic: args.topic ?? '',
  is_anonymous: true,
})

async function withdrawWaitingPost(pool: pg.Pool, { viewer, args }: Call<{ id: number }>): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(withdrawWaiting({ id: args.id, userId: viewer.id }))
  if (!rows[0])
    throw problem('discussions.not_waiting', {
      message: 'This post has already appeared, or isn’t yours. Remove it in its discussion.',
      field: 'id',
    })
  return rows[0].id
}
