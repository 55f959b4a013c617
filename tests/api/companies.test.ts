/** Members' companies: members who enter the same name get the same company. */
import { describe, expect, it } from 'vitest'
import {
  GetCompanies,
  GetCompanyMembers,
  PrivateProfile,
  UpdateCompany,
  UpdateCompanyProfile,
  UpdateUserCompany,
  UpdateUserCompanyDetails,
} from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer()
const [helen, marcus, samuel, staff] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.finance,
  demoMembers.staff,
)
const newcomer = await testServer.member(demoMembers.newcomer)
const nobody = testServer.anonymous()
const [type] = await testServer.sql<{ id: number }>(`select id from business_types where name = 'Family company'`)
const lists = await testServer.sql<{ industry: number; model: number }>(
  'select (select id from industries order by id limit 1) as industry, (select id from business_models order by id limit 1) as model',
)
const { industry, model } = lists[0]!
const companyOf = async (client: typeof helen) => (await client.ask(PrivateProfile, {})).private_profile!.company

describe('UpdateUserCompany (OP-UpdateUserCompany)', () => {
  it('puts the caller at a company, whatever the spelling of its name, or at a new one (FIELD-company.id, FIELD-company.name)', async () => {
    const { updateUserCompany: made } = await newcomer.ask(UpdateUserCompany, { name: '  norvane   ENERGY ' })
    expect(made).toMatchObject({ name: 'Norvane Energy', id: (await companyOf(marcus))!.id })
    const other = await newcomer.ask(UpdateUserCompany, { name: 'Quetzaltin Mobility Two' })
    expect((await companyOf(newcomer))!.id).toBe(other.updateUserCompany.id)
    await newcomer.ask(UpdateUserCompany, { name: 'Norvane Energy', company_id: made.id })
    expect((await companyOf(newcomer))!.name).toBe('Norvane Energy')
  })

  it('needs the name of the company (VALID-company-name)', async () => {
    expect(await newcomer.op(UpdateUserCompany, { name: '  ' })).toMatchObject({
      code: 'people.company_name_missing',
      field: 'name',
    })
    expect((await newcomer.op(UpdateUserCompany, {} as never)).status).toBe(400)
    expect((await newcomer.op(UpdateUserCompany, { name: 'x', company_id: 9_007_199_254_740_991 })).code).toBe(
      'people.company_not_found',
    )
    expect((await nobody.op(UpdateUserCompany, { name: 'x' })).status).toBe(401)
  })
})

