/** Routes for resetting a password. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { EMAIL_LENGTH } from '#shared/accounts.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { problem } from '#server/platform/problems.ts'
import { nextField, type AuthContext } from '#server/features/accounts/auth/auth-context.ts'
import { findReset, resetPassword } from './passwords.actions.ts'

const forgotBody = z.object({
  email: z.string().trim().toLowerCase().max(EMAIL_LENGTH).pipe(z.email()),
  next: nextField,
})
const resetBody = z.object({ token: z.string().max(100), password: z.string().max(1_000) })

export function registerPasswordRoutes(app: FastifyInstance, tools: AuthContext) {
  app.post('/api/auth/forgot-password', async (request) => {
    const parsed = forgotBody.safeParse(request.body)
    if (!parsed.success)
      throw problem('accounts.email_invalid', {
        message: 'That isn’t a valid email address. Enter one like name@company.com.',
        field: 'email',
        status: 400,
      })
    await tools.limits.perClient(request)
    await tools.limits.perEmail(request)
    await transaction(tools.pool, tools.bus, (tx) => tx.enqueue('accounts:forgot-password', parsed.data))
    return { data: {} }
  })

  app.get<{ Params: { token: string } }>('/api/auth/reset-password/:token', async (request, reply) => {
    await tools.limits.perClient(request)
    await findReset(tools, request.params.token)
    reply.header('cache-control', 'no-store')
    return { data: {} }
  })

  app.post('/api/auth/reset-password', async (request, reply) => {
    const parsed = resetBody.safeParse(request.body)
    if (!parsed.success)
      throw problem('accounts.reset_incomplete', { message: 'Enter a new password.', field: 'password', status: 400 })
    await tools.limits.perClient(request)
    const { userId, entered } = await resetPassword(tools, request, parsed.data)
    entered?.(reply)
    return { data: { id: userId, signed_in: entered !== undefined } }
  })
}
