/**
 * Graceful shutdown: accepts no new connections, finishes the responses in progress, and closes each connection as soon
 * as it is idle. Node closes only connections that have served a request and are idle at that moment; one that has sent
 * no request, or becomes idle a moment later, would keep the server running for two minutes.
 */
import type { ServerResponse, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Clients that take longer to read a response are disconnected. */
export const DRAIN_MS = 5_000

/** Tracks connections from now on. Returns a function that closes the server within `DRAIN_MS`. */
export function watchConnections(app: FastifyInstance): () => Promise<void> {
  const answering = new Map<Socket, number>()
  let isClosing = false
  app.server.on('connection', (socket: Socket) => {
    if (isClosing) return void socket.destroy()
    answering.set(socket, 0)
    socket.once('close', () => answering.delete(socket))
  })
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    answering.set(socket, (answering.get(socket) ?? 0) + 1)
    response.once('close', () => {
      const left = (answering.get(socket) ?? 1) - 1
      if (answering.has(socket)) answering.set(socket, left)
      if (isClosing && left === 0) socket.destroySoon()
    })
  })
  return async () => {
    isClosing = true
    const closed = app.close()
    for (const [socket, count] of answering) if (count === 0) socket.destroySoon()
    const force = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
    await closed
    clearTimeout(force)
  }
}
