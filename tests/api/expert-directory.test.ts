import { describe, expect, it } from 'vitest'
import {
  GetCompanyMentions,
  GetExpertProfile,
  GetExpertsAlike,
  GetLikes,
  GetPeopleInCompany,
  LikeEntity,
  SearchFilterCompanyTypes,
  SearchFilterExperts,
  SearchFilterExpertsPreview,
  userLikes,
} from '#api/operations.ts'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'
import { EXPERT_SEARCH_LIMIT, PREVIEW_LIMIT } from '#shared/experts.ts'
import { demoMembers } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { expertTags } from '../harness/expert-tags.ts'
import { networkIds } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal, finance } = await networkIds(testServer)
const [helen, marcus, camille, grace, samuel, staff] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.groupAdmin,
  demoMembers.billing,
  demoMembers.finance,
  demoMembers.staff,
)
/** Frank's membership has ended, so he has no channels. */
const frank = await testServer.member('frank@members.test')
const one = async (text: string, values: unknown[] = []) => (await testServer.sql<{ id: number }>(text, values))[0]!.id
const expertId = (name: string) => one('select id from experts where name = $1 order by id limit 1', [name])
const areaId = (name: string) => one('select id from areas_of_expertise where name = $1', [name])
const geographyId = (name: string) => one('select id from geographies where name = $1', [name])
const typeId = (name: string) => one('select id from company_types where name = $1', [name])
const search = async (client: Client, asked: object = {}) => (await client.ask(SearchFilterExperts, asked)).experts
const namesOf = async (client: Client, asked: object) => (await search(client, asked)).items.map(({ name }) => name)
const profile = async (client: Client, id: number) => (await client.ask(GetExpertProfile, { id })).expert_profile
const like = (client: Client, entity_id: number, sentiment: boolean | null) =>
  client.op(LikeEntity, { likes: [{ entity_type: 'expert', entity_id, sentiment }] })
const { unusual, recommend, named } = expertTags(testServer)

describe('SearchFilterExperts (OP-SearchFilterExperts, UI-screen-expert-search-full, FEATURE-recommendations)', () => {
  it('gives every expert in reach with what its row shows, and how many there are (FIELD-expert.id, FIELD-expert.name, FIELD-expert.first_name, FIELD-expert.last_name, FIELD-expert.type, DECISION-prices-meaning)', async () => {
    const { items, count: all } = await search(helen)
    expect(items.length).toBe(Math.min(all, EXPERT_SEARCH_LIMIT))
    expect(all).toBeGreaterThanOrEqual(40)
    const lopez = items.find(({ name }) => name === 'Maria Lopez')!
    expect(lopez).toMatchObject({
      id: await expertId('Maria Lopez'),
      first_name: 'Maria',
      last_name: 'Lopez',
      type: 'individual',
      price: 4,
      company: { name: 'Dahlberg & Rowe', company_types: [{ name: 'Law firm' }] },
      standing: { num_of_disclosed: 1 },
    })
    expect(lopez.geographies.map(({ name }) => name)).toEqual(['Ireland', 'United States'])
    expect(lopez.recommendations.count).toBe(lopez.standing!.num_of_members)
    const scores = items.map(({ standing }) => standing!.score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(items.find(({ recommendations }) => recommendations.count > 1)!.recommendations.items).toHaveLength(1)
  })

  it('filters by area, place with the places in it, category, price and type; of one kind any, of several all', async () => {
    const [privacy, litigation] = [await areaId('Privacy and data protection'), await areaId('Litigation')]
    expect(await namesOf(helen, { areas_of_expertise: [privacy] })).toContain('Maria Lopez')
    const either = await namesOf(helen, { areas_of_expertise: [privacy, litigation] })
    expect(either).toEqual(expect.arrayContaining(['Maria Lopez', 'Declan Rowe']))
    expect(await namesOf(helen, { areas_of_expertise: [privacy] })).not.toContain('Declan Rowe')
    // Lugha works in Kenya, which is in Africa.
    expect(await namesOf(helen, { geographies: [await geographyId('Africa')] })).toContain('Lugha Legal')
    expect(await namesOf(helen, { geographies: [await geographyId('Japan')] })).not.toContain('Lugha Legal')
    expect(await namesOf(helen, { company_types: [await typeId('Translation')] })).toEqual(
      expect.arrayContaining(['Lugha Legal', 'Verbatim Nord', 'Wanjiru Kamau']),
    )
    const cheap = await search(helen, { prices: [1] })
    expect(cheap.items.length).toBeGreaterThan(0)
    expect(cheap.items.every(({ price }) => price === 1)).toBe(true)
    const software = await search(helen, { types: ['software'] })
    expect(new Set(software.items.map(({ type }) => type))).toEqual(new Set(['software']))
    expect(await namesOf(helen, { prices: [1], types: ['software'], search: 'paperloom' })).toEqual(['Paperloom'])
    expect(await search(helen, { prices: [4], types: ['software'] })).toEqual({ count: 0, items: [] })
  })

  it('searches names first, then what companies and members say; and pages', async () => {
    expect((await namesOf(helen, { search: 'kestrel' })).toSorted()).toEqual(['Amit Bhandari', 'Kestrel Forensic'])
    expect(await namesOf(helen, { search: 'redlines' })).toContain('Clausewright')
    expect(await namesOf(helen, { search: 'nosuchwordanywhere' })).toEqual([])
    const first = await search(helen, { limit: 5 })
    const next = await search(helen, { limit: 5, offset: 5 })
    expect(first.items).toHaveLength(5)
    expect(next.items.filter(({ id }) => first.items.some((each) => each.id === id))).toEqual([])
    expect(next.count).toBe(first.count)
    const most = await search(helen, { limit: EXPERT_SEARCH_LIMIT + 1 })
    expect(most.items.length).toBeLessThanOrEqual(EXPERT_SEARCH_LIMIT)
  })

  it('orders as asked', async () => {
    const by = async (order_by: 'name' | 'most_mentioned' | 'most_recommended') =>
      (await search(helen, { order_by })).items
    const names = (await by('name')).map(({ last_name, name }) => (last_name ?? name).toLowerCase())
    expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)))
    const mentions = (await by('most_mentioned')).map(({ mention_count }) => mention_count)
    expect(mentions).toEqual(mentions.toSorted((a, b) => b - a))
    const scores = (await by('most_recommended')).map(({ standing }) => standing!.score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  })

  it('is for members only, while their membership lasts', async () => {
    expect(await testServer.anonymous().op(SearchFilterExperts, {})).toMatchObject({ status: 401 })
    expect((await frank.op(SearchFilterExperts, {})).code).toBe('membership.expired')
  })
})

