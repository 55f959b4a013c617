/**
 * A file of an association's system: invites who is new, and changes title and company of members. Who is missing in the
 * file is only listed: memberships end apart, many with a second person.
 */
import { stringify } from 'csv-stringify/sync'
import { importMembers } from '#server/features/accounts/index.ts'
import { hiddenFromMembers, recordStaffAction, requirePermission } from '#server/platform/audit/staff-actions.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { readCsv, type CsvRow } from '#server/platform/imports/imports.ts'
import type { Session } from '#server/platform/session/sessions.ts'
import { NAME_LENGTH } from '#shared/accounts.ts'
import { SYNC_COLUMNS, type SyncPlan } from '#shared/member-sync.ts'
import { mayInEach } from '#shared/staff-roles.ts'
import type { MemberDesk } from '#server/features/staff-members/staff-members.actions.ts'
import {
  addCompany,
  selectInvited,
  selectKnown,
  selectNetworkSlug,
  setCompany,
  setTitle,
  type Known,
} from './member-sync.sql.ts'

const LINE_LENGTH = 120

export interface SyncOrder {
  networkId: number
  text: string
  isDryRun: boolean
}

interface Row {
  line: number
  email: string
  first_name: string
  last_name: string
  title: string
  company: string
}

const rowOf = ({ line, cell }: CsvRow): Row => ({
  line,
  email: cell('email').toLowerCase(),
  first_name: cell('first_name'),
  last_name: cell('last_name'),
  title: cell('title'),
  company: cell('company'),
})

function problemOf({ email, title, company, ...names }: Row, seen: Set<string>): string | undefined {
  if (!/^[^@\s,;<>"]+@[^@\s,;<>"]+\.[^@\s,;<>"]+$/.test(email)) return `“${email}” isn’t a valid email address.`
  if (seen.has(email)) return 'This address is in the file twice.'
  seen.add(email)
  for (const name of [names.first_name, names.last_name])
    if (name === '' || name.length > NAME_LENGTH) return `Each name must be 1 to ${NAME_LENGTH} characters long.`
  return [title, company].some((text) => text.length > LINE_LENGTH)
    ? `Title and company can be up to ${LINE_LENGTH} characters long.`
    : undefined
}

/** A blank cell changes nothing: the file may not know it. */
const changed = (before: string | null, after: string) => (after !== '' && after !== (before ?? '') ? after : null)

/** What is done to an account concerns all its networks. */
const isRefused = (viewer: Session, known: Known) =>
  known.is_staff
    ? 'This is a member of staff.'
    : !known.is_member
      ? 'This person has an account, but isn’t a member of this network. Add the network on their page.'
      : mayInEach(viewer.grants, 'members', known.networks)
        ? undefined
        : 'This member also belongs to a network that you don’t manage.'

type Plan = SyncPlan & { rows: Row[] }

async function planOf({ pool }: MemberDesk, viewer: Session, { networkId, text }: SyncOrder): Promise<Plan> {
  const rows = readCsv(text, SYNC_COLUMNS).map(rowOf)
  const emails = rows.map(({ email }) => email)
  const { rows: known } = await pool.query<Known>(selectKnown({ networkId, emails }))
  const invited = await pool.query<{ email: string }>(selectInvited({ networkId, emails }))
  const waiting = new Set(invited.rows.map(({ email }) => email))
  const byAddress = new Map(
    known.flatMap((each) => [each.email, each.secondary_email].flatMap((email) => (email ? [[email, each]] : []))) as [
      string,
      Known,
    ][],
  )
  const plan: Plan = { invited: [], changed: [], num_of_unchanged: 0, refused: [], missing: [], rows: [] }
  const seen = new Set<string>()
  const present = new Set<number>()
  for (const row of rows) {
    const account = byAddress.get(row.email)
    // Also of a refused row: whoever is in the file is not missing.
    if (account) present.add(account.id)
    const reason = problemOf(row, seen) ?? (account && isRefused(viewer, account))
    if (reason) plan.refused.push({ line: row.line, reason })
    else take(plan, row, { account, isWaiting: waiting.has(row.email) })
  }
  plan.missing = known
    .filter((each) => each.is_member && !present.has(each.id) && isRefused(viewer, each) === undefined)
    .map(({ id, name }) => ({ id, name }))
  return plan
}

function take(plan: Plan, row: Row, { account, isWaiting }: { account: Known | undefined; isWaiting: boolean }) {
  if (!account) {
    if (isWaiting) plan.num_of_unchanged += 1
    else {
      plan.invited.push({ line: row.line, name: `${row.first_name} ${row.last_name}`, email: row.email })
      plan.rows.push(row)
    }
    return
  }
  const title = changed(account.title, row.title)
  const company = changed(account.company, row.company)
  if (title === null && company === null) plan.num_of_unchanged += 1
  else plan.changed.push({ id: account.id, name: account.name, title, company })
}

/** A dry run returns the same plan, and does nothing. Run again, what is done is unchanged. */
export async function syncMembers(desk: MemberDesk, viewer: Session, order: SyncOrder): Promise<SyncPlan> {
  const { networkId } = order
  requirePermission(viewer, 'members', { networks: [networkId] })
  const network = (await desk.pool.query<{ slug: string; display_name: string }>(selectNetworkSlug({ networkId })))
    .rows[0]
  if (!network) throw hiddenFromMembers('peer_network_id')
  const { rows, ...plan } = await planOf(desk, viewer, order)
  if (order.isDryRun) return plan
  await change(desk, viewer.id, plan)
  await invite(desk, viewer.id, rows, network.slug)
  await transaction(desk.pool, desk.bus, (tx) =>
    recordStaffAction(tx, viewer.id, {
      act: 'members.synced',
      itemId: networkId,
      itemName: network.display_name,
      after: { invited: plan.invited.length, changed: plan.changed.length, missing: plan.missing.length },
    }),
  )
  return plan
}

async function change(desk: MemberDesk, actorId: number, { changed: members }: SyncPlan) {
  await transaction(desk.pool, desk.bus, async (tx) => {
    for (const { id, title, company } of members) {
      if (title !== null) await tx.query(setTitle({ userId: id, title }))
      if (company !== null) {
        await tx.query(addCompany({ name: company }))
        await tx.query(setCompany({ userId: id, name: company }))
      }
      await recordStaffAction(tx, actorId, {
        act: 'member.synced',
        itemId: id,
        itemName: `Member ${id}`,
        after: { title: title !== null, company: company !== null },
      })
    }
  })
}

async function invite(desk: MemberDesk, staffId: number, rows: readonly Row[], network: string) {
  if (rows.length === 0) return
  const text = stringify(
    rows.map(({ email, first_name, last_name }) => ({ email, first_name, last_name, network })),
    { header: true },
  )
  await importMembers(desk.pool, desk.bus, { text, isDryRun: false, letterhead: desk, staffId })
}
