/**
 * One id for everything that a request causes: the lines of the log, the jobs that it enqueues, and what these enqueue.
 * It says which lines belong together and nothing about the member.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

const HEADER = 'x-request-id'
const WELL_FORMED = /^[\w-]{8,64}$/
const storage = new AsyncLocalStorage<string>()

export const requestId = (): string | undefined => storage.getStore()

/** `given` is used if it is well formed; otherwise a new one is made. */
export const requestIdFrom = (given: unknown): string =>
  typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID()

/** Runs `work` and all that it starts under this id. */
export const withRequestId = <T>(id: string, work: () => T): T => storage.run(id, work)

/** The payload of a job with the id of the request that enqueues it. */
export const withRequestIdOf = (payload: object): object => {
  const request_id = requestId()
  return request_id === undefined ? payload : { ...payload, request_id }
}

/** Only a proxy may choose the id: a client could otherwise write ids of others into the log. */
export const makeRequestId = (trustProxy: boolean) => (request: Pick<IncomingMessage, 'headers'>) =>
  requestIdFrom(trustProxy ? request.headers[HEADER] : undefined)

/** Each request runs under its id, and its answer says it. */
export function carryRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(HEADER, request.id)
    withRequestId(request.id, done)
  })
}
