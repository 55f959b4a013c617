/** Routes for signing in and out, the session at startup, and the list of sessions. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Blobs } from '#server/platform/blobs.ts'
import { problem } from '#server/platform/problems.ts'
import type { Auth } from '#server/platform/session/auth.ts'
import { readCookie, xsrfCookie, type Session } from '#server/platform/session/sessions.ts'
import { recordSecurityEvent } from '#server/platform/audit/security-events.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import {
  deleteSession,
  deleteSessionByToken,
  endWithBrowser,
  prolongSession,
  selectSessions,
  touchMember,
} from './auth/accounts.sql.ts'
import { alert } from './auth/security-alerts.ts'
import { createConfirmation } from './sign-in/confirmations.actions.ts'
import { registerConfirmationRoutes } from './sign-in/confirmations.routes.ts'
import { isKnownDevice, recordDevice, nextField, sessionCookieOf, type AuthContext } from './auth/auth-context.ts'
import { registerEmailRoutes } from './personal-data/emails.routes.ts'
import { registerInvitationRoutes } from './invitations/invitations.routes.ts'
import { registerOwnDataRoutes } from './personal-data/own-data.routes.ts'
import { registerPasskeyRoutes } from './sign-in/passkeys.routes.ts'
import { registerPasswordRoutes } from './sign-in/passwords.routes.ts'
import { hasTwoSteps } from './sign-in/passwords.sql.ts'
import { addressOf } from './auth/sign-in-limits.ts'
import { suspendedProblem } from './auth/suspended.ts'
import { registerTwoStepRoutes } from './sign-in/two-step.routes.ts'

const loginBody = z.object({
  email: z.string().trim().min(1).max(320),
  password: z.string().min(1).max(1_000),
  keep_signed_in: z.boolean().default(true),
  /** The page to open after signing in, for the link of a confirmation email. */
  next: nextField,
})

