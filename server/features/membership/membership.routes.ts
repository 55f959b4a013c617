/** Routes outside GraphQL: provider webhooks, the checkout for members who join, and invoice links. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { idIn } from '#server/platform/http/checked-body.ts'
import { selectRows } from '#server/platform/database/select.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { Parameter, sql } from '#server/platform/graph/sql.ts'
import { recordStaffAction } from '#server/platform/audit/staff-actions.ts'
import { forbidden, notFound, problem } from '#server/platform/problems.ts'
import { mayEverywhere } from '#shared/staff-roles.ts'
import type { Session, Sessions } from '#server/platform/session/sessions.ts'
import type { Billing } from './billing.ts'
import { invoicePath, tokenHash } from './invoices/invoice-links.ts'
import { keepInvoiceToken } from './invoices/invoices.sql.ts'
import { membership } from './membership.access.ts'
import { startCheckout } from './membership.actions.ts'
import { insertEvent, selectCheckout } from './membership.sql.ts'

const checkoutBody = z.object({ return_path: z.string().max(2_000), idempotency_key: z.string().max(200).optional() })

export function registerBillingRoutes(app: FastifyInstance, billing: Billing, sessions: Sessions) {
  const requireSession = async (cookie: string | undefined): Promise<Session> => {
    const session = await sessions.find(cookie)
    if (!session) throw problem('session.none', { message: 'Your session has ended. Sign in again.', status: 401 })
    return session
  }

  app.post('/api/staff/test-payment', async (request) => {
    const viewer = await sessions.find(request.headers.cookie)
    if (!viewer || !mayEverywhere(viewer.grants, 'finance')) throw forbidden(notFound())
    const result = await billing.provider.check(`${billing.publicUrl}/api/billing/webhook`)
    const after = { provider: billing.provider.name, worked: result.ok }
    await transaction(billing.pool, billing.bus, (tx) =>
      recordStaffAction(tx, viewer.id, { act: 'payment.tested', itemId: null, itemName: 'Payment provider', after }),
    )
    return { data: result }
  })

  app.post('/api/onboarding/checkout', async (request) => {
    const viewer = await requireSession(request.headers.cookie)
    const parsed = checkoutBody.safeParse(request.body)
    if (!parsed.success)
      throw problem('membership.form_invalid', {
        message: 'return_path and idempotency_key are required.',
        status: 400,
      })
    const id = await startCheckout(billing, {
      viewer,
      args: { ...parsed.data, idempotency_key: parsed.data.idempotency_key ?? randomUUID() },
    })
    const { rows } = await billing.pool.query<{ url: string }>(selectCheckout({ id }))
    return { data: { url: rows[0]!.url } }
  })

  const ownInvoice = async (request: FastifyRequest<{ Params: { id: string } }>): Promise<string> => {
    const viewer = await requireSession(request.headers.cookie)
    const id = idIn(request)
    const rows = await selectRows<{ id: number }>(
      billing.pool,
      sql`select i.id from ${membership.invoices} i where i.id = ${new Parameter('invoice', 'bigint', () => id)}`,
      viewer,
    )
    if (!rows[0]) throw problem('membership.no_invoice', { message: 'Invoice not found.', status: 404 })
    // Recomputes the stored token: after a change of the secret, links in old emails stop working and this page
    // provides new ones.
    await billing.pool.query(keepInvoiceToken({ id, tokenHash: tokenHash(billing, id) }))
    return invoicePath(billing, id)
  }
  app.get<{ Params: { id: string } }>('/api/membership/invoices/:id', async (request, reply) =>
    reply.header('cache-control', 'no-store').redirect(await ownInvoice(request)),
  )
  app.get<{ Params: { id: string } }>('/api/membership/invoices/:id/pdf', async (request, reply) =>
    reply.header('cache-control', 'no-store').redirect(`/api${await ownInvoice(request)}/pdf`),
  )

  const { readEvent } = billing.provider
  if (readEvent) registerWebhook(app, billing, readEvent)
}

/** In a separate scope: the signature covers the raw bytes, so no body parser may run first. */
function registerWebhook(
  app: FastifyInstance,
  { pool, bus }: Billing,
  readEvent: (raw: Buffer, signature: string | undefined) => ReturnType<NonNullable<Billing['provider']['readEvent']>>,
) {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post('/api/billing/webhook', { config: { isSigned: true } }, async (request) => {
      const signature = request.headers['stripe-signature']
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const event = readEvent(raw, typeof signature === 'string' ? signature : undefined)
      // Events that were already delivered, or are not about a membership, are acknowledged and ignored.
      await transaction(pool, bus, async (tx) => {
        const { rowCount } = await tx.query(insertEvent({ id: event.id, type: event.type }))
        if (rowCount !== 1) return
        for (const [kind, ref] of [
          ['subscription', event.subscription] as const,
          ['checkout', event.checkout] as const,
        ])
          if (ref) await tx.enqueue(`membership:sync-${kind}`, { ref }, { key: `membership:sync-${kind}:${ref}` })
      })
      return { received: true }
    })
  })
}
