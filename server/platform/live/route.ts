/** GET /api/live: the stream of signals for one signed-in member. */
import DataLoader from 'dataloader'
import type { FastifyInstance } from 'fastify'
import { problem } from '#server/platform/problems.ts'
import type { Session, Sessions } from '#server/platform/session/sessions.ts'
import { SESSIONS_AT_ONCE, type Streams } from './streams.ts'

export function registerLive(app: FastifyInstance, { sessions, streams }: { sessions: Sessions; streams: Streams }) {
  // When a server stops, thousands of pages open their stream on another: one query for all that ask in the same turn of
  // the event loop, or the connections would be taken for seconds.
  const standing = new DataLoader<string, Session | undefined>(
    async (tokens) => {
      const found = await sessions.standing(tokens)
      return tokens.map((token) => found.get(token))
    },
    { cache: false, maxBatchSize: SESSIONS_AT_ONCE, batchScheduleFn: (look) => void setImmediate(look) },
  )
  app.get('/api/live', async (request, reply) => {
    const token = sessions.token(request.headers.cookie)
    if (!token) throw problem('session.none', { message: 'Your session has ended. Sign in again.', status: 401 })
    // Query the session instead of using the cache: the stream would trust a stale session for the same time again.
    const session = await standing.load(token)
    reply.hijack()
    // The stream lasts as long as its connection, so its messages need no frames of their own.
    reply.raw.useChunkedEncodingByDefault = false
    reply.raw.shouldKeepAlive = false
    // From here on we write the response ourselves, so copy the default headers.
    for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value as string)
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
    })
    streams.open(token, session, reply.raw)
  })
}
