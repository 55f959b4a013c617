/** A plain call, as for other imports: a file is longer than a variable of an operation may be. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { checkedBody } from '#server/platform/http/checked-body.ts'
import { forbidden, notFound } from '#server/platform/problems.ts'
import type { Sessions } from '#server/platform/session/sessions.ts'
import { IMPORT_BYTES, IMPORT_CHARACTERS } from '#shared/imports.ts'
import { mayInEach } from '#shared/staff-roles.ts'
import type { MemberDesk } from '#server/features/staff-members/staff-members.actions.ts'
import { syncMembers } from './member-sync.actions.ts'

const order = z.object({
  peer_network_id: z.number({ error: 'Choose a network.' }).int().positive(),
  text: z
    .string({ error: 'Choose a CSV file first.' })
    .min(1, 'Choose a CSV file first.')
    .max(
      IMPORT_CHARACTERS,
      `The file is too long. The limit is ${IMPORT_CHARACTERS.toLocaleString('en-US')} characters.`,
    ),
  is_dry_run: z.boolean(),
})

/** To who may not manage the members of the network, this does not exist. */
async function requireOrder(sessions: Sessions, request: FastifyRequest) {
  const viewer = await sessions.find(request.headers.cookie)
  const network = (request.body as { peer_network_id?: unknown } | null)?.peer_network_id
  if (!viewer?.is_staff || !mayInEach(viewer.grants, 'members', typeof network === 'number' ? [network] : []))
    throw forbidden(notFound())
  return { viewer, given: checkedBody(order, request.body, { code: 'import.order' }) }
}

export function registerMemberSync(app: FastifyInstance, sessions: Sessions, desk: MemberDesk) {
  app.post('/api/staff/member-sync', { bodyLimit: IMPORT_BYTES }, async (request, reply) => {
    const { viewer, given } = await requireOrder(sessions, request)
    reply.header('cache-control', 'no-store')
    const { peer_network_id: networkId, text, is_dry_run: isDryRun } = given
    return { data: await syncMembers(desk, viewer, { networkId, text, isDryRun }) }
  })
}
