/** Statements for companies, where members work. A company is identified by its name, ignoring case. */
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

export const selectKnownOf = (field: keyof typeof LISTS) => ({
  name: `select-known-company-${field}`,
  text: `select id from ${LISTS[field]} where id = any($1::bigint[])`,
})

/** The company, if the caller may change it: their own, or any for staff. */
export const lockCompany = {
  name: 'lock-company',
  text: `select c.id from companies c
    where c.id = $1 and ($3 or exists (select from users u where u.id = $2 and u.company_id = c.id)) for update`,
}
export const selectOwnCompany = { name: 'select-own-company', text: 'select company_id from users where id = $1' }
export const insertCompany = {
  name: 'insert-company',
  text: 'insert into companies (name) values ($1) on conflict (lower(name)) do nothing',
}
export const selectCompanyByName = {
  name: 'select-company-by-name',
  text: 'select id from companies where lower(name) = lower($1)',
}
export const selectCompany = { name: 'select-company', text: 'select id from companies where id = $1' }
export const joinCompany = {
  name: 'join-company',
  text: 'update users set company_id = $2, updated_at = now() where id = $1 and company_id is distinct from $2',
}
export const updateCompanyRow = (fields: readonly CompanyField[]) => `
  update companies set ${fields.map((field, index) => `${COMPANY_COLUMNS[field]} = $${index + 2}`).join(', ')} where id = $1`
