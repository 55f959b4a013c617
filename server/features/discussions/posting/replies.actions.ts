import type pg from 'pg'
import {
  claimValues,
  type ClaimValues,
  earlierResult,
  orEarlierResult,
  type IdempotentRequest,
} from '#server/platform/database/idempotency.ts'
import { selectRows } from '#server/platform/database/select.ts'
import {
  executeAnnounced,
  transaction,
  NO_ANNOUNCEMENT,
  type Announcement,
} from '#server/platform/database/transaction.ts'
import { countActs, countedBefore, limitsOf, withinLimits, type Limits } from '#server/platform/limits/limits.ts'
import type { Call, CreatedRow } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { requestedFiles } from '#server/platform/uploads/claim-uploads.ts'
import type { CleanUploads } from '#server/platform/uploads/clean-uploads.ts'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'
import type { UploadedFile } from '#shared/uploads.ts'
import { refuseAtOnce, requireAnonymousText } from '#server/features/discussions/anonymity/anonymity.actions.ts'
import { attachFiles } from '#server/features/discussions/threads/attachments.actions.ts'
import { cleanBody, mentionsAsked } from '#server/features/discussions/threads/post-body.ts'
import { replied } from '#server/features/discussions/threads/discussions.signals.ts'
import {
  insertMentioningMessage,
  insertMessage,
  selectReplyTarget,
  type ReplyTarget,
} from '#server/features/discussions/threads/discussions.sql.ts'
import {
  writeExpertTags,
  newExperts,
  prepareExpertTags,
  type ExpertTagArgs,
} from '#server/features/discussions/expert-tags/message-experts.actions.ts'
import type { PostOptions } from './threads.actions.ts'
import { restPresence } from '#server/features/discussions/anonymity/waiting.sql.ts'

export interface ReplyArgs extends ExpertTagArgs {
  thread_id: number
  body: string
  isPrivate?: boolean | null
  mentions?: number[] | null
  message_replied_id?: number | null
  attachments?: UploadedFile[] | null
  is_anonymous?: boolean | null
  idempotency_key: string
}

/**
 * Replies to a thread, to the group or privately. Resolves to the new row; for a repeated request, to the message id
 * only.
 */
export async function replyToThread(
  pool: pg.Pool,
  bus: Bus,
  call: Call<ReplyArgs>,
  { clean, isDue = false, source = 'web' }: PostOptions,
): Promise<number | CreatedRow> {
  const limits = isDue ? countedBefore(pool, call.viewer.id) : await limitsOf(pool, call.viewer)
  return withinLimits(limits, () => writeReply({ limits, bus, isDue, clean, source }, call))
}

interface Writing {
  limits: Limits
  bus: Bus
  isDue: boolean
  clean: CleanUploads
  source: 'web' | 'other'
}

async function writeReply(
  { limits, bus, isDue, clean, source }: Writing,
  call: Call<ReplyArgs>,
): Promise<number | CreatedRow> {
  const { pool } = limits
  const { idempotency_key, ...asked } = call.args
  const intent: IdempotentRequest = { userId: call.viewer.id, key: idempotency_key, operation: 'replyToThread', asked }
  const claimed = claimValues(intent)
  const reply = await orEarlierResult(pool, intent, async () => {
    const prepared = await prepareReply(pool, call, clean)
    if (!isDue) await refuseAtOnce(pool, prepared.isAnonymous)
    return prepared
  })
  if (typeof reply === 'number') return reply
  const { thread, isPrivate, readers, files, naming, isAnonymous } = reply
  const insert = insertOf(reply, { limits, claimed, source })
  const signalOf = (messageId: number) =>
    replied({
      thread,
      messageId,
      actorId: isAnonymous ? null : call.viewer.id,
      readers: isPrivate ? readers : undefined,
    })
  if (files.length === 0 && !naming && !isAnonymous) {
    const [row] = await executeAnnounced(pool, bus, insert, signalOf)
    return row ? { made: row.id } : (await earlierResult(pool, intent))!
  }
  return transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<{ id: number }>(insert(NO_ANNOUNCEMENT))
    if (!rows[0]) return (await earlierResult(tx, intent))!
    await attachFiles(tx, { userId: call.viewer.id, messageId: rows[0].id, files })
    if (isAnonymous) await tx.query(restPresence({ messageId: rows[0].id }))
    if (naming) {
      await countActs(tx, limits, { expert: newExperts(naming) })
      await writeExpertTags(
        tx,
        { messageId: rows[0].id, threadId: thread.thread_id, authorId: call.viewer.id, isPrivate, isAnonymous },
        naming,
      )
    }
    tx.announce(signalOf(rows[0].id))
    return { made: rows[0].id }
  })
}

