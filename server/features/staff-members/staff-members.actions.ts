/** Staff actions on accounts, from their page or the command line. */
import type pg from 'pg'
import { personOf } from '#server/features/accounts/index.ts'
import { lockOwners } from '#server/features/staff-roles/index.ts'
import type { EmailContext } from '#server/platform/app-context.ts'
import { recordSecurityEvent } from '#server/platform/audit/security-events.ts'
import { hiddenFromMembers, requirePermission, recordStaffAction } from '#server/platform/audit/staff-actions.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import type { EmailContent } from '#server/platform/mailer/email-template.ts'
import { queueMail } from '#server/platform/mailer/mailer.ts'
import type { Viewer } from '#server/platform/graph/sql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { suspensionProblem, type Suspending } from '#shared/staff-members.ts'
import { restoredLetter, signedOutLetter, suspendedLetter, type Reader } from './letters.ts'
import {
  endAllSessions,
  endSession,
  endSuspension,
  insertSuspension,
  isDue,
  lockAccount,
  selectNetworksOfAccount,
  setSuspended,
  type Account,
} from './staff-members.sql.ts'

export interface MemberDesk extends EmailContext {
  pool: pg.Pool
  bus: Bus
  /** Drops a member's cached sessions, so that they are loaded again. */
  forget: (userId: number) => void
}
/** Null for the command line, or when a suspension expires. */
type Actor = number | null

export const staffMemberActions = (desk: MemberDesk): Actions => ({
  suspendMember: async ({ viewer, args }: Call<never>) => {
    await requireAccountsOf(desk, viewer, args)
    const { id, reason, until } = args as { id: number; reason: string; until?: string | null }
    return suspend(desk, viewer.id, { id, reason, until: until ? new Date(until) : null })
  },
  restoreMember: async ({ viewer, args }: Call<never>) => {
    await requireAccountsOf(desk, viewer, args)
    return restore(desk, viewer.id, (args as { id: number }).id)
  },
  endMemberSessions: async ({ viewer, args }: Call<never>) => {
    await requireAccountsOf(desk, viewer, args)
    return signOut(desk, viewer.id, (args as { id: number }).id)
  },
  endMemberSession: async ({ viewer, args }: Call<never>) => {
    await requireAccountsOf(desk, viewer, args)
    const { id, session_id } = args as { id: number; session_id: number }
    return signOut(desk, viewer.id, id, session_id)
  },
})

/** What is done to an account concerns all its networks, so the permission is needed in each of them. */
export async function requireAccountsOf({ pool }: Pick<MemberDesk, 'pool'>, viewer: Viewer, args: unknown) {
  requirePermission(viewer, 'members', 'somewhere')
  const { rows } = await pool.query<{ networks: number[]; is_staff: boolean }>(
    selectNetworksOfAccount({ id: (args as { id: number }).id }),
  )
  requirePermission(viewer, 'members', { networks: rows[0]?.networks ?? [] })
  if (rows[0]?.is_staff) requirePermission(viewer, 'roles')
}

/** Suspends a member immediately. If already suspended, the new reason and end date replace the old ones. */
export async function suspend(desk: MemberDesk, actor: Actor, { id, ...asked }: Suspending & { id: number }) {
  requireSuspension(asked)
  await transaction(desk.pool, desk.bus, (tx) => suspendInside(tx, desk, actor, { id, ...asked }))
  desk.forget(id)
  return id
}

export function requireSuspension(asked: Suspending) {
  const wrong = suspensionProblem(asked)
  if (wrong) throw problem('staff_members.suspension', wrong)
}

