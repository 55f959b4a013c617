/** Invoices by their link, without signing in: to read, to pay, to keep. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problem } from '#server/platform/problems.ts'
import type { Billing } from './billing.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { payInvoice, showInvoice } from './invoices.actions.ts'

/** Far more than anybody opens, far fewer than guessing needs. */
const LOOKS = 120
const LOOKS_MS = 15 * 60_000

/** After the routes of accounts, which bring the limits of attempts. */
export function registerInvoiceRoutes(app: FastifyInstance, billing: Billing) {
  type Asked = { Params: { token: string } }
  const byPlace = app.createRateLimit({
    max: LOOKS,
    timeWindow: LOOKS_MS,
    keyGenerator: (request) => `invoices ${request.ip}`,
  })
  const throttle = async (request: FastifyRequest) => {
    const tried = await byPlace(request)
    if (!tried.isAllowed && tried.isExceeded)
      throw problem('throttled', { message: 'Too many invoices were opened from here. Try again later.', status: 429 })
  }

  app.get<Asked>('/api/invoice/:token', async (request, reply) => {
    await throttle(request)
    reply.header('cache-control', 'no-store')
    return { data: await showInvoice(billing, request.params.token) }
  })
  app.post<Asked>('/api/invoice/:token/pay', async (request) => {
    await throttle(request)
    return { data: await payInvoice(billing, request.params.token) }
  })
  app.get<Asked>('/api/invoice/:token/pdf', async (request, reply) => {
    await throttle(request)
    const invoice = await showInvoice(billing, request.params.token)
    return reply
      .header('content-disposition', `attachment; filename="invoice-${invoice.number.replaceAll(/[^\w-]/g, '')}.pdf"`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'no-store')
      .type('application/pdf')
      .send(await invoicePdf(invoice))
  })
}
