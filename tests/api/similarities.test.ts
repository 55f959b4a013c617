/** What members have in common, and who is new. */
import { describe, expect, it } from 'vitest'
import { GetNewMemberOnboardingUsers, GetUserProfileSimilarities, UpdateGeneralInformation } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer()
const [helen, marcus, samuel, newcomer] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.finance,
  demoMembers.newcomer,
)
const frank = await testServer.member('frank@members.test')
const nobody = testServer.anonymous()
await testServer.sql(
  `update profiles set law_firm_ids = '{}', interest_ids = '{}', chapter_id = null, law_school_id = null, area_of_expertise_ids = '{}', industry_ids = '{}'`,
)
await testServer.sql('select refresh_profiles(array(select id from users))')
const idsOf = async (table: string, ...names: string[]) =>
  (
    await testServer.sql<{ id: number }>(
      `select x.id from unnest($1::text[]) with ordinality as n(name, place) join ${table} x on x.name = n.name order by n.place`,
      [names],
    )
  ).map(({ id }) => id)

describe('GetUserProfileSimilarities (OP-GetUserProfileSimilarities)', () => {
  it('names what both chose, and nothing of whom the directory does not reach', async () => {
    const interests = await idsOf('interests', 'Sailing', 'Jazz')
    const firms = await idsOf('law_firms', 'Cooley')
    await helen.ask(UpdateGeneralInformation, {
      interests,
      chapter: null,
      industries: [],
      areas_of_expertise: [],
      legal: { law_firms: firms, law_school: null },
    })
    await marcus.ask(UpdateGeneralInformation, { interests: [interests[0]!], legal: { law_firms: firms } })
    const { profile_similarities: found } = await helen.ask(GetUserProfileSimilarities, { user_id: marcus.id })
    expect(found).toMatchObject({
      interests: [{ name: 'Sailing' }],
      law_firms: [{ name: 'Cooley' }],
      chapters: [],
      law_schools: [],
    })
    expect(found!.count).toBe(2 + (found!.company_size ? 1 : 0))
    expect((await helen.ask(GetUserProfileSimilarities, { user_id: samuel.id })).profile_similarities).toBeNull()
    expect((await nobody.op(GetUserProfileSimilarities, { user_id: marcus.id })).status).toBe(401)
  })
})

describe('GetNewMemberOnboardingUsers (OP-GetNewMemberOnboardingUsers)', () => {
  it('gives those who joined last and stand in the directory (RULE-member-counting)', async () => {
    const { new_members } = await helen.ask(GetNewMemberOnboardingUsers, {})
    expect(new_members.length).toBe(12)
    const dates = new_members.map(({ date_joined }) => date_joined)
    expect(dates).toEqual(dates.toSorted().toReversed())
    expect(new_members[0]!.id).toBe(newcomer.id)
    expect(new_members.map(({ id }) => id)).not.toContain(frank.id)
    expect((await frank.op(GetNewMemberOnboardingUsers, {})).code).toBe('membership.expired')
    expect((await nobody.op(GetNewMemberOnboardingUsers, {})).status).toBe(401)
  })
})
