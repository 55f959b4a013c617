/** The directory: which members a viewer finds, by which words, and saved searches. */
import { describe, expect, it } from 'vitest'
import {
  FollowUser,
  GetDirectoryFacets,
  GetDirectorySearches,
  getMemberConnectionsUnitUsers,
  GetMemberPlaces,
  PassConnections,
  profilesSearchFilter,
  RemoveDirectorySearch,
  ResetConnections,
  SaveDirectorySearch,
  UpdateCompanyProfile,
  UpdateGeneralInformation,
  type ProfilesSearchFilterQueryVariables,
} from '#api/operations.ts'
import { CONNECTIONS, DIRECTORY_PAGE, DIRECTORY_SEARCHES } from '#shared/profiles.ts'
import { demoMembers } from '../demo-members.ts'
import { startTestServer } from '../harness/test-server.ts'
import { showOnline } from '../harness/presence.ts'

const testServer = await startTestServer()
const [helen, marcus, samuel, ingrid, staff, newcomer] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.finance,
  demoMembers.executive,
  demoMembers.staff,
  demoMembers.newcomer,
)
const frank = await testServer.member('frank@members.test')
const nobody = testServer.anonymous()
await testServer.sql('delete from user_follows')
// Clear the demo's profile data, so that only what each test sets can match.
await testServer.sql(
  `update profiles set chapter_id = null, law_school_id = null, interest_ids = '{}', industry_ids = '{}', area_of_expertise_ids = '{}', law_firm_ids = '{}'`,
)
await testServer.sql(`update companies set type_id = null, stage = null, industry_ids = '{}'`)
await testServer.sql('update users set last_online_at = null, shown_online_until = null')
await testServer.sql('select refresh_profiles(array(select id from users))')

type Asked = ProfilesSearchFilterQueryVariables
const search = async (client: typeof helen, asked: Asked = {}) =>
  (await client.ask(profilesSearchFilter, asked)).profiles_search_filter
const names = async (client: typeof helen, asked: Asked) => (await search(client, asked)).items.map(({ name }) => name)
const idOf = async (table: string, name: string) =>
  (await testServer.sql<{ id: number }>(`select id from ${table} where name = $1`, [name]))[0]!.id
const personId = async (email: string) =>
  (await testServer.sql<{ id: number }>('select id from users where email = $1', [email]))[0]!.id
const countedIn = async (...slugs: string[]) =>
  (
    await testServer.sql<{ n: number }>(
      `select count(distinct u.id)::integer as n from users u join peer_network_memberships m on m.user_id = u.id join peer_networks n on n.id = m.peer_network_id
    where n.slug = any($1) and u.current_state = 'full access' and not u.suspended`,
      [slugs],
    )
  )[0]!.n

