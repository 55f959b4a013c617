/** What every door needs, and how somebody who may enter is let in. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { problem, type Problem } from '#server/platform/problems.ts'
import { SESSION_DAYS } from '#server/platform/session/auth.ts'
import { hashPassword } from '#server/platform/session/passwords.ts'
import { readCookie, type Session, type Sessions } from '#server/platform/session/sessions.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { deleteSessionByToken, insertSession, rememberDevice, selectDevice } from './accounts.sql.ts'
import { hashOf, newToken } from './tokens.ts'

const DEVICE_SECONDS = 400 * 24 * 60 * 60
const DEVICE_COOKIE = 'counterpart.device'

type Counted = { isAllowed: boolean; isExceeded?: boolean; ttlInSeconds?: number }

export interface DoorTools {
  pool: pg.Pool
  bus: Bus
  sessions: Sessions
  /** Signs and encrypts; never leaves the server. */
  secret: string
  publicUrl: string
  /** The origin that was configured; without one it is whatever this machine is called by. */
  ownOrigin: string | undefined
  secure: boolean
  sessionCookie: string
  confirmNewDevices: boolean
  onHash: () => void
  supportEmail: (theme: string | null) => string
  /** Counts this request against the place it comes from; refuses when there were too many. */
  throttle: (request: FastifyRequest, what: 'place' | 'address') => Promise<void>
  /** Counts a try at this member's own password, from wherever; refuses when there were too many. */
  throttleMember: (userId: number) => Promise<void>
  xsrfCookie: (token: string | null) => string
}

/** Where a call comes from, as far as a mail about it tells. */
export type From = Pick<FastifyRequest, 'headers' | 'ip'>

export interface Entry {
  userId: number
  keepSignedIn: boolean
}

export const tooMany = (seconds: number, doing: string): Problem => {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return problem('accounts.too_many_attempts', {
    message: `Too many attempts ${doing}. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    status: 429,
  })
}
export function refuseExceeded(tried: Counted, doing: string) {
  if (!tried.isAllowed && tried.isExceeded) throw tooMany(tried.ttlInSeconds ?? 60, doing)
}

export async function requireSession({ sessions }: DoorTools, request: FastifyRequest): Promise<Session> {
  const session = await sessions.find(request.headers.cookie)
  if (!session) throw problem('session.none', { message: 'Your session has ended. Sign in again.', status: 401 })
  return session
}
/** Staff's calls do not exist for anybody else. */
export async function requireStaff(tools: DoorTools, request: FastifyRequest): Promise<Session> {
  const session = await tools.sessions.find(request.headers.cookie)
  if (!session?.is_staff) throw problem('request.not_found', { message: 'There is nothing here.', status: 404 })
  return session
}

/** The hash of a new password, counted like every other. */
export const newHash = ({ onHash }: DoorTools, password: string) => (onHash(), hashPassword(password))

export const userAgentOf = (request: From) => request.headers['user-agent']?.slice(0, 300) ?? ''
/** Of this browser, if the cookie is one that we signed. */
export function deviceOf({ sessions }: DoorTools, request: FastifyRequest): string | undefined {
  const sealed = sessions.unseal(readCookie(request.headers.cookie, DEVICE_COOKIE))
  return sealed?.startsWith('device:') ? sealed.slice('device:'.length) : undefined
}

export async function isKnownDevice(tools: DoorTools, request: FastifyRequest, userId: number) {
  const device = deviceOf(tools, request)
  const { rows } = await tools.pool.query<{ known: boolean; others: boolean }>({
    ...selectDevice,
    values: [userId, device ? hashOf(device) : ''],
  })
  return rows[0]!
}

/** This browser by a name of its own, and the cookie that keeps it; nobody is signed in by it, and nobody known yet. */
export function markDevice(tools: DoorTools, request: FastifyRequest): [device: string, cookie: string] {
  const device = deviceOf(tools, request) ?? newToken()
  return [device, cookieOf(tools, DEVICE_COOKIE, tools.sessions.seal(`device:${device}`), DEVICE_SECONDS)]
}

/** Keeps this device in mind, and gives the cookie by which it will be known. */
export async function knowDevice(
  tools: DoorTools,
  query: pg.ClientBase['query'],
  request: FastifyRequest,
  userId: number,
) {
  const [device, cookie] = markDevice(tools, request)
  await query({ ...rememberDevice, values: [userId, hashOf(device)] })
  return cookie
}

/** A cookie that scripts cannot read; without `seconds` it ends with the browser. */
export function cookieOf({ secure }: DoorTools, name: string, value: string, seconds?: number) {
  const age = seconds === undefined ? '' : `; Max-Age=${seconds}`
  return `${name}=${encodeURIComponent(value)}; Path=/${age}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

export const sessionCookieOf = (tools: DoorTools, token: string, keepSignedIn: boolean) =>
  cookieOf(
    tools,
    tools.sessionCookie,
    tools.sessions.seal(token),
    keepSignedIn ? SESSION_DAYS * 24 * 60 * 60 : undefined,
  )

/**
 * Begins a session within a transaction; what it gives sets the cookies once that is committed. The session that was
 * here before ends: entering always begins a new one.
 */
export async function enter(
  tools: DoorTools,
  tx: Transaction,
  request: FastifyRequest,
  { userId, keepSignedIn }: Entry,
) {
  const token = newToken() + newToken()
  await tx.query({ ...insertSession, values: [userId, token, keepSignedIn, request.ip, userAgentOf(request)] })
  const before = tools.sessions.token(request.headers.cookie)
  if (before) await tx.query({ ...deleteSessionByToken, values: [before] })
  const device = await knowDevice(tools, tx.query, request, userId)
  const session = sessionCookieOf(tools, token, keepSignedIn)
  return (reply: FastifyReply, ...more: string[]) =>
    void reply
      .header('set-cookie', [session, device, tools.xsrfCookie(token), ...more])
      .header('cache-control', 'no-store')
}
