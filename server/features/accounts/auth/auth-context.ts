/** Shared by all sign-in routes; starts the session. */
import { mayEverywhere } from '#shared/staff-roles.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { z } from 'zod'
import { safeNext } from '#shared/routes.ts'
import { counted } from '#shared/kit/text.ts'
import { recordSecurityEvent } from '#server/platform/audit/security-events.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { forbidden, notFound, problem, type Problem } from '#server/platform/problems.ts'
import { hostCookie, SESSION_COOKIE, SESSION_DAYS } from '#server/platform/session/auth.ts'
import { hashPassword } from '#server/platform/session/passwords.ts'
import { readCookie, type Session, type Sessions } from '#server/platform/session/sessions.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import {
  deleteSessionByToken,
  endAccessTokens,
  endOtherSessions,
  hasTwoSteps,
  insertSession,
  rememberDevice,
  selectDevice,
} from './accounts.sql.ts'
import { hashOf, newToken } from './tokens.ts'

/** The page the user was going to; always a path on this site, whatever was sent. */
export const nextField = z
  .string()
  .optional()
  .catch(undefined)
  .transform((next) => safeNext(next))

const DEVICE_SECONDS = 400 * 24 * 60 * 60
const DEVICE_COOKIE = 'device'

export interface Limits {
  /** Called before a password is compared; the result records whether it was right. */
  signIn(request: FastifyRequest, address: string): Promise<SignInTry>
  perClient(request: FastifyRequest): Promise<void>
  /** Limits requests for the email address in the form. */
  perEmail(request: FastifyRequest): Promise<void>
  passkey(request: FastifyRequest): Promise<void>
  /** Checks a member's own password again; resolves to a function that forgives the attempt after a right one. */
  password(userId: number): Promise<() => Promise<void>>
}
export interface SignInTry {
  succeeded(): Promise<void>
  failed(code: string): Promise<void>
}

export interface AuthContext {
  pool: pg.Pool
  bus: Bus
  sessions: Sessions
  /** Signs and encrypts; never leaves the server. */
  secret: string
  publicUrl: string
  /** The configured origin; undefined if the server answers under any host name. */
  ownOrigin: string | undefined
  secure: boolean
  sessionCookie: string
  confirmNewDevices: boolean
  onHash: () => void
  supportEmail: (theme: string | null) => string
  /** Counts attempts; throws when there were too many. */
  limits: Limits
  xsrfCookie: (token: string | null) => string
}

/** The origin of a request, as far as an email about it needs it. */
export type From = Pick<FastifyRequest, 'headers' | 'ip'>

export interface SignInResult {
  userId: number
  keepSignedIn: boolean
}

export const tooMany = (seconds: number, doing: string): Problem => {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return problem('accounts.too_many_attempts', {
    message: `Too many attempts ${doing}. Try again in ${counted(minutes, 'minute')}.`,
    status: 429,
  })
}

export async function requireSession({ sessions }: AuthContext, request: FastifyRequest): Promise<Session> {
  const session = await sessions.find(request.headers.cookie)
  if (!session) throw problem('session.none', { message: 'Your session has ended. Sign in again.', status: 401 })
  return session
}
/** Staff who manage the accounts of all networks. To everyone else, these routes do not exist. */
export async function requireStaff(tools: AuthContext, request: FastifyRequest): Promise<Session> {
  const session = await tools.sessions.find(request.headers.cookie)
  if (!session || !mayEverywhere(session.grants, 'members')) throw forbidden(notFound())
  return session
}

/** Hashes a new password and reports it to `onHash`. */
export const newHash = ({ onHash }: AuthContext, password: string) => (onHash(), hashPassword(password))

export const userAgentOf = (request: From) => request.headers['user-agent']?.slice(0, 300) ?? ''
/** The id of this browser, if its device cookie has our signature. */
export function deviceOf(tools: Pick<AuthContext, 'sessions' | 'secure'>, request: FastifyRequest): string | undefined {
  const sealed = tools.sessions.unseal(cookieIn(tools, request, DEVICE_COOKIE))
  return sealed?.startsWith('device:') ? sealed.slice('device:'.length) : undefined
}

