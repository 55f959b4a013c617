import { mayEverywhere } from '#shared/staff-roles.ts'
import type pg from 'pg'
import {
  claimValues,
  type ClaimValues,
  earlierResult,
  orEarlierResult,
  type IdempotentRequest,
} from '#server/platform/database/idempotency.ts'
import { selectRows } from '#server/platform/database/select.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import { forbidden, problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'
import { EDIT_MINUTES } from '#shared/discussions.ts'
import { cleanBody, mentionsAsked, type Body } from '#server/features/discussions/threads/post-body.ts'
import { requireAnonymousText } from '#server/features/discussions/anonymity/anonymity.actions.ts'
import { topicOf } from '#server/features/discussions/posting/threads.actions.ts'
import { edited } from './edits.signals.ts'
import { restPresence } from '#server/features/discussions/anonymity/waiting.sql.ts'
import {
  claimEdit,
  lockMessage,
  recountThread,
  rewriteMessage,
  rewriteThread,
  selectEditable,
  type Editable,
  type Wanted,
} from './edits.sql.ts'

interface Words {
  body: string
  mentions?: number[] | null
  idempotency_key: string
}
type MessageWords = Words & { message_id: number }
type ThreadWords = Words & { thread_id: number; topic: string }

interface Edit {
  message: Editable
  /** Null for a reply. */
  topic: string | null
  body: Body
}

export const editActions = (pool: pg.Pool, bus: Bus): Actions => ({
  editMessage: (call: Call<never>) => editMessage(pool, bus, call),
  editThread: (call: Call<never>) => editThread(pool, bus, call),
})

/** Edits a message. Resolves to its id. */
export async function editMessage(pool: pg.Pool, bus: Bus, call: Call<MessageWords>): Promise<number> {
  const { idempotency_key: key, ...asked } = call.args
  const intent: IdempotentRequest = { userId: call.viewer.id, key, operation: 'editMessage', asked }
  const claimed = claimValues(intent)
  const edit = await orEarlierResult(pool, intent, () => prepare(pool, call, { messageId: asked.message_id }))
  if (typeof edit === 'number') return edit
  return write(pool, bus, call, { edit, intent, claimed, result: edit.message.id })
}

/** Edits the opening message and topic of a thread. Resolves to the thread's id. */
export async function editThread(pool: pg.Pool, bus: Bus, call: Call<ThreadWords>): Promise<number> {
  const { idempotency_key: key, ...asked } = call.args
  const intent: IdempotentRequest = { userId: call.viewer.id, key, operation: 'editThread', asked }
  const claimed = claimValues(intent)
  const edit = await orEarlierResult(pool, intent, () =>
    prepare(pool, call, { threadId: asked.thread_id }, asked.topic),
  )
  if (typeof edit === 'number') return edit
  return write(pool, bus, call, { edit, intent, claimed, result: edit.message.thread_id })
}

async function prepare(pool: pg.Pool, { viewer, args }: Call<Words>, wanted: Wanted, topic?: string): Promise<Edit> {
  const [message] = await selectRows<Editable>(pool, selectEditable(wanted, mentionsAsked(args.mentions)), viewer)
  if (!message) throw notFoundProblem(wanted)
  // A viewer without networks can read only their own threads and can no longer write, not even in those.
  if (viewer.channels.length === 0)
    throw problem('discussions.membership_ended', {
      message: 'Your membership has ended. You can still read what you wrote but can’t change it. Your text is saved.',
    })
  if (!mayEverywhere(viewer.grants, 'moderation') && !message.is_own)
    throw forbidden(problem('discussions.not_yours', { message: 'Only the author and staff can edit this.' }))
  if (!mayEverywhere(viewer.grants, 'moderation') && !message.is_recent)
    throw problem('discussions.too_late', {
      message: `Posts can be edited for ${EDIT_MINUTES} minutes. Your text is saved; post the change as a reply instead.`,
    })
  // A mention notifies its member; a private message may notify only its readers. Never a hidden reader: the mention
  // would name the anonymous author.
  const told = message.private_reader_ids.filter((id) => id !== message.hidden_author_id)
  const allowed = message.is_private ? message.mentionable.filter(({ id }) => told.includes(id)) : message.mentionable
  const body = cleanBody(args.body, allowed)
  const edit = { message, topic: message.is_opening ? topicOf(topic ?? message.topic) : null, body }
  // Edited words must not reveal the author either.
  if (isUnnamed(message))
    await requireAnonymousText(
      pool,
      viewer,
      { text: `${edit.topic ?? ''}\n${body.text}` },
      edit.topic === null ? null : message.peer_network_ids,
    )
  return edit
}

/** Whether this is the viewer's own anonymous post. */
export const isUnnamed = ({ is_own, sender_id }: Editable) => is_own && sender_id === ANONYMOUS_USER_ID

/** The id to save an edit under: anonymous posts are edited anonymously. */
export const changedBy = (message: Editable, viewerId: number) => (isUnnamed(message) ? ANONYMOUS_USER_ID : viewerId)
/** The actor id announced to open pages; null for anonymous posts. */
export const actorOf = (message: Editable, viewerId: number) => (isUnnamed(message) ? null : viewerId)

export const notFoundProblem = ({ threadId }: Wanted) =>
  threadId === undefined
    ? problem('discussions.message_not_found', {
        message: 'This message isn’t available. Your text is saved.',
        field: 'message_id',
      })
    : problem('discussions.not_found', {
        message: 'This discussion isn’t available.',
        field: 'thread_id',
      })

interface Write {
  edit: Edit
  intent: IdempotentRequest
  claimed: ClaimValues
  result: number
}

function write(
  pool: pg.Pool,
  bus: Bus,
  { viewer }: Pick<Call, 'viewer'>,
  { edit, intent, claimed, result }: Write,
): Promise<number> {
  const { message, topic, body } = edit
  const isByStaff = mayEverywhere(viewer.grants, 'moderation') && !message.is_own
  return transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query(claimEdit({ ...claimed, result }))
    if (!rows[0]) return (await earlierResult(tx, intent))!
    const { rows: locked } = await tx.query<{ is_rejected: boolean }>(lockMessage({ messageId: message.id }))
    if (!locked[0]) throw notFoundProblem({ messageId: message.id })
    // An edit returns a post to review and shows it until then: it would restore what staff rejected.
    if (locked[0].is_rejected && !isByStaff)
      throw problem('discussions.not_approved', {
        message: 'Staff didn’t approve this, so it can no longer be edited. Your text is saved; you can post it again.',
      })
    await tx.query(
      rewriteMessage({
        messageId: message.id,
        editedBy: changedBy(message, viewer.id),
        topic,
        html: body.html,
        text: body.text,
        mentionedIds: body.mentioned,
        isReviewed: isByStaff,
      }),
    )
    if (topic !== null)
      await tx.query(rewriteThread({ threadId: message.thread_id, topic, html: body.html, text: body.text, isByStaff }))
    await tx.query(recountThread({ threadId: message.thread_id }))
    if (isUnnamed(message)) await tx.query(restPresence({ messageId: message.id }))
    tx.announce(edited(message, actorOf(message, viewer.id)))
    return result
  })
}