describe('profilesSearchFilter (OP-profilesSearchFilter, FEATURE-directories-profiles)', () => {
  it('gives the counted members of the networks that the directory list allows, by name (RULE-member-counting, ROLE-cross-network-member-directory)', async () => {
    for (const [client, ...slugs] of [
      [helen, 'legal'],
      [marcus, 'legal', 'thesuite', 'executive'],
      [ingrid, 'executive'],
      [newcomer, 'legal'],
      [staff, 'legal', 'finance', 'executive', 'thesuite'],
    ] as const) {
      const found = await search(client)
      expect([slugs, found.count]).toEqual([slugs, await countedIn(...slugs)])
      expect(found.items.length).toBe(Math.min(found.count, DIRECTORY_PAGE))
    }
    const shown = await names(helen, {})
    const stored = await testServer.sql<{ name: string }>(
      `select u.name from profiles p join users u on u.id = p.user_id where p.user_id in (select m.user_id from peer_network_memberships m where m.peer_network_id = 1) and p.is_listed order by name_key, user_id`,
    )
    expect(shown).toEqual(stored.map(({ name }) => name))
    for (const absent of ['Derek Voss', 'Frank Delgado', 'Teodor Ionescu', 'Samuel Adeyemi'])
      expect(shown).not.toContain(absent)
  })

  it('is closed to whose membership has ended, and to strangers', async () => {
    expect((await frank.op(profilesSearchFilter, {})).code).toBe('membership.expired')
    expect((await nobody.op(profilesSearchFilter, {})).status).toBe(401)
  })

  it('comes in pages of 80 at most (CONST-profile-search-page, DECISION-page-sizes)', async () => {
    const whole = await names(helen, {})
    expect(await names(helen, { limit: 81 })).toEqual(whole)
    expect(await names(helen, { limit: 3, offset: 2 })).toEqual(whole.slice(2, 5))
    expect(await search(helen, { offset: 5_000 })).toMatchObject({ items: [], count: whole.length })
  })

  it('finds by name, company, title and place, with accents or without, and what is nearly spelt right', async () => {
    expect(await names(helen, { search: 'oyel' })).toEqual(['Marcus Oyelaran'])
    expect(await names(helen, { search: 'wisniewski' })).toEqual(['Łukasz Wiśniewski'])
    expect(await names(helen, { search: 'umber health' })).toEqual(['Kwame Asante', 'Grace Okafor'])
    expect(await names(helen, { search: 'dublin' })).toContain('Siobhán Keane')
    expect(await names(helen, { search: 'Oyelaren' })).toContain('Marcus Oyelaran')
    expect(await names(helen, { search: 'samuel adeyemi' })).toEqual([])
    expect(await names(helen, { search: "%_'\\" })).toEqual([])
  })

  it('filters by each of its lists, and by all of them at once', async () => {
    const [chapter, school, industry, area] = [
      await idOf('chapters', 'Chicago'),
      await idOf('law_schools', 'Yale Law School'),
      await idOf('industries', 'Utilities'),
      await idOf('areas_of_expertise', 'Antitrust'),
    ]
    await marcus.ask(UpdateGeneralInformation, {
      chapter,
      industries: [industry],
      areas_of_expertise: [area],
      legal: { law_school: school },
    })
    const type = await idOf('business_types', 'Public company')
    await marcus.ask(UpdateCompanyProfile, { company_fields: { type_id: type } })
    const filters: Asked[] = [
      { chapters: [chapter] },
      { law_schools: [school] },
      { industries: [industry] },
      { areas_of_expertise: [area] },
      { company_types: [type] },
    ]
    for (const asked of filters) expect([asked, await names(helen, asked)]).toEqual([asked, ['Marcus Oyelaran']])
    expect(await names(helen, Object.assign({}, ...filters) as Asked)).toEqual(['Marcus Oyelaran'])
    expect(await names(helen, { chapters: [chapter], search: 'helen' })).toEqual([])
    expect(await names(samuel, { chapters: [chapter] })).toEqual([])
    expect(await names(helen, { city_location: 'houston' })).toEqual(['Marcus Oyelaran'])
    expect(await names(helen, { search_id: marcus.id })).toEqual(['Marcus Oyelaran'])
    expect(await names(helen, { search_id: samuel.id })).toEqual([])
  })

  it('does not find by areas that the member’s network does not show', async () => {
    const area = await idOf('areas_of_expertise', 'Antitrust')
    await testServer.sql(`update peer_networks set show_areas_of_expertise = false where slug = 'legal'`)
    expect(await names(helen, { areas_of_expertise: [area] })).toEqual([])
    expect(await names(helen, { search: 'antitrust' })).toEqual([])
    await testServer.sql(`update peer_networks set show_areas_of_expertise = true where slug = 'legal'`)
    expect(await names(helen, { areas_of_expertise: [area] })).toEqual(['Marcus Oyelaran'])
  })

  it('shows who is online, whom one follows and by whom one is followed', async () => {
    await showOnline(testServer, [marcus.id, samuel.id])
    expect(await names(helen, { is_online: true })).toEqual(['Marcus Oyelaran'])
    await testServer.sql(`update users set shows_presence = false where id = $1`, [marcus.id])
    expect(await names(helen, { is_online: true })).toEqual([])
    await testServer.sql(`update users set shows_presence = true where id = $1`, [marcus.id])
    const camille = await testServer.member(demoMembers.groupAdmin)
    await helen.ask(FollowUser, { user_id: marcus.id })
    await camille.ask(FollowUser, { user_id: helen.id })
    expect(await names(helen, { following: true })).toEqual(['Marcus Oyelaran'])
    expect(await names(helen, { followers: true })).toEqual(['Camille Dufour'])
    expect((await search(helen, { following: true })).items[0]).toMatchObject({ is_followed: true, is_own: false })
    expect(await names(helen, { following: false, is_online: false })).toEqual(await names(helen, {}))
  })

  it('says what each has in common with the reader, when asked', async () => {
    await helen.ask(UpdateGeneralInformation, { chapter: await idOf('chapters', 'Chicago') })
    const [found] = (await search(helen, { search: 'oyelaran', return_similarities: true })).items
    expect(found!.similarities).toMatchObject({ chapters: [{ name: 'Chicago' }] })
    expect((await search(helen, { search: 'oyelaran' })).items[0]!.similarities).toBeNull()
    expect(
      (await search(helen, { search: 'helen marsh', return_similarities: true })).items[0]!.similarities,
    ).toBeNull()
  })
})

