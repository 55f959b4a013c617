/** Routes for the data export and account deletion in settings. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Blobs } from '#server/platform/blobs.ts'
import { problem } from '#server/platform/problems.ts'
import { requireSession, type AuthContext } from '#server/features/accounts/auth/auth-context.ts'
import { openExport, ownDataState, requestDeletion, requestExport, cancelDeletion } from './own-data.actions.ts'

const password = z.string().min(1).max(1_000)
const withPassword = z.object({ password })
const opening = z.object({ token: z.string().max(100), password })

function checked<T>(schema: z.ZodType<T>, body: unknown): T {
  const answer = schema.safeParse(body)
  if (answer.success) return answer.data
  throw problem('accounts.password_missing', { message: 'Enter your password.', field: 'password', status: 400 })
}

export function registerOwnDataRoutes(app: FastifyInstance, tools: AuthContext & { blobs: Blobs }) {
  app.get('/api/account/own-data', async (request, reply) => {
    const { id } = await requireSession(tools, request)
    reply.header('cache-control', 'no-store')
    return { data: await ownDataState(tools, id) }
  })
  app.post('/api/account/export', async (request) => {
    const session = await requireSession(tools, request)
    await requestExport(tools, request, session, checked(withPassword, request.body).password)
    return { data: {} }
  })
  app.post('/api/account/export/file', async (request, reply) => {
    const session = await requireSession(tools, request)
    const bytes = await openExport(tools, session, checked(opening, request.body))
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="counterpart-data.json"')
      .type('application/octet-stream')
      .send(bytes)
  })
  app.post('/api/account/deletion', async (request) => {
    const session = await requireSession(tools, request)
    await requestDeletion(tools, session, checked(withPassword, request.body).password)
    return { data: {} }
  })
  app.post('/api/account/deletion/take-back', async (request) => {
    const { id } = await requireSession(tools, request)
    await cancelDeletion(tools, id)
    return { data: {} }
  })
}
