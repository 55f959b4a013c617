import { describe, expect, it } from 'vitest'
import { ExpertsSearch, GetRecommendationsByUser, RecommendExpert } from '#api/operations.ts'
import {
  COMPANY_REQUIRED,
  EXPERT_REQUIRED,
  EXPERT_SEARCH_LIMIT,
  EXPERTISE_REQUIRED,
  MESSAGE_REQUIRED,
  RECOMMENDATION_LENGTH,
  USER_RECOMMENDATIONS_PAGE,
} from '#shared/experts.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer()
const [helen, marcus, samuel, staff] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.finance,
  demoMembers.staff,
)
const frank = await testServer.member('frank@members.test')
const areas = (await testServer.sql<{ id: number }>('select id from areas_of_expertise order by id limit 2')).map(
  ({ id }) => id,
)
const person = (name: string) => ({ new_expert: { name, type: 'individual' as const } })
const firm = (name: string) => ({ new_expert: { name, type: 'company' as const } })
const at = (name: string) => ({ new_company: { name } })
const recommendation = (more: object = {}) => ({
  expert: person('Ada Maria Lopez'),
  company: at('Dahlberg & Rowe'),
  message: '<p>Calm and <b>exact</b>.</p>',
  areas_of_expertise: areas,
  idempotency_key: newKey(),
  ...more,
})
const named = async (client: Client, search_text: string) =>
  (await client.ask(ExpertsSearch, { search_text })).experts_search
const drifted = () => testServer.sql('select drifted_experts(array(select id from experts)) as id')
let words = 0
/** A unique name. */
const unusual = (name: string) => `${name}${'qwxz'.repeat(2)}${String.fromCodePoint(97 + (words += 1))}`

