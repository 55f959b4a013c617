/** Carries the position of the log from the server that wrote to the server that answers the next request. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LOG_POSITION_COOKIE, LOG_POSITION_SECONDS } from '#shared/log-position.ts'
import type { Replica } from '#server/platform/database/replica/replica.ts'
import { readCookie } from '#server/platform/session/sessions.ts'

interface Options {
  replica: Replica
  secure: boolean
  /** True for requests that change nothing. */
  readsOnly: (request: FastifyRequest) => boolean
}

export function carryLogPosition(app: FastifyInstance, { replica, secure, readsOnly }: Options): void {
  // Readable by the page: the live stream brings later positions.
  const attributes = `; Path=/; Max-Age=${LOG_POSITION_SECONDS}; SameSite=Lax${secure ? '; Secure' : ''}`
  app.addHook('onRequest', async ({ headers }) => {
    const position = Number(readCookie(headers.cookie, LOG_POSITION_COOKIE))
    if (Number.isSafeInteger(position)) await replica.require(position)
  })
  app.addHook('onSend', async (request, reply) => {
    if (readsOnly(request)) return
    const position = await replica.raise()
    if (position !== undefined) reply.header('set-cookie', `${LOG_POSITION_COOKIE}=${position}${attributes}`)
  })
}
