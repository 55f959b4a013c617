/** Ways to join: invited by staff, nominated by a member and approved by staff, or by a trial code. */
import { mayEverywhere, mayInEach, networksWith } from '#shared/staff-roles.ts'
import type { FastifyRequest } from 'fastify'
import { INVITATION_DAYS, PREVIEW_MEMBERS } from '#shared/accounts.ts'
import { legalTextChanged } from '#shared/legal-texts.ts'
import type { LegalKind } from '#shared/legal-documents.ts'
import { ROUTES } from '#shared/routes.ts'
import { requireFeature } from '#server/features/networks/index.ts'
import type { EmailContext } from '#server/platform/app-context.ts'
import { recordStaffAction } from '#server/platform/audit/staff-actions.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import { countActs, limitsOf } from '#server/platform/limits/limits.ts'
import { queueMail } from '#server/platform/mailer/mailer.ts'
import { forbidden, problem } from '#server/platform/problems.ts'
import type { Session } from '#server/platform/session/sessions.ts'
import { keepPassword, selectPassword } from '#server/features/accounts/auth/accounts.sql.ts'
import {
  deviceOf,
  startSession,
  newHash,
  revokeSessions,
  type AuthContext,
} from '#server/features/accounts/auth/auth-context.ts'
import {
  acceptInvitation,
  acceptTerms,
  beginInvitation,
  endInvitation,
  insertBeside,
  insertInvitation,
  lockDecided,
  insertInvitee,
  insertTeamInvitation,
  joinNetwork,
  joinTeam,
  lockInvitation,
  lockInvitee,
  selectAccount,
  selectInvitation,
  selectOwnNetworks,
  sendInvitation,
  useTrialCode,
} from './invitations.sql.ts'
import { checked, invitee, type Invitee } from './invitation-input.ts'
import { invitationEmail } from '#server/features/accounts/auth/account-emails.ts'
import { requireGoodPassword } from '#server/features/accounts/sign-in/passwords.actions.ts'
import { hashOf, isToken, newToken } from '#server/features/accounts/auth/tokens.ts'

const INVITING_STATES = new Set(['full access', 'onboarding'])

/** One response for unknown, expired, used and withdrawn invitations: a guess learns nothing. */
export const closed = () =>
  problem('accounts.invitation_closed', {
    message: 'This invitation isn’t available. It may have expired or been used, or the link may be incomplete.',
    status: 404,
  })

export async function findInvitation({ pool }: AuthContext, token: unknown) {
  const { rows } = isToken(token)
    ? await pool.query(selectInvitation({ tokenHash: hashOf(token), limit: PREVIEW_MEMBERS }))
    : { rows: [] }
  if (!rows[0]) throw closed()
  return rows[0]
}

export interface NewConversationDraft {
  token: string
  first_name: string
  last_name: string
}

interface OpenInvitation {
  id: number
  code: string
  email: string
  peer_network_id: number
  trial_code_id: number | null
  team_id: number | null
  chosen_password: string | null
  user_id: number | null
  inviter: string | null
}

/**
 * Creates the invitee's user with a name, an address and a network, and signs them in. There is no password yet: until
 * there is one, the invitation link signs in again, on any device.
 */
export async function begin(tools: AuthContext, request: FastifyRequest, { token, ...name }: NewConversationDraft) {
  return transaction(tools.pool, tools.bus, async (tx) => {
    const { rows } = await tx.query<OpenInvitation>(
      lockInvitation({ tokenHash: hashOf(token), chosenIn: hashOf(deviceOf(tools, request) ?? '') }),
    )
    const invitation = rows[0]
    if (!invitation) throw closed()
    const userId = invitation.user_id ?? (await makeInvitee(tx, invitation, name))
    return { userId, entered: await startSession(tools, tx, request, { userId, keepSignedIn: true }) }
  })
}

