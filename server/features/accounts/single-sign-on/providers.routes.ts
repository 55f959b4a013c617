/** Routes of owners for identity providers. Plain calls and no operations, because a request contains a secret. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { checkedBody, idIn } from '#server/platform/http/checked-body.ts'
import { forbidden, notFound } from '#server/platform/problems.ts'
import type { Session } from '#server/platform/session/sessions.ts'
import { mayAnywhere } from '#shared/staff-roles.ts'
import { CLIENT_ID_LENGTH, CLIENT_SECRET_LENGTH, ISSUER_LENGTH, PROVIDER_NAME_LENGTH } from '#shared/single-sign-on.ts'
import {
  changeProvider,
  createProvider,
  listProviders,
  removeProvider,
  type ProviderDesk,
} from './providers.actions.ts'

const textOf = (most: number, empty: string) =>
  z.string({ error: empty }).trim().max(most, `This is too long. The limit is ${most} characters.`)
const named = {
  name: textOf(PROVIDER_NAME_LENGTH, 'Enter a name.')
    .min(1, 'Enter a name.')
    .refine((text) => !/\p{Cc}/u.test(text), 'The name contains characters that can’t be displayed. Remove them.'),
  issuer: textOf(ISSUER_LENGTH, 'Enter the address of the provider, which begins with https://.'),
}
const creation = z.object({ ...named, peer_network_id: z.number({ error: 'Choose a network.' }).int().positive() })
const change = z.object({
  ...named,
  client_id: textOf(CLIENT_ID_LENGTH, 'Enter the client ID.'),
  client_secret: textOf(CLIENT_SECRET_LENGTH, 'Enter the client secret.').default(''),
  enabled: z.boolean(),
})

const FIELD = { code: 'single_sign_on.field' }
const PATH = '/api/staff/single-sign-on'

export function registerProviderRoutes(app: FastifyInstance, desk: ProviderDesk) {
  /** To everyone else, these routes do not exist. */
  const requireOwner = async (request: FastifyRequest): Promise<Session> => {
    const session = await desk.tools.sessions.find(request.headers.cookie)
    if (!session || !mayAnywhere(session.grants, 'networks')) throw forbidden(notFound())
    return session
  }
  app.get(PATH, async (request) => ({ data: await listProviders(desk, await requireOwner(request)) }))
  app.post(PATH, async (request) => {
    const viewer = await requireOwner(request)
    const { peer_network_id: networkId, ...rest } = checkedBody(creation, request.body, FIELD)
    return { data: await createProvider(desk, viewer, { networkId, ...rest }) }
  })
  app.post(`${PATH}/:id`, async (request) => {
    const viewer = await requireOwner(request)
    await changeProvider(desk, viewer, { id: idIn(request), ...checkedBody(change, request.body, FIELD) })
    return { data: {} }
  })
  app.delete(`${PATH}/:id`, async (request) => {
    await removeProvider(desk, await requireOwner(request), idIn(request))
    return { data: {} }
  })
}
