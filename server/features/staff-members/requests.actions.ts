/** What a member asks staff for: another address, a copy of their data, the deletion of the account. */
import { onBehalf } from '#server/features/accounts/index.ts'
import { requireApproval } from '#server/platform/audit/approvals.ts'
import { recordStaffAction, type StaffAction } from '#server/platform/audit/staff-actions.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import { erasureCanceledLetter } from './letters.ts'
import { requireAccount, requireAccountsOf, tell, type MemberDesk } from './staff-members.actions.ts'

interface EmailAsked {
  id: number
  email: string
}

export const requestActions = (desk: MemberDesk): Actions => ({
  changeMemberEmail: async (call: Call<EmailAsked>) => {
    await requireAccountsOf(desk, call.viewer, call.args)
    return changeMemberEmail(desk, call)
  },
  eraseMember: async (call: Call<{ id: number }>) => {
    await requireAccountsOf(desk, call.viewer, call.args)
    return eraseMember(desk, call)
  },
  cancelMemberErasure: async ({ viewer, args }: Call<never>) => {
    await requireAccountsOf(desk, viewer, args)
    return cancelMemberErasure(desk, viewer.id, args as { id: number })
  },
  exportMemberData: async (call: Call<{ id: number }>) => {
    await requireAccountsOf(desk, call.viewer, call.args)
    return exportMemberData(desk, call)
  },
})

interface Act {
  actorId: number
  id: number
  act: StaffAction['act']
}
type Change = (tx: Transaction) => Promise<Pick<StaffAction, 'before' | 'after'>>

/** One change of one account, on record. An erased account has nothing to change. */
async function onRecord(desk: MemberDesk, { actorId, id, act }: Act, change: Change) {
  await transaction(desk.pool, desk.bus, async (tx) => {
    const { is_former } = await requireAccount(tx, id)
    if (is_former) throw problem('staff_members.former', { message: 'This account has been deleted.', field: 'id' })
    const how = await change(tx)
    await recordStaffAction(tx, actorId, { act, itemId: id, itemName: `Member ${id}`, ...how })
  })
  return id
}

/** Who has the address can reset the password and read what the member reads, so a second person approves. */
const changeMemberEmail = (desk: MemberDesk, call: Call<EmailAsked>) => {
  const { id, email } = call.args
  return onRecord(desk, { actorId: call.viewer.id, id, act: 'member.email_change_requested' }, async (tx) => {
    await onBehalf.changeEmail(desk, tx, id, email)
    await requireApproval(tx, call, 'ChangeMemberEmail')
    return {}
  })
}

/** Deletes the account in two weeks, as when the member asks. After that it cannot be undone, so a second person approves. */
const eraseMember = (desk: MemberDesk, call: Call<{ id: number }>) => {
  const { id } = call.args
  return onRecord(desk, { actorId: call.viewer.id, id, act: 'member.erasure_requested' }, async (tx) => {
    const { is_staff } = await requireAccount(tx, id)
    if (is_staff)
      throw problem('staff_members.staff_stay', { message: 'End the roles of this account first.', field: 'id' })
    const due_at = await onBehalf.requestDeletion(desk, tx, id)
    await requireApproval(tx, call, 'EraseMember')
    return { after: { due_at } }
  })
}

const cancelMemberErasure = (desk: MemberDesk, actorId: number, { id }: { id: number }) =>
  onRecord(desk, { actorId, id, act: 'member.erasure_canceled' }, async (tx) => {
    await onBehalf.cancelDeletion(tx, id)
    await tell(tx, id, { kind: 'erasure-canceled', letter: (reader) => erasureCanceledLetter(reader, desk) })
    return {}
  })

/** All that is stored of the member leaves the database, so a second person approves. */
const exportMemberData = (desk: MemberDesk, call: Call<{ id: number }>) => {
  const { id } = call.args
  return onRecord(desk, { actorId: call.viewer.id, id, act: 'member.data_exported' }, async (tx) => {
    await onBehalf.requestExport(tx, id)
    await requireApproval(tx, call, 'ExportMemberData')
    return {}
  })
}