async function makeInvitee(
  tx: Transaction,
  invitation: OpenInvitation,
  { first_name, last_name }: Omit<NewConversationDraft, 'token'>,
): Promise<number> {
  const days = invitation.trial_code_id === null ? null : await trialDays(tx, invitation.trial_code_id)
  const { rows } = await tx.query<{ id: number }>(
    insertInvitee({
      firstName: first_name,
      lastName: last_name,
      email: invitation.email,
      trialDays: days,
      nominatorName: invitation.inviter,
      inviteCode: invitation.code,
    }),
  )
  if (!rows[0])
    throw problem('accounts.has_account', {
      message: 'This address already has an account. Sign in, or reset your password.',
      status: 409,
    })
  const userId = rows[0].id
  await tx.query(joinNetwork({ userId, peerNetworkId: invitation.peer_network_id }))
  if (invitation.team_id !== null) await tx.query(joinTeam({ userId, teamId: invitation.team_id }))
  await tx.query(beginInvitation({ id: invitation.id, userId }))
  if (invitation.chosen_password !== null) {
    await tx.query(keepPassword({ userId, password: invitation.chosen_password }))
    await tx.query(acceptInvitation({ userId }))
  }
  return userId
}

/** The versions of the accepted texts that were on the screen. */
export type Shown = Partial<Record<'terms_of_use' | 'privacy_policy', number | undefined>>

/**
 * Sets the first password together with the accepted texts. Afterwards the invitation is used up, and sessions that its
 * link started on other devices end. A user who already has a password only accepts.
 */
export async function createPassword(
  tools: AuthContext,
  request: FastifyRequest,
  { session, password, shown }: { session: Session; password: string | undefined; shown: Shown },
) {
  const { id: userId, first_name, last_name, email } = session
  if (password !== undefined) await requireGoodPassword(password, [first_name, last_name, email])
  const hash = password === undefined ? undefined : await newHash(tools, password)
  const entered = await transaction(tools.pool, tools.bus, async (tx) => {
    await tx.query(lockInvitee({ userId }))
    // A separate statement, because only then it sees what an earlier request has committed.
    const { rowCount } = await tx.query(selectPassword({ userId }))
    const isFirst = rowCount === 0
    if (isFirst && hash === undefined)
      throw problem('accounts.form_invalid', { message: 'Enter a password.', field: 'password', status: 400 })
    // Changing a password requires the old one; that is done in settings.
    if (!isFirst && hash !== undefined)
      throw problem('accounts.has_password', {
        message: 'You already have a password. You can change it in settings.',
        status: 409,
      })
    const { rows } = await tx.query<{ changed: LegalKind[] }>(
      acceptTerms({ userId, termsOfUse: shown.terms_of_use ?? null, privacyPolicy: shown.privacy_policy ?? null }),
    )
    const changed = legalTextChanged(rows[0]!.changed)
    if (changed) throw problem('onboarding.legal_text_changed', changed)
    if (!isFirst) return undefined
    await tx.query(keepPassword({ userId, password: hash }))
    await tx.query(acceptInvitation({ userId }))
    await revokeSessions(tx, { userId, from: request, by: 'password.created' })
    return startSession(tools, tx, request, { userId, keepSignedIn: true })
  })
  tools.sessions.forget(userId)
  return entered
}

