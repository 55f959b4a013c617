/** Statements for companies, where members work. A company is identified by its name, ignoring case. */
import { identifier, join, sql } from '#server/platform/graph/sql.ts'
import { statement, unprepared, type PgType } from '#server/platform/database/statement.ts'

export const COMPANY_COLUMNS = {
  name: 'name',
  stage: 'stage',
  type_id: 'type_id',
  num_of_lawyers: 'num_of_lawyers',
  num_of_financial_employees: 'num_of_financial_employees',
  num_of_employees: 'num_of_employees',
  industries: 'industry_ids',
  business_models: 'business_model_ids',
} as const
export type CompanyField = keyof typeof COMPANY_COLUMNS

export const LISTS = {
  type_id: 'business_types',
  industries: 'industries',
  business_models: 'business_models',
} as const

/** A retired entry only if the company already has it. The lock lets no merge delete an entry before it is stored. */
const selectKnownIn = (field: keyof typeof LISTS) => {
  const column = sql`o.${identifier(COMPANY_COLUMNS[field])}`
  const own = field === 'type_id' ? sql`array[${column}]` : column
  return statement(
    `select-known-company-${field}`,
    { ids: 'bigint[]', companyId: 'bigint' },
    (p) => sql`select x.id from ${identifier(LISTS[field])} x where x.id = any(${p.ids}) and (x.retired_at is null
      or exists (select from companies o where o.id = ${p.companyId} and x.id = any(${own}))) for key share of x`,
  )
}
export const selectKnownOf = {
  type_id: selectKnownIn('type_id'),
  industries: selectKnownIn('industries'),
  business_models: selectKnownIn('business_models'),
}

/** The company, if the caller may change it: their own, or any for staff. */
export const lockCompany = statement(
  'lock-company',
  { id: 'bigint', userId: 'bigint', isStaff: 'boolean' },
  (p) => sql`select c.id from companies c
    where c.id = ${p.id} and (${p.isStaff} or exists (select from users u where u.id = ${p.userId} and u.company_id = c.id)) for update`,
)
export const selectOwnCompany = statement(
  'select-own-company',
  { userId: 'bigint' },
  (p) => sql`select company_id from users where id = ${p.userId}`,
)
export const insertCompany = statement(
  'insert-company',
  { name: 'text' },
  (p) => sql`insert into companies (name) values (${p.name}) on conflict (lower(name)) do nothing`,
)
export const selectCompanyByName = statement(
  'select-company-by-name',
  { name: 'text' },
  (p) => sql`select id from companies where lower(name) = lower(${p.name})`,
)
export const selectCompany = statement(
  'select-company',
  { companyId: 'bigint' },
  (p) => sql`select id from companies where id = ${p.companyId}`,
)
export const joinCompany = statement(
  'join-company',
  { userId: 'bigint', companyId: 'bigint' },
  (p) =>
    sql`update users set company_id = ${p.companyId}, updated_at = now() where id = ${p.userId} and company_id is distinct from ${p.companyId}`,
)
const COLUMN_TYPES: Record<CompanyField, PgType> = {
  name: 'text',
  stage: 'text',
  type_id: 'bigint',
  num_of_lawyers: 'integer',
  num_of_financial_employees: 'integer',
  num_of_employees: 'text',
  industries: 'bigint[]',
  business_models: 'bigint[]',
}
/** Sets the columns of these fields. */
export function updateCompanyRow(companyId: number, fields: Partial<Record<CompanyField, unknown>>) {
  const names = Object.keys(fields) as CompanyField[]
  const types = Object.fromEntries(names.map((name) => [name, COLUMN_TYPES[name]]))
  return unprepared(
    { ...types, companyId: 'bigint' },
    (p) => sql`
      update companies set ${join(
        names.map((name) => sql`${identifier(COMPANY_COLUMNS[name])} = ${p[name]!}`),
        ', ',
      )} where id = ${p['companyId']!}`,
    { ...fields, companyId },
  )
}
