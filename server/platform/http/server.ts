/** Fastify with our limits, headers, cross-site guard and one way of refusing. */
import type { IncomingMessage } from 'node:http'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { forbidden, Problem, problem } from '#server/platform/problems.ts'
import type { Metrics } from '#server/platform/log/metrics.ts'
import type { Sessions } from '#server/platform/session/sessions.ts'
import { ROUTES } from '#shared/routes.ts'
import { graphqlErrors, isNoRoom, refusalOf } from './error-responses.ts'
import { INERT } from './page-policy.ts'
import type { Room } from './room.ts'
import { guardAccessLevel } from './access-level.ts'

const BODY_BYTES = 256 * 1024
/** A body that is not a file; a file may take as long as the slowest honest connection needs for it. */
const BODY_MS = 30_000
/** What is still to come after the answer: so long that a sender can stop and read it. */
const REST_MS = 5_000
const REQUEST_MS = 300_000
const HEADERS_MS = 10_000
const IDLE_MS = 120_000
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
const GRAPHQL = '/api/graphql/'

export interface ServerOptions {
  sessions: Sessions
  metrics: Metrics
  /** Where members reach the site; undefined means wherever the request says. */
  publicUrl: string | undefined
  secure: boolean
  trustProxy: boolean
  /** Whether the contract has an operation of this name. */
  isOperation: (name: string) => boolean
  room: Room
  /** Told of what a rule has refused to somebody. */
  onForbidden: (request: FastifyRequest, facts: { code: string; operation: string }) => Promise<void>
}

export async function makeServer({
  sessions,
  metrics,
  publicUrl,
  secure,
  trustProxy,
  isOperation,
  onForbidden,
  room,
}: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit: BODY_BYTES,
    requestTimeout: REQUEST_MS,
    connectionTimeout: IDLE_MS,
    keepAliveTimeout: IDLE_MS,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: 5_000 },
    // Only the proxy in front is believed, and only about who called it: what stands before that the caller wrote.
    trustProxy: trustProxy && ((_address, hop) => hop === 0),
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
  })
  app.removeContentTypeParser('text/plain')
  await app.register(helmet, {
    // Set below for everything; pages have their own with a nonce.
    contentSecurityPolicy: false,
    strictTransportSecurity: secure ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  })

  app.addHook('onRequest', async (request, reply) => {
    reply.header('content-security-policy', INERT).header('cache-control', 'no-store')
    // First: what is refused next has a body too.
    if (!takesFiles(request)) cutSlowBody(request.raw, BODY_MS)
    if (!SAFE.has(request.method) && !isSigned(request)) requireOwnSite(request)
  })
  guardAccessLevel(app, sessions)
  app.addHook('onResponse', async (request, reply) => {
    // Nobody waits for what is left of a request that has its answer, be it a file.
    if (!request.raw.complete) cutSlowBody(request.raw, REST_MS)
    const labels = { operation: nameOf(request), status: `${Math.floor(reply.statusCode / 100)}xx` }
    metrics.requests.observe(labels, reply.elapsedTime / 1000)
  })
  app.setErrorHandler(async (error, request, reply) => {
    const isGraphql = request.url.startsWith(GRAPHQL)
    // Anyone who still sends reads no answer before they have sent it all.
    if (!request.raw.complete) request.raw.unpipe().resume()
    const operation = nameOf(request)
    const refusal = refusalOf(error, operation)
    if (isNoRoom(error)) room.missed()
    if (error instanceof Problem && error.isForbidden) await onForbidden(request, { code: error.code, operation })
    const { status, code, message, field, error_id, retry_at } = refusal
    // Who follows a link to a file or an invoice after the end of a session is shown a page and no JSON.
    if (code === 'session.none' && request.headers['sec-fetch-dest'] === 'document')
      return reply.redirect(`${ROUTES.login}?session_expired=true`)
    if (isGraphql) return reply.code(status).send(graphqlErrors(refusal))
    // A refusal by rule is an answer to an operation; a plain call says it by its status.
    return reply.code(status === 200 ? 409 : status).send({ message, code, field, error_id, retry_at })
  })

  /** Of the contract's operations and our addresses; a name that a stranger made up would be kept for good. */
  function nameOf({ params, routeOptions }: FastifyRequest): string {
    const { operation } = (params ?? {}) as { operation?: string }
    return operation !== undefined && isOperation(operation) ? operation : (routeOptions.url ?? 'unknown')
  }

  /** A change must come from our own pages: own origin, JSON, and the token that only they can read (threat 16). */
  function requireOwnSite(request: FastifyRequest) {
    const refuse = (message: string) => {
      throw forbidden(problem('session.xsrf', { message, status: 403 }))
    }
    const { origin, host, cookie, 'sec-fetch-site': site, 'content-type': type } = request.headers
    if (origin !== undefined && origin !== 'null' ? !isOwn(origin, host) : origin === 'null')
      refuse('This request didn’t come from this site.')
    if (site !== undefined && site !== 'same-origin' && site !== 'none')
      refuse('This request didn’t come from this site.')
    const isExpected = takesFiles(request) ? /^multipart\/form-data\b/i : /^application\/json\b/i
    if (type !== undefined && !isExpected.test(type)) refuse('Requests must be JSON.')
    const token = sessions.token(cookie)
    // Without a session there is nothing to abuse, and the answer must be "sign in", not "reload".
    if (token === null && request.url.startsWith(GRAPHQL)) return
    if (!sessions.xsrfMatches(token, request.headers['x-xsrf-token']))
      refuse('This page is out of date. Reload it and try again. What you wrote is saved.')
  }
  const isOwn = (origin: string, host: string | undefined) =>
    (publicUrl !== undefined && origin === new URL(publicUrl).origin) ||
    (URL.canParse(origin) && new URL(origin).host === host)

  return app
}

/** True for the addresses that say in their route that they take a file. */
const takesFiles = (request: FastifyRequest) =>
  (request.routeOptions.config as { isMultipart?: boolean } | undefined)?.isMultipart === true

/** True for the addresses that say in their route that what they take is signed: by a billing house, or by us in a mail. */
const isSigned = (request: FastifyRequest) =>
  (request.routeOptions.config as { isSigned?: boolean } | undefined)?.isSigned === true

function cutSlowBody(raw: IncomingMessage, within: number) {
  if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return
  const clock = setTimeout(() => raw.socket.destroy(), within).unref()
  raw.once('end', () => clearTimeout(clock))
  raw.once('close', () => clearTimeout(clock))
}
