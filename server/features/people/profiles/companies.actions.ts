import { mayEverywhere } from '#shared/staff-roles.ts'
import type pg from 'pg'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { COMPANY_SIZES, COMPANY_STAGES, LARGEST_NUMBER, lengthProblem, NAME_LENGTH } from '#shared/profiles.ts'
import { validateChoices, refuse, type Given } from './profile-validation.ts'
import {
  COMPANY_COLUMNS,
  insertCompany,
  joinCompany,
  lockCompany,
  selectCompany,
  selectCompanyByName,
  selectKnownOf,
  selectOwnCompany,
  updateCompanyRow,
  type CompanyField,
} from './companies.sql.ts'

const UNIQUE_VIOLATION = '23505'
type Query = Pick<Transaction, 'query'>

function companyName(given: unknown, field = 'name'): string {
  const name = typeof given === 'string' ? given.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim() : ''
  if (name === '') return refuse('company_name_missing', 'Enter the company name.', field)
  const long = lengthProblem('The name', name, NAME_LENGTH)
  return long ? refuse('too_long', long, field) : name
}

interface GivenFact {
  companyId: number
  field: CompanyField
  given: unknown
}

async function checked(tx: Query, { companyId, field, given }: GivenFact): Promise<unknown> {
  if (field === 'name') return companyName(given)
  if (field === 'industries' || field === 'business_models' || field === 'type_id') {
    const isList = field !== 'type_id'
    const ids = validateChoices(field, isList ? ((given as number[] | null) ?? []) : given ? [given as number] : [])
    const { rows } = await tx.query(selectKnownOf[field]({ ids, companyId }))
    if (rows.length < ids.length)
      refuse('unknown_choice', 'One of your choices is no longer available. Choose again from the list.', field)
    return isList ? ids : (ids[0] ?? null)
  }
  if (typeof given === 'number' && (given < 0 || given > LARGEST_NUMBER))
    refuse('number', `Enter a number from 0 to ${LARGEST_NUMBER.toLocaleString('en-US')}.`, field)
  const choices: readonly string[] | undefined = { stage: COMPANY_STAGES, num_of_employees: COMPANY_SIZES }[
    field as 'stage'
  ]
  if (typeof given === 'string' && choices && given !== '' && !choices.includes(given))
    refuse('choice', 'Choose from the list, or leave it blank.', field)
  return given === '' ? null : given
}

/** Updates the given fields of a company; omitted ones stay unchanged. */
async function describe(tx: Query, id: number, given: Given): Promise<void> {
  const fields = (Object.keys(COMPANY_COLUMNS) as CompanyField[]).filter((field) => given[field] !== undefined)
  if (fields.length === 0) return
  const changes: Partial<Record<CompanyField, unknown>> = {}
  for (const field of fields) changes[field] = await checked(tx, { companyId: id, field, given: given[field] })
  try {
    await tx.query(updateCompanyRow(id, changes))
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION)
      refuse('company_exists', 'A company with this name already exists. Choose it instead.', 'name')
    throw error
  }
}

/** Sets the member's company by name, and creates the company if it does not exist. */
export async function joinCompanyByName(tx: Query, userId: number, given: unknown, field?: string): Promise<number> {
  const name = companyName(given, field)
  await tx.query(insertCompany({ name }))
  // A separate statement, because only then it sees rows that other transactions have committed.
  const { rows } = await tx.query<{ id: number }>(selectCompanyByName({ name }))
  await tx.query(joinCompany({ userId, companyId: rows[0]!.id }))
  return rows[0]!.id
}

async function updateCompany(
  tx: Query,
  { viewer, args: { id, ...given } }: Call<Given & { id: number }>,
): Promise<number> {
  const { rows } = await tx.query(
    lockCompany({ id, userId: viewer.id, isStaff: mayEverywhere(viewer.grants, 'content') }),
  )
  if (!rows[0]) refuse('company_not_found', 'You can’t edit this company.', 'id')
  await describe(tx, id, given)
  return id
}

/** The company part of the member's own profile. A new name is a different company, so that colleagues keep theirs. */
async function updateCompanyProfile(tx: Query, userId: number, { name, ...given }: Given): Promise<number> {
  const { rows } = await tx.query<{ company_id: number | null }>(selectOwnCompany({ userId }))
  const own = rows[0]?.company_id ?? null
  const id = name === undefined && own !== null ? own : await joinCompanyByName(tx, userId, name)
  await describe(tx, id, given)
  return userId
}

async function updateUserCompany(tx: Query, { viewer, args }: Call<{ name: string; company_id?: number | null }>) {
  if (!args.company_id) return joinCompanyByName(tx, viewer.id, args.name)
  companyName(args.name)
  const { rows } = await tx.query<{ id: number }>(selectCompany({ companyId: args.company_id }))
  if (!rows[0])
    refuse('company_not_found', 'This company is no longer available. Enter its name instead.', 'company_id')
  await tx.query(joinCompany({ userId: viewer.id, companyId: args.company_id }))
  return args.company_id
}

export const companyActions = (pool: pg.Pool, bus: Bus): Actions => ({
  updateCompany: (call: Call<Given & { id: number }>) => transaction(pool, bus, (tx) => updateCompany(tx, call)),
  updateCompanyProfile: ({ viewer, args }: Call<{ company_fields: Given }>) =>
    transaction(pool, bus, (tx) => updateCompanyProfile(tx, viewer.id, args.company_fields)),
  updateUserCompany: (call: Call<{ name: string; company_id?: number | null }>) =>
    transaction(pool, bus, (tx) => updateUserCompany(tx, call)),
  updateUserCompanyDetails: ({ viewer, args: { name, ...given } }: Call<Given & { name: string }>) =>
    transaction(pool, bus, async (tx) => {
      const id = await joinCompanyByName(tx, viewer.id, name)
      await describe(tx, id, given)
      return id
    }),
})
