import type pg from 'pg'
import { claimValues, earlierResult, unlessDone, type Intent } from '#server/platform/database/idempotency.ts'
import { selectRows } from '#server/platform/database/select.ts'
import { announced, transaction, UNANNOUNCED } from '#server/platform/database/transaction.ts'
import type { Call, Made } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { filesAsked } from '#server/platform/uploads/take.ts'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'
import type { UploadedFile } from '#shared/uploads.ts'
import { refuseRevealing } from './anonymity.actions.ts'
import { attachFiles } from './attachments.actions.ts'
import { cleanBody, mentionsAsked } from './bodies.ts'
import { replied } from './discussions.signals.ts'
import { insertMessage, selectAnswerable, type Answerable } from './discussions.sql.ts'
import { nameExperts, prepareNaming, type NamingArgs } from './message-experts.actions.ts'

export interface ReplyArgs extends NamingArgs {
  thread_id: number
  body: string
  isPrivate?: boolean | null
  mentions?: number[] | null
  message_replied_id?: number | null
  attachments?: UploadedFile[] | null
  is_anonymous?: boolean | null
  idempotency_key: string
}

/** Answers a thread, to the group or privately. Resolves to the id of the message; of one sent before, to that alone. */
export async function replyToThread(pool: pg.Pool, bus: Bus, call: Call<ReplyArgs>): Promise<number | Made> {
  const { idempotency_key, ...asked } = call.args
  const intent: Intent = { userId: call.viewer.id, key: idempotency_key, operation: 'replyToThread', asked }
  const claimed = claimValues(intent)
  const reply = await unlessDone(pool, intent, () => prepareReply(pool, call))
  if (typeof reply === 'number') return reply
  const { thread, isPrivate, readers, body, files, naming, isAnonymous } = reply
  const subject = `Re: ${thread.topic}`
  const mentions = body.mentioned.length > 0
  const insert = insertMessage({ mentions, anonymous: isAnonymous })
  const values = [
    ...claimed,
    thread.thread_id,
    thread.parent_id,
    isPrivate,
    readers,
    subject,
    body.html,
    body.text,
    isAnonymous ? ANONYMOUS_USER_ID : call.viewer.id,
    ...(mentions ? [body.mentioned] : []),
  ]
  const signalOf = (messageId: number) =>
    replied({
      thread,
      messageId,
      actorId: isAnonymous ? null : call.viewer.id,
      readers: isPrivate ? readers : undefined,
    })
  if (files.length === 0 && !naming) {
    const [row] = await announced(pool, bus, { ...insert, values }, signalOf)
    return row ? { made: row.id } : (await earlierResult(pool, intent))!
  }
  return transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<{ id: number }>({ ...insert, values: [...values, ...UNANNOUNCED] })
    if (!rows[0]) return (await earlierResult(tx, intent))!
    await attachFiles(tx, { userId: call.viewer.id, messageId: rows[0].id, files })
    if (naming)
      await nameExperts(
        tx,
        { messageId: rows[0].id, threadId: thread.thread_id, authorId: call.viewer.id, isPrivate, isAnonymous },
        naming,
      )
    tx.announce(signalOf(rows[0].id))
    return { made: rows[0].id }
  })
}

async function prepareReply(pool: pg.Pool, { viewer, args }: Call<ReplyArgs>) {
  const mentions = mentionsAsked(args.mentions)
  const parentId = args.message_replied_id ?? null
  const isPrivate = args.isPrivate ?? false
  const answered = selectAnswerable(args.thread_id, { parentId, mentions, isPrivate })
  const [thread] = await selectRows<Answerable>(pool, answered, viewer)
  if (!thread)
    throw problem('discussions.not_found', {
      message: 'This thread is not here, or you may not read it.',
      field: 'thread_id',
    })
  // Who may read nothing but their own threads any more may not write in those either.
  if (viewer.channels.length === 0)
    throw problem('discussions.membership_ended', {
      message: 'Your membership has ended, so you can read what you wrote and no longer answer. Your text is kept.',
      field: 'thread_id',
    })
  refuseUnanswerable(thread, args, isPrivate)
  const readers = isPrivate ? readersOf(thread, viewer.id) : []
  if (isPrivate) refuseParted(thread)
  // A mention tells somebody; in a private message only its readers may be told.
  // A hidden reader may not: the name that could be told would be the author's.
  const told = readers.filter((id) => id !== thread.hidden_author_id)
  const allowed = isPrivate ? thread.mentionable.filter(({ id }) => told.includes(id)) : thread.mentionable
  const body = cleanBody(args.body, allowed)
  const files = filesAsked(args.attachments)
  const isAnonymous = answersAnonymously(thread, args, viewer.id)
  if (isAnonymous) await refuseRevealing(pool, viewer, { text: body.text, files }, null)
  return { thread, isPrivate, readers, body, files, isAnonymous, naming: await prepareNaming(pool, viewer, args) }
}

/** Says no more than that it cannot be: not who keeps whom away. */
function refuseParted({ parted }: Answerable) {
  const [first] = parted
  if (first)
    throw problem('discussions.not_private', {
      message: `A private reply to ${first.name} cannot be sent. Your text is kept; you can answer the group.`,
      field: 'isPrivate',
    })
}

/** Who asked anonymously answers there in no other way: beside the question a name would tell who asked. */
function answersAnonymously(thread: Answerable, { is_anonymous }: ReplyArgs, viewerId: number): boolean {
  const isHidden = thread.hidden_author_id === viewerId
  if (isHidden && is_anonymous === false)
    throw problem('discussions.stays_anonymous', {
      message: 'You asked this anonymously; an answer under your name would tell who asked. Your text is kept.',
      field: 'is_anonymous',
    })
  if (!isHidden && is_anonymous)
    throw problem('discussions.not_anonymous', {
      message: 'Only the author of an anonymous question answers anonymously in it. Your text is kept.',
      field: 'is_anonymous',
    })
  return isHidden
}

/** Sender, author of the message answered, author of the thread (DECISION-private-reply-readers). */
const readersOf = (thread: Answerable, senderId: number) =>
  [...new Set([senderId, thread.parent_author_id ?? thread.author_id, thread.author_id])].sort((a, b) => a - b)

function refuseUnanswerable(thread: Answerable, args: ReplyArgs, isPrivate: boolean) {
  if (thread.closed)
    throw problem('discussions.closed', {
      message: 'This discussion was closed. Your text is kept; start a new discussion to go on.',
      field: 'thread_id',
    })
  if (args.message_replied_id && thread.parent_id === null) {
    throw problem('discussions.parent_not_found', {
      message:
        'The message you answer is not in this thread, or was removed. Answer the thread instead; your text is kept.',
      field: 'message_replied_id',
    })
  }
  // What was said to a few must not be answered before everybody.
  if (thread.parent_is_private && !isPrivate) {
    throw problem('discussions.parent_private', {
      message: 'A reply to a private message stays private. Send it privately, or answer the thread.',
      field: 'isPrivate',
    })
  }
}