describe('GetDirectoryFacets', () => {
  it('counts what each choice would leave, with the other filters in force', async () => {
    const chapter = await idOf('chapters', 'Chicago')
    const { directory_facets: all } = await helen.ask(GetDirectoryFacets, {})
    expect(all!.chapters).toEqual([{ id: chapter, name: 'Chicago', count: 2 }])
    expect(all!.law_schools).toMatchObject([{ name: 'Yale Law School', count: 1 }])
    expect(all!.company_types).toMatchObject([{ name: 'Public company', count: 1 }])
    expect(all!.cities.reduce((sum, { count }) => sum + count, 0)).toBe(await countedIn('legal'))
    const { directory_facets: one } = await helen.ask(GetDirectoryFacets, { search: 'oyelaran', chapters: [chapter] })
    expect(one!.chapters).toMatchObject([{ count: 1 }])
    expect(one!.cities).toMatchObject([{ name: 'Houston', count: 1 }])
    const { directory_facets: other } = await helen.ask(GetDirectoryFacets, {
      chapters: [await idOf('chapters', 'Boston')],
    })
    expect([other!.chapters.length, other!.industries]).toEqual([1, []])
  })

  it('offers schools only where the network filters by them (FIELD-peer_network.directory_school_filter), and needs a session', async () => {
    await testServer.sql(
      `update profiles set law_school_id = (select min(id) from law_schools) where user_id = (select user_id from peer_network_memberships where peer_network_id = 2 and user_id <> $1 limit 1)`,
      [samuel.id],
    )
    expect((await samuel.ask(GetDirectoryFacets, {})).directory_facets!.law_schools).toEqual([])
    expect((await nobody.op(GetDirectoryFacets, {})).status).toBe(401)
  })
})

describe('GetMemberPlaces', () => {
  it('says where members of the reader’s directory are, by city', async () => {
    const { member_places } = await helen.ask(GetMemberPlaces, {})
    expect(member_places).toContainEqual(
      expect.objectContaining({ name: 'Houston', lat: expect.any(Number), count: 1 }),
    )
    expect(member_places.reduce((sum, { count }) => sum + count, 0)).toBe(await countedIn('legal'))
    expect((await frank.op(GetMemberPlaces, {})).code).toBe('membership.expired')
    expect((await nobody.op(GetMemberPlaces, {})).status).toBe(401)
  })
})