/** The query that inserts a reply and announces it. */
function insertOf(
  { thread, isPrivate, readers, body, isAnonymous }: PreparedReply,
  { limits, claimed, source }: Pick<Writing, 'limits' | 'source'> & { claimed: ClaimValues },
) {
  const [replySeconds, replyLimits] = limits.of('reply')
  const [mentionSeconds, mentionLimits] = limits.of('mention')
  const values = {
    ...claimed,
    threadId: thread.thread_id,
    parentId: thread.parent_id,
    isPrivate,
    readerIds: readers,
    subject: `Re: ${thread.topic}`,
    html: body.html,
    text: body.text,
    senderId: isAnonymous ? ANONYMOUS_USER_ID : claimed.userId,
    replySeconds,
    replyLimits,
  }
  const name = isAnonymous ? 'anonymous' : 'named'
  if (source === 'other') return (announcement: Announcement) => insertMessage.mailed({ ...values, ...announcement })
  return (announcement: Announcement) =>
    body.mentioned.length > 0
      ? insertMentioningMessage[name]({
          ...values,
          ...announcement,
          mentionedIds: body.mentioned,
          mentionSeconds,
          mentionLimits,
        })
      : insertMessage[name]({ ...values, ...announcement })
}

type PreparedReply = Awaited<ReturnType<typeof prepareReply>>

export async function prepareReply(
  pool: pg.Pool,
  { viewer, args }: Pick<Call<ReplyArgs>, 'viewer' | 'args'>,
  clean: CleanUploads,
) {
  const mentions = mentionsAsked(args.mentions)
  const parentId = args.message_replied_id ?? null
  const isPrivate = args.isPrivate ?? false
  const answered = selectReplyTarget(args.thread_id, { parentId, mentions, isPrivate })
  const [thread] = await selectRows<ReplyTarget>(pool, answered, viewer)
  if (!thread)
    throw problem('discussions.not_found', {
      message: 'This discussion isn’t available.',
      field: 'thread_id',
    })
  // A viewer without networks can read only their own threads and can no longer write, not even in those.
  if (viewer.channels.length === 0)
    throw problem('discussions.membership_ended', {
      message: 'Your membership has ended. You can still read this but can’t reply. Your text is saved.',
      field: 'thread_id',
    })
  requireOpenThread(thread, args, isPrivate)
  const readers = isPrivate ? readersOf(thread, viewer.id) : []
  if (isPrivate) requireNotBlocked(thread)
  // A mention notifies its member; a private message may notify only its readers. Never a hidden reader: the mention
  // would name the anonymous author.
  const told = readers.filter((id) => id !== thread.hidden_author_id)
  const allowed = isPrivate ? thread.mentionable.filter(({ id }) => told.includes(id)) : thread.mentionable
  const body = cleanBody(args.body, allowed)
  const files = requestedFiles(args.attachments)
  const isAnonymous = answersAnonymously(thread, args, viewer.id)
  if (isAnonymous) await requireAnonymousText(pool, viewer, { text: body.text, files: { asked: files, clean } }, null)
  return { thread, isPrivate, readers, body, files, isAnonymous, naming: await prepareExpertTags(pool, viewer, args) }
}

/** Does not reveal who blocked whom. */
function requireNotBlocked({ parted }: ReplyTarget) {
  const [first] = parted
  if (first)
    throw problem('discussions.not_private', {
      message: `You can’t send a private reply to ${first.name}. Your text is saved; you can reply to the group instead.`,
      field: 'isPrivate',
    })
}

/** The anonymous author of a thread must reply anonymously in it: a name would reveal who asked. */
function answersAnonymously(thread: ReplyTarget, { is_anonymous }: ReplyArgs, viewerId: number): boolean {
  const isHidden = thread.hidden_author_id === viewerId
  if (isHidden && is_anonymous === false)
    throw problem('discussions.stays_anonymous', {
      message: 'You asked this anonymously. Replying under your name would reveal that you asked. Your text is saved.',
      field: 'is_anonymous',
    })
  if (!isHidden && is_anonymous)
    throw problem('discussions.not_anonymous', {
      message: 'Only the person who asked anonymously can reply anonymously here. Your text is saved.',
      field: 'is_anonymous',
    })
  return isHidden
}

/** Sender, author of the parent message, author of the thread (DECISION-private-reply-readers). */
const readersOf = (thread: ReplyTarget, senderId: number) =>
  [...new Set([senderId, thread.parent_author_id ?? thread.author_id, thread.author_id])].sort((a, b) => a - b)

function requireOpenThread(thread: ReplyTarget, args: ReplyArgs, isPrivate: boolean) {
  if (thread.closed)
    throw problem('discussions.closed', {
      message: 'This discussion has been closed. Your text is saved; start a new discussion to continue.',
      field: 'thread_id',
    })
  if (args.message_replied_id && thread.parent_id === null) {
    throw problem('discussions.parent_not_found', {
      message:
        'The message you’re replying to has been removed or isn’t in this discussion. Reply to the discussion instead. Your text is saved.',
      field: 'message_replied_id',
    })
  }
  // A private message must not be answered in public.
  if (thread.parent_is_private && !isPrivate) {
    throw problem('discussions.parent_private', {
      message: 'A reply to a private reply must stay private. Send it privately, or reply to the discussion.',
      field: 'isPrivate',
    })
  }
}