describe('what is known of a company', () => {
  it('is said by those who work there (OP-UpdateCompanyProfile, FIELD-company.stage, FIELD-company.type_id, FIELD-company.type.id, FIELD-company.type.name, FIELD-company.type.type, FIELD-company.num_of_lawyers, FIELD-company.num_of_financial_employees, FIELD-company.num_of_employees, FIELD-company.industries, FIELD-company.business_models)', async () => {
    const { updateCompanyProfile: made } = await helen.ask(UpdateCompanyProfile, {
      company_fields: {
        stage: 'Family owned',
        type_id: type!.id,
        num_of_lawyers: 11,
        num_of_financial_employees: 40,
        num_of_employees: '1,001-5,000',
        industries: [industry],
        business_models: [model],
      },
    })
    expect(made.company).toMatchObject({
      name: 'Ostrander',
      stage: 'Family owned',
      type_id: type!.id,
      type: { id: type!.id, name: 'Family company', type: 'Company' },
      num_of_lawyers: 11,
      num_of_financial_employees: 40,
      num_of_employees: '1,001-5,000',
      industries: [{ id: industry }],
      business_models: [{ id: model }],
    })
    await helen.ask(UpdateCompanyProfile, { company_fields: { stage: null } })
    expect(await companyOf(helen)).toMatchObject({ stage: null, num_of_lawyers: 11 })
    expect((await nobody.op(UpdateCompanyProfile, { company_fields: {} })).status).toBe(401)
  })

  it('takes another name for another company, so that colleagues keep theirs', async () => {
    const george = await testServer.member('george@members.test')
    await george.ask(UpdateCompanyProfile, { company_fields: { name: 'Halbrook Tools', num_of_lawyers: 2 } })
    expect(await companyOf(george)).toMatchObject({ name: 'Halbrook Tools', num_of_lawyers: 2 })
    expect(await companyOf(helen)).toMatchObject({ name: 'Ostrander', num_of_lawyers: 11 })
  })

  it('is said together with the name (OP-UpdateUserCompanyDetails)', async () => {
    const { updateUserCompanyDetails: made } = await samuel.ask(UpdateUserCompanyDetails, {
      name: 'Brightwater Foods',
      num_of_employees: '5,001-10,000',
      stage: 'Privately held',
    })
    expect(made).toMatchObject({ name: 'Brightwater Foods', num_of_employees: '5,001-10,000', stage: 'Privately held' })
    expect((await samuel.op(UpdateUserCompanyDetails, { name: '' })).code).toBe('people.company_name_missing')
    expect((await nobody.op(UpdateUserCompanyDetails, { name: 'x' })).status).toBe(401)
  })

  it('is changed by its own members and by staff, and by nobody else (OP-UpdateCompany)', async () => {
    const { id } = (await companyOf(helen))!
    expect((await helen.ask(UpdateCompany, { id, num_of_lawyers: 12 })).updateCompany.num_of_lawyers).toBe(12)
    expect((await staff.ask(UpdateCompany, { id, num_of_lawyers: 13 })).updateCompany.num_of_lawyers).toBe(13)
    const refused = await marcus.op(UpdateCompany, { id, num_of_lawyers: 1 })
    expect(refused.code).toBe('people.company_not_found')
    expect(refused.text).toBe((await marcus.op(UpdateCompany, { id: 9_007_199_254_740_991, num_of_lawyers: 1 })).text)
    expect((await companyOf(helen))!.num_of_lawyers).toBe(13)
    expect((await nobody.op(UpdateCompany, { id })).status).toBe(401)
    await staff.ask(UpdateCompany, { id, name: 'Ostrander Group' })
    // The company name is shown with each of its members.
    expect((await helen.ask(PrivateProfile, {})).private_profile!.company!.name).toBe('Ostrander Group')
    expect((await helen.op(UpdateCompany, { id, name: 'norvane energy' })).code).toBe('people.company_exists')
  })

  it.each([
    { given: { stage: 'Huge' }, code: 'people.choice' },
    { given: { num_of_employees: 'many' }, code: 'people.choice' },
    { given: { num_of_lawyers: -1 }, code: 'people.number' },
    { given: { industries: [9_007_199_254_740_991] }, code: 'people.unknown_choice' },
  ])('refuses $given', async ({ given, code }) => {
    expect(await helen.op(UpdateCompanyProfile, { company_fields: given })).toMatchObject({
      code,
      field: Object.keys(given)[0],
    })
  })
})

describe('GetCompanies (OP-GetCompanies, CONST-company-lookup-limit, DECISION-limits-without-query)', () => {
  it('finds companies by the beginnings of words, at most a hundred', async () => {
    expect((await helen.ask(GetCompanies, { search: 'norv' })).companies).toMatchObject([{ name: 'Norvane Energy' }])
    expect((await newcomer.ask(GetCompanies, {})).companies.length).toBeGreaterThan(20)
    expect((await helen.ask(GetCompanies, { limit: 101 })).companies.length).toBeLessThanOrEqual(100)
    expect((await helen.ask(GetCompanies, { limit: 3 })).companies).toHaveLength(3)
    expect((await nobody.op(GetCompanies, {})).status).toBe(401)
  })
})

describe('GetCompanyMembers', () => {
  it('gives those of the reader’s directory who work there', async () => {
    const id = (await testServer.sql<{ id: number }>(`select id from companies where name = 'Umber Health'`))[0]!.id
    const { company_members: found } = await helen.ask(GetCompanyMembers, { company_id: id })
    expect(found.items.map(({ name }) => name)).toEqual(['Kwame Asante', 'Grace Okafor'])
    expect(found.count).toBe(2)
    // Keisha Barnett works there too, in a network that Helen's directory does not reach.
    expect(
      (await samuel.ask(GetCompanyMembers, { company_id: id })).company_members.items.map(({ name }) => name),
    ).toEqual(['Keisha Barnett'])
    expect((await nobody.op(GetCompanyMembers, { company_id: id })).status).toBe(401)
  })
})