describe('getMemberConnectionsUnitUsers (OP-getMemberConnectionsUnitUsers, ENUM-member_connection_sort)', () => {
  type Sort = Parameters<typeof helen.ask<unknown, { filter?: string }>>[1]['filter']
  const suggested = async (client: typeof helen, filter?: Sort, reset = false) =>
    (await client.ask(getMemberConnectionsUnitUsers, { ...(filter && { filter: filter as never }), reset }))
      .member_connections

  it('gives the nearest first, by the coordinates of their cities', async () => {
    const near = await suggested(samuel, 'nearest_members')
    const far = near.map(({ distance_km }) => distance_km)
    expect(far).toEqual(far.toSorted((a, b) => a! - b!))
    expect(near.length).toBe(CONNECTIONS)
    const [{ distance } = { distance: 0 }] = await testServer.sql<{ distance: number }>(
      `select 111.2 * sqrt((51.51 - u.lat)^2 + ((-0.13 - u.long) * cos(radians(52)))^2) as distance from users u where u.id = $1`,
      [near[0]!.id],
    )
    expect(Math.abs(near[0]!.distance_km! - distance)).toBeLessThan(30)
  })

  it('gives companies of the same size, of the same funding, of the same industry, and most in common', async () => {
    await testServer.sql(`update companies set num_of_employees = null`)
    await helen.ask(UpdateCompanyProfile, { company_fields: { num_of_employees: '501-1,000', stage: 'Family owned' } })
    const george = await personId('george@members.test')
    const put = (email: string, fields: object) =>
      testServer.member(email).then((client) => client.ask(UpdateCompanyProfile, { company_fields: fields }))
    await put('priya@members.test', {
      num_of_employees: '1,001-5,000',
      stage: 'Family owned',
      type_id: await idOf('business_types', 'Family company'),
    })
    await put('dana@members.test', { num_of_employees: '51-200' })
    const bySize = (await suggested(helen, 'similar_company_size')).map(({ id }) => id)
    expect(bySize).toEqual([george, await personId('priya@members.test'), await personId('dana@members.test')])
    expect((await suggested(helen, 'similar_funds')).map(({ name }) => name)).toEqual([
      'George Papadakis',
      'Priya Raman',
    ])
    const [industry, interest] = [await idOf('industries', 'Utilities'), await idOf('interests', 'Jazz')]
    await helen.ask(UpdateGeneralInformation, { industries: [industry], interests: [interest] })
    await (await testServer.member('dana@members.test')).ask(UpdateGeneralInformation, { industries: [industry] })
    await (
      await testServer.member('priya@members.test')
    ).ask(UpdateGeneralInformation, { industries: [industry], interests: [interest] })
    // Marcus works in the same industry, but Helen already follows him, so he is not suggested.
    expect((await suggested(helen, 'similar_industry')).map(({ name }) => name).toSorted()).toEqual([
      'Dana Whitfield',
      'Priya Raman',
    ])
    expect((await suggested(helen)).map(({ name }) => name)).toEqual(['Priya Raman', 'Dana Whitfield'])
  })

  it('leaves out whom the reader has passed over, until they start over', async () => {
    const [first] = await suggested(helen)
    expect((await helen.ask(PassConnections, { user_ids: [first!.id] })).passConnections.num_of_passed).toBe(1)
    expect((await suggested(helen)).map(({ id }) => id)).not.toContain(first!.id)
    expect((await suggested(helen, undefined, true)).map(({ id }) => id)).toContain(first!.id)
    expect((await helen.ask(ResetConnections, {})).resetConnections.num_of_passed).toBe(0)
    expect((await suggested(helen)).map(({ id }) => id)).toContain(first!.id)
    expect(
      (await helen.op(PassConnections, { user_ids: Array.from({ length: 61 }, (_, index) => index + 1) })).code,
    ).toBe('people.too_many')
  })

  it('refuses another sort, and callers without a session', async () => {
    expect((await helen.op(getMemberConnectionsUnitUsers, { filter: 'best' as never })).code).toBe('request.variables')
    expect((await frank.op(getMemberConnectionsUnitUsers, {})).code).toBe('membership.expired')
    for (const operation of [getMemberConnectionsUnitUsers, ResetConnections])
      expect((await nobody.op(operation as typeof ResetConnections, {})).status).toBe(401)
    expect((await nobody.op(PassConnections, { user_ids: [1] })).status).toBe(401)
  })
})

