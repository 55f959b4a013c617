import type pg from 'pg'
import { reviewPosts, setClosed, type ReviewedPost } from '#server/features/discussions/index.ts'
import { claimValues, earlierResult, type IdempotentRequest } from '#server/platform/database/idempotency.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { BULK_ITEMS, DECISION_OF, type ReviewAct, type ReviewedType } from '#shared/moderation.ts'
import {
  notFoundProblem,
  requireReason,
  requireModerator,
  requireModeratorOf,
  recordDecision,
  type Decision,
} from './decisions.ts'
import { changed } from './moderation.signals.ts'
import { claimAct, findAnonymous, lockWaiting, nextAct, takeItem, type Waiting } from './moderation.sql.ts'

export interface ModerateArgs {
  thread_ids?: number[] | null
  message_ids?: number[] | null
  act: ReviewAct
  reason?: string | null
  topic?: string | null
  body?: string | null
  read?: { item_type: ReviewedType; item_id: number; edited_at?: string | null }[] | null
  idempotency_key: string
}

/** Approves, rejects or removes queued posts; a single post can be rewritten. Resolves to the act's id. */
export async function moderateItems(pool: pg.Pool, bus: Bus, { viewer, args }: Call<ModerateArgs>): Promise<number> {
  requireModerator(viewer)
  const { idempotency_key, ...asked } = args
  const intent: IdempotentRequest = { userId: viewer.id, key: idempotency_key, operation: 'moderateItems', asked }
  const claimed = claimValues(intent)
  refuseUnclear(args)
  const reason = args.act === 'approve' && !args.reason ? null : requireReason(args.reason)
  return transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<{ result: number }>(claimAct(claimed))
    if (!rows[0]) return (await earlierResult(tx, intent))!
    await requireModeratorOf(tx, viewer, { threadIds: args.thread_ids ?? [], messageIds: args.message_ids ?? [] })
    const free = await requireFree(tx, args, viewer.id)
    const posts = await reviewPosts(tx, {
      act: args.act,
      staffId: viewer.id,
      threadIds: idsOf(free, 'thread'),
      messageIds: idsOf(free, 'message'),
      rewritten: isRewritten(args) ? { topic: args.topic ?? null, body: args.body ?? null } : undefined,
      read: args.read?.filter((post) => idsOf(free, post.item_type).includes(post.item_id)),
    })
    if (posts.length === 0)
      throw problem('moderation.edited', {
        message: 'This was edited after you opened it. No decision was made; review it again.',
        field: 'message_ids',
      })
    const decisions = posts.flatMap((post) => decisionsAbout(post, args))
    await recordDecision(tx, { id: rows[0].result, actorId: viewer.id, reason }, decisions)
    tx.announce(changed())
    return rows[0].result
  })
}

const isRewritten = ({ topic, body }: ModerateArgs) => (topic ?? body ?? null) !== null
const idsOf = (items: readonly Waiting[], type: ReviewedType) =>
  items.filter(({ item_type }) => item_type === type).map(({ item_id }) => item_id)

/** A rewrite is its own entry in the audit trail, before the approval it came with. */
function decisionsAbout(post: ReviewedPost, args: ModerateArgs): Decision[] {
  const { item_type, item_id, thread_id, before, after } = post
  const about = { item_type, item_id, thread_id, before, after }
  const made = { ...about, decision: DECISION_OF[args.act] }
  return isRewritten(args) ? [{ ...about, decision: 'edited' }, made] : [made]
}

function refuseUnclear(args: ModerateArgs): void {
  const asked = (args.thread_ids?.length ?? 0) + (args.message_ids?.length ?? 0)
  if (asked === 0)
    throw problem('moderation.nothing_chosen', { message: 'Select at least one post.', field: 'message_ids' })
  if (asked > BULK_ITEMS)
    throw problem('moderation.too_many', {
      message: `You selected ${asked} posts. The limit is ${BULK_ITEMS} at a time.`,
      field: 'message_ids',
    })
  if (isRewritten(args) && (asked > 1 || args.act !== 'approve'))
    throw problem('moderation.edit_single', {
      message: 'You can edit only one post at a time, and only when approving it.',
      field: 'body',
    })
}

