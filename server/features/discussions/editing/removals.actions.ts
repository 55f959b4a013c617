import { mayEverywhere } from '#shared/staff-roles.ts'
import type pg from 'pg'
import { selectRows } from '#server/platform/database/select.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import { forbidden, problem } from '#server/platform/problems.ts'
import type { Session } from '#server/platform/session/sessions.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { EDIT_MINUTES, REMOVAL_REASON_LENGTH } from '#shared/discussions.ts'
import { refreshThread } from '#server/features/discussions/threads/discussions.sql.ts'
import { actorOf, changedBy, isUnnamed, notFoundProblem } from './edits.actions.ts'
import { removed, threadRemoved } from './edits.signals.ts'
import { recountThread, selectEditable, type Editable } from './edits.sql.ts'
import { restPresence } from '#server/features/discussions/anonymity/waiting.sql.ts'
import { lockThread, removeReply, removeThreadRow, selectRemoved } from './removals.sql.ts'

interface Reasoned {
  /** Given by staff; stored, and not shown to anyone else. */
  reason?: string | null
}

export const removalActions = (pool: pg.Pool, bus: Bus): Actions => ({
  removeMessage: (call: Call<never>) => removeMessage(pool, bus, call),
  removeThread: (call: Call<never>) => removeThread(pool, bus, call),
})

/** Removes a reply. Resolves to the id of its thread. */
export async function removeMessage(
  pool: pg.Pool,
  bus: Bus,
  { viewer, args }: Call<Reasoned & { message_id: number }>,
): Promise<number> {
  const reason = reasonOf(args.reason)
  const wanted = { messageId: args.message_id }
  const [message] = await selectRows<Editable>(pool, selectEditable(wanted), viewer)
  if (!message) {
    const [done] = await selectRows<{ thread_id: number }>(pool, selectRemoved(args.message_id), viewer)
    if (done) return done.thread_id
    throw notFoundProblem(wanted)
  }
  refuseOthers(message, viewer)
  if (message.is_opening)
    throw problem('discussions.opening_stays', {
      message: 'The opening post can’t be removed on its own. Remove the discussion instead.',
      field: 'message_id',
    })
  return transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query(
      removeReply({ messageId: message.id, removedBy: changedBy(message, viewer.id), reason }),
    )
    if (!rows[0]) return message.thread_id
    await tx.query(recountThread({ threadId: message.thread_id }))
    if (isUnnamed(message)) await tx.query(restPresence({ messageId: message.id }))
    tx.announce(removed(message, actorOf(message, viewer.id)))
    return message.thread_id
  })
}

/** Removes a thread from feed, counts and search immediately. Resolves to its id. */
export async function removeThread(
  pool: pg.Pool,
  bus: Bus,
  { viewer, args }: Call<Reasoned & { thread_id: number }>,
): Promise<number> {
  const reason = reasonOf(args.reason)
  const wanted = { threadId: args.thread_id }
  const [opening] = await selectRows<Editable>(pool, selectEditable(wanted), viewer)
  if (!opening) throw notFoundProblem(wanted)
  refuseOthers(opening, viewer)
  return transaction(pool, bus, async (tx) => {
    await tx.query(lockThread({ threadId: opening.thread_id }))
    const { rows } = await tx.query(
      removeThreadRow({
        threadId: opening.thread_id,
        removedBy: changedBy(opening, viewer.id),
        reason,
        isByStaff: mayEverywhere(viewer.grants, 'moderation'),
      }),
    )
    if (!rows[0])
      throw problem('discussions.answered', {
        message: 'Someone has replied, so this discussion can’t be removed. If it has to come down, ask staff.',
        field: 'thread_id',
      })
    await tx.query(refreshThread({ threadId: opening.thread_id }))
    if (isUnnamed(opening)) await tx.query(restPresence({ messageId: opening.id }))
    tx.announce(threadRemoved(opening, actorOf(opening, viewer.id)))
    return opening.thread_id
  })
}

function reasonOf(given: string | null | undefined): string | null {
  const reason = (given ?? '').trim()
  if (reason.length > REMOVAL_REASON_LENGTH)
    throw problem('discussions.reason_too_long', {
      message: `The reason is ${reason.length} characters long. The limit is ${REMOVAL_REASON_LENGTH}.`,
      field: 'reason',
    })
  return reason === '' ? null : reason
}

function refuseOthers(message: Editable, viewer: Session): void {
  if (mayEverywhere(viewer.grants, 'moderation')) return
  if (!message.is_own)
    throw forbidden(problem('discussions.not_yours', { message: 'Only the author and staff can remove this.' }))
  if (!message.is_recent)
    throw problem('discussions.too_late', {
      message: `Posts can be removed for ${EDIT_MINUTES} minutes. If it has to come down, ask staff.`,
    })
}
