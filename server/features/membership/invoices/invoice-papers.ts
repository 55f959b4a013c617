/** The content of an invoice besides its amount; assembled when it is issued and never changed afterwards. */
import type pg from 'pg'
import { communitySetting } from '#server/platform/community-settings.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { lineOf, ratesOf, taxOf, type Customer, type InvoicePaper, type Issuer, type Tax } from '#shared/invoices.ts'
import { selectInvoiceCustomer, takeInvoiceNumber } from './invoices.sql.ts'
import type { BilledInvoice } from '#server/features/membership/payment-provider/provider.ts'

/** Minimum number of digits, so that the numbers of a series align. */
const DIGITS = 5

export interface RichTextEditor {
  issuer: Issuer
  customer: Customer
  prefix: string
  network: string
  time_zone: string
}

interface Team {
  network: string
  team: string
  contact: string | null
  time_zone: string | null
  company: string | null
  address: string | null
  country: string | null
  tax_id: string | null
}

async function issuerOf(pool: pg.Pool): Promise<Issuer> {
  return {
    name: await communitySetting(pool, 'invoice_issuer_name'),
    address: await communitySetting(pool, 'invoice_issuer_address'),
    country: await communitySetting(pool, 'invoice_issuer_country'),
    tax_id: await communitySetting(pool, 'invoice_issuer_tax_id'),
  }
}

/** Issuer and customer of the team's next invoice; null if the team no longer exists. */
export async function writingFor(pool: pg.Pool, teamId: number): Promise<RichTextEditor | null> {
  const { rows } = await pool.query<Team>(selectInvoiceCustomer({ teamId }))
  const [found] = rows
  if (!found) return null
  return {
    issuer: await issuerOf(pool),
    customer: {
      company: found.company ?? found.team,
      contact: found.contact ?? '',
      address: found.address ?? '',
      country: found.country ?? '',
      tax_id: found.tax_id ?? '',
    },
    prefix: await communitySetting(pool, 'invoice_number_prefix'),
    network: found.network,
    time_zone: found.time_zone ?? 'UTC',
  }
}

/** The tax rate we charge when the provider does not calculate tax. */
export async function taxOfTeam(pool: pg.Pool, teamId: number): Promise<Tax> {
  const writing = await writingFor(pool, teamId)
  const rates = ratesOf(await communitySetting(pool, 'invoice_tax_rates'))
  return writing ? taxOf(writing.issuer, writing.customer, rates) : { percent: 0, note: '' }
}

/**
 * Takes the next number of the series. The row stays locked until the transaction ends, and a rollback frees the
 * number.
 */
export async function nextNumber(tx: Transaction, prefix: string): Promise<string> {
  const { rows } = await tx.query<{ last_number: number }>(takeInvoiceNumber({ prefix }))
  return `${prefix}${String(rows[0]!.last_number).padStart(DIGITS, '0')}`
}

export function paperOf(writing: RichTextEditor, invoice: BilledInvoice): InvoicePaper {
  const { issuer, customer, network, time_zone } = writing
  const lines =
    invoice.lines.length > 0 ? [...invoice.lines] : [lineOf(`Membership of ${network}`, 1, invoice.amount, 0)]
  const known = invoice.customer
  const sum = (column: 'net' | 'tax') => lines.reduce((total, line) => total + line[column], 0)
  return {
    issuer,
    // The provider's own invoice takes precedence; our billing details fill the gaps.
    customer: {
      contact: customer.contact,
      company: known?.company || customer.company,
      ...(known?.address ? { address: known.address, country: known.country } : pick(customer)),
      tax_id: known?.tax_id || customer.tax_id,
    },
    lines,
    net: sum('net'),
    tax: sum('tax'),
    tax_note: invoice.tax_note,
    time_zone,
  }
}

const pick = ({ address, country }: Customer) => ({ address, country })
