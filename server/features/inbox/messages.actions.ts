import type pg from 'pg'
import {
  claimValues,
  earlierResult,
  orEarlierResult,
  type IdempotentRequest,
} from '#server/platform/database/idempotency.ts'
import { selectRows } from '#server/platform/database/select.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import { countActs, limitsOf } from '#server/platform/limits/limits.ts'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import { forbidden, problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { requestedFiles, claimUploads } from '#server/platform/uploads/claim-uploads.ts'
import { CHAT_EDIT_MINUTES } from '#shared/inbox.ts'
import type { UploadedFile } from '#shared/uploads.ts'
import { isArchived, notFoundProblem } from './group-access.ts'
import { cleanChat, mentionsAsked, type ChatBody } from './bodies.ts'
import { lockGroup } from './inbox.sql.ts'
import { sent, updated } from './inbox.signals.ts'
import {
  updateMessageText,
  claimMessage,
  insertAttachments,
  insertMessage,
  selectEditableMessage,
  selectWritable,
  type EditableMessage,
  type Writable,
} from './messages.sql.ts'

export const messageActions = (pool: pg.Pool, bus: Bus): Actions => ({
  sendMessage: (call: Call<never>) => sendMessage(pool, bus, call),
  updateMessage: (call: Call<never>) => updateMessage(pool, bus, call),
})

interface SendArgs {
  group_id: number
  msg_body: string
  mentions?: number[] | null
  attachments?: UploadedFile[] | null
  thread_id?: number | null
  replied_to_id?: number | null
  idempotency_key: string
}

/** Sends a message; retries do not send it twice. Resolves to the message's id. */
async function sendMessage(pool: pg.Pool, bus: Bus, call: Call<SendArgs>): Promise<number> {
  const { idempotency_key: key, ...asked } = call.args
  const intent: IdempotentRequest = { userId: call.viewer.id, key, operation: 'sendMessage', asked }
  const claimed = claimValues(intent)
  const message = await orEarlierResult(pool, intent, () => prepareMessage(pool, call))
  if (typeof message === 'number') return message
  const limits = await limitsOf(pool, call.viewer)
  return transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<{ result: number }>(claimMessage(claimed))
    if (!rows[0]) return (await earlierResult(tx, intent))!
    await countActs(tx, limits, { mention: message.body.mentioned.length })
    await tx.query(lockGroup({ groupId: message.groupId }))
    return writeMessage(tx, { ...message, id: rows[0].result })
  })
}

async function prepareMessage(pool: pg.Pool, { viewer, args }: Call<SendArgs>) {
  const [threadId, repliedToId] = [args.thread_id ?? null, args.replied_to_id ?? null]
  const mentions = mentionsAsked(args.mentions)
  const asked = { mentions, threadId, repliedToId }
  const [group] = await selectRows<Writable>(pool, selectWritable(args.group_id, asked), viewer)
  if (!group) throw notFoundProblem()
  if (group.is_closed) throw isArchived()
  // Does not reveal who blocked whom, or who is suspended.
  if (!group.can_reach)
    throw problem('inbox.not_sent', {
      message: `You can’t send messages to ${group.partner ?? 'this member'}. Your text is saved.`,
      field: 'group_id',
    })
  const body = cleanChat(args.msg_body, group.mentionable)
  if (threadId !== null && !group.has_thread)
    throw problem('inbox.thread_not_found', {
      message: 'The discussion you linked to isn’t available. Remove the link. Your text is saved.',
      field: 'thread_id',
    })
  if (repliedToId !== null && !group.has_replied_to)
    throw problem('inbox.message_not_found', {
      message: 'The message you’re replying to isn’t in this conversation. Your text is saved.',
      field: 'replied_to_id',
    })
  const files = requestedFiles(args.attachments)
  return { groupId: group.id, senderId: viewer.id, body, threadId, repliedToId, files }
}

interface NewMessage {
  /** From the sequence, unless a key has claimed one. */
  id?: number
  groupId: number
  senderId: number
  body: ChatBody
  threadId?: number | null
  repliedToId?: number | null
  files?: readonly UploadedFile[]
}

/** Expects the group to be locked. Resolves to the message's id. */
export async function writeMessage(tx: Transaction, message: NewMessage): Promise<number> {
  const { groupId, senderId, body, threadId = null, repliedToId = null, files = [] } = message
  const { rows } = await tx.query<{ id: number; index: number; users: number[] }>(
    insertMessage({
      messageId: message.id ?? null,
      groupId,
      senderId,
      html: body.html,
      text: body.text,
      threadId,
      repliedToId,
      mentionedIds: body.mentioned,
    }),
  )
  const [written] = rows
  // Between the check and the lock, the member left or the group was archived.
  if (!written) throw notFoundProblem()
  const taken = await claimUploads(tx, senderId, files)
  if (taken.length > 0) await tx.query(insertAttachments({ messageId: written.id, files: JSON.stringify(taken) }))
  const { id, index, users } = written
  tx.announce(sent({ groupId, actorId: senderId, users, messageId: id, index }))
  return id
}

interface UpdateArgs {
  message_id: number
  msg_body?: string | null
  mentions?: number[] | null
  message_type?: 'regular' | 'pinned' | null
}

/** Edits a message as its sender, or pins it as an admin. Resolves to the message's id. */
async function updateMessage(pool: pg.Pool, bus: Bus, { viewer, args }: Call<UpdateArgs>): Promise<number> {
  const { message_id: id, message_type: type = null, msg_body: words = null } = args
  const [message] = await selectRows<EditableMessage>(
    pool,
    selectEditableMessage(id, mentionsAsked(args.mentions)),
    viewer,
  )
  if (!message) throw messageNotHere()
  if (words === null && type === null)
    throw problem('inbox.nothing_to_change', { message: 'Enter a change.', field: 'msg_body' })
  if (message.is_closed) throw isArchived()
  if (words !== null) refuseEdit(message, viewer.id)
  if (type !== null && !message.may_pin)
    throw forbidden(
      problem('inbox.admins_only', {
        message: 'Only a group admin can pin messages. Ask an admin.',
        field: 'message_type',
      }),
    )
  const body = words === null ? null : cleanChat(words, message.mentionable)
  return transaction(pool, bus, async (tx) => {
    await tx.query(lockGroup({ groupId: message.group_id }))
    const { rows } = await tx.query<{ users: number[] }>(
      updateMessageText({
        id,
        userId: viewer.id,
        html: body?.html ?? null,
        text: body?.text ?? null,
        mentionedIds: body?.mentioned ?? [],
        type,
      }),
    )
    if (!rows[0]) throw messageNotHere()
    const { users } = rows[0]
    const { group_id: groupId, index } = message
    tx.announce(updated({ groupId, actorId: viewer.id, users, messageId: id, index }))
    return id
  })
}

const messageNotHere = () =>
  problem('inbox.message_not_found', {
    message: 'This message isn’t available. Your text is saved.',
    field: 'message_id',
  })

function refuseEdit({ sender_id, is_recent }: EditableMessage, viewerId: number) {
  if (sender_id !== viewerId)
    throw problem('inbox.not_yours', { message: 'Only the sender can edit a message.', field: 'message_id' })
  if (!is_recent)
    throw problem('inbox.too_late', {
      message: `Messages can be edited for ${CHAT_EDIT_MINUTES} minutes. Your text is saved; send the change as a new message.`,
      field: 'message_id',
    })
}
