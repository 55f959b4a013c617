/** A right password at a new device, or of somebody with an authenticator, is half of a sign-in; this is the other half. */
import type { FastifyRequest } from 'fastify'
import { CODE_MINUTES, CODE_TRIES, RESEND_SECONDS } from '#shared/accounts.ts'
import { deviceName } from '#shared/devices.ts'
import { ROUTES } from '#shared/routes.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import { queueMail } from '#server/platform/mailer/mailer.ts'
import { problem } from '#server/platform/problems.ts'
import { readCookie } from '#server/platform/session/sessions.ts'
import { alert, personOf } from './alerts.ts'
import {
  countTries,
  insertConfirmation,
  renewConfirmation,
  selectConfirmation,
  tryConfirmation,
  useConfirmation,
  useLink,
} from './confirmations.sql.ts'
import { cookieOf, enter, tooMany, userAgentOf, type DoorTools, type Entry } from './doors.ts'
import { codeLetter } from './letters.ts'
import { codeHash, hashOf, isToken, newCode, newToken } from './tokens.ts'
import { takeStep } from './two-step.actions.ts'

const COOKIE = 'counterpart.confirmation'
const SENDS = 5
/** Of a million codes; whoever knows the password may guess so many in a day. */
const TRIES_A_DAY = 50
const DAY_SECONDS = 24 * 60 * 60

export const forgetConfirmation = (tools: DoorTools) => cookieOf(tools, COOKIE, '', 0)
const browserOf = (request: FastifyRequest) => {
  const browser = readCookie(request.headers.cookie, COOKIE)
  return isToken(browser) ? browser : undefined
}
const over = () =>
  problem('accounts.confirmation_over', {
    message: 'This sign-in was confirmed already or took too long. Enter your address and password again.',
    status: 404,
  })
const doing = 'to confirm a sign-in'

/** Asks for the second proof. Gives the cookie that holds the place. */
export async function askConfirmation(
  tools: DoorTools,
  request: FastifyRequest,
  { userId, keepSignedIn, kind }: Entry & { kind: 'mail' | 'totp' },
) {
  const browser = newToken()
  await transaction(tools.pool, tools.bus, async (tx) => {
    const { rows } = await tx.query<{ tries: number }>({ ...countTries, values: [userId] })
    if (rows[0]!.tries >= TRIES_A_DAY) throw tooMany(DAY_SECONDS / 24, doing)
    const [code, link] = [newCode(), newToken()]
    const secrets = kind === 'mail' ? [codeHash(browser, code), hashOf(link)] : [null, null]
    await tx.query({
      ...insertConfirmation,
      values: [userId, kind, hashOf(browser), ...secrets, keepSignedIn, CODE_MINUTES],
    })
    if (kind === 'mail') await mailCode(tools, tx, request, { userId, code, link })
  })
  return cookieOf(tools, COOKIE, browser, CODE_MINUTES * 60)
}

async function mailCode(
  { publicUrl, supportEmail }: DoorTools,
  tx: Transaction,
  request: FastifyRequest,
  { userId, code, link }: { userId: number; code: string; link: string },
) {
  const person = (await personOf(tx.query, userId))!
  const letter = codeLetter(person, supportEmail(person.theme), {
    code,
    url: `${publicUrl}${ROUTES.confirmLogin}?token=${link}`,
    device: deviceName(userAgentOf(request)),
  })
  await queueMail(tx, { to: person.email, kind: 'sign-in-code', letter })
}

interface Waiting {
  id: number
  user_id: number
  kind: 'mail' | 'totp'
  keep_signed_in: boolean
}

/** What the page shows: how it is to be confirmed, and when a new mail may be asked for. */
export async function findConfirmation({ pool }: DoorTools, request: FastifyRequest) {
  const browser = browserOf(request)
  const { rows } = browser
    ? await pool.query<Waiting & { sends: number; email: string; seconds_since: number; has_passkeys: boolean }>({
        ...selectConfirmation,
        values: [hashOf(browser)],
      })
    : { rows: [] }
  if (!rows[0]) throw over()
  return { ...rows[0], resend_in: Math.max(0, RESEND_SECONDS - rows[0].seconds_since) }
}