async function trialDays(tx: Transaction, codeId: number): Promise<number> {
  const { rows } = await tx.query<{ days: number }>(useTrialCode({ id: codeId }))
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

/**
 * Staff invite immediately; members nominate, and staff decide. For members, the response does not depend on whether
 * the address is known.
 */
export async function nominate(tools: AuthContext, session: Session, asked: Nomination) {
  const isStaff = mayInEach(session.grants, 'members', [asked.peer_network_id])
  if (!isStaff && !INVITING_STATES.has(session.current_state))
    throw forbidden(
      problem('accounts.may_not_invite', {
        message: 'Members with full access can invite colleagues.',
        status: 403,
      }),
    )
  if (!isStaff) await requireFeature(tools.pool, session, 'invitations')
  const networks = await networksOf(tools, session)
  if (!networks.some(({ id }) => id === asked.peer_network_id))
    throw forbidden(
      problem('accounts.network_refused', {
        message: 'Choose one of your networks.',
        field: 'peer_network_id',
        status: 400,
      }),
    )
  const limits = await limitsOf(tools.pool, session)
  return transaction(tools.pool, tools.bus, async (tx) => {
    // Counted regardless of what is known about the address, so the limit reveals nothing either.
    await countActs(tx, limits, { nomination: 1 })
    const { email, first_name, last_name, note, peer_network_id } = asked
    const nomination = {
      inviterId: session.id,
      email,
      firstName: first_name,
      lastName: last_name,
      note,
      peerNetworkId: peer_network_id,
    }
    const { rows } = await tx.query<{ id: number }>(insertInvitation({ ...nomination, trialCodeId: null }))
    // Staff see all invitations; for members, neither the response nor the remaining limit reveals anything about an
    // address.
    if (!rows[0] && !isStaff) await tx.query(insertBeside(nomination))
    if (!rows[0] && isStaff)
      throw problem('accounts.invited_already', {
        message: 'This address has already been invited or nominated. Send it from the list of invitations.',
        field: 'email',
        status: 400,
      })
    if (rows[0] && isStaff) {
      const { id } = rows[0]
      await send(tools, tx, { id, decidedBy: session.id })
      await recordStaffAction(tx, session.id, { act: 'invitation.sent', itemId: id, itemName: `Invitation ${id}` })
    }
    return { state: isStaff ? 'sent' : 'nominated' }
  })
}

export async function networksOf({ pool }: AuthContext, { id, grants }: Session) {
  const { rows } = await pool.query<{ id: number; display_name: string }>(
    selectOwnNetworks({
      userId: id,
      isStaff: mayEverywhere(grants, 'members'),
      networkIds: networksWith(grants, 'members'),
    }),
  )
  return rows
}

/** Sends the email with a new token; earlier tokens become invalid. */
export async function send(
  { publicUrl, supportEmail }: EmailContext,
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
    team: string | null
    trial_days: number | null
  }>(sendInvitation({ id, tokenHash: hashOf(token), days: INVITATION_DAYS, decidedBy }))
  const invitation = rows[0]
  if (!invitation) return false
  const { email: to, note, inviter, team, trial_days: days } = invitation
  const url = `${publicUrl}${days === null ? '/invite' : ROUTES.onboarding}/${token}`
  const letter = invitationEmail(invitation, supportEmail(invitation.theme), {
    inviter,
    team,
    note,
    url,
    trialDays: days,
  })
  await queueMail(tx, { to, kind: days === null ? 'invitation' : 'trial', letter })
  return true
}

export interface TeamInvitation {
  staffId: number
  team: { id: number; peer_network_id: number }
  asked: Record<keyof Invitee, string>
  /** Throws if there is no seat for this address. */
  requireSeat: (email: string) => Promise<void>
}

/**
 * Invites to a team immediately, inside the transaction that reserves the seat. Refuses an address that has an account.
 */
export async function inviteToTeam(letterhead: EmailContext, tx: Transaction, how: TeamInvitation): Promise<void> {
  const { staffId, team, requireSeat } = how
  const { email, first_name, last_name, note } = checked(invitee, how.asked, null)
  await requireSeat(email)
  const { rows: members } = await tx.query<{ id: number }>(selectAccount({ email }))
  if (members[0])
    throw problem('accounts.has_account', {
      message: 'This address belongs to a member. Add them to the team instead.',
      field: 'email',
    })
  const { rows } = await tx.query<{ id: number }>(
    insertTeamInvitation({
      inviterId: staffId,
      email,
      firstName: first_name,
      lastName: last_name,
      note,
      peerNetworkId: team.peer_network_id,
      teamId: team.id,
    }),
  )
  if (!rows[0] || !(await send(letterhead, tx, { id: rows[0].id, decidedBy: staffId }))) throw gone()
}

const gone = () =>
  problem('accounts.invitation_decided', {
    message: 'This invitation has already been decided. Reload the page to see the result.',
    status: 409,
  })

/** A staff decision: send (again) or end the invitation. */
export async function decide(
  tools: AuthContext,
  session: Session,
  { id, isWanted, seen }: { id: number; isWanted: boolean; seen: string | null | undefined },
) {
  await transaction(tools.pool, tools.bus, async (tx) => {
    const { rows: found } = await tx.query<{ sent_at: Date | null }>(lockDecided({ id }))
    // Another staff member has sent it since: sending again would invalidate the link in that email, and declining
    // would withdraw it.
    if (seen !== undefined && found[0]?.sent_at?.toISOString() !== (seen ?? undefined)) throw gone()
    if (isWanted) {
      if (!(await send(tools, tx, { id, decidedBy: session.id }))) throw gone()
      return recordStaffAction(tx, session.id, { act: 'invitation.sent', itemId: id, itemName: `Invitation ${id}` })
    }
    const { rows } = await tx.query<{ state: string }>(endInvitation({ id, decidedBy: session.id }))
    if (!rows[0]) throw gone()
    await recordStaffAction(tx, session.id, {
      act: `invitation.${rows[0].state}`,
      itemId: id,
      itemName: `Invitation ${id}`,
    })
  })
}