describe('what one may not read', () => {
  it('neither shows nor counts: of a thread elsewhere, of a private reply, of a removed message', async () => {
    const name = unusual('Hidden')
    // Whether legal members read finance requests is configurable; here they do not.
    await testServer.sql(`delete from network_access where to_network_id = $1 and from_network_id = $2`, [
      finance,
      legal,
    ])
    const [apart] = await testServer.members(demoMembers.member)
    const elsewhere = await named(samuel, finance, samuel, name)
    expect(await namesOf(apart, { search: name })).toEqual([])
    expect(await profile(apart, elsewhere.expert)).toBeNull()
    expect((await apart.op(GetExpertProfile, { id: elsewhere.expert })).text).toBe(
      (await apart.op(GetExpertProfile, { id: 999_999 })).text,
    )
    expect((await profile(samuel, elsewhere.expert))!.mention_count).toBe(1)

    // Once legal members name it too, they find it, and learn nothing about the other thread.
    const here = await named(marcus, legal, camille, name)
    expect(here.expert).toBe(elsewhere.expert)
    const seen = (await profile(apart, here.expert))!
    expect(seen).toMatchObject({ mention_count: 1, mentions: { count: 1 } })
    expect(seen.tied_people.map(({ id }) => id)).toEqual([camille.id])
    expect((await profile(staff, here.expert))!.mention_count).toBe(2)
    const companyId = seen.company_id!
    const mentions = async (client: Client) =>
      (await client.ask(GetCompanyMentions, { company_id: companyId })).company_mentions
    expect((await mentions(apart)).items.map(({ entity_id }) => entity_id)).toEqual([here.message.id])
    expect((await mentions(staff)).count).toBe(2)

    // New sessions, because what a session can read is cached for a few seconds.
    const readers = await testServer.members(demoMembers.member, demoMembers.groupAdmin, demoMembers.peer)
    const counted = () =>
      Promise.all(readers.map(async (client) => (await profile(client, here.expert))!.mentions.count))
    const before = await counted()
    const inPrivate = await named(helen, legal, camille, name, { isPrivate: true })
    expect(inPrivate.message.is_private).toBe(true)
    expect(await counted(), 'a private reply counts for nobody, its readers included').toEqual(before)

    await testServer.sql('update messages set removed_at = now() where id = $1', [here.message.id])
    await testServer.sql('select refresh_threads(array[$1::bigint])', [here.thread])
    expect(await profile(apart, here.expert)).toBeNull()
    expect(await testServer.sql('select drifted_experts(array(select id from experts)) as id')).toEqual([])
  })
})

