/** Routes for two-step sign-in in settings. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { problem } from '#server/platform/problems.ts'
import { requireSession, type AuthContext } from '#server/features/accounts/auth/auth-context.ts'
import { beginSetup, confirmSetup, endTwoStep, renewBackupCodes, twoStepState } from './two-step.actions.ts'

const withPassword = z.object({ password: z.string().min(1).max(1_000) })
const withCode = z.object({ code: z.string().trim().min(1).max(40) })

function parsed<T>(schema: z.ZodType<T>, body: unknown): T {
  const { data, success } = schema.safeParse(body)
  if (success) return data
  const field = schema === (withCode as unknown) ? 'code' : 'password'
  throw problem('accounts.two_step_incomplete', { message: `Enter your ${field}.`, field, status: 400 })
}

export function registerTwoStepRoutes(app: FastifyInstance, tools: AuthContext) {
  app.get('/api/auth/two-step', async (request, reply) => {
    const { id } = await requireSession(tools, request)
    reply.header('cache-control', 'no-store')
    return { data: await twoStepState(tools, id) }
  })
  app.post('/api/auth/two-step/begin', async (request, reply) => {
    const session = await requireSession(tools, request)
    await tools.limits.perClient(request)
    reply.header('cache-control', 'no-store')
    return { data: await beginSetup(tools, session, parsed(withPassword, request.body).password) }
  })
  app.post('/api/auth/two-step/confirm', async (request, reply) => {
    const session = await requireSession(tools, request)
    await tools.limits.perClient(request)
    reply.header('cache-control', 'no-store')
    return { data: { codes: await confirmSetup(tools, request, session, parsed(withCode, request.body).code) } }
  })
  app.post('/api/auth/two-step/codes', async (request, reply) => {
    const session = await requireSession(tools, request)
    await tools.limits.perClient(request)
    reply.header('cache-control', 'no-store')
    return { data: { codes: await renewBackupCodes(tools, session, parsed(withPassword, request.body).password) } }
  })
  app.post('/api/auth/two-step/off', async (request) => {
    const session = await requireSession(tools, request)
    await tools.limits.perClient(request)
    await endTwoStep(tools, request, session, parsed(withPassword, request.body).password)
    return { data: {} }
  })
}
