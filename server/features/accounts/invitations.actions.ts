/** How people come in: invited by staff, named by a member and approved by staff, or for a trial by a code. */
import type { FastifyRequest } from 'fastify'
import { INVITATION_DAYS, PREVIEW_MEMBERS } from '#shared/accounts.ts'
import { ROUTES } from '#shared/routes.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { JobTools } from '#server/platform/jobs/jobs.ts'
import { queueMail } from '#server/platform/mailer/mailer.ts'
import { problem } from '#server/platform/problems.ts'
import type { Session } from '#server/platform/session/sessions.ts'
import { keepPassword } from './accounts.sql.ts'
import { personOf } from './alerts.ts'
import { enter, newHash, type DoorTools } from './doors.ts'
import {
  acceptInvitation,
  countToday,
  endInvitation,
  insertInvitation,
  insertInvitee,
  joinNetwork,
  lockInvitation,
  selectAccount,
  selectInvitation,
  selectOwnNetworks,
  selectTrialCode,
  sendInvitation,
  takeWaiting,
  useTrialCode,
} from './invitations.sql.ts'
import { alreadyMemberLetter, invitationLetter } from './letters.ts'
import { requireGoodPassword, type Letterhead } from './passwords.actions.ts'
import { hashOf, isToken, newToken } from './tokens.ts'

const NOMINATIONS_A_DAY = 20
const INVITING_STATES = new Set(['full access', 'onboarding'])

/** One answer for what never was, is over, was used or was withdrawn: a guess learns nothing. */
const closed = () =>
  problem('accounts.invitation_closed', {
    message: 'This invitation is not open: it may be too old, used already, or not complete.',
    status: 404,
  })

export async function findInvitation({ pool }: DoorTools, token: unknown) {
  const { rows } = isToken(token)
    ? await pool.query({ ...selectInvitation, values: [hashOf(token), PREVIEW_MEMBERS] })
    : { rows: [] }
  if (!rows[0]) throw closed()
  // A name for counting that opens nothing.
  const { id, ...shown } = rows[0] as { id: number; first_name: string; last_name: string; email: string }
  return { ...shown, invite_code: codeOf(id) }
}
const codeOf = (id: number) => `i-${id}`

export interface Joining {
  token: string
  first_name: string
  last_name: string
  password: string
}

/** The invitee becomes a user with a name, an address, a network and a password, and is signed in. All or nothing. */
export async function join(
  tools: DoorTools,
  request: FastifyRequest,
  { token, password, first_name, last_name }: Joining,
) {
  const { email } = await findInvitation(tools, token)
  requireGoodPassword(password, [first_name, last_name, email])
  const hash = await newHash(tools, password)
  return transaction(tools.pool, tools.bus, async (tx) => {
    const { rows } = await tx.query<{
      id: number
      email: string
      peer_network_id: number
      trial_code_id: number | null
      inviter: string | null
    }>({
      ...lockInvitation,
      values: [hashOf(token)],
    })
    const invitation = rows[0]
    if (!invitation) throw closed()
    const days = invitation.trial_code_id === null ? null : await trialDays(tx, invitation.trial_code_id)
    const values = [first_name, last_name, invitation.email, days, invitation.inviter, codeOf(invitation.id)]
    const { rows: made } = await tx.query<{ id: number }>({ ...insertInvitee, values })
    if (!made[0])
      throw problem('accounts.has_account', {
        message: 'This address has an account already. Sign in with it, or ask for a new password.',
        status: 409,
      })
    const userId = made[0].id
    await tx.query({ ...joinNetwork, values: [userId, invitation.peer_network_id] })
    await tx.query({ ...keepPassword, values: [userId, hash] })
    await tx.query({ ...acceptInvitation, values: [invitation.id, userId] })
    return { userId, entered: await enter(tools, tx, request, { userId, keepSignedIn: true }) }
  })
}

async function trialDays(tx: Transaction, codeId: number): Promise<number> {
  const { rows } = await tx.query<{ days: number }>({ ...useTrialCode, values: [codeId] })
  if (!rows[0]) throw closed()
  return rows[0].days
}

export interface Nomination {
  email: string
  first_name: string
  last_name: string
  note: string
  peer_network_id: number
}

