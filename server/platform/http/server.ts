/** Fastify with our limits, headers, cross-site guard and error handler. */
import type { IncomingMessage } from 'node:http'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { forbidden, Problem, problem } from '#server/platform/problems.ts'
import type { Replica } from '#server/platform/database/replica/replica.ts'
import type { Metrics } from '#server/platform/log/metrics.ts'
import { carryRequestId, makeRequestId } from '#server/platform/log/request-id.ts'
import { traceRequests } from '#server/platform/log/tracing.ts'
import type { Sessions } from '#server/platform/session/sessions.ts'
import { ROUTES } from '#shared/routes.ts'
import { graphqlErrors, isNoRoom, refusalOf } from './error-responses.ts'
import { INERT } from './page-policy.ts'
import type { Room } from '#server/platform/storage/room.ts'
import { guardAccessLevel } from './access-level.ts'
import { carryLogPosition } from './log-position.ts'

const BODY_BYTES = 256 * 1024
/** For a body that is not a file. A file may take as long as the slowest legitimate connection needs. */
const BODY_MS = 30_000
/** For the rest of the body after the response was sent: long enough for a client to stop sending and read it. */
const REST_MS = 5_000
const REQUEST_MS = 300_000
const HEADERS_MS = 10_000
const IDLE_MS = 120_000
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
const GRAPHQL = '/api/graphql/'

export interface ServerOptions {
  sessions: Sessions
  metrics: Metrics
  /** The public URL of the site; undefined means the host of the request. */
  publicUrl: string | undefined
  secure: boolean
  trustProxy: boolean
  /** What the contract says of an operation; undefined if it has none of this name. */
  kindOf: (name: string) => 'query' | 'mutation' | 'subscription' | undefined
  replica: Replica | undefined
  room: Room
  /** Called when a request is refused by a permission rule. */
  onForbidden: (request: FastifyRequest, facts: { code: string; operation: string }) => Promise<void>
}

export async function makeServer(options: ServerOptions): Promise<FastifyInstance> {
  const { sessions, metrics, secure, trustProxy } = options
  const app = Fastify({
    bodyLimit: BODY_BYTES,
    requestTimeout: REQUEST_MS,
    connectionTimeout: IDLE_MS,
    keepAliveTimeout: IDLE_MS,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: 5_000 },
    // Trust only the proxy in front of us, and only its own entry: the client wrote all entries before it.
    trustProxy: trustProxy && ((_address, hop) => hop === 0),
    genReqId: makeRequestId(trustProxy),
    requestIdHeader: false,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
  })
  app.removeContentTypeParser('text/plain')
  await app.register(helmet, {
    // Set below for everything; pages have a separate policy with a nonce.
    contentSecurityPolicy: false,
    strictTransportSecurity: secure ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  })

  carryRequestId(app)
  traceRequests(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('content-security-policy', INERT).header('cache-control', 'no-store')
    // First: a request that is refused next also has a body.
    if (!takesFiles(request) && !partType(request)) cutSlowBody(request.raw, BODY_MS)
    if (!SAFE.has(request.method) && !isSigned(request)) requireOwnSite(request, options)
    if (!readsOnly(request, options) && !usesSpare(request))
      await options.room.require({ fileBytes: fileBytes(request) })
  })
  if (options.replica)
    carryLogPosition(app, { replica: options.replica, secure, readsOnly: (asked) => readsOnly(asked, options) })
  guardAccessLevel(app, sessions)
  app.addHook('onResponse', async (request, reply) => {
    // Nobody waits for the rest of a request that has its response, even if it is a file.
    if (!request.raw.complete) cutSlowBody(request.raw, REST_MS)
    const operation = nameOf(request, options)
    const labels = { operation, status: `${Math.floor(reply.statusCode / 100)}xx` }
    metrics.requests.observe(labels, reply.elapsedTime / 1000)
  })
  answerErrors(app, options)
  return app
}