export function registerAccountRoutes(
  app: FastifyInstance,
  tools: AuthContext,
  { auth, blobs }: { auth: () => Promise<Auth>; blobs: Blobs },
) {
  const { sessions, pool, limits, secure, sessionCookie } = tools
  registerPasswordRoutes(app, tools)
  registerConfirmationRoutes(app, tools)
  registerTwoStepRoutes(app, tools)
  registerInvitationRoutes(app, tools)
  registerEmailRoutes(app, tools)
  registerPasskeyRoutes(app, tools)
  registerOwnDataRoutes(app, { ...tools, blobs })

  const requireSession = async (request: FastifyRequest): Promise<Session> => {
    const session = await sessions.find(request.headers.cookie)
    if (!session) throw problem('session.none', { message: 'Your session has ended. Sign in again.', status: 401 })
    return session
  }
  const clearSession = (reply: FastifyReply) =>
    reply.header('set-cookie', [
      `${sessionCookie}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
      xsrfCookie(sessions.xsrf(null), secure),
    ])

  app.post('/api/auth/login', async (request, reply) => {
    const parsed = loginBody.safeParse(request.body)
    if (!parsed.success)
      throw problem('accounts.login_incomplete', {
        message: 'Enter your email address and your password.',
        status: 400,
      })
    const { email, password, keep_signed_in, next } = parsed.data
    const tried = await limits.signIn(request, addressOf(request))
    // One response, and the same work, for an unknown address, a wrong password, and a user who never joined.
    const refused = () =>
      problem('accounts.login_refused', { message: 'The email address or password is incorrect.', status: 401 })
    const instance = await auth()
    const headers = new Headers({
      'user-agent': request.headers['user-agent']?.slice(0, 300) ?? '',
      'x-counterpart-address': request.ip,
    })
    const answer = await instance.api
      .signInEmail({
        body: { email: email.toLowerCase(), password, rememberMe: keep_signed_in },
        headers,
        asResponse: true,
      })
      .catch(() => undefined)
    if (!answer?.ok) {
      await tried.failed('accounts.login_refused')
      throw refused()
    }
    const cookies = answer.headers.getSetCookie().filter((cookie) => cookie.startsWith(`${sessionCookie}=`))
    const made = readCookie(cookies[0]?.split(';')[0], sessionCookie)
    const cookie = `${sessionCookie}=${encodeURIComponent(made ?? '')}`
    const session = await sessions.find(cookie)
    const token = sessions.token(cookie)
    if (!session || !token) {
      if (token) await pool.query({ ...deleteSessionByToken, values: [token] })
      await tried.failed('accounts.suspended')
      throw await suspendedProblem(tools, email)
    }
    await tried.succeeded()
    const second = await secondProof(tools, request, session.id)
    if (second.kind) {
      await pool.query({ ...deleteSessionByToken, values: [token] })
      const place = await createConfirmation(tools, request, {
        userId: session.id,
        keepSignedIn: keep_signed_in,
        kind: second.kind,
        next,
      })
      reply.header('set-cookie', place).header('cache-control', 'no-store')
      return { data: { confirm: second.kind } }
    }
    const device = await transaction(pool, tools.bus, async (tx) => {
      if (second.isNews) await alert(tools, tx, request, { userId: session.id, what: 'device' })
      return recordDevice(tools, tx.query, request, session.id)
    })
    if (!keep_signed_in) await pool.query({ ...endWithBrowser, values: [token] })
    // Ends the earlier session in this browser: signing in always starts a new one.
    const before = sessions.token(request.headers.cookie)
    if (before) await pool.query({ ...deleteSessionByToken, values: [before] })
    reply
      .header('set-cookie', [...cookies, device, xsrfCookie(sessions.xsrf(token), secure)])
      .header('cache-control', 'no-store')
    return { data: { id: session.id } }
  })

  app.post('/api/auth/logout', async (request, reply) => {
    const token = sessions.token(request.headers.cookie)
    if (token) await pool.query({ ...deleteSessionByToken, values: [token] })
    sessions.forget()
    clearSession(reply)
    // Also clears unsent drafts: after signing out, nothing readable remains on the device. Cookies are not included,
    // so the device itself stays known.
    reply.header('clear-site-data', '"cache", "storage"').header('cache-control', 'no-store')
    return { data: {} }
  })

  app.get('/api/sessions/refresh-user-session', async (request, reply) => {
    const session = await requireSession(request)
    const token = sessions.token(request.headers.cookie)!
    const { rows } = await pool.query<{ keep_signed_in: boolean }>({
      ...prolongSession,
      values: [session.session_id],
    })
    await pool.query({ ...touchMember, values: [session.id] })
    reply.header('set-cookie', [
      ...rows.map(({ keep_signed_in }) => sessionCookieOf(tools, token, keep_signed_in)),
      xsrfCookie(sessions.xsrf(token), secure),
    ])
    reply.header('cache-control', 'no-store')
    const { id, first_name, last_name, email, analytics_session_id, abtests } = session
    return { data: { id, first_name, last_name, email, analytics_session_id, abtests } }
  })

  app.get('/api/sessions', async (request, reply) => {
    const session = await requireSession(request)
    const { rows } = await pool.query({ ...selectSessions, values: [session.id, session.session_id] })
    reply.header('cache-control', 'no-store')
    return { data: rows }
  })

  app.delete<{ Params: { id: string } }>('/api/sessions/:id', async (request) => {
    const session = await requireSession(request)
    const id = /^\d{1,15}$/.test(request.params.id) ? Number(request.params.id) : 0
    const { rowCount } = await pool.query({ ...deleteSession, values: [session.id, id] })
    if (rowCount === 0)
      throw problem('accounts.session_not_found', { message: 'This session has already ended.', status: 404 })
    sessions.forget(session.id)
    await recordSecurityEvent(pool, {
      kind: 'session.revoked',
      userId: session.id,
      from: request,
      facts: { sessions: 1 },
    })
    return { data: {} }
  })
}

/** Which second factor is still required, and whether this device is new for a member who has used others. */
async function secondProof(
  tools: AuthContext,
  request: FastifyRequest,
  userId: number,
): Promise<{ kind?: 'mail' | 'totp'; isNews: boolean }> {
  const { rows } = await tools.pool.query<{ on: boolean }>({ ...hasTwoSteps, values: [userId] })
  const { known, others } = await isKnownDevice(tools, request, userId)
  const isNews = !known && others
  if (rows[0]!.on) return { kind: 'totp', isNews }
  return !known && tools.confirmNewDevices ? { kind: 'mail', isNews } : { isNews }
}
