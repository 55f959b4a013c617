/** Trials: a code created by staff starts a time-limited trial for anyone who proves their email address. */
import type { FastifyRequest } from 'fastify'
import { ROUTES } from '#shared/routes.ts'
import type { EmailContext } from '#server/platform/app-context.ts'
import { recordStaffAction } from '#server/platform/audit/staff-actions.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { JobTools } from '#server/platform/jobs/jobs.ts'
import { queueMail } from '#server/platform/mailer/mailer.ts'
import { problem } from '#server/platform/problems.ts'
import type { Session } from '#server/platform/session/sessions.ts'
import { personOf } from '#server/features/accounts/auth/security-alerts.ts'
import { setDeviceCookie, newHash, type AuthContext } from '#server/features/accounts/auth/auth-context.ts'
import { closed, send } from './invitations.actions.ts'
import {
  choosePasswordFor,
  endTrialCode,
  insertInvitation,
  insertTrialCode,
  selectAccount,
  selectTrialCode,
  takeWaiting,
} from './invitations.sql.ts'
import { alreadyMemberEmail } from '#server/features/accounts/auth/account-emails.ts'
import { requireGoodPassword } from '#server/features/accounts/sign-in/passwords.actions.ts'
import { hashOf, isToken, newToken } from '#server/features/accounts/auth/tokens.ts'

const TRIAL_CODE_DAYS = 90

interface NewTrialCode {
  label: string
  peer_network_id: number
  days: number
  max_uses: number
}

/** Resolves to the URL of the code, which is shown only once. */
export async function makeTrialCode(tools: AuthContext, session: Session, asked: NewTrialCode): Promise<string> {
  const { label, peer_network_id, days, max_uses } = asked
  const code = newToken()
  await transaction(tools.pool, tools.bus, async (tx) => {
    const { rows } = await tx.query<{ id: number }>(
      insertTrialCode({
        codeHash: hashOf(code),
        label,
        peerNetworkId: peer_network_id,
        days,
        maxUses: max_uses,
        createdBy: session.id,
        validDays: TRIAL_CODE_DAYS,
      }),
    )
    if (!rows[0])
      throw problem('accounts.network_refused', { message: 'Choose a network.', field: 'peer_network_id', status: 400 })
    const after = { days, max_uses, peer_network_id }
    await recordStaffAction(tx, session.id, { act: 'trial_code.made', itemId: rows[0].id, itemName: label, after })
  })
  return `${tools.publicUrl}/trial/${code}`
}

export const endTrial = (tools: AuthContext, session: Session, id: number): Promise<void> =>
  transaction(tools.pool, tools.bus, async (tx) => {
    const { rows } = await tx.query<{ label: string }>(endTrialCode({ id }))
    if (!rows[0])
      throw problem('accounts.trial_code_over', { message: 'This trial code has already ended.', status: 404 })
    await recordStaffAction(tx, session.id, { act: 'trial_code.ended', itemId: id, itemName: rows[0].label })
  })

interface TrialCode {
  id: number
  days: number
  peer_network_id: number
  network: string
  theme: string
  discipline: string
}

export async function findTrial({ pool }: Pick<AuthContext, 'pool'>, code: unknown): Promise<TrialCode> {
  const { rows } = isToken(code)
    ? await pool.query<TrialCode>(selectTrialCode({ codeHash: hashOf(code) }))
    : { rows: [] }
  if (!rows[0]) throw closed()
  return rows[0]
}

export interface TrialAsked {
  code_hash: string
  email: string
  first_name: string
  last_name: string
  /** Hashes of the password and of the browser in which it was chosen. */
  chosen_password: string
  chosen_in: string
}
interface TrialForm extends Omit<TrialAsked, 'code_hash' | 'chosen_password' | 'chosen_in'> {
  code: string
  password: string
}

/**
 * Requests a trial, with a password. The password counts if the emailed link is opened in the same browser; elsewhere a
 * new one is chosen, because the person who entered the address may not be the one who reads its mail. Returns the
 * cookie that identifies the browser.
 */
export async function requestTrial(
  tools: AuthContext,
  request: FastifyRequest,
  { code, password, ...asked }: TrialForm,
) {
  await findTrial(tools, code)
  await requireGoodPassword(password, [asked.first_name, asked.last_name, asked.email])
  const [device, cookie] = setDeviceCookie(tools, request)
  const chosen = { chosen_password: await newHash(tools, password), chosen_in: hashOf(device) }
  await transaction(tools.pool, tools.bus, (tx) =>
    tx.enqueue('accounts:send-trial', { code_hash: hashOf(code), ...asked, ...chosen }),
  )
  return cookie
}

/** Enqueued for every address; only the mailbox's reader learns the result. */
export const sendTrial = ({ pool, bus }: JobTools, asked: TrialAsked, letterhead: EmailContext) =>
  transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<TrialCode>(selectTrialCode({ codeHash: asked.code_hash }))
    const trial = rows[0]
    if (!trial) return
    const { rows: members } = await tx.query<{ id: number }>(selectAccount({ email: asked.email }))
    if (members[0]) return mailSignIn(tx, members[0].id, letterhead)
    const { rows: made } = await tx.query<{ id: number }>(
      insertInvitation({
        inviterId: null,
        email: asked.email,
        firstName: asked.first_name,
        lastName: asked.last_name,
        note: '',
        peerNetworkId: trial.peer_network_id,
        trialCodeId: trial.id,
      }),
    )
    const waiting =
      made[0] ??
      (
        await tx.query<{ id: number }>(
          takeWaiting({ email: asked.email, peerNetworkId: trial.peer_network_id, trialCodeId: trial.id }),
        )
      ).rows[0]
    if (!waiting) return
    await tx.query(
      choosePasswordFor({ id: waiting.id, chosenPassword: asked.chosen_password, chosenIn: asked.chosen_in }),
    )
    await send(letterhead, tx, { id: waiting.id, decidedBy: null })
  })

async function mailSignIn(tx: Transaction, userId: number, { publicUrl, supportEmail }: EmailContext) {
  const person = (await personOf(tx.query, userId))!
  const letter = alreadyMemberEmail(person, supportEmail(person.theme), `${publicUrl}${ROUTES.login}`)
  await queueMail(tx, { to: person.email, kind: 'has-account', letter })
}