describe('RecommendExpert (OP-RecommendExpert, FEATURE-recommendations)', () => {
  it('writes a new expert and the recommendation, and gives both (RULE-new-expert-name-split, FIELD-expert_recommendation.author, FIELD-expert_recommendation.cleaned_message, FIELD-expert_recommendation.pub_date, FIELD-expert_recommendation.expert_id, FIELD-expert_recommendation.id)', async () => {
    const { recommendExpert: made } = await helen.ask(RecommendExpert, recommendation())
    expect(made).toMatchObject({
      message: '<p>Calm and <strong>exact</strong>.</p>',
      cleaned_message: 'Calm and exact.',
      author: { id: helen.id },
      expert: { id: made.expert_id, name: 'Ada Maria Lopez', type: 'individual', company: { name: 'Dahlberg & Rowe' } },
    })
    expect(made.areas_of_expertise.map(({ id }) => id).toSorted()).toEqual(areas.toSorted())
    const found = (await named(marcus, 'ada lopez')).find(({ id }) => id === made.expert_id)
    expect(found).toMatchObject({
      id: made.expert_id,
      entity_id: made.expert_id,
      first_name: 'Ada',
      last_name: 'Maria',
    })
    expect(await drifted()).toEqual([])
  })

  it('knows an expert and a company by name, whatever the spelling', async () => {
    const firmName = unusual('Halm')
    const first = await helen.ask(
      RecommendExpert,
      recommendation({ expert: firm(`${firmName} & Partners LLP`), company: null }),
    )
    const again = await marcus.ask(
      RecommendExpert,
      recommendation({ expert: firm(`${firmName.toUpperCase()} and Partners, Inc.`), company: null }),
    )
    expect(again.recommendExpert.expert_id).toBe(first.recommendExpert.expert_id)
    expect(again.recommendExpert.expert!.name).toBe(`${firmName} & Partners LLP`)
    const one = await helen.ask(
      RecommendExpert,
      recommendation({ expert: person('Zoë Ångström'), company: at(firmName + ' and Partners') }),
    )
    const other = await marcus.ask(
      RecommendExpert,
      recommendation({ expert: person('zoe angstrom'), company: at(`${firmName} & Partners GmbH`) }),
    )
    expect(other.recommendExpert.expert_id).toBe(one.recommendExpert.expert_id)
    const elsewhere = await marcus.ask(
      RecommendExpert,
      recommendation({ expert: person('Zoë Ångström'), company: at('Another House') }),
    )
    expect(elsewhere.recommendExpert.expert_id).not.toBe(one.recommendExpert.expert_id)
  })

  it('knows a firm by its website', async () => {
    const { recommendExpert: first } = await helen.ask(
      RecommendExpert,
      recommendation({ expert: firm('Vantongeren Avocats'), company: null }),
    )
    await testServer.sql(
      `update expert_companies set website = 'https://vtg.example', website_host = 'vtg.example' where name = 'Vantongeren Avocats'`,
    )
    const { recommendExpert: again } = await marcus.ask(
      RecommendExpert,
      recommendation({ expert: firm('https://www.vtg.example/people'), company: null }),
    )
    expect(again.expert_id).toBe(first.expert_id)
  })

  it.each([
    ['an expert', { expert: null }, EXPERT_REQUIRED, 'expert'],
    ['an expert in it', { expert: {} }, EXPERT_REQUIRED, 'expert'],
    ['an expertise', { areas_of_expertise: [] }, EXPERTISE_REQUIRED, 'areas_of_expertise'],
    ['a company for a new person', { company: null }, COMPANY_REQUIRED, 'company'],
    ['a message', { message: '<p> </p>' }, MESSAGE_REQUIRED, 'message'],
    ['a message', { message: null }, MESSAGE_REQUIRED, 'message'],
  ] as const)(
    'is refused without %s: %j (VALID-recommend-expert, VALID-recommend-message, MSG-recommend-expert-required, MSG-recommend-expertise-required, MSG-recommend-company-required, DECISION-recommend-message-required, DECISION-expertise-required-or-empty)',
    async (_, without, message, field) => {
      const before = await testServer.sql('select count(*) as n from expert_recommendations')
      expect(await helen.op(RecommendExpert, recommendation(without) as never)).toMatchObject({
        data: null,
        message,
        field,
      })
      expect(await testServer.sql('select count(*) as n from expert_recommendations')).toEqual(before)
    },
  )

  it('is refused with what does not exist, is too long, or from whom nobody reads', async () => {
    const refused = async (client: Client, more: object) =>
      (await client.op(RecommendExpert, recommendation(more))).code
    expect(await refused(helen, { areas_of_expertise: [999_999] })).toBe('experts.area_unknown')
    expect(await refused(helen, { expert: { existing_expert: 999_999 } })).toBe('experts.not_found')
    expect(await refused(helen, { company: { existing_company: 999_999 } })).toBe('experts.company_not_found')
    expect(await refused(helen, { expert: person('x'.repeat(101)) })).toBe('experts.name')
    expect(await refused(helen, { message: 'x'.repeat(RECOMMENDATION_LENGTH + 1) })).toBe('experts.message_too_long')
    expect(await refused(frank, {})).toBe('membership.expired')
    expect(await testServer.anonymous().op(RecommendExpert, recommendation())).toMatchObject({ status: 401 })
  })

  it('gives the same result when it is sent again, and makes one expert of 50 at once', async () => {
    const name = unusual('Fifty')
    const sent = recommendation({ expert: firm(`${name} LLP`), company: null })
    const first = await helen.ask(RecommendExpert, sent)
    expect(await helen.ask(RecommendExpert, sent)).toEqual(first)
    const crowd = unusual('Crowd')
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        [helen, marcus, samuel, staff][index % 4]!.ask(
          RecommendExpert,
          recommendation({ expert: person(index % 2 ? `Ana ${crowd}` : `ANA ${crowd}`), company: at(`${crowd} LLP`) }),
        ),
      ),
    )
    expect(new Set(all.map(({ recommendExpert }) => recommendExpert.expert_id)).size).toBe(1)
    expect(
      await testServer.sql('select count(*)::integer as n from expert_companies where name = $1', [`${crowd} LLP`]),
    ).toEqual([{ n: 1 }])
    expect(await drifted()).toEqual([])
  })
})