/** The part in the transaction; afterwards the sessions of the member are forgotten. */
export async function suspendInside(
  tx: Transaction,
  desk: MemberDesk,
  actor: Actor,
  { id, until, ...asked }: Suspending & { id: number },
) {
  const reason = asked.reason.trim()
  await refuseLastStaff(tx, actor, id)
  const account = await requireAccount(tx, id)
  await tx.query(endSuspension({ userId: id, actorId: actor }))
  await tx.query(insertSuspension({ userId: id, reason, until, actorId: actor }))
  await tx.query(setSuspended({ id, isSuspended: true }))
  const { rowCount } = await tx.query(endAllSessions({ userId: id }))
  await recordEnded(tx, id, { sessions: rowCount ?? 0, by: 'member.suspended' })
  await recordStaffAction(tx, actor, {
    act: 'member.suspended',
    itemId: id,
    itemName: `Member ${id}`,
    before: { suspended: account.suspended },
    after: { suspended: true, until },
  })
  await tell(tx, id, { kind: 'suspended', letter: (reader) => suspendedLetter(reader, desk, { reason, until }) })
}

/** Ends a suspension. Does nothing if the member is not suspended. */
export async function restore(desk: MemberDesk, actor: Actor, id: number, when: 'now' | 'if due' = 'now') {
  await transaction(desk.pool, desk.bus, async (tx) => {
    const account = await requireAccount(tx, id)
    if (!account.suspended) return
    if (when === 'if due' && (await tx.query(isDue({ userId: id }))).rowCount === 0) return
    await tx.query(endSuspension({ userId: id, actorId: actor }))
    await tx.query(setSuspended({ id, isSuspended: false }))
    await recordStaffAction(tx, actor, {
      act: when === 'now' ? 'member.restored' : 'member.restored_in_time',
      itemId: id,
      itemName: `Member ${id}`,
      before: { suspended: true },
      after: { suspended: false },
    })
    await tell(tx, id, { kind: 'restored', letter: (reader) => restoredLetter(reader, desk) })
  })
  desk.forget(id)
  return id
}

/** Signs the member out everywhere, or on one device only. */
export async function signOut(desk: MemberDesk, actor: Actor, id: number, sessionId?: number) {
  await transaction(desk.pool, desk.bus, async (tx) => {
    await requireAccount(tx, id)
    const { rowCount } = await tx.query(
      sessionId === undefined ? endAllSessions({ userId: id }) : endSession({ userId: id, sessionId }),
    )
    if (sessionId !== undefined && rowCount === 0) return
    const act = {
      act: 'member.sessions_ended',
      itemId: id,
      itemName: `Member ${id}`,
      after: { sessions: rowCount },
    } as const
    await recordEnded(tx, id, { sessions: rowCount ?? 0, by: 'staff' })
    await recordStaffAction(tx, actor, act)
    await tell(tx, id, {
      kind: 'signed-out',
      letter: (reader) => signedOutLetter(reader, desk, sessionId === undefined),
    })
  })
  desk.forget(id)
  return id
}

export async function requireAccount(tx: Transaction, id: number): Promise<Account> {
  const { rows } = await tx.query<Account>(lockAccount({ id }))
  if (!rows[0]) throw hiddenFromMembers('id')
  return rows[0]
}

/** At least one owner must remain who can restore accounts. */
async function refuseLastStaff(tx: Transaction, actor: Actor, id: number) {
  if (id === actor)
    throw problem('staff_members.own', {
      message: 'You can’t suspend your own account. Ask another member of staff.',
      field: 'id',
    })
  const { rows } = await tx.query<{ id: number }>(lockOwners())
  if (rows.length === 1 && rows[0]!.id === id)
    throw problem('staff_members.last_staff', {
      message: 'This is the last owner’s account that can sign in. Make another owner first.',
      field: 'id',
    })
}

export interface Mail {
  kind: string
  letter: (reader: Reader) => EmailContent
}

export async function tell(tx: Transaction, id: number, { kind, letter }: Mail) {
  const person = await personOf(tx.query, id)
  if (person && person.current_state !== 'not joined')
    await queueMail(tx, { to: person.email, kind, letter: letter(person) })
}

const recordEnded = (tx: Transaction, userId: number, facts: { sessions: number; by: string }) =>
  recordSecurityEvent(tx, { kind: 'session.revoked', userId, facts })
