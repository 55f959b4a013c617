/** What staff do with emails: send a failed one again, resume an address, post or reject a held one. */
import { recordStaffAction, requirePermission } from '#server/platform/audit/staff-actions.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { requeueMail } from '#server/platform/mailer/mailer.sql.ts'
import { problem } from '#server/platform/problems.ts'
import { postAsMember, type ConfirmingTools } from '../held/confirming.ts'
import { endPause } from '../lists/lists.sql.ts'
import { lockHeld, markRejected, type HeldMail } from './mail-desk.sql.ts'

type Tools = Pick<ConfirmingTools, 'pool' | 'bus'>

const notFound = (field = 'id') => problem('mail.not_found', { message: 'This email isn’t available.', field })
const nameOf = (id: number) => `Email ${id}`

export function sendMailAgain({ pool, bus }: Tools, { viewer, args }: Call<{ id: number }>): Promise<number> {
  requirePermission(viewer, 'system')
  const { id } = args
  return transaction(pool, bus, async (tx) => {
    const { rowCount } = await tx.query(requeueMail({ id }))
    if (rowCount === 0)
      throw problem('mail.not_failed', {
        message: 'Only a failed email can be sent again. The words of others are deleted once they are sent.',
        field: 'id',
      })
    await tx.enqueue('mailer:send', { id })
    await recordStaffAction(tx, viewer.id, { act: 'mail.sent_again', itemId: id, itemName: nameOf(id) })
    return id
  })
}

export function resumeMemberMail({ pool, bus }: Tools, { viewer, args }: Call<{ user_id: number }>): Promise<number> {
  requirePermission(viewer, 'system')
  const { user_id: userId } = args
  return transaction(pool, bus, async (tx) => {
    const { rowCount } = await tx.query(endPause({ userId }))
    if (rowCount === 0) throw notFound('user_id')
    await recordStaffAction(tx, viewer.id, { act: 'mail.resumed', itemId: userId, itemName: `Member ${userId}` })
    return userId
  })
}

/** Posting has transactions of its own and is idempotent by the id of the email; the record follows it. */
export async function releaseHeldMail(tools: ConfirmingTools, { viewer, args }: Call<{ id: number }>): Promise<number> {
  requirePermission(viewer, 'system')
  const { rows } = await tools.pool.query<HeldMail>(lockHeld({ id: args.id }))
  const held = rows[0]
  if (!held?.user_id) throw notFound()
  if (held.reason !== 'unverified' && held.reason !== 'file')
    throw problem('mail.cannot_post', {
      message: 'This email can’t be posted in the name of the member. They can write it on the web.',
      field: 'id',
    })
  await postAsMember(tools, { id: held.id, userId: held.user_id, withoutFiles: held.reason === 'file' })
  await transaction(tools.pool, tools.bus, (tx) =>
    recordStaffAction(tx, viewer.id, {
      act: 'mail.released',
      itemId: held.id,
      itemName: nameOf(held.id),
      before: { reason: held.reason },
    }),
  )
  return held.id
}

export function rejectHeldMail({ pool, bus }: Tools, { viewer, args }: Call<{ id: number }>): Promise<number> {
  requirePermission(viewer, 'system')
  return transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<HeldMail>(lockHeld({ id: args.id }))
    const held = rows[0]
    if (!held) throw notFound()
    await tx.query(markRejected({ id: held.id, explanation: 'Staff decided not to post this email.' }))
    await recordStaffAction(tx, viewer.id, {
      act: 'mail.rejected',
      itemId: held.id,
      itemName: nameOf(held.id),
      before: { reason: held.reason },
    })
    return held.id
  })
}