describe('GetExpertProfile (OP-GetExpertProfile, UI-screen-expert-profile)', () => {
  it('gives company, deals, recommendations, mentions and votes (FIELD-expert.vendor_deals, FIELD-expert.company.name, FIELD-expert.company.website, FIELD-expert.company.logo_url, FIELD-expert.company.about, FIELD-expert.company.tag_line, FIELD-expert.company.company_types, FIELD-vendor_deal.show_in_vendor_page)', async () => {
    const id = await expertId('Clausewright')
    const seen = (await profile(helen, id))!
    expect(seen).toMatchObject({
      entity_id: id,
      type: 'software',
      company: {
        name: 'Clausewright',
        website: 'https://www.clausewright.example',
        logo_url: expect.stringMatching(/^data:image\/svg/),
        tag_line: 'Redlines that remember',
        company_types: [{ name: 'Contract software' }],
      },
      vendor_deals: [{ vendor_first_name: 'Nils', show_in_vendor_page: true, connection_requested_at: null }],
    })
    expect(seen.vendor_deals[0]!.recommenders.length).toBeLessThanOrEqual(6)
    expect(seen.recommendations.items.length).toBe(seen.recommendations.count)
    expect(JSON.stringify(seen)).not.toContain('members@clausewright.test')
    await testServer.sql('update vendor_deals set show_in_vendor_page = false where expert_id = $1', [id])
    expect((await profile(helen, id))!.vendor_deals).toEqual([])
    await testServer.sql('update vendor_deals set show_in_vendor_page = true where expert_id = $1', [id])
  })

  it('ties whoever named or recommended it, each once, and the others of its company (RULE-experts-tied-to-page, RULE-company-expert-siblings, RULE-company-expert, OP-GetPeopleInCompany)', async () => {
    const name = unusual('Tied')
    const { expert } = await named(helen, legal, marcus, name)
    await recommend(marcus, name)
    await recommend(grace, name)
    const colleague = await recommend(grace, `Ada ${unusual('Person')}`, {
      expert: { new_expert: { name: `Ada ${name}`, type: 'individual' } },
      company: { new_company: { name } },
    })
    const seen = (await profile(helen, expert))!
    expect(seen.tied_people.map(({ id }) => id).toSorted()).toEqual([marcus.id, grace.id].toSorted())
    expect(seen.company_experts.map(({ id }) => id)).toEqual([colleague.expert_id])
    expect((await profile(helen, colleague.expert_id))!.company_experts.map(({ id }) => id)).toEqual([expert])
    const people = await helen.ask(GetPeopleInCompany, { company_id: seen.company_id! })
    expect(people.people_in_company.map(({ id }) => id)).toEqual([colleague.expert_id])
    expect((await frank.op(GetPeopleInCompany, { company_id: seen.company_id! })).code).toBe('membership.expired')
  })

  it('does not tie an anonymous author (threat 5)', async () => {
    const { expert, message } = await named(helen, legal, marcus, unusual('Quiet'))
    await testServer.sql('update messages set sender_id = $2 where id = $1', [message.id, ANONYMOUS_USER_ID])
    expect((await profile(helen, expert))!.tied_people).toEqual([])
  })

  it('takes where a search began, which changes nothing (RULE-expert-profile-link)', async () => {
    const id = await expertId('Maria Lopez')
    const { expert_profile } = await helen.ask(GetExpertProfile, { id, s: 'experts', sid: '17' })
    expect(expert_profile).toEqual(await profile(helen, id))
    expect(await testServer.anonymous().op(GetExpertProfile, { id })).toMatchObject({ status: 401 })
  })
})

