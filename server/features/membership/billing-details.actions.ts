/** The paying member's billing details for the next invoice. */
import { selectRows } from '#server/platform/database/select.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { sql } from '#server/platform/graph/sql.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import { countryName, isCountry } from '#shared/countries.ts'
import { ADDRESS_LENGTH, COMPANY_LENGTH, TAX_ID_LENGTH } from '#shared/invoices.ts'
import type { Billing } from './billing.ts'
import { keepBillingDetails, selectOpenCheckouts } from './invoices/invoices.sql.ts'
import { membership } from './membership.access.ts'
import { endCheckouts, requireOwnTeam, unreachable } from './membership.actions.ts'

export interface BillingDetailsArgs {
  company: string
  address: string
  country: string
  tax_id?: string | null
}

const refuse = (field: string, message: string) => problem('membership.billing_details', { message, field })
const oneLine = (text: string) => text.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
const lines = (text: string) =>
  text
    .split(/\r?\n/)
    .map(oneLine)
    .filter((line) => line !== '')
    .join('\n')

function text(field: string, { said, most, value }: { said: string; most: number; value: string }): string {
  if (value === '') throw refuse(field, `Enter the ${said}.`)
  const { length } = [...value]
  if (length > most) throw refuse(field, `The ${said} is ${length} characters long. The limit is ${most}.`)
  return value
}

/**
 * Greek numbers start with EL, and are also accepted as GR. For unknown countries, any number is accepted. The rules of
 * all countries take 13 MB, so they are loaded with the first number.
 */
async function taxId(country: string, given: string): Promise<string> {
  const value = oneLine(given).toUpperCase()
  if (value === '') return ''
  if ([...value].length > TAX_ID_LENGTH)
    throw refuse('tax_id', `The tax ID is ${[...value].length} characters long. The limit is ${TAX_ID_LENGTH}.`)
  const { validateEntity } = await import('stdnum')
  const { checked, isValid } = validateEntity(country, value)
  if (checked && !isValid)
    throw refuse('tax_id', `This isn’t a valid tax ID for ${countryName(country)}. Correct it, or leave it blank.`)
  return value
}

async function checked({ company, address, country, tax_id }: BillingDetailsArgs) {
  const code = country.trim().toUpperCase()
  if (!isCountry(code)) throw refuse('country', 'Choose a country.')
  return {
    company: text('company', { said: 'company name', most: COMPANY_LENGTH, value: oneLine(company) }),
    address: text('address', { said: 'address', most: ADDRESS_LENGTH, value: lines(address) }),
    country: code,
    tax_id: await taxId(code, tax_id ?? ''),
  }
}

/** Resolves to the member's id. Ends open checkouts, because their tax may have changed. */
export async function saveBillingDetails(
  billing: Billing,
  { viewer, args }: Call<BillingDetailsArgs>,
): Promise<number> {
  const { company, address, country, tax_id } = await checked(args)
  const [price] = await selectRows<{ peer_network_id: number }>(
    billing.pool,
    sql`select p.peer_network_id from ${membership.price} p`,
    viewer,
  )
  if (!price || viewer.is_staff) throw problem('membership.nothing_to_pay', { message: 'You don’t owe anything.' })
  const team = await transaction(billing.pool, billing.bus, async (tx) => {
    const { id } = await requireOwnTeam(tx, viewer, price)
    await tx.query(keepBillingDetails({ teamId: id, company, address, country, taxId: tax_id }))
    return id
  })
  const { rows } = await billing.pool.query<{ ref: string }>(selectOpenCheckouts({ teamId: team }))
  await endCheckouts(billing, rows).catch(unreachable)
  return viewer.id
}
