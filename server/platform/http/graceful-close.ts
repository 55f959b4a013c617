/**
 * How the server ends: it takes nothing new, lets what is being answered finish, and ends every connection as soon as
 * nothing is answered on it. Node ends those once that have answered something and are idle at that very moment; one
 * that opened and asked nothing, or became idle a moment later, would keep the server for two minutes.
 */
import type { ServerResponse, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Who takes longer to read an answer is cut off. */
export const DRAIN_MS = 5_000

/** Watches the connections from now on. The answer closes the server, within `DRAIN_MS`. */
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
