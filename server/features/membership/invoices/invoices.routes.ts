/** Invoices by link, without signing in: view, pay, download. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { INERT_FILE } from '#server/platform/http/page-policy.ts'
import { problem } from '#server/platform/problems.ts'
import { makeAttempts, clientNetwork } from '#server/platform/session/attempts.ts'
import type { Billing } from '#server/features/membership/billing.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { payInvoice, showInvoice } from './invoices.actions.ts'

/** Far more than normal use, far fewer than guessing a token needs. */
const LOOKS = 120
const LOOKS_SECONDS = 15 * 60

export function registerInvoiceRoutes(app: FastifyInstance, billing: Billing) {
  type Asked = { Params: { token: string } }
  const attempts = makeAttempts(billing.pool)
  const throttle = async ({ ip }: FastifyRequest) => {
    const { refused } = await attempts.take([
      {
        key: `invoices from ${clientNetwork(ip)}`,
        limit: LOOKS,
        pauseSeconds: LOOKS_SECONDS,
        leakSeconds: LOOKS_SECONDS,
      },
    ])
    if (refused)
      throw problem('throttled', {
        message: 'Too many invoices have been opened from this network. Try again later.',
        status: 429,
      })
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
      .header('content-security-policy', INERT_FILE)
      .header('cache-control', 'no-store')
      .type('application/pdf')
      .send(await invoicePdf(invoice))
  })
}
