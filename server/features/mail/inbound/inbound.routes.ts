/** A mail server or service hands over one email as it came, signed; and its member opens it again. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { idIn } from '#server/platform/http/checked-body.ts'
import { INERT_FILE } from '#server/platform/http/page-policy.ts'
import type { Sessions } from '#server/platform/session/sessions.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { notFound, problem } from '#server/platform/problems.ts'
import { INBOUND_BYTES, INBOUND_RECIPIENTS } from '#shared/mail.ts'
import { asAttachment } from '#server/platform/uploads/send-file.ts'
import { acceptMail } from './accept.ts'
import { selectOwnMail, type Inbound } from './inbound.sql.ts'
import { isSignedBody } from './signature.ts'

interface Options {
  pool: pg.Pool
  bus: Bus
  domain: string
  /** Signs addresses. */
  secret: string
  inboundSecret: string | undefined
}

const textOf = ({ headers }: FastifyRequest, name: string) => {
  const value = headers[name]
  return typeof value === 'string' ? value.trim() : ''
}
/** With or without angle brackets. */
const bare = (address: string) => address.trim().replace(/^<(.*)>$/, '$1')

/** In a separate scope: the signature covers the raw bytes, so no body parser may run first. */
export function registerInboundRoutes(app: FastifyInstance, { inboundSecret, ...tools }: Options) {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    const route = { bodyLimit: INBOUND_BYTES, config: { isSigned: true } as object }
    scope.post('/api/mail/inbound', route, async (request) => {
      if (inboundSecret === undefined) throw notFound()
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      if (raw.length === 0 || !isSignedBody(inboundSecret, raw, request.headers['x-signature']))
        throw problem('mail.signature', { message: 'The signature is missing, wrong, or too old.', status: 401 })
      const recipients = textOf(request, 'x-rcpt-to').split(',').map(bare).filter(Boolean)
      if (recipients.length > INBOUND_RECIPIENTS)
        throw problem('mail.recipients', {
          message: `An email can have up to ${INBOUND_RECIPIENTS} recipients here.`,
          status: 422,
        })
      const envelope = {
        via: 'http' as const,
        mailFrom: bare(textOf(request, 'x-mail-from')),
        recipients,
        clientAddress: textOf(request, 'x-client-address'),
        clientName: textOf(request, 'x-client-name'),
      }
      const acceptance = await acceptMail(tools, envelope, raw)
      if (acceptance.accepted.length === 0)
        throw problem('mail.no_address', { message: '550 There is no such address here.', status: 422 })
      return { data: acceptance }
    })
  })
}

/** As a file: what somebody sent is never shown as a page of ours. */
export function registerSentMailRoute(app: FastifyInstance, { pool, sessions }: { pool: pg.Pool; sessions: Sessions }) {
  app.get('/api/mail/sent/:id', async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
    const viewer = await sessions.find(request.headers.cookie)
    if (!viewer) throw problem('session.none', { message: 'Sign in to open this email.', status: 401 })
    const id = idIn(request)
    const { rows } = await pool.query<Inbound>(selectOwnMail({ id, userId: viewer.id }))
    if (!rows[0]) throw problem('mail.not_found', { message: 'This email isn’t available.', status: 404 })
    return reply
      .header('content-security-policy', INERT_FILE)
      .header('cache-control', 'private, no-store')
      .header('content-disposition', asAttachment('email.eml'))
      .type('application/octet-stream')
      .send(rows[0].raw)
  })
}