export async function isKnownDevice(tools: AuthContext, request: FastifyRequest, userId: number) {
  const device = deviceOf(tools, request)
  const { rows } = await tools.pool.query<{ known: boolean; others: boolean }>(
    selectDevice({ userId, deviceHash: device ? hashOf(device) : '' }),
  )
  return rows[0]!
}

/** Which second factor is still required, and whether this device is new for a member who has used others. */
export async function secondProof(
  tools: AuthContext,
  request: FastifyRequest,
  userId: number,
): Promise<{ kind?: 'mail' | 'totp'; isNews: boolean }> {
  const { rows } = await tools.pool.query<{ on: boolean }>(hasTwoSteps({ userId }))
  const { known, others } = await isKnownDevice(tools, request, userId)
  const isNews = !known && others
  if (rows[0]!.on) return { kind: 'totp', isNews }
  return !known && tools.confirmNewDevices ? { kind: 'mail', isNews } : { isNews }
}

/**
 * The browser's device id, new or existing, and the cookie that stores it. It signs no one in, and marks no device as
 * known.
 */
export function setDeviceCookie(tools: AuthContext, request: FastifyRequest): [device: string, cookie: string] {
  const device = deviceOf(tools, request) ?? newToken()
  return [device, cookieOf(tools, DEVICE_COOKIE, tools.sessions.seal(`device:${device}`), DEVICE_SECONDS)]
}

/** Records this device as known, and returns its cookie. */
export async function recordDevice(
  tools: AuthContext,
  query: pg.ClientBase['query'],
  request: FastifyRequest,
  userId: number,
) {
  const [device, cookie] = setDeviceCookie(tools, request)
  await query(rememberDevice({ userId, deviceHash: hashOf(device) }))
  return cookie
}

interface Revoking {
  userId: number
  /** The session that continues. */
  except?: number
  from?: From
  by: string
}
/** Ends a member's sessions and access tokens, and logs how many and why. */
export async function revokeSessions(tx: Transaction, { userId, except = 0, from, by }: Revoking): Promise<void> {
  const { rowCount } = await tx.query(endOtherSessions({ userId, keptId: except }))
  const tokens = await tx.query(endAccessTokens({ userId }))
  if (tokens.rowCount)
    await recordSecurityEvent(tx, {
      kind: 'token.revoked',
      userId,
      ...(from && { from }),
      facts: { tokens: tokens.rowCount, by },
    })
  if (rowCount)
    await recordSecurityEvent(tx, {
      kind: 'session.revoked',
      userId,
      ...(from && { from }),
      facts: { sessions: rowCount, by },
    })
}

/** The value of a cookie set by `cookieOf`. */
export const cookieIn = ({ secure }: Pick<AuthContext, 'secure'>, request: FastifyRequest, name: string) =>
  readCookie(request.headers.cookie, hostCookie(secure, name))

/** A cookie that scripts cannot read; without `seconds` it ends with the browser. */
export function cookieOf({ secure }: AuthContext, name: string, value: string, seconds?: number) {
  const age = seconds === undefined ? '' : `; Max-Age=${seconds}`
  return `${hostCookie(secure, name)}=${encodeURIComponent(value)}; Path=/${age}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

export const sessionCookieOf = (tools: AuthContext, token: string, keepSignedIn: boolean) =>
  cookieOf(tools, SESSION_COOKIE, tools.sessions.seal(token), keepSignedIn ? SESSION_DAYS * 24 * 60 * 60 : undefined)

/**
 * Starts a session inside a transaction; the returned values set the cookies after the commit. Ends the earlier session
 * in this browser: signing in always starts a new one.
 */
export async function startSession(
  tools: AuthContext,
  tx: Transaction,
  request: FastifyRequest,
  { userId, keepSignedIn }: SignInResult,
) {
  const token = newToken() + newToken()
  await tx.query(insertSession({ userId, token, keepSignedIn, ipAddress: request.ip, userAgent: userAgentOf(request) }))
  const before = tools.sessions.token(request.headers.cookie)
  if (before) await tx.query(deleteSessionByToken({ token: before }))
  const device = await recordDevice(tools, tx.query, request, userId)
  const session = sessionCookieOf(tools, token, keepSignedIn)
  return (reply: FastifyReply, ...more: string[]) =>
    void reply
      .header('set-cookie', [session, device, tools.xsrfCookie(token), ...more])
      .header('cache-control', 'no-store')
}