/** Skips posts that another staff member has claimed or already decided; if none are left, throws the reason. */
async function requireFree(tx: Transaction, args: ModerateArgs, staffId: number): Promise<Waiting[]> {
  const { rows } = await tx.query<Waiting>(
    lockWaiting({ threadIds: args.thread_ids ?? [], messageIds: args.message_ids ?? [] }),
  )
  const free = rows.filter(({ holder_id }) => holder_id === null || holder_id === staffId)
  if (free.length > 0) return free
  if (rows[0])
    throw problem('moderation.claimed', {
      message: `${rows[0].holder} is reviewing this. Choose another, or wait until it’s released.`,
      field: 'message_ids',
    })
  throw problem('moderation.decided', {
    message: 'This has already been decided or removed.',
    field: 'message_ids',
  })
}

export interface ClaimArgs {
  item_type: ReviewedType
  item_id: number
  release?: boolean | null
}

/** Claims an item, so that no one else decides on it for a while, or releases it. */
export async function claimModerationItem(pool: pg.Pool, bus: Bus, { viewer, args }: Call<ClaimArgs>): Promise<number> {
  requireModerator(viewer)
  const { item_type, item_id } = args
  return transaction(pool, bus, async (tx) => {
    await requireModeratorOf(tx, viewer, item_type === 'thread' ? { threadIds: [item_id] } : { messageIds: [item_id] })
    const { rows } = await tx.query(
      takeItem({ itemType: item_type, itemId: item_id, claimedBy: viewer.id, isTaken: args.release ?? false }),
    )
    if (!rows[0]) {
      const ids =
        item_type === 'thread' ? { threadIds: [item_id], messageIds: [] } : { threadIds: [], messageIds: [item_id] }
      const [held] = (await tx.query<Waiting>(lockWaiting(ids))).rows
      if (!held) throw notFoundProblem('item_id')
      throw problem('moderation.claimed', { message: `${held.holder} is reviewing this.`, field: 'item_id' })
    }
    tx.announce(changed())
    return item_id
  })
}

export interface CloseArgs {
  thread_id: number
  reason: string
}

/** Closes or reopens a discussion; it stays readable. Resolves to the thread's id. */
export async function closeThread(
  pool: pg.Pool,
  bus: Bus,
  { viewer, args }: Call<CloseArgs>,
  closed: boolean,
): Promise<number> {
  requireModerator(viewer)
  const reason = requireReason(args.reason)
  return transaction(pool, bus, async (tx) => {
    await requireModeratorOf(tx, viewer, { threadIds: [args.thread_id] })
    const isChanged = await setClosed(tx, args.thread_id, closed)
    if (!isChanged)
      throw problem('moderation.not_found', {
        message: `This discussion isn’t available, or is already ${closed ? 'closed' : 'open'}.`,
        field: 'thread_id',
      })
    const { rows } = await tx.query<{ result: number }>(nextAct())
    await recordDecision(tx, { id: rows[0]!.result, actorId: viewer.id, reason }, [
      {
        item_type: 'thread',
        item_id: args.thread_id,
        thread_id: args.thread_id,
        decision: closed ? 'closed' : 'reopened',
      },
    ])
    tx.announce(changed())
    return args.thread_id
  })
}

export interface RevealArgs {
  message_id: number
  reason: string
}

/** Reveals an anonymous author to staff: logs who asked and why before the author can be read. */
export async function revealAnonymousAuthor(
  pool: pg.Pool,
  bus: Bus,
  { viewer, args }: Call<RevealArgs>,
): Promise<number> {
  requireModerator(viewer)
  const reason = requireReason(args.reason)
  const { message_id } = args
  return transaction(pool, bus, async (tx) => {
    const [found] = (await tx.query<{ thread_id: number }>(findAnonymous({ messageId: message_id }))).rows
    if (!found) throw notFoundProblem('message_id')
    await requireModeratorOf(tx, viewer, { threadIds: [found.thread_id] })
    const { rows } = await tx.query<{ result: number }>(nextAct())
    await recordDecision(tx, { id: rows[0]!.result, actorId: viewer.id, reason }, [
      { item_type: 'message', item_id: message_id, thread_id: found.thread_id, decision: 'revealed' },
    ])
    return message_id
  })
}
