/** Routes for adding and removing passkeys in settings, and for signing in with them. */
import type { FastifyInstance } from 'fastify'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import { deviceName } from '#shared/devices.ts'
import { PASSKEY_NAME_LENGTH } from '#shared/settings.ts'
import { idIn } from '#server/platform/http/checked-body.ts'
import { problem } from '#server/platform/problems.ts'
import { forgetConfirmation } from './confirmations.actions.ts'
import { requireSession, userAgentOf, type AuthContext } from '#server/features/accounts/auth/auth-context.ts'
import {
  addPasskey,
  beginPasskeySignIn,
  beginPasskeyConfirmation,
  beginPasskey,
  confirmWithPasskey,
  enterByPasskey,
  listPasskeys,
  removePasskey,
} from './passkeys.actions.ts'

/** The WebAuthn library validates the content; this checks only that it is small and names a credential. */
const response = z.looseObject({ id: z.string().regex(/^[\w-]{1,2000}$/), response: z.looseObject({}) })
const withPassword = z.object({
  password: z.string({ error: 'Enter your password.' }).min(1, 'Enter your password.').max(1_000),
})
const adding = z.object({
  response,
  name: z
    .string()
    .trim()
    .max(PASSKEY_NAME_LENGTH, `The name is too long. The limit is ${PASSKEY_NAME_LENGTH} characters.`)
    .refine((text) => !/\p{Cc}/u.test(text), 'The name contains characters that can’t be displayed. Remove them.')
    .default(''),
})
const entering = z.object({ response, keep_signed_in: z.boolean().default(true) })
const confirming = z.object({ response })

function checked<T>(schema: z.ZodType<T>, body: unknown): T {
  const answer = schema.safeParse(body)
  if (answer.success) return answer.data
  const [issue] = answer.error.issues
  const field = String(issue?.path[0] ?? '')
  throw problem('accounts.passkey_incomplete', {
    message: ['password', 'name'].includes(field)
      ? issue!.message
      : 'The passkey didn’t respond completely. Try again.',
    ...(field ? { field } : {}),
    status: 400,
  })
}

export function registerPasskeyRoutes(app: FastifyInstance, tools: AuthContext) {
  app.get('/api/auth/passkeys', async (request, reply) => {
    const { id } = await requireSession(tools, request)
    reply.header('cache-control', 'no-store')
    const held = await listPasskeys(tools, id)
    return {
      data: held.map(({ id: each, name, backed_up, created_at, last_used_at }) => ({
        id: each,
        name,
        backed_up,
        created_at,
        last_used_at,
      })),
    }
  })
  app.post('/api/auth/passkeys/begin', async (request, reply) => {
    const session = await requireSession(tools, request)
    reply.header('cache-control', 'no-store')
    return { data: await beginPasskey(tools, request, session, checked(withPassword, request.body).password) }
  })
  app.post('/api/auth/passkeys', async (request) => {
    const session = await requireSession(tools, request)
    await tools.limits.perClient(request)
    const { response: given, name } = checked(adding, request.body)
    await addPasskey(tools, request, session, {
      response: given as unknown as RegistrationResponseJSON,
      name: name || deviceName(userAgentOf(request)),
    })
    return { data: {} }
  })
  app.post<{ Params: { id: string } }>('/api/auth/passkeys/:id/remove', async (request) => {
    const session = await requireSession(tools, request)
    const id = idIn(request)
    await removePasskey(tools, request, session, { id, ...checked(withPassword, request.body) })
    return { data: {} }
  })
  registerEntering(app, tools)
}

function registerEntering(app: FastifyInstance, tools: AuthContext) {
  app.post('/api/auth/passkey/options', async (request, reply) => {
    await tools.limits.passkey(request)
    reply.header('cache-control', 'no-store')
    return { data: await beginPasskeySignIn(tools, request) }
  })
  app.post('/api/auth/passkey', async (request, reply) => {
    await tools.limits.passkey(request)
    const { response: given, keep_signed_in } = checked(entering, request.body)
    const { userId, entered } = await enterByPasskey(tools, request, {
      response: given as unknown as AuthenticationResponseJSON,
      keepSignedIn: keep_signed_in,
    })
    entered(reply)
    return { data: { id: userId } }
  })
  app.post('/api/auth/confirm-login/passkey-options', async (request, reply) => {
    await tools.limits.passkey(request)
    reply.header('cache-control', 'no-store')
    return { data: await beginPasskeyConfirmation(tools, request) }
  })
  app.post('/api/auth/confirm-login/passkey', async (request, reply) => {
    await tools.limits.passkey(request)
    const { response: given } = checked(confirming, request.body)
    const { userId, entered } = await confirmWithPasskey(tools, request, given as unknown as AuthenticationResponseJSON)
    entered(reply, forgetConfirmation(tools))
    return { data: { id: userId } }
  })
}
