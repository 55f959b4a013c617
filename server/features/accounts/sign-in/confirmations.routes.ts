/** Routes for confirming a sign-in. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { ROUTES } from '#shared/routes.ts'
import { problem } from '#server/platform/problems.ts'
import {
  confirmByCode,
  confirmByLink,
  findConfirmation,
  forgetConfirmation,
  resendCode,
} from './confirmations.actions.ts'
import { nextField, type AuthContext } from '#server/features/accounts/auth/auth-context.ts'

const body = z.union([z.object({ code: z.string().trim().min(1).max(40) }), z.object({ token: z.string().max(100) })])

const resendBody = z.object({ next: nextField }).catch({ next: ROUTES.home })

export function registerConfirmationRoutes(app: FastifyInstance, tools: AuthContext) {
  app.get('/api/auth/confirm-login', async (request, reply) => {
    const { kind, email, resend_in, has_passkeys, connecting_to } = await findConfirmation(tools, request)
    reply.header('cache-control', 'no-store')
    return { data: { kind, email, resend_in, has_passkeys, connecting_to } }
  })

  app.post('/api/auth/confirm-login', async (request, reply) => {
    await tools.limits.perClient(request)
    const parsed = body.safeParse(request.body)
    if (!parsed.success)
      throw problem('accounts.code_missing', { message: 'Enter the code.', field: 'code', status: 400 })
    const { userId, entered } =
      'code' in parsed.data
        ? await confirmByCode(tools, request, parsed.data.code)
        : await confirmByLink(tools, request, parsed.data.token)
    entered(reply, forgetConfirmation(tools))
    return { data: { id: userId } }
  })

  app.post('/api/auth/confirm-login/resend', async (request) => {
    await tools.limits.perClient(request)
    const { next } = resendBody.parse(request.body ?? {})
    await resendCode(tools, request, next)
    return { data: {} }
  })
}