describe('LikeEntity for an expert (FEATURE-expert-votes, DECISION-vote-versus-like, FIELD-listserv_expert.vote)', () => {
  it('votes for, against and not at all; counts and lists who votes for', async () => {
    const id = (await recommend(marcus, unusual('Voted'))).expert_id
    expect((await like(helen, id, true)).data!.likeEntity).toEqual([
      { entity_type: 'expert', entity_id: id, sentiment: true, num_of_likes: 1 },
    ])
    await like(grace, id, false)
    expect(await profile(helen, id)).toMatchObject({ vote: true, num_of_upvotes: 1, num_of_downvotes: 1 })
    expect(await profile(grace, id)).toMatchObject({ vote: false })
    const likers = await grace.ask(GetLikes, { entity_type: 'expert', entity_id: id })
    expect(likers.getLikes!.items.map((each) => each.id)).toEqual([helen.id])
    const own = await helen.ask(userLikes, {})
    expect(own.userLikes!.items[0]).toMatchObject({
      entity_type: 'expert',
      entity_id: id,
      expert: { id },
      message: null,
    })
    await like(helen, id, false)
    await like(helen, id, null)
    expect(await profile(helen, id)).toMatchObject({ vote: null, num_of_upvotes: 0, num_of_downvotes: 1 })
  })

  it('is refused for one that cannot be found, exactly as for none, and then nothing of the call is done', async () => {
    const hidden = (await recommend(helen, unusual('Unfound'))).expert_id
    const known = await expertId('Declan Rowe')
    await testServer.sql('update expert_recommendations set channels = $2 where expert_id = $1', [hidden, [999_999]])
    await testServer.sql('select refresh_experts(array[$1::bigint])', [hidden])
    const unknown = await marcus.op(LikeEntity, {
      likes: [
        { entity_type: 'expert', entity_id: known, sentiment: false },
        { entity_type: 'expert', entity_id: 999_999, sentiment: true },
      ],
    })
    expect(unknown.code).toBe('discussions.like_not_found')
    expect((await like(marcus, hidden, true)).text).toBe((await like(marcus, 999_999, true)).text)
    expect(
      await testServer.sql('select from likes where user_id = $1 and entity_id = $2 and not sentiment', [
        marcus.id,
        known,
      ]),
    ).toEqual([])
    expect((await marcus.ask(GetLikes, { entity_type: 'expert', entity_id: hidden })).getLikes).toEqual({
      count: 0,
      items: [],
    })
    expect(await like(testServer.anonymous(), known, true)).toMatchObject({ status: 401 })
  })
})

describe('lists while typing', () => {
  it(`previews up to ${PREVIEW_LIMIT} experts (OP-SearchFilterExpertsPreview)`, async () => {
    const { experts_preview } = await helen.ask(SearchFilterExpertsPreview, { search: 'lop' })
    expect(experts_preview[0]).toMatchObject({
      name: 'Maria Lopez',
      type: 'individual',
      company: { name: 'Dahlberg & Rowe' },
      mention_count: expect.any(Number),
    })
    expect((await helen.ask(SearchFilterExpertsPreview, {})).experts_preview).toHaveLength(PREVIEW_LIMIT)
    expect(await testServer.anonymous().op(SearchFilterExpertsPreview, {})).toMatchObject({ status: 401 })
  })

  it('gives categories with the experts that the reader finds in them (OP-SearchFilterCompanyTypes, UI-screen-company-type-search)', async () => {
    const types = async (client: Client, text?: string) =>
      (await client.ask(SearchFilterCompanyTypes, text ? { search: text } : {})).expert_company_types
    const law = (await types(helen, 'law f'))[0]!
    expect(law.name).toBe('Law firm')
    expect(law.num_of_experts).toBe((await search(helen, { company_types: [law.id] })).count)
    const all = await types(helen)
    expect(all.length).toBeGreaterThan(5)
    expect(all.every(({ num_of_experts }) => num_of_experts > 0)).toBe(true)
    expect((await frank.op(SearchFilterCompanyTypes, {})).code).toBe('membership.expired')
    expect(await testServer.anonymous().op(SearchFilterCompanyTypes, {})).toMatchObject({ status: 401 })
  })

  it('asks whom a new name may mean, by likeness and by website', async () => {
    const alike = async (client: Client, name: string, website_host: string | null = null) =>
      (await client.ask(GetExpertsAlike, { name, website_host })).experts_alike.map((each) => each.name)
    expect(await alike(helen, 'Maria Lopes')).toContain('Maria Lopez')
    expect(await alike(helen, 'Quite another name', 'kestrel-forensic.example')).toContain('Kestrel Forensic')
    expect(await alike(helen, 'Quite another name')).toEqual([])
    expect(await testServer.anonymous().op(GetExpertsAlike, { name: 'a' })).toMatchObject({ status: 401 })
  })
})
