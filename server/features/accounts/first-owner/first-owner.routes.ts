/** Routes for the first owner of an empty community. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AuthContext } from '#server/features/accounts/auth/auth-context.ts'
import { checked, email, person } from '#server/features/accounts/invitations/invitation-input.ts'
import { findSetup, makeFirstOwner } from './first-owner.actions.ts'

const owner = z.object({
  token: z.string().max(100),
  email,
  ...person,
  password: z.string({ error: 'Enter a password.' }).max(1_000),
})

export function registerFirstOwnerRoutes(app: FastifyInstance, tools: AuthContext) {
  app.get<{ Params: { token: string } }>('/api/setup/:token', async (request, reply) => {
    await tools.limits.perClient(request)
    await findSetup(tools, request.params.token)
    reply.header('cache-control', 'no-store')
    return { data: {} }
  })
  app.post('/api/setup', async (request, reply) => {
    await tools.limits.perClient(request)
    const { userId, entered } = await makeFirstOwner(tools, request, checked(owner, request.body))
    entered(reply)
    return { data: { id: userId } }
  })
}
