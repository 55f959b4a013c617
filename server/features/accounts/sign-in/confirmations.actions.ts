/** The second half of a sign-in: after a right password on a new device, or with two-step sign-in turned on. */
import type { FastifyRequest } from 'fastify'
import { CODE_MINUTES, CODE_TRIES, RESEND_SECONDS } from '#shared/accounts.ts'
import { deviceName } from '#shared/devices.ts'
import { ROUTES } from '#shared/routes.ts'
import { counted } from '#shared/kit/text.ts'
import { recordRefusal } from '#server/platform/audit/security-events.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import { queueMail } from '#server/platform/mailer/mailer.ts'
import { problem } from '#server/platform/problems.ts'
import { alert, personOf } from '#server/features/accounts/auth/security-alerts.ts'
import {
  countTries,
  insertConfirmation,
  renewConfirmation,
  selectConfirmation,
  tryConfirmation,
  useConfirmation,
  useLink,
} from './confirmations.sql.ts'
import {
  cookieIn,
  cookieOf,
  startSession,
  tooMany,
  userAgentOf,
  type AuthContext,
  type SignInResult,
} from '#server/features/accounts/auth/auth-context.ts'
import { codeEmail, connectEmail } from '#server/features/accounts/auth/account-emails.ts'
import { codeHash, hashOf, isToken, newCode, newToken } from '#server/features/accounts/auth/tokens.ts'
import { deleteRivalIdentities, useIdentity } from '#server/features/accounts/single-sign-on/single-sign-on.sql.ts'
import { takeStep } from './two-step.actions.ts'

const COOKIE = 'confirmation'
const SENDS = 5
/** Out of a million codes; someone who knows the password can try this many per day. */
const TRIES_A_DAY = 50
const DAY_SECONDS = 24 * 60 * 60

export const forgetConfirmation = (tools: AuthContext) => cookieOf(tools, COOKIE, '', 0)
const browserOf = (tools: AuthContext, request: FastifyRequest) => {
  const browser = cookieIn(tools, request, COOKIE)
  return isToken(browser) ? browser : undefined
}
const over = () =>
  problem('accounts.confirmation_over', {
    message: 'This sign-in was already confirmed, or it timed out. Enter your email address and password again.',
    status: 404,
  })
const doing = 'to confirm a sign-in'

interface Asked extends SignInResult {
  kind: 'mail' | 'totp'
  next: string
  /** Of single sign-on. `connectingTo`: the provider that this confirmation connects. */
  identity?: { id: number; connectingTo: string | null }
}

/** Asks for the second factor. Returns the cookie that identifies this attempt. */
export async function createConfirmation(
  tools: AuthContext,
  request: FastifyRequest,
  { userId, keepSignedIn, kind, next, identity }: Asked,
) {
  const browser = newToken()
  await transaction(tools.pool, tools.bus, async (tx) => {
    const { rows } = await tx.query<{ tries: number }>(countTries({ userId }))
    if (rows[0]!.tries >= TRIES_A_DAY) throw tooMany(DAY_SECONDS / 24, doing)
    const [code, link] = [newCode(), newToken()]
    const isMail = kind === 'mail'
    const connectingTo = identity?.connectingTo ?? null
    await tx.query(
      insertConfirmation({
        userId,
        kind,
        browserHash: hashOf(browser),
        codeHash: isMail ? codeHash(browser, code) : null,
        linkHash: isMail && !connectingTo ? hashOf(link) : null,
        keepSignedIn,
        minutes: CODE_MINUTES,
        identityId: identity?.id ?? null,
      }),
    )
    if (isMail) await mailCode(tools, tx, request, { userId, code, link, next, connectingTo })
  })
  return cookieOf(tools, COOKIE, browser, CODE_MINUTES * 60)
}

interface Code {
  userId: number
  code: string
  link: string
  next: string
  connectingTo: string | null
}

async function mailCode(
  { publicUrl, supportEmail }: AuthContext,
  tx: Transaction,
  request: FastifyRequest,
  { userId, code, link, next, connectingTo }: Code,
) {
  const person = (await personOf(tx.query, userId))!
  const support = supportEmail(person.theme)
  const device = deviceName(userAgentOf(request))
  const query = new URLSearchParams({ token: link, ...(next !== ROUTES.home && { next }) })
  const letter = connectingTo
    ? connectEmail(person, support, { code, provider: connectingTo, device })
    : codeEmail(person, support, { code, url: `${publicUrl}${ROUTES.confirmLogin}?${query}`, device })
  await queueMail(tx, { to: person.email, kind: 'sign-in-code', letter })
}

interface Waiting {
  id: number
  user_id: number
  kind: 'mail' | 'totp'
  keep_signed_in: boolean
  identity_id: number | null
}

interface WaitingPage extends Waiting {
  sends: number
  email: string
  seconds_since: number
  has_passkeys: boolean
  connecting_to: string | null
}

