import { describe, expect, it } from 'vitest'
import {
  GetAnswerableRequests,
  GetCompanyMentions,
  GetExpertProfile,
  GetLastCompanyMentions,
  GetReceivedRecommendations,
  RecommendExpert,
  ReplyToThread,
} from '#api/operations.ts'
import { AFFILIATION_LENGTH } from '#shared/experts.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { expertTags } from '../harness/expert-tags.ts'
import { networkIds, insertThread } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal, executive } = await networkIds(testServer)
const [helen, marcus, grace, ingrid] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.billing,
  demoMembers.executive,
)
/** Frank's membership has ended, so he has no channels. */
const frank = await testServer.member('frank@members.test')
const areaId = async (name: string) =>
  (await testServer.sql<{ id: number }>('select id from areas_of_expertise where name = $1', [name]))[0]!.id
const profile = async (client: Client, id: number) => (await client.ask(GetExpertProfile, { id })).expert_profile
const { unusual, recommend, named } = expertTags(testServer)

describe('mentions of a company', () => {
  it('gives counts and the latest (OP-GetLastCompanyMentions, DECISION-company-mentions-twice)', async () => {
    const name = unusual('Latest')
    const { expert, message } = await named(helen, legal, marcus, name)
    const made = await recommend(grace, name)
    const { company_id } = (await profile(helen, expert))!
    const ask = async (asked: object) =>
      (await helen.ask(GetLastCompanyMentions, { company_id, ...asked })).last_company_mentions!
    const all = await ask({})
    expect(all).toMatchObject({ num_of_messages: 1, num_of_recommendations: 1 })
    expect(all.messages.map(({ entity_id }) => entity_id)).toEqual([message.id])
    expect(all.recommendations.map(({ entity_id }) => entity_id)).toEqual([made.id])
    expect(await ask({ limit: 0 })).toMatchObject({ num_of_messages: 1, messages: [], recommendations: [] })
    expect(await ask({ user_id: grace.id })).toMatchObject({ num_of_messages: 0, num_of_recommendations: 1 })
    expect(await ask({ expert_id: expert, peerNetworkIDs: [legal] })).toMatchObject({
      num_of_messages: 1,
      num_of_recommendations: 1,
    })
    expect(await ask({ peerNetworkIDs: [999] })).toMatchObject({ num_of_messages: 0, num_of_recommendations: 0 })
    expect((await helen.ask(GetLastCompanyMentions, {})).last_company_mentions).toBeNull()
    expect(await testServer.anonymous().op(GetLastCompanyMentions, { company_id })).toMatchObject({ status: 401 })
  })

  it('gives messages and recommendations, newest first, page by page (OP-GetCompanyMentions, UI-screen-company-mentions)', async () => {
    const name = unusual('Paged')
    const { expert } = await named(helen, legal, marcus, name)
    for (let number = 0; number < 3; number += 1) await recommend(grace, name)
    const { company_id } = (await profile(helen, expert))!
    const read = async (limit: number, offset = 0) =>
      (await helen.ask(GetCompanyMentions, { company_id: company_id!, limit, offset })).company_mentions
    expect((await read(3)).items.map(({ entity_type }) => entity_type)).toEqual(Array(3).fill('recommendation'))
    expect(await read(3, 3)).toMatchObject({ count: 4, items: [{ entity_type: 'message', expert: { id: expert } }] })
    expect((await frank.op(GetCompanyMentions, { company_id: company_id! })).code).toBe('membership.expired')
    expect(await testServer.anonymous().op(GetCompanyMentions, { company_id: company_id! })).toMatchObject({
      status: 401,
    })
  })
})

describe('recommendations home', () => {
  it('lists requests of others until they are answered or closed (GetAnswerableRequests, ROLE-cross-network-recommendation-requests)', async () => {
    const ask = async (client: Client) =>
      (await client.ask(GetAnswerableRequests, {})).answerable_requests.items.map(({ id }) => id)
    const facts = { networks: [legal], thread_type: 'recommendation_request', topic: 'Somebody for customs' }
    const open = await insertThread(testServer, { ...facts, author: marcus.id })
    const closed = await insertThread(testServer, { ...facts, author: marcus.id, closed: true })
    const own = await insertThread(testServer, { ...facts, author: helen.id })
    const elsewhere = await insertThread(testServer, { ...facts, networks: [executive], author: ingrid.id })
    const seen = await ask(helen)
    expect(seen).toContain(open.id)
    for (const { id } of [closed, own, elsewhere]) expect(seen).not.toContain(id)
    await helen.ask(ReplyToThread, { thread_id: open.id, body: '<p>Nobody.</p>', idempotency_key: newKey() })
    expect(await ask(helen)).not.toContain(open.id)
    expect(await testServer.anonymous().op(GetAnswerableRequests, {})).toMatchObject({ status: 401 })
  })

  it('lists what others recommended in answer to one’s own requests, and to nobody else (GetReceivedRecommendations)', async () => {
    const { message } = await named(grace, legal, marcus, unusual('Received'))
    const ask = async (client: Client) =>
      (await client.ask(GetReceivedRecommendations, {})).received_recommendations.items.map(
        ({ entity_id }) => entity_id,
      )
    expect(await ask(grace)).toContain(message.id)
    expect(await ask(marcus)).not.toContain(message.id)
    expect(await testServer.anonymous().op(GetReceivedRecommendations, {})).toMatchObject({ status: 401 })
  })

  it('keeps the disclosed affiliation with the recommendation, and refuses a long one', async () => {
    const made = await recommend(helen, unusual('Friend'), { affiliation: '  We are their  client. ' })
    expect(made.affiliation).toBe('We are their client.')
    expect((await profile(marcus, made.expert_id))!.standing).toMatchObject({ num_of_disclosed: 1 })
    const refused = await helen.op(RecommendExpert, {
      expert: { existing_expert: made.expert_id },
      message: 'x',
      areas_of_expertise: [await areaId('Litigation')],
      affiliation: 'x'.repeat(AFFILIATION_LENGTH + 1),
      idempotency_key: newKey(),
    })
    expect(refused).toMatchObject({ code: 'experts.affiliation_too_long', field: 'affiliation' })
  })

  it('keeps the website of a new company and recognises it; refuses what is none', async () => {
    const name = unusual('Sited')
    const at = (website: string) => ({
      expert: { new_expert: { name: `Ada ${name}`, type: 'individual' } },
      company: { new_company: { name, website } },
    })
    const made = await recommend(helen, name, at('www.sited-firm.example/people'))
    expect((await profile(helen, made.expert_id))!.company!.website).toBe('https://sited-firm.example')
    const again = await recommend(grace, name, {
      expert: { new_expert: { name: 'sited-firm.example', type: 'company' } },
    })
    expect(again.expert!.company!.name).toBe(name)
    const refused = await helen.op(RecommendExpert, {
      ...at('not a site'),
      message: 'x',
      areas_of_expertise: [await areaId('Litigation')],
      idempotency_key: newKey(),
    } as never)
    expect(refused).toMatchObject({ code: 'experts.website' })
  })
})