describe('kept searches', () => {
  const kept = async (client: typeof helen) => (await client.ask(GetDirectorySearches, {})).directory_searches

  it('are kept under a name, of the filters that there are, and seen by nobody else', async () => {
    const chapter = await idOf('chapters', 'Chicago')
    const { saveDirectorySearch: made } = await helen.ask(SaveDirectorySearch, {
      name: ' Chicago  energy ',
      filters: { chapters: [chapter], search: 'energy', is_online: false, injected: '1; drop' },
      has_alert: true,
    })
    expect(made).toMatchObject({
      name: 'Chicago energy',
      filters: { chapters: [chapter], search: 'energy' },
      has_alert: true,
    })
    expect(await kept(helen)).toHaveLength(1)
    expect(await kept(marcus)).toEqual([])
    await helen.ask(SaveDirectorySearch, { name: 'Chicago energy', filters: { chapters: [chapter] }, has_alert: true })
    expect(await kept(helen)).toMatchObject([{ id: made.id, filters: { chapters: [chapter] } }])
    expect((await marcus.ask(RemoveDirectorySearch, { id: made.id })).removeDirectorySearch).toBeNull()
    expect(await kept(helen)).toHaveLength(1)
  })

  it('refuse what is no search, and one more than fits', async () => {
    expect((await helen.op(SaveDirectorySearch, { name: 'x', filters: {} })).code).toBe('people.filters')
    expect((await helen.op(SaveDirectorySearch, { name: ' ', filters: { search: 'x' } })).code).toBe('people.required')
    for (let made = 0; made < DIRECTORY_SEARCHES; made += 1)
      await marcus.ask(SaveDirectorySearch, { name: `Search ${made}`, filters: { search: 'x' } })
    expect((await marcus.op(SaveDirectorySearch, { name: 'One more', filters: { search: 'x' } })).code).toBe(
      'people.too_many',
    )
    expect((await nobody.op(SaveDirectorySearch, { name: 'x', filters: {} })).status).toBe(401)
    expect((await nobody.op(RemoveDirectorySearch, { id: 1 })).status).toBe(401)
    expect((await nobody.op(GetDirectorySearches, {})).status).toBe(401)
  })

  it('notify by email of members who joined since, without naming them, once', async () => {
    const [row] = await kept(helen)
    await testServer.sql(
      `update directory_searches set checked_at = now() - interval '1 day', filters = '{"search": "newcomb"}' where id = $1`,
      [row!.id],
    )
    const [{ id } = { id: 0 }] = await testServer.sql<{ id: number }>(
      `insert into users (first_name, last_name, email, current_state, date_joined)
       values ('Alma', 'Newcomb', 'alma@members.test', 'onboarding', now() - interval '3 days') returning id`,
    )
    await testServer.sql(
      'insert into peer_network_memberships (user_id, peer_network_id, is_primary) values ($1, 1, true)',
      [id],
    )
    const alert = () =>
      testServer.sql(`select graphile_worker.add_job('people:directory-alerts', '{}')`).then(() => testServer.runJobs())
    await alert()
    expect(await testServer.sql(`select from outgoing_mails where kind = 'directory-alert'`)).toEqual([])
    // Access begins three days after she joined, when `date_joined` is older than `checked_at`.
    await testServer.sql(`update users set current_state = 'full access' where id = $1`, [id])
    await alert()
    await alert()
    const mails = await testServer.sql<{ recipient: string; subject: string; body: string }>(
      `select to_jsonb(m)::text as body, m.subject from outgoing_mails m where m.kind = 'directory-alert'`,
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]!.subject).toBe('1 new member matches your search')
    expect(mails[0]!.body).toContain(demoMembers.member)
    expect(mails[0]!.body).not.toContain('Newcomb')
  })

  it('show nobody whom the directory does not reach', async () => {
    await testServer.sql(`delete from outgoing_mails`)
    await samuel.ask(SaveDirectorySearch, { name: 'Lawyers', filters: { search: 'newcomb' }, has_alert: true })
    await testServer.sql(`update directory_searches set checked_at = now() - interval '1 day' where user_id = $1`, [
      samuel.id,
    ])
    await testServer.sql(`select graphile_worker.add_job('people:directory-alerts', '{}')`)
    await testServer.runJobs()
    expect(await testServer.sql(`select id from outgoing_mails where kind = 'directory-alert'`)).toEqual([])
  })
})
