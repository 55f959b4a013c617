/**
 * Routes for links in emails about an address change. They work without a session: the mailbox may be open on another
 * device.
 */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { problem } from '#server/platform/problems.ts'
import type { AuthContext } from '#server/features/accounts/auth/auth-context.ts'
import { findEmailLink, followEmailLink } from './emails.actions.ts'

const body = z.object({ token: z.string().max(100) })

export function registerEmailRoutes(app: FastifyInstance, tools: AuthContext) {
  app.get<{ Params: { token: string } }>('/api/auth/confirm-email/:token', async (request, reply) => {
    await tools.limits.perClient(request)
    reply.header('cache-control', 'no-store')
    return { data: await findEmailLink(tools, request.params.token) }
  })
  app.post('/api/auth/confirm-email', async (request) => {
    await tools.limits.perClient(request)
    const parsed = body.safeParse(request.body)
    if (!parsed.success) throw problem('accounts.email_link_missing', { message: 'The link is missing.', status: 400 })
    return { data: await followEmailLink(tools, parsed.data.token) }
  })
}
