/**
 * Graceful shutdown: accepts no new connections, finishes the responses in progress, and closes each connection as soon
 * as it is idle. Node closes only connections that have served a request and are idle at that moment; one that has sent
 * no request, or becomes idle a moment later, would keep the server running for two minutes.
 */
import type { ServerResponse, IncomingMessage } from 'node:http'
import { Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Clients that take longer to read a response are disconnected. */
export const DRAIN_MS = 5_000
/** A proxy may be sending a request on a connection that is idle here: none is closed earlier. */
const ON_THEIR_WAY_MS = 500

export interface Connections {
  /**
   * Accepts no new connections, and answers what arrives on the open ones for half a second. A proxy asks another server
   * if a connection is refused, but not again if a change was cut off.
   */
  drain(): Promise<void>
  /** Closes the server within `DRAIN_MS`. */
  close(): Promise<void>
}

/** Tracks connections from now on. */
export function watchConnections(app: FastifyInstance): Connections {
  const answering = new Map<Socket, Set<ServerResponse>>()
  let isDraining = false
  let isClosing = false
  app.server.on('connection', (socket: Socket) => {
    if (isClosing) return void socket.destroy()
    answering.set(socket, new Set())
    socket.once('close', () => answering.delete(socket))
  })
  // Before the handler, which may send the headers at once.
  app.server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (isDraining) response.shouldKeepAlive = false
    const responses = answering.get(socket)
    responses?.add(response)
    response.once('close', () => {
      responses?.delete(response)
      if (isClosing && responses?.size === 0) socket.destroySoon()
    })
  })
  const stopAccepting = () => {
    isDraining = true
    for (const responses of answering.values()) for (const each of responses) each.shouldKeepAlive = false
  }
  return {
    async drain() {
      stopAccepting()
      // The method of http.Server would close idle connections too.
      Server.prototype.close.call(app.server)
      if (answering.size > 0) await wait(ON_THEIR_WAY_MS)
    },
    async close() {
      stopAccepting()
      isClosing = true
      const closed = app.close()
      for (const [socket, responses] of answering) if (responses.size === 0) socket.destroySoon()
      const force = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
      await closed
      clearTimeout(force)
    },
  }
}
