import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#server/platform/app-context.ts'
import { recordRefusal } from '#server/platform/audit/security-events.ts'
import type { Engine } from '#server/platform/graph/engine.ts'
import { makeServer, type ServerOptions } from '#server/platform/http/server.ts'

/** Creates the HTTP server of this deployment, which records every refusal. */
export const makeAppServer = (
  context: AppContext,
  engine: Engine,
  { room, replica }: Pick<ServerOptions, 'room' | 'replica'>,
): Promise<FastifyInstance> => {
  const { config, pool, sessions, metrics } = context
  return makeServer({
    sessions,
    metrics,
    publicUrl: config.PUBLIC_URL,
    secure: config.secure,
    trustProxy: config.TRUST_PROXY === 'on',
    room,
    onForbidden: async (request, facts) => {
      const session = await sessions.find(request.headers.cookie).catch(() => null)
      await recordRefusal(pool, { kind: 'permission.refused', userId: session?.id ?? null, from: request, facts })
    },
    kindOf: (name) => engine.contract.operations.get(name)?.operation,
    replica,
  })
}
