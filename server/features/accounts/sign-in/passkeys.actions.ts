/**
 * Passkeys: credentials on a device, unlocked by fingerprint, face or device PIN. A passkey is both factors at once, so
 * no code is required in addition. Each challenge is created here, stored as a hash and used once.
 */
import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { PRODUCT_NAME } from '#shared/networks.ts'
import { PASSKEYS } from '#shared/settings.ts'
import { recordRefusal } from '#server/platform/audit/security-events.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import { problem } from '#server/platform/problems.ts'
import type { Session } from '#server/platform/session/sessions.ts'
import { alert } from '#server/features/accounts/auth/security-alerts.ts'
import { confirmByPasskey, findConfirmation } from './confirmations.actions.ts'
import { startSession, isKnownDevice, type AuthContext } from '#server/features/accounts/auth/auth-context.ts'
import {
  deletePasskey,
  insertChallenge,
  insertPasskey,
  selectPasskey,
  selectPasskeys,
  takeChallenge,
  usePasskey,
} from './passkeys.sql.ts'
import { hashOf } from '#server/features/accounts/auth/tokens.ts'
import { requirePassword } from './two-step.actions.ts'

const CHALLENGE_SECONDS = 300
type Purpose = 'register' | 'sign in' | 'confirm'
/** Loaded on first use: it includes the attestation formats of all authenticator vendors. */
const webauthn = () => import('@simplewebauthn/server')

interface Passkey {
  id: number
  user_id: number
  credential_id: string
  public_key: Buffer<ArrayBuffer>
  counter: number
  transports: string[]
  name: string
  backed_up: boolean
  created_at: Date
  last_used_at: Date | null
}

/** Passkeys are bound to one host name: that of the configured origin, or of the page if none is configured. */
function hostOf({ ownOrigin }: AuthContext, request: FastifyRequest) {
  const origin = ownOrigin ?? request.headers.origin ?? `http://${request.headers.host ?? 'localhost'}`
  return { expectedOrigin: new URL(origin).origin, rpID: new URL(origin).hostname }
}

async function keepChallenge(tools: AuthContext, challenge: string, purpose: Purpose, userId: number | null) {
  await tools.pool.query(
    insertChallenge({ challengeHash: hashOf(challenge), userId, purpose, seconds: CHALLENGE_SECONDS }),
  )
}
const taking = (tools: AuthContext, purpose: Purpose, userId: number | null) => async (challenge: string) =>
  (await tools.pool.query(takeChallenge({ challengeHash: hashOf(challenge), purpose, userId }))).rowCount === 1

export async function listPasskeys({ pool }: AuthContext, userId: number) {
  const { rows } = await pool.query<Passkey>(selectPasskeys({ userId }))
  return rows
}

/** Requires the password, because a passkey allows its holder to sign in again. */
export async function beginPasskey(tools: AuthContext, request: FastifyRequest, session: Session, password: string) {
  await requirePassword(tools, session.id, password)
  const held = await listPasskeys(tools, session.id)
  if (held.length >= PASSKEYS)
    throw problem('accounts.too_many_passkeys', {
      message: `You have ${PASSKEYS} passkeys, which is the limit. Remove one you don’t use first.`,
      status: 400,
    })
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpName: PRODUCT_NAME,
    rpID: hostOf(tools, request).rpID,
    userName: session.email,
    userDisplayName: `${session.first_name} ${session.last_name}`.trim(),
    // The same for all passkeys of a member, and does not identify them.
    userID: new Uint8Array(createHmac('sha256', tools.secret).update(`passkeys of ${session.id}`).digest()),
    excludeCredentials: held.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await keepChallenge(tools, options.challenge, 'register', session.id)
  return options
}

const notTaken = () =>
  problem('accounts.passkey_refused', {
    message: 'We couldn’t use this passkey. It may not be registered here, or it took too long. Try again.',
    status: 400,
  })

export async function addPasskey(
  tools: AuthContext,
  request: FastifyRequest,
  { id }: Session,
  { response, name }: { response: RegistrationResponseJSON; name: string },
) {
  const { expectedOrigin, rpID } = hostOf(tools, request)
  const { verifyRegistrationResponse } = await webauthn()
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: taking(tools, 'register', id),
    expectedOrigin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(() => undefined)
  if (!verified?.registrationInfo) throw notTaken()
  const { credential, credentialBackedUp } = verified.registrationInfo
  await transaction(tools.pool, tools.bus, async (tx) => {
    const key = Buffer.from(credential.publicKey)
    const { rowCount } = await tx.query(
      insertPasskey({
        userId: id,
        credentialId: credential.id,
        publicKey: key,
        counter: credential.counter,
        transports: credential.transports ?? [],
        name,
        isBackedUp: credentialBackedUp,
      }),
    )
    if (rowCount === 0) throw notTaken()
    await alert(tools, tx, request, { userId: id, what: 'passkey' })
  })
}

