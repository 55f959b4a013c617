/** Invoices, for everyone who has their link. */
import { hashOf, isToken } from '#server/features/accounts/index.ts'
import { problem } from '#server/platform/problems.ts'
import type { InvoicePaper } from '#shared/invoices.ts'
import type { Billing } from '#server/features/membership/billing.ts'
import { selectInvoiceByToken } from './invoices.sql.ts'
import { syncSubscription } from '#server/features/membership/payment-provider/subscription-sync.ts'

export interface ShownInvoice extends InvoicePaper {
  number: string
  amount: number
  state: 'open' | 'paid' | 'void'
  period_start: Date
  period_end: Date
  issued_at: Date
  paid_at: Date | null
  team: string
  network: string
  theme: string
}
interface FoundInvoice extends ShownInvoice {
  id: number
  ref: string
  subscription_ref: string
}

/** One response for every link that does not lead to an invoice. */
const missing = () => problem('membership.no_invoice', { message: 'Invoice not found.', status: 404 })

async function findInvoice({ pool }: Billing, token: unknown): Promise<FoundInvoice> {
  if (!isToken(token)) throw missing()
  const { rows } = await pool.query<FoundInvoice>(selectInvoiceByToken({ tokenHash: hashOf(token) }))
  if (!rows[0]) throw missing()
  return rows[0]
}

export async function showInvoice(billing: Billing, token: unknown): Promise<ShownInvoice> {
  const { id: _id, ref: _ref, subscription_ref: _subscription, ...shown } = await findInvoice(billing, token)
  return shown
}

/** The payment URL. Syncs with the provider first: the invoice may have just been paid, and must not be paid twice. */
export async function payInvoice(billing: Billing, token: unknown): Promise<{ url: string }> {
  const { subscription_ref } = await findInvoice(billing, token)
  await syncSubscription(billing, subscription_ref)
  const invoice = await findInvoice(billing, token)
  if (invoice.state !== 'open')
    throw problem('membership.invoice_settled', {
      message: 'This invoice has been paid. Nothing is due.',
      status: 409,
    })
  return { url: await billing.provider.payUrl(invoice, `${billing.publicUrl}/invoice/${String(token)}`) }
}