function answerErrors(app: FastifyInstance, options: ServerOptions) {
  app.setErrorHandler(async (error, request, reply) => {
    const isGraphql = request.url.startsWith(GRAPHQL)
    // A client that is still sending reads no response until it has sent everything.
    if (!request.raw.complete) request.raw.unpipe().resume()
    const operation = nameOf(request, options)
    const refusal = refusalOf(error, operation)
    if (isNoRoom(error)) options.room.missed()
    if (error instanceof Problem && error.isForbidden)
      await options.onForbidden(request, { code: error.code, operation })
    const { status, code, message, field, error_id, retry_at } = refusal
    // A user who follows a link to a file or an invoice after the session ended sees a page, not JSON.
    if (code === 'session.none' && request.headers['sec-fetch-dest'] === 'document')
      return reply.redirect(`${ROUTES.login}?session_expired=true`)
    if (isGraphql) return reply.code(status).send(graphqlErrors(refusal))
    // A route may have said how long its file stays valid.
    if (status >= 500) void reply.header('cache-control', 'no-store')
    // A rule refusal of an operation is a normal response; a REST call reports it as its status.
    return reply.code(status === 200 ? 409 : status).send({ message, code, field, error_id, retry_at })
  })
}

/** Only names of contract operations and routes: a name invented by a client would stay in the metrics forever. */
function nameOf({ params, routeOptions }: FastifyRequest, { kindOf }: ServerOptions): string {
  const { operation } = (params ?? {}) as { operation?: string }
  return operation !== undefined && kindOf(operation) ? operation : (routeOptions.url ?? 'unknown')
}

const readsOnly = ({ method, params }: FastifyRequest, { kindOf }: ServerOptions): boolean =>
  SAFE.has(method) || kindOf((params as { operation?: string } | undefined)?.operation ?? '') === 'query'

/** What uses the spare room: it is needed to read, makes room, or is sent by a service that would give up. */
const usesSpare = (request: FastifyRequest) =>
  isSigned(request) || request.method === 'DELETE' || request.routeOptions.url?.startsWith('/api/auth/') === true

const fileBytes = (request: FastifyRequest) =>
  takesFiles(request) || partType(request) ? Number(request.headers['content-length'] ?? 0) : undefined

/** A change must come from our own pages: own origin, JSON, and the token that only they can read (threat 16). */
function requireOwnSite(request: FastifyRequest, { sessions, publicUrl }: ServerOptions) {
  const refuse = (message: string) => {
    throw forbidden(problem('session.xsrf', { message, status: 403 }))
  }
  const { origin, host, cookie, 'sec-fetch-site': site, 'content-type': type } = request.headers
  if (origin !== undefined && origin !== 'null' ? !isOwn(publicUrl, origin, host) : origin === 'null')
    refuse('This request didn’t come from this site.')
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    refuse('This request didn’t come from this site.')
  const isExpected = takesFiles(request) ? /^multipart\/form-data\b/i : /^application\/json\b/i
  if (type !== undefined && type !== partType(request) && !isExpected.test(type)) refuse('Requests must be JSON.')
  const token = sessions.token(cookie)
  // Without a session there is nothing to abuse, and the response must be "sign in", not "reload".
  if (token === null && request.url.startsWith(GRAPHQL)) return
  if (!sessions.xsrfMatches(token, request.headers['x-xsrf-token']))
    refuse('This page is out of date. Reload it and try again. What you wrote is saved.')
}
const isOwn = (publicUrl: string | undefined, origin: string, host: string | undefined) =>
  (publicUrl !== undefined && origin === new URL(publicUrl).origin) ||
  (URL.canParse(origin) && new URL(origin).host === host)

/** True for routes that declare that they accept a file. */
const takesFiles = (request: FastifyRequest) =>
  (request.routeOptions.config as { isMultipart?: boolean } | undefined)?.isMultipart === true

/** The media type of parts of a file, for routes that declare that they take them. */
const partType = (request: FastifyRequest) =>
  (request.routeOptions.config as { partType?: string } | undefined)?.partType

/** True for routes that declare that their requests are signed: by a billing provider, or by us in an email. */
const isSigned = (request: FastifyRequest) =>
  (request.routeOptions.config as { isSigned?: boolean } | undefined)?.isSigned === true

function cutSlowBody(raw: IncomingMessage, within: number) {
  if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return
  const clock = setTimeout(() => raw.socket.destroy(), within).unref()
  raw.once('end', () => clearTimeout(clock))
  raw.once('close', () => clearTimeout(clock))
}
