/** The lists that members choose from. */
import { describe, expect, it } from 'vitest'
import {
  Geographies,
  GetAdditionalAreas,
  GetAreasOfResponsibility,
  GetBusinessModels,
  GetChapters,
  GetCompanyTypes,
  GetEmploymentStatuses,
  GetExpertises,
  GetLocations,
  IndustryGroup,
  LawFirms,
  LawSchool,
  Prices,
  industries,
  interests,
} from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds } from '../harness/threads.ts'

const testServer = await startTestServer()
const [helen, newcomer, treasurer] = await testServer.members(
  demoMembers.member,
  demoMembers.newcomer,
  demoMembers.finance,
)
const nobody = testServer.anonymous()

const LISTS = [
  { id: 'OP-industries, FIELD-industry.parent_type', operation: industries, table: 'industries' },
  { id: 'OP-interests, FIELD-interest.entity', operation: interests, table: 'interests' },
  { id: 'OP-LawSchool, FIELD-law_school.entity', operation: LawSchool, table: 'law_schools' },
  { id: 'OP-LawFirms, FIELD-law_firm.entity', operation: LawFirms, table: 'law_firms' },
  { id: 'OP-GetChapters', operation: GetChapters, table: 'chapters' },
  { id: 'OP-GetBusinessModels', operation: GetBusinessModels, table: 'business_models' },
  { id: 'OP-GetCompanyTypes', operation: GetCompanyTypes, table: 'business_types' },
  { id: 'OP-GetEmploymentStatuses', operation: GetEmploymentStatuses, table: 'employment_statuses' },
  { id: 'OP-GetAreasOfResponsibility', operation: GetAreasOfResponsibility, table: 'areas_of_responsibility' },
  { id: 'OP-GetAdditionalAreas', operation: GetAdditionalAreas, table: 'additional_areas' },
  { id: 'OP-GetLocations', operation: GetLocations, table: 'locations' },
] as const

describe.each(LISTS)('$operation.name ($id)', ({ operation, table }) => {
  it('gives the whole list, with every field, also while onboarding is unfinished', async () => {
    const stored = await testServer.sql<{ id: number; name: string }>(`select * from ${table} order by id`)
    expect(stored.length).toBeGreaterThan(5)
    for (const client of [helen, newcomer]) {
      const given = Object.values(await client.ask(operation as unknown as typeof industries, {}))[0] as {
        id: number
      }[]
      expect(given.toSorted((a, b) => a.id - b.id)).toEqual(
        stored.map((row) => Object.fromEntries(Object.keys(given[0]!).map((key) => [key, row[key as 'name']]))),
      )
    }
  })

  it('needs a session', async () => {
    expect(await nobody.op(operation as unknown as typeof industries, {})).toMatchObject({
      status: 401,
      code: 'session.none',
    })
  })
})

it('are called each by its own name', async () => {
  // The same lists as above, by operation name, because an architecture test requires a test of each operation.
  expect((await helen.ask(industries, {})).industries[0]).toMatchObject({ parent_type: expect.any(String) })
  expect((await helen.ask(interests, {})).interests.map(({ name }) => name)).toContain('Sailing')
  expect((await helen.ask(LawSchool, {})).law_schools.map(({ name }) => name)).toContain('Yale Law School')
  expect((await helen.ask(LawFirms, {})).law_firms.map(({ name }) => name)).toContain('Linklaters')
  expect((await helen.ask(GetChapters, {})).chapters).toContainEqual(
    expect.objectContaining({ name: 'Nordics', is_international: true }),
  )
  expect((await helen.ask(GetBusinessModels, {})).business_models.map(({ name }) => name)).toContain('Subscription')
  expect((await helen.ask(GetCompanyTypes, {})).business_types).toContainEqual(
    expect.objectContaining({ name: 'Family company', type: 'Company' }),
  )
  expect((await helen.ask(GetEmploymentStatuses, {})).employment_statuses).toContainEqual(
    expect.objectContaining({ name: 'In transition', is_transitioning: true }),
  )
  expect((await helen.ask(GetAreasOfResponsibility, {})).areas_of_responsibility.map(({ name }) => name)).toContain(
    'Tax',
  )
  expect((await helen.ask(GetLocations, {})).locations).toContainEqual(
    expect.objectContaining({ name: 'Chicago', state: 'Illinois', lat: 41.88, long: -87.63 }),
  )
  expect((await helen.ask(GetAdditionalAreas, {})).additional_areas.length).toBeGreaterThan(5)
})

describe('Prices (OP-Prices, FIELD-price.index, FIELD-price.name, DECISION-prices-meaning)', () => {
  it('gives the bands in order, without the one that stands for not known', async () => {
    const { prices } = await helen.ask(Prices, {})
    expect(prices.map(({ index }) => index)).toEqual([1, 2, 3, 4])
    expect(prices[0]!.name).toBe('Modest')
    expect(await testServer.sql('select name from prices where index = 0')).toHaveLength(1)
  })

  it('needs a session', async () => {
    expect(await nobody.op(Prices, {})).toMatchObject({ status: 401 })
  })
})

describe('IndustryGroup (OP-IndustryGroup)', async () => {
  const { legal, finance } = await networkIds(testServer)
  const groups = async (client: typeof helen, peerNetworkIDs?: number[]) =>
    (await client.ask(IndustryGroup, peerNetworkIDs ? { peerNetworkIDs } : {})).industry_groups.map(({ name }) => name)

  it('gives the groups of the reader’s networks', async () => {
    expect(await groups(helen)).toEqual(expect.arrayContaining(['Regulated industries', 'Financial services']))
    expect(await groups(treasurer, [finance])).toContain('Venture portfolio')
  })

  it('gives nothing of a network that is not the reader’s, though its id is sent', async () => {
    expect(await groups(helen, [finance])).toEqual(await groups(helen, [999]))
    expect(await groups(helen, [finance])).not.toContain('Venture portfolio')
    expect(await groups(helen, [legal])).toContain('Regulated industries')
  })

  it('needs a session', async () => {
    expect(await nobody.op(IndustryGroup, {})).toMatchObject({ status: 401 })
  })
})

describe('limits', () => {
  it.each([
    { id: 'CONST-geographies-limit', operation: Geographies, most: 1000 },
    { id: 'CONST-locations-limit', operation: GetLocations, most: 1000 },
    { id: 'CONST-expertises-limit', operation: GetExpertises, most: 300 },
  ])('of $operation.name: $most and no more ($id)', async ({ operation, most }) => {
    expect((await helen.op(operation as unknown as typeof GetLocations, { limit: most })).code).toBeUndefined()
    const cut = await helen.ask(operation as unknown as typeof GetLocations, { limit: most + 1 })
    expect(Object.values(cut)[0]!.length).toBeLessThanOrEqual(most)
    expect(Object.values(await helen.ask(operation as unknown as typeof GetLocations, { limit: 2 }))[0]).toHaveLength(2)
  })
})
