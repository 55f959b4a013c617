/** Staff change a member's networks, and how long the trial and the membership last. */
import { recordStaffAction, requirePermission } from '#server/platform/audit/staff-actions.ts'
import { membershipChanged } from '#server/features/membership/index.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import { membershipDateProblem, networksProblem } from '#shared/staff-members.ts'
import { datesChangedLetter, networksChangedLetter } from './letters.ts'
import {
  clearPrimaryNetwork,
  joinNetworks,
  leaveNetworks,
  selectMemberNetworks,
  selectNamedNetworks,
  selectTerms,
  setTerms,
} from './member-terms.sql.ts'
import { requireAccount, requireAccountsOf, tell, type MemberDesk } from './staff-members.actions.ts'

interface NetworksAsked {
  id: number
  network_ids: readonly number[]
  primary_network_id: number
}
interface DatesAsked {
  id: number
  trial_end_date?: string | null
  full_access_exp_date?: string | null
}

export const memberTermActions = (desk: MemberDesk): Actions => ({
  setMemberNetworks: async ({ viewer, args }: Call<never>) => {
    await requireAccountsOf(desk, viewer, args)
    const asked = args as NetworksAsked
    // Also in those that the member joins: nobody is placed where the viewer has no say.
    if (asked.network_ids.length > 0) requirePermission(viewer, 'members', { networks: asked.network_ids })
    return setNetworks(desk, viewer.id, asked)
  },
  setMemberDates: async ({ viewer, args }: Call<never>) => {
    await requireAccountsOf(desk, viewer, args)
    return setDates(desk, viewer.id, args as DatesAsked)
  },
})

/** Access, mailing lists and notifications follow: all of them read the memberships. */
async function setNetworks(desk: MemberDesk, actorId: number, { id, primary_network_id, ...asked }: NetworksAsked) {
  const ids = [...new Set(asked.network_ids)].toSorted((a, b) => a - b)
  const wrong = networksProblem(ids, primary_network_id)
  if (wrong) throw problem('staff_members.networks', wrong)
  await transaction(desk.pool, desk.bus, async (tx) => {
    await requireAccount(tx, id)
    const { rows: named } = await tx.query<{ id: number; display_name: string }>(selectNamedNetworks({ ids }))
    if (named.length < ids.length)
      throw problem('staff_members.networks', { message: 'One of these networks doesn’t exist.', field: 'network_ids' })
    const { rows: held } = await tx.query<{ id: number; is_primary: boolean }>(selectMemberNetworks({ userId: id }))
    const before = { networks: held.map((n) => n.id), primary: held.find((n) => n.is_primary)?.id ?? null }
    const after = { networks: ids, primary: primary_network_id }
    if (JSON.stringify(before) === JSON.stringify(after)) return
    await tx.query(leaveNetworks({ userId: id, ids }))
    await tx.query(clearPrimaryNetwork({ userId: id, primaryId: primary_network_id }))
    await tx.query(joinNetworks({ userId: id, ids, primaryId: primary_network_id }))
    await recordStaffAction(tx, actorId, {
      act: 'member.networks_changed',
      itemId: id,
      itemName: `Member ${id}`,
      before,
      after,
    })
    tx.announce(membershipChanged([id]))
    const names = named.map(({ display_name }) => display_name)
    const primary = named.find((n) => n.id === primary_network_id)!.display_name
    await tell(tx, id, {
      kind: 'networks-changed',
      letter: (reader) => networksChangedLetter(reader, desk, { names, primary }),
    })
  })
  desk.forget(id)
  return id
}

interface Terms {
  current_state: string
  trial_end_date: Date | null
  full_access_exp_date: Date | null
  is_paid_by_team: boolean
}

async function setDates(desk: MemberDesk, actorId: number, { id, ...asked }: DatesAsked) {
  const trial = checkedDate('trial_end_date', asked.trial_end_date)
  const membership = checkedDate('full_access_exp_date', asked.full_access_exp_date)
  await transaction(desk.pool, desk.bus, async (tx) => {
    await requireAccount(tx, id)
    const { rows } = await tx.query<Terms>(selectTerms({ userId: id }))
    const { is_paid_by_team, ...before } = rows[0]!
    if (is_paid_by_team && membership?.getTime() !== before.full_access_exp_date?.getTime())
      throw problem('staff_members.dates', {
        message: 'This date follows the payments of the member’s team. Change it on the page of the team.',
        field: 'full_access_exp_date',
      })
    if ([trial, membership].every((date, at) => date?.getTime() === datesOf(before)[at]?.getTime())) return
    const changed = await tx.query<{ current_state: string }>(
      setTerms({ userId: id, trialEnd: trial, accessEnd: membership }),
    )
    await recordStaffAction(tx, actorId, {
      act: 'member.dates_changed',
      itemId: id,
      itemName: `Member ${id}`,
      before,
      after: { ...changed.rows[0], trial_end_date: trial, full_access_exp_date: membership },
    })
    tx.announce(membershipChanged([id]))
    await tell(tx, id, {
      kind: 'dates-changed',
      letter: (reader) => datesChangedLetter(reader, desk, { trial, membership }),
    })
  })
  desk.forget(id)
  return id
}

const datesOf = ({ trial_end_date, full_access_exp_date }: Omit<Terms, 'is_paid_by_team'>) => [
  trial_end_date,
  full_access_exp_date,
]

function checkedDate(field: string, text: string | null | undefined): Date | null {
  const date = text ? new Date(text) : null
  const message = membershipDateProblem(date)
  if (message) throw problem('staff_members.dates', { message, field })
  return date
}
