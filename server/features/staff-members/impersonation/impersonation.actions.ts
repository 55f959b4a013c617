/**
 * Staff view the community as a member: with the member's networks, access and features, but with their own account. So
 * nothing that was written to the member is shown (private replies, chats, drafts), and nothing can be changed. The
 * member is notified by email when it is over. Decision 0126.
 */
import type pg from 'pg'
import { recordStaffAction, requirePermission } from '#server/platform/audit/staff-actions.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import { impersonationReasonProblem } from '#shared/impersonation.ts'
import { impersonatedLetter } from '../letters.ts'
import { requireAccount, tell, type MemberDesk } from '../staff-members.actions.ts'
import { selectNetworksOfAccount } from '../staff-members.sql.ts'
import {
  endImpersonations,
  insertImpersonation,
  markNotified,
  selectUnnotifiedImpersonations,
  type Viewed,
} from './impersonation.sql.ts'

export const impersonationActions = (desk: MemberDesk): Actions => ({
  startImpersonation: async ({ viewer, args }: Call<never>) => {
    const { id, reason } = args as { id: number; reason: string }
    await requireBothDesks(desk.pool, viewer, id)
    const wrong = impersonationReasonProblem(reason)
    if (wrong) throw problem('impersonation.reason', wrong)
    await transaction(desk.pool, desk.bus, async (tx) => {
      const account = await requireAccount(tx, id)
      if (id === viewer.id) throw problem('impersonation.own', { message: 'This is your own account.', field: 'id' })
      if (account.is_staff || account.suspended || account.is_former || account.standing !== 'full')
        throw problem('impersonation.account', {
          message: 'Only members with access to the community can be viewed, and not the accounts of staff.',
          field: 'id',
        })
      await tx.query(endImpersonations({ sessionId: viewer.session_id }))
      const { rows } = await tx.query<{ id: number }>(
        insertImpersonation({ staffId: viewer.id, userId: id, sessionId: viewer.session_id, reason: reason.trim() }),
      )
      // Without the reason, which may name members: the log is never erased.
      await recordStaffAction(tx, viewer.id, {
        act: 'member.viewed_as',
        itemId: id,
        itemName: `Member ${id}`,
        after: { impersonation: rows[0]!.id },
      })
    })
    desk.forget(viewer.id)
    return id
  },
  endImpersonation: async ({ viewer }: Call<never>) => {
    await transaction(desk.pool, desk.bus, async (tx) => {
      const { rows } = await tx.query<{ id: number; user_id: number }>(
        endImpersonations({ sessionId: viewer.session_id }),
      )
      for (const { id, user_id } of rows)
        await recordStaffAction(tx, viewer.id, {
          act: 'member.viewing_ended',
          itemId: user_id,
          itemName: `Member ${user_id}`,
          after: { impersonation: id },
        })
    })
    desk.forget(viewer.id)
    return viewer.id
  },
})

/** The community as the member sees it is their account and their networks' content, so both permissions are needed. */
async function requireBothDesks(pool: pg.Pool, viewer: Call['viewer'], id: number) {
  for (const permission of ['members', 'moderation'] as const) requirePermission(viewer, permission, 'somewhere')
  const { rows } = await pool.query<{ networks: number[] }>(selectNetworksOfAccount({ id }))
  for (const permission of ['members', 'moderation'] as const)
    requirePermission(viewer, permission, { networks: rows[0]?.networks ?? [] })
}

/** Emails each member who was viewed, once, when it is over. */
export async function notifyViewedMembers(desk: Omit<MemberDesk, 'forget'>) {
  const { rows } = await desk.pool.query<{ id: number }>(selectUnnotifiedImpersonations())
  for (const { id } of rows)
    await transaction(desk.pool, desk.bus, async (tx) => {
      const marked = await tx.query<Viewed & { user_id: number }>(markNotified({ id }))
      const viewed = marked.rows[0]
      if (viewed)
        await tell(tx, viewed.user_id, {
          kind: 'viewed-as',
          letter: (reader) => impersonatedLetter(reader, desk, viewed),
        })
    })
}