describe('ExpertsSearch (OP-ExpertsSearch, UI-screen-expert-search-preview)', () => {
  it('finds names in either order, by beginnings, by company, without accents, and with a slip', async () => {
    await helen.ask(
      RecommendExpert,
      recommendation({ expert: person('Íñigo Quezaltepeque'), company: at('Ravensburg Advocaten') }),
    )
    for (const search of ['inigo quez', 'Quezaltepeque Íñigo', 'quez', 'ravensb inigo', 'Quezaltepequ', 'quezaltepeqe'])
      expect({ search, names: (await named(helen, search)).map(({ name }) => name) }).toEqual({
        search,
        names: expect.arrayContaining(['Íñigo Quezaltepeque']),
      })
    expect(await named(helen, 'xylophonist')).toEqual([])
  })

  it('gives who is found only to those who may read where they are recommended, and to staff', async () => {
    const name = unusual('Secretive')
    const { recommendExpert: made } = await samuel.ask(
      RecommendExpert,
      recommendation({ expert: firm(name), company: null }),
    )
    // A channel that no member has, because the demo's network_access may let Helen read finance requests.
    await testServer.sql('update expert_recommendations set channels = $2 where id = $1', [made.id, [999_999]])
    await testServer.sql('select refresh_experts(array[$1::bigint])', [made.expert_id])
    const unknown = await helen.op(RecommendExpert, recommendation({ expert: { existing_expert: 999_999 } }))
    const hidden = await helen.op(RecommendExpert, recommendation({ expert: { existing_expert: made.expert_id } }))
    expect(await named(helen, name)).toEqual([])
    expect(hidden.text).toBe(unknown.text)
    expect((await named(staff, name)).map(({ id }) => id)).toEqual([made.expert_id])
    expect((await named(samuel, name)).map(({ id }) => id)).toEqual([made.expert_id])
  })

  it(`gives up to ${EXPERT_SEARCH_LIMIT}, the most named first, then by last name or name (CONST-expert-search-limit, RULE-expert-sort, ENUM-expert_type, FIELD-expert.mention_count, FIELD-expert.company_id, FIELD-expert.entity_id)`, async () => {
    await testServer.sql(
      `insert into experts (type, name, first_name, last_name, normalised_name, search_name, channels)
       select (array['individual', 'company', 'software'])[1 + n % 3], 'Sortname ' || n, case when n % 3 = 0 then 'Sortname' end, case when n % 3 = 0 then 'Z' || n end,
         'sortname ' || n, 'sortname ' || n, array(select channel(id, 'discussion') from peer_networks) from generate_series(1, 60) n`,
    )
    await testServer.sql(
      `insert into expert_mentions (expert_id, channels, num_of_messages)
       select id, channels, 7 from experts where name = 'Sortname 31'`,
    )
    const found = await named(helen, 'sortname')
    expect(found).toHaveLength(EXPERT_SEARCH_LIMIT)
    expect(found[0]).toMatchObject({ name: 'Sortname 31', mention_count: 7 })
    expect(new Set(found.map(({ type }) => type))).toEqual(new Set(['individual', 'company', 'software']))
    const keys = found.slice(1).map(({ last_name, name }) => (last_name ?? name).toLowerCase())
    expect(keys).toEqual(keys.toSorted())
    expect((await helen.ask(ExpertsSearch, { limit: 3 })).experts_search).toHaveLength(3)
    expect((await helen.ask(ExpertsSearch, { limit: 51 })).experts_search).toHaveLength(EXPERT_SEARCH_LIMIT)
    await testServer.sql(`delete from experts where normalised_name like 'sortname %'`)
  })
})

describe('GetRecommendationsByUser (OP-GetRecommendationsByUser)', () => {
  it(`gives ${USER_RECOMMENDATIONS_PAGE} at a time, newest first, to those who may read them (CONST-user-recommendations-page)`, async () => {
    const grace = await testServer.member(demoMembers.billing)
    for (let number = 1; number <= USER_RECOMMENDATIONS_PAGE + 2; number += 1)
      await grace.ask(RecommendExpert, recommendation({ message: `Number ${number}` }))
    const read = async (client: Client, offset = 0) =>
      (await client.ask(GetRecommendationsByUser, { user_id: grace.id, offset })).user_recommendations
    const first = await read(helen)
    expect(first.count).toBeGreaterThanOrEqual(USER_RECOMMENDATIONS_PAGE + 2)
    expect(first.items).toHaveLength(USER_RECOMMENDATIONS_PAGE)
    expect(first.items[0]!.cleaned_message).toBe(`Number ${USER_RECOMMENDATIONS_PAGE + 2}`)
    expect(
      (await read(helen, USER_RECOMMENDATIONS_PAGE)).items.map((item) => item.cleaned_message).slice(0, 2),
    ).toEqual(['Number 2', 'Number 1'])
    await testServer.sql('update expert_recommendations set channels = $2 where author_id = $1', [grace.id, [999_999]])
    expect(await read(helen)).toEqual({ count: 0, items: [] })
    expect((await read(grace)).count).toBe(first.count)
    expect(await testServer.anonymous().op(GetRecommendationsByUser, { user_id: grace.id })).toMatchObject({
      status: 401,
    })
  })
})