/** Data for the page: how to confirm, and when another email can be requested. */
export async function findConfirmation(tools: AuthContext, request: FastifyRequest) {
  const browser = browserOf(tools, request)
  const { rows } = browser
    ? await tools.pool.query<WaitingPage>(selectConfirmation({ browserHash: hashOf(browser) }))
    : { rows: [] }
  if (!rows[0]) throw over()
  return { ...rows[0], resend_in: Math.max(0, RESEND_SECONDS - rows[0].seconds_since) }
}

export async function resendCode(tools: AuthContext, request: FastifyRequest, next: string) {
  const { id, user_id: userId, kind, sends, connecting_to: connectingTo } = await findConfirmation(tools, request)
  if (kind !== 'mail' || sends >= SENDS)
    throw problem('accounts.code_not_sent', {
      message: 'We can’t send any more codes for this sign-in. Enter your email address and password again.',
      status: 400,
    })
  await transaction(tools.pool, tools.bus, async (tx) => {
    const [code, link] = [newCode(), newToken()]
    const { rowCount } = await tx.query(
      renewConfirmation({
        id,
        codeHash: codeHash(browserOf(tools, request)!, code),
        linkHash: connectingTo ? null : hashOf(link),
        seconds: RESEND_SECONDS,
        sends: SENDS,
      }),
    )
    if (rowCount === 0)
      throw problem('accounts.code_too_soon', {
        message: `You can request a new code ${RESEND_SECONDS} seconds after the last one. Wait a moment and try again.`,
        status: 400,
      })
    await mailCode(tools, tx, request, { userId, code, link, next, connectingTo })
  })
}

/** A link works in any browser: its holder reads the member's mail, and it was requested with the password. */
export async function confirmByLink(tools: AuthContext, request: FastifyRequest, token: string) {
  return transaction(tools.pool, tools.bus, async (tx) => {
    const { rows } = isToken(token) ? await tx.query<Waiting>(useLink({ linkHash: hashOf(token) })) : { rows: [] }
    if (!rows[0]) throw over()
    return completeSignIn(tools, tx, request, { ...rows[0], kind: 'mail' })
  })
}

export async function confirmByCode(tools: AuthContext, request: FastifyRequest, given: string) {
  const browser = browserOf(tools, request)
  if (!browser) throw over()
  // The attempt is counted and committed, whatever its result.
  const { rows } = await tools.pool.query<Waiting & { code_hash: string | null; tries: number }>(
    tryConfirmation({ browserHash: hashOf(browser), tries: CODE_TRIES }),
  )
  const waiting = rows[0]
  if (!waiting) throw over()
  const failed = () =>
    recordRefusal(tools.pool, {
      kind: 'second_step.failed',
      userId: waiting.user_id,
      from: request,
      facts: { kind: waiting.kind, tries: waiting.tries },
    })
  let isRight = true
  return transaction(tools.pool, tools.bus, async (tx) => {
    const digits = given.replaceAll(/\D/g, '')
    isRight =
      waiting.kind === 'totp'
        ? await takeStep(tools, tx, request, { userId: waiting.user_id, code: given })
        : waiting.code_hash === codeHash(browser, digits)
    if (!isRight) throw wrong(CODE_TRIES - waiting.tries)
    const { rowCount } = await tx.query(useConfirmation({ id: waiting.id }))
    if (rowCount === 0) throw over()
    return completeSignIn(tools, tx, request, waiting)
  }).catch(async (error: unknown) => {
    if (!isRight) await failed()
    throw error
  })
}

/** Completes with a verified passkey of the member; `use` records its use. */
export async function confirmByPasskey(
  tools: AuthContext,
  request: FastifyRequest,
  waiting: Waiting,
  use: (tx: Transaction) => Promise<void>,
) {
  return transaction(tools.pool, tools.bus, async (tx) => {
    await use(tx)
    const { rowCount } = await tx.query(useConfirmation({ id: waiting.id }))
    if (rowCount === 0) throw over()
    return completeSignIn(tools, tx, request, waiting)
  })
}

function wrong(left: number) {
  if (left <= 0)
    return problem('accounts.confirmation_over', {
      message: 'That code is incorrect, and you have no attempts left. Enter your email address and password again.',
      status: 404,
    })
  return problem('accounts.code_wrong', {
    message: `That code is incorrect. You have ${counted(left, 'more attempt')}.`,
    field: 'code',
    status: 400,
  })
}

async function completeSignIn(
  tools: AuthContext,
  tx: Transaction,
  request: FastifyRequest,
  { user_id: userId, keep_signed_in, kind, identity_id }: Waiting,
) {
  if (identity_id !== null) {
    await tx.query(deleteRivalIdentities({ id: identity_id }))
    const { rows } = await tx.query<{ is_new: boolean }>(useIdentity({ id: identity_id }))
    // A code by email named the provider already.
    if (rows[0]?.is_new && kind !== 'mail') await alert(tools, tx, request, { userId, what: 'single_sign_on' })
  }
  const entered = await startSession(tools, tx, request, { userId, keepSignedIn: keep_signed_in })
  if (kind === 'mail') await alert(tools, tx, request, { userId, what: 'device' })
  return { userId, entered }
}
