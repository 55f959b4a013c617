/** Signing in with a password. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { transaction } from '#server/platform/database/transaction.ts'
import { problem } from '#server/platform/problems.ts'
import type { Auth } from '#server/platform/session/auth.ts'
import { readCookie, xsrfCookie } from '#server/platform/session/sessions.ts'
import { deleteSessionByToken, endWithBrowser } from '#server/features/accounts/auth/accounts.sql.ts'
import {
  nextField,
  recordDevice,
  secondProof,
  type AuthContext,
  type SignInTry,
} from '#server/features/accounts/auth/auth-context.ts'
import { alert } from '#server/features/accounts/auth/security-alerts.ts'
import { addressOf } from '#server/features/accounts/auth/sign-in-limits.ts'
import { suspendedProblem } from '#server/features/accounts/auth/suspended.ts'
import { createConfirmation } from './confirmations.actions.ts'

const loginBody = z.object({
  email: z.string().trim().min(1).max(320),
  password: z.string().min(1).max(1_000),
  keep_signed_in: z.boolean().default(true),
  /** The page to open after signing in, for the link of a confirmation email. */
  next: nextField,
})
type Login = z.infer<typeof loginBody>

export function registerLoginRoute(app: FastifyInstance, tools: AuthContext, auth: () => Promise<Auth>) {
  app.post('/api/auth/login', async (request, reply) => {
    const parsed = loginBody.safeParse(request.body)
    if (!parsed.success)
      throw problem('accounts.login_incomplete', {
        message: 'Enter your email address and your password.',
        status: 400,
      })
    const login = parsed.data
    const tried = await tools.limits.signIn(request, addressOf(request))
    const signedIn = await checkPassword(tools, { request, login, tried, instance: await auth() })
    await tried.succeeded()
    reply.header('cache-control', 'no-store')
    const second = await secondProof(tools, request, signedIn.userId)
    if (!second.kind) return openSession(tools, { request, reply, login, signedIn, isNews: second.isNews })
    await tools.pool.query(deleteSessionByToken({ token: signedIn.token }))
    const confirmation = await createConfirmation(tools, request, {
      userId: signedIn.userId,
      keepSignedIn: login.keep_signed_in,
      kind: second.kind,
      next: login.next,
    })
    reply.header('set-cookie', confirmation)
    return { data: { confirm: second.kind } }
  })
}

interface Check {
  request: FastifyRequest
  login: Login
  tried: SignInTry
  instance: Auth
}
interface SignedIn {
  userId: number
  token: string
  cookies: string[]
}

/**
 * Returns the new session if the password is right. One response, and the same work, for an unknown address, a wrong
 * password, and a user who never joined.
 */
async function checkPassword(tools: AuthContext, { request, login, tried, instance }: Check): Promise<SignedIn> {
  const { sessions, pool, sessionCookie } = tools
  const headers = new Headers({
    'user-agent': request.headers['user-agent']?.slice(0, 300) ?? '',
    'x-counterpart-address': request.ip,
  })
  const answer = await instance.api
    .signInEmail({
      body: { email: login.email.toLowerCase(), password: login.password, rememberMe: login.keep_signed_in },
      headers,
      asResponse: true,
    })
    .catch(() => undefined)
  if (!answer?.ok) {
    await tried.failed('accounts.login_refused')
    throw problem('accounts.login_refused', { message: 'The email address or password is incorrect.', status: 401 })
  }
  const cookies = answer.headers.getSetCookie().filter((cookie) => cookie.startsWith(`${sessionCookie}=`))
  const made = readCookie(cookies[0]?.split(';')[0], sessionCookie)
  const cookie = `${sessionCookie}=${encodeURIComponent(made ?? '')}`
  const session = await sessions.find(cookie)
  const token = sessions.token(cookie)
  if (session && token) return { userId: session.id, token, cookies }
  if (token) await pool.query(deleteSessionByToken({ token }))
  await tried.failed('accounts.suspended')
  throw await suspendedProblem(tools, login.email)
}

interface Opening {
  request: FastifyRequest
  reply: FastifyReply
  login: Login
  signedIn: SignedIn
  isNews: boolean
}

async function openSession(tools: AuthContext, { request, reply, login, signedIn, isNews }: Opening) {
  const { sessions, pool, secure } = tools
  const { userId, token, cookies } = signedIn
  const device = await transaction(pool, tools.bus, async (tx) => {
    if (isNews) await alert(tools, tx, request, { userId, what: 'device' })
    return recordDevice(tools, tx.query, request, userId)
  })
  if (!login.keep_signed_in) await pool.query(endWithBrowser({ token }))
  // Ends the earlier session in this browser: signing in always starts a new one.
  const before = sessions.token(request.headers.cookie)
  if (before) await pool.query(deleteSessionByToken({ token: before }))
  reply.header('set-cookie', [...cookies, device, xsrfCookie(sessions.xsrf(token), secure)])
  return { data: { id: userId } }
}
