/** Routes for the session: signing out, the session at startup, and the list of sessions. */
import type { FastifyInstance } from 'fastify'
import { idIn } from '#server/platform/http/checked-body.ts'
import { recordSecurityEvent } from '#server/platform/audit/security-events.ts'
import { problem } from '#server/platform/problems.ts'
import { xsrfCookie } from '#server/platform/session/sessions.ts'
import {
  deleteSession,
  deleteSessionByToken,
  prolongSession,
  selectSessions,
  touchMember,
} from '#server/features/accounts/auth/accounts.sql.ts'
import { requireSession, sessionCookieOf, type AuthContext } from '#server/features/accounts/auth/auth-context.ts'

export function registerSessionRoutes(app: FastifyInstance, tools: AuthContext) {
  const { sessions, pool, secure, sessionCookie } = tools
  app.post('/api/auth/logout', async (request, reply) => {
    const token = sessions.token(request.headers.cookie)
    if (token) await pool.query(deleteSessionByToken({ token }))
    sessions.forget()
    reply.header('set-cookie', [
      `${sessionCookie}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
      xsrfCookie(sessions.xsrf(null), secure),
    ])
    // Also clears unsent drafts: after signing out, nothing readable remains on the device. Cookies are not included,
    // so the device itself stays known.
    reply.header('clear-site-data', '"cache", "storage"').header('cache-control', 'no-store')
    return { data: {} }
  })

  app.get('/api/sessions/refresh-user-session', async (request, reply) => {
    const session = await requireSession(tools, request)
    const token = sessions.token(request.headers.cookie)!
    const { rows } = await pool.query<{ keep_signed_in: boolean }>(prolongSession({ sessionId: session.session_id }))
    await pool.query(touchMember({ userId: session.id }))
    reply.header('set-cookie', [
      ...rows.map(({ keep_signed_in }) => sessionCookieOf(tools, token, keep_signed_in)),
      xsrfCookie(sessions.xsrf(token), secure),
    ])
    reply.header('cache-control', 'no-store')
    const { id, first_name, last_name, email, analytics_session_id, abtests } = session
    return { data: { id, first_name, last_name, email, analytics_session_id, abtests } }
  })

  app.get('/api/sessions', async (request, reply) => {
    const session = await requireSession(tools, request)
    const { rows } = await pool.query(selectSessions({ userId: session.id, currentId: session.session_id }))
    reply.header('cache-control', 'no-store')
    return { data: rows }
  })

  app.delete<{ Params: { id: string } }>('/api/sessions/:id', async (request) => {
    const session = await requireSession(tools, request)
    const id = idIn(request)
    const { rowCount } = await pool.query(deleteSession({ userId: session.id, sessionId: id }))
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