/** Staff invite at once; a member names a colleague, and staff decide. The same answer whether the address is known. */
export async function nominate(tools: DoorTools, session: Session, asked: Nomination) {
  if (!session.is_staff && !INVITING_STATES.has(session.current_state))
    throw problem('accounts.may_not_invite', {
      message: 'Members with full access can invite colleagues.',
      status: 403,
    })
  const networks = await networksOf(tools, session)
  if (!networks.some(({ id }) => id === asked.peer_network_id))
    throw problem('accounts.network_refused', {
      message: 'Choose one of your networks.',
      field: 'peer_network_id',
      status: 400,
    })
  return transaction(tools.pool, tools.bus, async (tx) => {
    const { rows: counted } = await tx.query<{ today: number }>({ ...countToday, values: [session.id] })
    if (!session.is_staff && counted[0]!.today >= NOMINATIONS_A_DAY)
      throw problem('accounts.too_many_invitations', {
        message: `You named ${NOMINATIONS_A_DAY} colleagues today. Name others tomorrow; what you wrote is kept here.`,
        status: 400,
      })
    const { email, first_name, last_name, note, peer_network_id } = asked
    const values = [session.id, email, first_name, last_name, note, peer_network_id, null]
    const { rows } = await tx.query<{ id: number }>({ ...insertInvitation, values })
    if (rows[0] && session.is_staff) await send(tools, tx, { id: rows[0].id, decidedBy: session.id })
    return { state: session.is_staff ? 'sent' : 'nominated' }
  })
}

export async function networksOf({ pool }: DoorTools, { id, is_staff }: Session) {
  const { rows } = await pool.query<{ id: number; display_name: string }>({
    ...selectOwnNetworks,
    values: [id, is_staff],
  })
  return rows
}

/** Sends the mail with a token of its own; one sent before is worth nothing from then on. */
async function send(
  { publicUrl, supportEmail }: Letterhead,
  tx: Transaction,
  { id, decidedBy }: { id: number; decidedBy: number | null },
): Promise<boolean> {
  const token = newToken()
  const { rows } = await tx.query<{
    email: string
    first_name: string
    note: string
    theme: string
    network: string
    inviter: string | null
    trial_days: number | null
  }>({ ...sendInvitation, values: [id, hashOf(token), INVITATION_DAYS, decidedBy] })
  const invitation = rows[0]
  if (!invitation) return false
  const { email: to, note, inviter, trial_days: days } = invitation
  const url = `${publicUrl}${days === null ? '/invite' : ROUTES.onboarding}/${token}`
  const letter = invitationLetter(invitation, supportEmail(invitation.theme), { inviter, note, url, trialDays: days })
  await queueMail(tx, { to, kind: days === null ? 'invitation' : 'trial', letter })
  return true
}

const gone = () =>
  problem('accounts.invitation_decided', {
    message: 'Somebody decided about this invitation already. Reload the page to see how.',
    status: 409,
  })

/** Staff's decision: send it (again), or end it. */
export async function decide(tools: DoorTools, session: Session, { id, isWanted }: { id: number; isWanted: boolean }) {
  await transaction(tools.pool, tools.bus, async (tx) => {
    const isDone = isWanted
      ? await send(tools, tx, { id, decidedBy: session.id })
      : (await tx.query({ ...endInvitation, values: [id, session.id] })).rowCount === 1
    if (!isDone) throw gone()
  })
}

interface TrialCode {
  id: number
  days: number
  peer_network_id: number
  network: string
  theme: string
  discipline: string
}

export async function findTrial({ pool }: Pick<DoorTools, 'pool'>, code: unknown): Promise<TrialCode> {
  const { rows } = isToken(code)
    ? await pool.query<TrialCode>({ ...selectTrialCode, values: [hashOf(code)] })
    : { rows: [] }
  if (!rows[0]) throw closed()
  return rows[0]
}

export interface TrialAsked {
  code_hash: string
  email: string
  first_name: string
  last_name: string
}

/** Enqueued for every address alike; what comes of it is known only to whoever reads its mail. */
export const sendTrial = ({ pool, bus }: JobTools, asked: TrialAsked, letterhead: Letterhead) =>
  transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<TrialCode>({ ...selectTrialCode, values: [asked.code_hash] })
    const trial = rows[0]
    if (!trial) return
    const { rows: members } = await tx.query<{ id: number }>({ ...selectAccount, values: [asked.email] })
    if (members[0]) return mailSignIn(tx, members[0].id, letterhead)
    const values = [null, asked.email, asked.first_name, asked.last_name, '', trial.peer_network_id, trial.id]
    const { rows: made } = await tx.query<{ id: number }>({ ...insertInvitation, values })
    const waiting =
      made[0] ??
      (await tx.query<{ id: number }>({ ...takeWaiting, values: [asked.email, trial.peer_network_id, trial.id] }))
        .rows[0]
    if (waiting) await send(letterhead, tx, { id: waiting.id, decidedBy: null })
  })

async function mailSignIn(tx: Transaction, userId: number, { publicUrl, supportEmail }: Letterhead) {
  const person = (await personOf(tx.query, userId))!
  const letter = alreadyMemberLetter(person, supportEmail(person.theme), `${publicUrl}${ROUTES.login}`)
  await queueMail(tx, { to: person.email, kind: 'has-account', letter })
}