export async function resendCode(tools: DoorTools, request: FastifyRequest) {
  const { id, user_id: userId, kind, sends } = await findConfirmation(tools, request)
  if (kind !== 'mail' || sends >= SENDS)
    throw problem('accounts.code_not_sent', {
      message: 'No more codes are sent for this sign-in. Enter your address and password again.',
      status: 400,
    })
  await transaction(tools.pool, tools.bus, async (tx) => {
    const [code, link] = [newCode(), newToken()]
    const values = [id, codeHash(browserOf(request)!, code), hashOf(link), RESEND_SECONDS, SENDS]
    const { rowCount } = await tx.query({ ...renewConfirmation, values })
    if (rowCount === 0)
      throw problem('accounts.code_too_soon', {
        message: `A new code can be sent ${RESEND_SECONDS} seconds after the last one. Wait a moment.`,
        status: 400,
      })
    await mailCode(tools, tx, request, { userId, code, link })
  })
}

/** A link works in whatever browser opens it: who holds it reads the member's mail, and asked for it with the password. */
export async function confirmByLink(tools: DoorTools, request: FastifyRequest, token: string) {
  return transaction(tools.pool, tools.bus, async (tx) => {
    const { rows } = isToken(token) ? await tx.query<Waiting>({ ...useLink, values: [hashOf(token)] }) : { rows: [] }
    if (!rows[0]) throw over()
    return letIn(tools, tx, request, { ...rows[0], kind: 'mail' })
  })
}

export async function confirmByCode(tools: DoorTools, request: FastifyRequest, given: string) {
  const browser = browserOf(request)
  if (!browser) throw over()
  // Counted and kept, whatever comes of it.
  const { rows } = await tools.pool.query<Waiting & { code_hash: string | null; tries: number }>({
    ...tryConfirmation,
    values: [hashOf(browser), CODE_TRIES],
  })
  const waiting = rows[0]
  if (!waiting) throw over()
  return transaction(tools.pool, tools.bus, async (tx) => {
    const digits = given.replaceAll(/\D/g, '')
    const isRight =
      waiting.kind === 'totp'
        ? await takeStep(tools, tx, request, { userId: waiting.user_id, code: given })
        : waiting.code_hash === codeHash(browser, digits)
    if (!isRight) throw wrong(CODE_TRIES - waiting.tries)
    const { rowCount } = await tx.query({ ...useConfirmation, values: [waiting.id] })
    if (rowCount === 0) throw over()
    return letIn(tools, tx, request, waiting)
  })
}

/** A passkey that was proven to be the member's; `use` writes down that it was used. */
export async function confirmByPasskey(
  tools: DoorTools,
  request: FastifyRequest,
  waiting: Waiting,
  use: (tx: Transaction) => Promise<void>,
) {
  return transaction(tools.pool, tools.bus, async (tx) => {
    await use(tx)
    const { rowCount } = await tx.query({ ...useConfirmation, values: [waiting.id] })
    if (rowCount === 0) throw over()
    return letIn(tools, tx, request, waiting)
  })
}

function wrong(left: number) {
  if (left <= 0)
    return problem('accounts.confirmation_over', {
      message: 'The code is not right, and there are no tries left. Enter your address and password again.',
      status: 404,
    })
  return problem('accounts.code_wrong', {
    message: `The code is not right. ${left === 1 ? 'One more try is' : `${left} more tries are`} left.`,
    field: 'code',
    status: 400,
  })
}

async function letIn(
  tools: DoorTools,
  tx: Transaction,
  request: FastifyRequest,
  { user_id: userId, keep_signed_in, kind }: Waiting,
) {
  const entered = await enter(tools, tx, request, { userId, keepSignedIn: keep_signed_in })
  if (kind === 'mail') await alert(tools, tx, request, { userId, what: 'device' })
  return { userId, entered }
}
