/** Pages of the test provider. They represent an external site, so they require no session, only their URL. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { problem } from '#server/platform/problems.ts'
import { TEST_CARDS } from '#shared/membership.ts'
import {
  actInTestPortal,
  completeTestPayment,
  showTestCheckout,
  showTestPortal,
  type TestBilling,
} from './test-billing.actions.ts'

const payment = z.object({ card: z.enum(TEST_CARDS), confirmed: z.boolean().nullable().default(null) })
const act = z.object({ act: z.enum(['change_card', 'cancel', 'resume']), card: z.enum(TEST_CARDS).default('success') })

function checked<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body)
  if (!parsed.success)
    throw problem('membership.form_invalid', { message: 'Choose one of the test cards.', status: 400 })
  return parsed.data
}

export function registerTestBillingRoutes(app: FastifyInstance, tools: TestBilling) {
  type Asked = { Params: { id: string } }
  app.get<Asked>('/api/test-billing/checkouts/:id', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return { data: await showTestCheckout(tools, request.params.id) }
  })
  app.post<Asked>('/api/test-billing/checkouts/:id', async (request) => ({
    data: await completeTestPayment(tools, request.params.id, checked(payment, request.body)),
  }))
  app.get<Asked>('/api/test-billing/portals/:id', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return { data: await showTestPortal(tools, request.params.id) }
  })
  app.post<Asked>('/api/test-billing/portals/:id', async (request) => ({
    data: await actInTestPortal(tools, request.params.id, checked(act, request.body)),
  }))
}
