/** Two-step sign-in: an authenticator in addition to the password, and backup codes in case it is lost. */
import type { FastifyRequest } from 'fastify'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import { decrypt, encrypt } from '#server/platform/encryption.ts'
import { problem } from '#server/platform/problems.ts'
import { verifyPassword } from '#server/platform/session/passwords.ts'
import type { Session } from '#server/platform/session/sessions.ts'
import { selectPassword } from '#server/features/accounts/auth/accounts.sql.ts'
import { alert } from '#server/features/accounts/auth/security-alerts.ts'
import type { AuthContext } from '#server/features/accounts/auth/auth-context.ts'
import { qrPath } from './qr.ts'
import { base32, hashOf, newBackupCode, plainBackupCode } from '#server/features/accounts/auth/tokens.ts'
import { authenticatorUri, newSecret, stepOf } from './totp.ts'
import {
  beginTwoStep,
  confirmTwoStep,
  deleteBackupCodes,
  deleteTwoStep,
  insertBackupCodes,
  selectTwoStep,
  takeBackupCode,
  takeStepOnce,
} from './two-step.sql.ts'

const BACKUP_CODES = 10
const BACKUP_LENGTH = 24

/** A stored secret can be decrypted only with the same purpose. */
const keyOwner = ({ secret }: AuthContext, userId: number) => ({
  secret,
  purpose: 'authenticator secrets',
  row: userId,
})

interface TwoStep {
  secret: string
  last_step: number
  confirmed_at: Date | null
  codes_left: number
}

async function find(query: Transaction['query'], userId: number): Promise<TwoStep | undefined> {
  const { rows } = await query<TwoStep>(selectTwoStep({ userId }))
  return rows[0]
}

export async function twoStepState({ pool }: AuthContext, userId: number) {
  const found = await find(pool.query.bind(pool) as Transaction['query'], userId)
  return { on: Boolean(found?.confirmed_at), codes_left: found?.confirmed_at ? found.codes_left : 0 }
}

/** Someone who finds an unlocked screen must not be able to change how the member signs in. */
export async function requirePassword(
  { pool, onHash, limits }: AuthContext,
  userId: number,
  password: string,
  field = 'password',
) {
  const forget = await limits.password(userId)
  const { rows } = await pool.query<{ password: string }>(selectPassword({ userId }))
  onHash()
  if (!rows[0] || !(await verifyPassword({ hash: rows[0].password, password })))
    throw problem('accounts.password_wrong', { message: 'The password is incorrect.', field, status: 400 })
  await forget()
}

/** Creates a secret and shows it once. Nothing changes until a code proves that the authenticator has it. */
export async function beginSetup(tools: AuthContext, { id, email }: Session, password: string) {
  await requirePassword(tools, id, password)
  const secret = newSecret()
  const { rowCount } = await tools.pool.query(
    beginTwoStep({ userId: id, secret: encrypt(keyOwner(tools, id), secret) }),
  )
  if (rowCount === 0) throw problem('accounts.two_step_on', { message: 'Two-step sign-in is already on.', status: 400 })
  const uri = authenticatorUri(secret, email)
  return { secret: base32(secret), uri, qr: qrPath(uri) }
}

export async function confirmSetup(
  tools: AuthContext,
  request: FastifyRequest,
  { id }: Session,
  code: string,
): Promise<string[]> {
  return transaction(tools.pool, tools.bus, async (tx) => {
    const found = await find(tx.query, id)
    const step = found && stepOf(decrypt(keyOwner(tools, id), found.secret), code, { now: Date.now(), after: 0 })
    if (step === undefined)
      throw problem('accounts.code_wrong', {
        message: 'That code is incorrect. Enter the code your authenticator app is showing now.',
        field: 'code',
        status: 400,
      })
    const { rowCount } = await tx.query(confirmTwoStep({ userId: id, step }))
    if (rowCount === 0)
      throw problem('accounts.two_step_on', { message: 'Two-step sign-in is already on.', status: 400 })
    await alert(tools, tx, request, { userId: id, what: 'two_step_on' })
    return newBackupCodes(tx, id)
  })
}

async function newBackupCodes(tx: Transaction, userId: number): Promise<string[]> {
  const codes = Array.from({ length: BACKUP_CODES }, newBackupCode)
  await tx.query(deleteBackupCodes({ userId }))
  await tx.query(insertBackupCodes({ userId, codeHashes: codes.map((code) => hashOf(plainBackupCode(code))) }))
  return codes
}

export async function renewBackupCodes(tools: AuthContext, { id }: Session, password: string): Promise<string[]> {
  await requirePassword(tools, id, password)
  const { on } = await twoStepState(tools, id)
  if (!on) throw problem('accounts.two_step_off', { message: 'Two-step sign-in is off.', status: 400 })
  return transaction(tools.pool, tools.bus, (tx) => newBackupCodes(tx, id))
}

export async function endTwoStep(tools: AuthContext, request: FastifyRequest, { id }: Session, password: string) {
  await requirePassword(tools, id, password)
  await transaction(tools.pool, tools.bus, async (tx) => {
    const { rowCount } = await tx.query(deleteTwoStep({ userId: id }))
    if (rowCount) await alert(tools, tx, request, { userId: id, what: 'two_step_off' })
  })
}

/** Whether this is the member's current code, or one of their backup codes. Each is accepted once. */
export async function takeStep(
  tools: AuthContext,
  tx: Transaction,
  request: FastifyRequest,
  { userId, code }: { userId: number; code: string },
): Promise<boolean> {
  const found = await find(tx.query, userId)
  if (!found?.confirmed_at) return false
  const onPaper = plainBackupCode(code)
  if (onPaper.length === BACKUP_LENGTH) {
    const { rowCount } = await tx.query(takeBackupCode({ userId, codeHash: hashOf(onPaper) }))
    if (rowCount) await alert(tools, tx, request, { userId, what: 'backup_code' })
    return rowCount === 1
  }
  const step = stepOf(decrypt(keyOwner(tools, userId), found.secret), code, {
    now: Date.now(),
    after: Number(found.last_step),
  })
  if (step === undefined) return false
  const { rowCount } = await tx.query(takeStepOnce({ userId, step }))
  return rowCount === 1
}