export async function removePasskey(
  tools: AuthContext,
  request: FastifyRequest,
  session: Session,
  { id, password }: { id: number; password: string },
) {
  await requirePassword(tools, session.id, password)
  await transaction(tools.pool, tools.bus, async (tx) => {
    const { rowCount } = await tx.query(deletePasskey({ userId: session.id, id }))
    if (rowCount === 0)
      throw problem('accounts.passkey_gone', { message: 'This passkey has already been removed.', status: 404 })
    await alert(tools, tx, request, { userId: session.id, what: 'passkey_removed' })
  })
}

/** For sign-in: the device offers the passkeys it has, so the options do not reveal who has an account. */
export async function beginPasskeySignIn(tools: AuthContext, request: FastifyRequest) {
  const { generateAuthenticationOptions } = await webauthn()
  const { rpID } = hostOf(tools, request)
  const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
  await keepChallenge(tools, options.challenge, 'sign in', null)
  return options
}

/** Verifies the response to a challenge; returns the passkey and its member. */
async function provenBy(
  tools: AuthContext,
  request: FastifyRequest,
  response: AuthenticationResponseJSON,
  { purpose, userId }: { purpose: Purpose; userId: number | null },
): Promise<{ passkey: Passkey; use: (tx: Transaction) => Promise<void> }> {
  const { rows } = await tools.pool.query<Passkey>(selectPasskey({ credentialId: response.id }))
  const passkey = rows[0]
  if (!passkey || (userId !== null && passkey.user_id !== userId)) throw notTaken()
  const { verifyAuthenticationResponse } = await webauthn()
  const { expectedOrigin, rpID } = hostOf(tools, request)
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: taking(tools, purpose, userId),
    expectedOrigin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.counter),
    },
  }).catch(() => undefined)
  if (!verified?.verified) throw notTaken()
  const { newCounter, credentialBackedUp } = verified.authenticationInfo
  const use = async (tx: Transaction) => {
    const { rowCount } = await tx.query(
      usePasskey({ id: passkey.id, counter: newCounter, isBackedUp: credentialBackedUp }),
    )
    if (rowCount === 0) throw notTaken()
  }
  return { passkey, use }
}

export async function enterByPasskey(
  tools: AuthContext,
  request: FastifyRequest,
  { response, keepSignedIn }: { response: AuthenticationResponseJSON; keepSignedIn: boolean },
) {
  const { passkey, use } = await provenBy(tools, request, response, { purpose: 'sign in', userId: null })
  const userId = passkey.user_id
  const { known, others } = await isKnownDevice(tools, request, userId)
  const entered = await transaction(tools.pool, tools.bus, async (tx) => {
    await use(tx)
    if (!known && others) await alert(tools, tx, request, { userId, what: 'device' })
    return startSession(tools, tx, request, { userId, keepSignedIn })
  })
  return { userId, entered }
}

/** Replaces a code, after the password. */
export async function beginPasskeyConfirmation(tools: AuthContext, request: FastifyRequest) {
  const { user_id: userId } = await findConfirmation(tools, request)
  const { generateAuthenticationOptions } = await webauthn()
  const held = await listPasskeys(tools, userId)
  const options = await generateAuthenticationOptions({
    rpID: hostOf(tools, request).rpID,
    userVerification: 'required',
    allowCredentials: held.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
  })
  await keepChallenge(tools, options.challenge, 'confirm', userId)
  return options
}

export async function confirmWithPasskey(
  tools: AuthContext,
  request: FastifyRequest,
  response: AuthenticationResponseJSON,
) {
  const waiting = await findConfirmation(tools, request)
  const { user_id: userId } = waiting
  const { use } = await provenBy(tools, request, response, { purpose: 'confirm', userId }).catch(
    async (error: unknown) => {
      await recordRefusal(tools.pool, { kind: 'second_step.failed', userId, from: request, facts: { kind: 'passkey' } })
      throw error
    },
  )
  return confirmByPasskey(tools, request, waiting, use)
}
