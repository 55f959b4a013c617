/** One person has two accounts: staff merge the second into the first. */
import { onBehalf, personOf } from '#server/features/accounts/index.ts'
import { membershipChanged } from '#server/features/membership/index.ts'
import { requireApproval } from '#server/platform/audit/approvals.ts'
import { recordStaffAction } from '#server/platform/audit/staff-actions.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import { queueMail } from '#server/platform/mailer/mailer.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'
import { problem } from '#server/platform/problems.ts'
import { mergedLetter } from './letters.ts'
import { requireAccount, requireAccountsOf, type MemberDesk } from './staff-members.actions.ts'

type MergeDesk = MemberDesk & { personalData: PersonalData }
interface Asked {
  id: number
  other_id: number
}

export const mergeActions = (desk: MergeDesk): Actions => ({
  mergeMembers: async (call: Call<Asked>) => {
    await requireAccountsOf(desk, call.viewer, { id: call.args.id })
    await requireAccountsOf(desk, call.viewer, { id: call.args.other_id })
    return mergeMembers(desk, call)
  },
})

/** It cannot be undone and shows one account the private posts of the other, so a second person approves. */
async function mergeMembers(desk: MergeDesk, call: Call<Asked>): Promise<number> {
  const { id, other_id } = call.args
  await transaction(desk.pool, desk.bus, async (tx) => {
    await requireMergeable(tx, call)
    const [person, other] = [(await personOf(tx.query, id))!, (await personOf(tx.query, other_id))!]
    // An imported author: nobody could sign in to the account that is left.
    if (person.current_state === 'not joined' && other.current_state !== 'not joined')
      throw refused('This account hasn’t joined yet. Open the other account and merge this one into it.', 'id')
    await onBehalf.mergeAccounts(tx, desk.personalData, {
      actorId: call.viewer.id,
      email: other.email,
      oldId: other_id,
      newId: id,
    })
    await requireApproval(tx, call, 'MergeMembers')
    const actorId = call.viewer.id
    const item = (account: number) => ({ itemId: account, itemName: `Member ${account}` })
    await recordStaffAction(tx, actorId, { act: 'member.merged', ...item(id), after: { other: other_id } })
    await recordStaffAction(tx, actorId, { act: 'member.merged_into', ...item(other_id), after: { into: id } })
    tx.announce(membershipChanged([id, other_id]))
    // To both addresses, so that nobody’s account is taken over without their knowledge.
    for (const { email, current_state } of [person, other])
      if (current_state !== 'not joined')
        await queueMail(tx, {
          to: email,
          kind: 'merged',
          letter: mergedLetter(person, desk, { closed: other.email, kept: person.email }),
        })
  })
  desk.forget(id)
  desk.forget(other_id)
  return id
}

const refused = (message: string, field: 'id' | 'other_id' = 'other_id') =>
  problem('staff_members.merge', { message, field })

async function requireMergeable(tx: Transaction, { viewer, args: { id, other_id } }: Call<Asked>) {
  if (id === other_id) throw refused('Choose another account.')
  // Who merges would read what was private to the other account.
  for (const field of ['id', 'other_id'] as const)
    if ({ id, other_id }[field] === viewer.id)
      throw refused('You can’t merge your own account. Ask another member of staff.', field)
  // In this order, so that two merges of the same accounts wait for each other.
  const [low, high] = [Math.min(id, other_id), Math.max(id, other_id)]
  const accounts = [await requireAccount(tx, low), await requireAccount(tx, high)]
  for (const { id: each, is_former, suspended } of accounts) {
    const field = each === id ? 'id' : 'other_id'
    if (is_former) throw refused('This account has been deleted.', field)
    // A suspended member must not go on under another account.
    if (suspended) throw refused('This account is suspended. Restore it first.', field)
  }
  if (accounts.some((account) => account.id === other_id && account.is_staff))
    throw refused('End the roles of the other account first.')
}
