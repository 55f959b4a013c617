/** Routes for webhooks. Plain calls and no operations, because a response contains a secret that is stored nowhere. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { checkedBody, idIn } from '#server/platform/http/checked-body.ts'
import { forbidden, notFound } from '#server/platform/problems.ts'
import type { Session, Sessions } from '#server/platform/session/sessions.ts'
import { mayAnywhere } from '#shared/staff-roles.ts'
import { isWebhookEvent, WEBHOOK_URL_LENGTH, type WebhookEvent } from '#shared/webhooks.ts'
import {
  changeWebhook,
  createWebhook,
  listDeliveries,
  listWebhooks,
  newSecret,
  removeWebhook,
  resend,
  type WebhookDesk,
} from './webhooks.actions.ts'

const input = z.object({
  url: z
    .string({ error: 'Enter a web address that begins with https://.' })
    .trim()
    .max(WEBHOOK_URL_LENGTH, `The address is too long. The limit is ${WEBHOOK_URL_LENGTH} characters.`),
  events: z
    .array(z.custom<WebhookEvent>((each) => typeof each === 'string' && isWebhookEvent(each)))
    .min(1, 'Choose what is sent.')
    .max(20)
    .transform((events) => [...new Set(events)]),
})
const creation = input.extend({ peer_network_id: z.number({ error: 'Choose a network.' }).int().positive() })

const FIELD = { code: 'webhooks.field' }

/** To everyone else, these routes do not exist. */
async function requireOwner(sessions: Sessions, request: FastifyRequest): Promise<Session> {
  const session = await sessions.find(request.headers.cookie)
  if (!session || !mayAnywhere(session.grants, 'networks')) throw forbidden(notFound())
  return session
}

const PATH = '/api/staff/webhooks'

export function registerWebhookRoutes(app: FastifyInstance, sessions: Sessions, desk: WebhookDesk) {
  app.get(PATH, async (request) => ({ data: await listWebhooks(desk, await requireOwner(sessions, request)) }))
  app.post(PATH, async (request) => {
    const viewer = await requireOwner(sessions, request)
    const { peer_network_id: networkId, ...rest } = checkedBody(creation, request.body, FIELD)
    return { data: await createWebhook(desk, viewer, { networkId, ...rest }) }
  })
  app.post(`${PATH}/:id`, async (request) => {
    const viewer = await requireOwner(sessions, request)
    await changeWebhook(desk, viewer, { id: idIn(request), ...checkedBody(input, request.body, FIELD) })
    return { data: {} }
  })
  app.post(`${PATH}/:id/secret`, async (request) => {
    const viewer = await requireOwner(sessions, request)
    return { data: { secret: await newSecret(desk, viewer, idIn(request)) } }
  })
  app.delete(`${PATH}/:id`, async (request) => {
    await removeWebhook(desk, await requireOwner(sessions, request), idIn(request))
    return { data: {} }
  })
  app.get(`${PATH}/:id/deliveries`, async (request) => ({
    data: await listDeliveries(desk, await requireOwner(sessions, request), idIn(request)),
  }))
  app.post('/api/staff/webhook-deliveries/:id/resend', async (request) => {
    await resend(desk, await requireOwner(sessions, request), idIn(request))
    return { data: {} }
  })
}
