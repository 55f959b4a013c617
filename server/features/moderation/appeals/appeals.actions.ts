/**
 * The author of a rejected post asks for a second look, and another moderator decides. The decision is one like any
 * other: in the audit trail, with a reason that the author reads, and notified in the same way.
 */
import type pg from 'pg'
import { reviewPosts } from '#server/features/discussions/index.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { appealProblem, APPEAL_DAYS, DECISION_OF } from '#shared/moderation.ts'
import { notFoundProblem, recordDecision, requireModerator, requireModeratorOf, requireReason } from '../decisions.ts'
import { changed } from '../moderation.signals.ts'
import { nextAct } from '../moderation.sql.ts'
import {
  insertAppeal,
  lockAppeal,
  MODERATING_ROLES,
  selectOtherModerators,
  settleAppeal,
  type OpenAppeal,
} from './appeals.sql.ts'

export async function appealRejection(
  pool: pg.Pool,
  bus: Bus,
  { viewer, args }: Call<{ message_id: number; text: string }>,
): Promise<number> {
  const wrong = appealProblem(args.text)
  if (wrong !== null) throw problem('moderation.appeal_text', { message: wrong, field: 'text' })
  return transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query(
      insertAppeal({ messageId: args.message_id, userId: viewer.id, text: args.text.trim() }),
    )
    if (!rows[0])
      throw problem('moderation.appeal', {
        message: `You can ask for a second look once, within ${APPEAL_DAYS} days after your post was rejected.`,
        field: 'message_id',
      })
    tx.announce(changed())
    return args.message_id
  })
}

export async function decideAppeal(
  pool: pg.Pool,
  bus: Bus,
  { viewer, args }: Call<{ id: number; overturn: boolean; reason: string }>,
): Promise<number> {
  requireModerator(viewer)
  const reason = requireReason(args.reason)
  return transaction(pool, bus, async (tx) => {
    const appeal = await requireOpen(tx, viewer, args.id)
    const act = args.overturn ? ('approve' as const) : ('reject' as const)
    const posts = await reviewPosts(tx, {
      act,
      staffId: viewer.id,
      threadIds: appeal.is_original_message ? [appeal.thread_id] : [],
      messageIds: appeal.is_original_message ? [] : [appeal.message_id],
    })
    if (posts.length === 0)
      throw problem('moderation.decided', { message: 'The post has been removed. There is nothing to decide.' })
    const { rows } = await tx.query<{ result: number }>(nextAct())
    await recordDecision(
      tx,
      { id: rows[0]!.result, actorId: viewer.id, reason },
      posts.map((post) => ({ ...post, decision: DECISION_OF[act] })),
    )
    await tx.query(settleAppeal({ id: args.id, userId: viewer.id, isOverturned: args.overturn }))
    tx.announce(changed())
    return args.id
  })
}

async function requireOpen(
  tx: Transaction,
  viewer: Parameters<typeof requireModeratorOf>[1] & { id: number },
  id: number,
): Promise<OpenAppeal> {
  const { rows } = await tx.query<OpenAppeal>(lockAppeal({ id }))
  const [appeal] = rows
  if (!appeal) throw notFoundProblem('id')
  await requireModeratorOf(tx, viewer, { threadIds: [appeal.thread_id] })
  if (appeal.decided_at)
    throw problem('moderation.decided', { message: 'This appeal has already been decided.', field: 'id' })
  if (appeal.rejected_by === viewer.id) {
    const others = await tx.query(
      selectOtherModerators({ threadId: appeal.thread_id, userId: viewer.id, roles: MODERATING_ROLES }),
    )
    if (others.rows[0])
      throw problem('moderation.own_rejection', {
        message: 'You rejected this post, so another moderator decides about the appeal.',
        field: 'id',
      })
  }
  return appeal
}
