/** The content of an invoice and its tax, the same on the page, in the file, in email and in lists. */
import { countryName } from '#shared/countries.ts'
import { dayOf } from '#shared/kit/dates.ts'

/** The issuer of invoices, set by staff in the community settings. */
export interface Issuer {
  name: string
  address: string
  country: string
  tax_id: string
}
/** The recipient of an invoice. */
export interface Customer {
  company: string
  /** The contact person at the company. */
  contact: string
  address: string
  country: string
  tax_id: string
}
/** Amounts are US cents. */
export interface InvoiceLine {
  description: string
  quantity: number
  unit_price: number
  net: number
  tax_percent: number
  tax: number
  gross: number
}
/** The tax of a sale: its rate, and the note that the invoice must include. */
export interface Tax {
  percent: number
  note: string
}
export interface InvoicePaper {
  issuer: Issuer
  customer: Customer
  lines: InvoiceLine[]
  net: number
  tax: number
  tax_note: string
  /** The customer's time zone at the time of issue. All dates of the invoice are days there, no matter who reads it. */
  time_zone: string
}

export const COMPANY_LENGTH = 200
export const ADDRESS_LENGTH = 500
export const TAX_ID_LENGTH = 40
/** The length of the database column. */
export const PREFIX_LENGTH = 20
const EU = new Set('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '))
/** One country and its rate per line: "DE 19". */
export const TAX_RATES_PATTERN = /^(?:[A-Z]{2} \d{1,2}(?:\.\d{1,2})?(?:\n|$))*$/
export const ratesOf = (text: string): ReadonlyMap<string, number> =>
  new Map(
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(0, 2), Number(line.slice(3))]),
  )

export const REVERSE_CHARGE =
  'Reverse charge: the recipient accounts for VAT (Article 196 of Council Directive 2006/112/EC).'

/**
 * The rate of the customer's country, or of the issuer's if the customer's is unknown. A company with a VAT number in
 * another country of the European Union accounts for the tax itself (reverse charge).
 */
export function taxOf(
  issuer: Pick<Issuer, 'country'>,
  customer: Pick<Customer, 'country' | 'tax_id'>,
  rates: ReadonlyMap<string, number>,
): Tax {
  const isAbroad = customer.country !== '' && customer.country !== issuer.country
  if (isAbroad && customer.tax_id !== '' && EU.has(issuer.country) && EU.has(customer.country))
    return { percent: 0, note: REVERSE_CHARGE }
  return { percent: rates.get(customer.country || issuer.country) ?? 0, note: '' }
}

/** A line with its tax, rounded once. */
export function lineOf(description: string, quantity: number, unit_price: number, percent: number): InvoiceLine {
  const net = quantity * unit_price
  const tax = Math.round((net * percent) / 100)
  return { description, quantity, unit_price, net, tax_percent: percent, tax, gross: net + tax }
}

/** A date of an invoice, with its year: "24 December 2026". */
export const invoiceDay = ({ time_zone }: Pick<InvoicePaper, 'time_zone'>, date: Date | string): string =>
  dayOf(date, time_zone, 0)
export const percentOf = (percent: number): string => `${percent.toLocaleString('en-US')}%`

/** Name and address as on an envelope, plus the tax number. */
export const partyLines = ({ name, contact, address, country, tax_id }: Omit<Issuer & Partial<Customer>, 'company'>) =>
  [
    name,
    contact ?? '',
    ...address.split('\n'),
    country === '' ? '' : countryName(country),
    tax_id === '' ? '' : `Tax ID ${tax_id}`,
  ].filter((line) => line !== '')
export const issuerLines = (issuer: Issuer): string[] => partyLines(issuer)
export const customerLines = ({ company, contact, ...customer }: Customer): string[] =>
  partyLines({ ...customer, name: company, contact: contact === company ? '' : contact })
