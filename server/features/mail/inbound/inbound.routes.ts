/** POST /api/mail/inbound: a mail server or service hands over one email as it came, signed. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Bus } from '#server/platform/signals/bus.ts'
import { problem } from '#server/platform/problems.ts'
import { INBOUND_BYTES, INBOUND_RECIPIENTS } from '#shared/mail.ts'
import { acceptMail } from './accept.ts'
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
      if (inboundSecret === undefined) throw problem('request.not_found', { message: 'Not found.', status: 404 })
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
