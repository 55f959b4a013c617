/** Fastify with our limits, headers, cross-site guard and one way of refusing. */
import type { IncomingMessage } from 'node:http'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { problem } from '#server/platform/problems.ts'
import type { Metrics } from '#server/platform/log/metrics.ts'
import type { Sessions } from '#server/platform/session/sessions.ts'
import { ROUTES } from '#shared/routes.ts'
import { graphqlErrors, refusalOf } from './answers.ts'
import { guardStanding } from './standing.ts'

const BODY_BYTES = 256 * 1024
/** A body that is not a file; a file may take as long as the slowest honest connection needs for it. */
const BODY_MS = 30_000
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
}

export async function makeServer({
  sessions,
  metrics,
  publicUrl,
  secure,
  trustProxy,
}: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit: BODY_BYTES,
    requestTimeout: REQUEST_MS,
    connectionTimeout: IDLE_MS,
    keepAliveTimeout: IDLE_MS,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: 5_000 },
    trustProxy,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
  })
  app.removeContentTypeParser('text/plain')
  await app.register(helmet, {
    // Pages set their own policy with a nonce; nothing else of ours is to be shown by a browser.
    contentSecurityPolicy: false,
    strictTransportSecurity: secure ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  })

  app.addHook('onRequest', async (request) => {
    if (!SAFE.has(request.method) && !isSigned(request)) requireOwnSite(request)
    if (!takesFiles(request)) cutSlowBody(request.raw)
  })
  guardStanding(app, sessions)
  app.addHook('onResponse', async (request, reply) => {
    const { operation } = (request.params ?? {}) as { operation?: string }
    const name = operation && reply.statusCode !== 404 ? operation : (request.routeOptions.url ?? 'unknown')
    metrics.requests.observe({ operation: name, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
  })
  app.setErrorHandler((error, request, reply) => {
    const isGraphql = request.url.startsWith(GRAPHQL)
    const refusal = refusalOf(
      error,
      isGraphql ? request.url.slice(GRAPHQL.length, 100) : (request.routeOptions.url ?? 'unknown'),
    )
    const { status, code, message, field, error_id } = refusal
    // Who follows a link to a file or an invoice after the end of a session is shown a page and no JSON.
    if (code === 'session.none' && request.headers['sec-fetch-dest'] === 'document')
      return reply.redirect(`${ROUTES.login}?session_expired=true`)
    if (isGraphql) return reply.code(status).send(graphqlErrors(refusal))
    // A refusal by rule is an answer to an operation; a plain call says it by its status.
    return reply.code(status === 200 ? 409 : status).send({ message, code, field, error_id })
  })

  /** A change must come from our own pages: own origin, JSON, and the token that only they can read (threat 16). */
  function requireOwnSite(request: FastifyRequest) {
    const refuse = (message: string) => {
      throw problem('session.xsrf', { message, status: 403 })
    }
    const { origin, host, cookie, 'sec-fetch-site': site, 'content-type': type } = request.headers
    if (origin !== undefined && origin !== 'null' ? !isOwn(origin, host) : origin === 'null')
      refuse('This request did not come from this site.')
    if (site !== undefined && site !== 'same-origin' && site !== 'none')
      refuse('This request did not come from this site.')
    const isExpected = takesFiles(request) ? /^multipart\/form-data\b/i : /^application\/json\b/i
    if (type !== undefined && !isExpected.test(type)) refuse('Requests must be JSON.')
    const token = sessions.token(cookie)
    // Without a session there is nothing to abuse, and the answer must be "sign in", not "reload".
    if (token === null && request.url.startsWith(GRAPHQL)) return
    if (!sessions.xsrfMatches(token, request.headers['x-xsrf-token']))
      refuse('This page is out of date. Reload it and try again; what you wrote is kept.')
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

function cutSlowBody(raw: IncomingMessage) {
  if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return
  const clock = setTimeout(() => raw.socket.destroy(), BODY_MS).unref()
  raw.once('end', () => clearTimeout(clock))
  raw.once('close', () => clearTimeout(clock))
}
