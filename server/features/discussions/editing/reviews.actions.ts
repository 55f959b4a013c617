/**
 * Applies the decisions of staff to posts. The states live in this feature because it reads them; moderation owns the
 * queue, the reasons and the audit trail, and calls this inside its own transaction.
 */
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { ReviewAct } from '#shared/moderation.ts'
import { cleanBody, type Mentionable } from '#server/features/discussions/threads/post-body.ts'
import { topicOf } from '#server/features/discussions/posting/threads.actions.ts'
import { published, replied, reviewed } from '#server/features/discussions/threads/discussions.signals.ts'
import {
  closeThread,
  forgetMentions,
  forgetVersions,
  lockRead,
  lockThreads,
  redactMessage,
  redactThread,
  refreshThreads,
  reviewMessages,
  reviewThreads,
  selectMentioned,
  type ReviewedPost,
} from './reviews.sql.ts'

export type { ReviewedPost }

export interface Verdict {
  act: ReviewAct
  staffId: number
  threadIds: readonly number[]
  messageIds: readonly number[]
  /** Replacement text, written before the decision; only for a single post. */
  rewritten?: { topic: string | null; body: string | null } | undefined
  /** The versions that staff read. Posts that their authors have edited since are skipped. */
  read?: readonly ReadPost[] | null | undefined
}

interface ReadPost {
  item_type: 'thread' | 'message'
  item_id: number
  edited_at?: string | null
}

/** Decides on posts, updates the counters, and announces the change to everyone who could see a difference. */
export async function reviewPosts(tx: Transaction, verdict: Verdict): Promise<ReviewedPost[]> {
  const { act, staffId, rewritten, read } = verdict
  await tx.query(lockThreads({ threadIds: verdict.threadIds, messageIds: verdict.messageIds }))
  const edited = read ? await editedSince(tx, read) : []
  const unchanged = (type: ReadPost['item_type'], ids: readonly number[]) =>
    ids.filter((id) => !edited.some(({ item_type, item_id }) => item_type === type && item_id === id))
  const threadIds = unchanged('thread', verdict.threadIds)
  const messageIds = unchanged('message', verdict.messageIds)
  const decision = { isApproved: act === 'approve', isRemoved: act === 'remove', staffId }
  const threads = await tx.query<ReviewedPost>(reviewThreads({ threadIds, ...decision }))
  const messages = await tx.query<ReviewedPost>(reviewMessages({ messageIds, ...decision }))
  const posts = [...threads.rows, ...messages.rows]
  const [only] = posts
  if (rewritten && only) Object.assign(only.after, await rewrite(tx, only, rewritten))
  const touched = [...new Set(posts.map(({ thread_id }) => thread_id))].sort((a, b) => a - b)
  await tx.query(refreshThreads({ threadIds: touched }))
  for (const post of posts) announce(tx, post, act)
  return posts
}

/** Staff must not decide on text they have not read. Locks the other posts, so they cannot be edited until commit. */
async function editedSince(tx: Transaction, read: readonly ReadPost[]): Promise<ReadPost[]> {
  const { rows } = await tx.query<ReadPost & { is_edited: boolean }>(lockRead({ posts: JSON.stringify(read) }))
  return rows.filter(({ is_edited }) => is_edited)
}

async function rewrite(
  tx: Transaction,
  { item_type, item_id }: ReviewedPost,
  { topic, body }: NonNullable<Verdict['rewritten']>,
) {
  const { rows } = await tx.query<Mentionable>(selectMentioned({ itemType: item_type, itemId: item_id }))
  const clean = body === null ? null : cleanBody(body, rows)
  const topicNow = topic === null || item_type === 'message' ? null : topicOf(topic)
  if (item_type === 'thread')
    await tx.query(
      redactThread({ threadId: item_id, topic: topicNow, html: clean?.html ?? null, text: clean?.text ?? null }),
    )
  else if (clean) await tx.query(redactMessage({ messageId: item_id, html: clean.html, text: clean.text }))
  await tx.query(forgetVersions({ itemType: item_type, itemId: item_id }))
  if (clean) await tx.query(forgetMentions({ itemType: item_type, itemId: item_id, keptIds: clean.mentioned }))
  return { ...(topicNow !== null && { topic: topicNow }), ...(clean && { body: clean.html }) }
}

function announce(tx: Transaction, post: ReviewedPost, act: ReviewAct): void {
  const { thread_id, message_id: messageId, author_id: authorId, channels, is_private: isPrivate } = post
  const readers = isPrivate ? post.private_reader_ids : undefined
  if (post.is_visible && !post.was_visible) {
    // For everyone but the author, the post is new at this moment.
    const thread = { thread_id, channels, author_id: authorId, visible: true }
    if (post.item_type === 'thread') tx.announce(published({ id: thread_id, messageId, actorId: authorId, channels }))
    else tx.announce(replied({ thread, messageId, actorId: authorId, readers }))
  }
  const changes = post.is_visible !== post.was_visible
  tx.announce(
    reviewed({
      threadId: thread_id,
      messageId,
      authorId,
      isPrivate,
      channels: changes ? channels : [],
      readers,
      act,
      wasVisible: post.was_visible,
    }),
  )
}

/** Closes or reopens a discussion. Returns false if nothing changed. */
export async function setClosed(tx: Transaction, threadId: number, closed: boolean): Promise<boolean> {
  await tx.query(lockThreads({ threadIds: [threadId], messageIds: [] }))
  const { rows } = await tx.query<{ author_id: number; message_id: number; channels: number[] }>(
    closeThread({ threadId, isClosed: closed }),
  )
  const [changed] = rows
  if (!changed) return false
  tx.announce(
    reviewed({
      threadId,
      messageId: changed.message_id,
      authorId: changed.author_id,
      isPrivate: false,
      channels: changed.channels,
      readers: undefined,
      act: closed ? 'closed' : 'reopened',
      wasVisible: true,
    }),
  )
  return true
}
