/** Profiles: one's own, edited section by section, and those of others within reach of the directory. */
import { describe, expect, it } from 'vitest'
import {
  PrivateProfile,
  profile,
  ProfileMetadataByPk,
  UpdateBarQualifications,
  UpdateBasicInformation,
  UpdateBio,
  UpdateFinanceInformation,
  UpdateGeneralInformation,
  UpdatePersonalProfile,
  UpdateStatus,
} from '#api/operations.ts'
import { PROFILE_FIELDS } from '#shared/profile-fields.ts'
import { demoMembers } from '../demo-members.ts'
import { startTestServer } from '../harness/test-server.ts'

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
const UNKNOWN = 9_007_199_254_740_991
const idsOf = async (table: string, ...names: string[]) =>
  (
    await testServer.sql<{ id: number }>(
      `select x.id from unnest($1::text[]) with ordinality as n(name, place) join ${table} x on x.name = n.name order by n.place`,
      [names],
    )
  ).map(({ id }) => id)
const own = async (client: typeof helen) => (await client.ask(PrivateProfile, {})).private_profile!
const pageOf = async (client: typeof helen, id: number) => (await client.ask(profile, { id })).profile

describe('PrivateProfile (OP-PrivateProfile, DECISION-private-profile-fields)', () => {
  it('gives the caller all that is theirs (FIELD-user.id, FIELD-user.first_name, FIELD-user.last_name, FIELD-user.email, FIELD-user.secondary_email, FIELD-user.next_profile_update_date, FIELD-user.gender_identity, FIELD-user.date_joined, FIELD-user.suspended, FIELD-user.profile_pic_url, FIELD-user.profile_thumbnail_url, FIELD-user.lat, FIELD-user.long)', async () => {
    await testServer.sql(
      `update users set gender_identity = 'Woman', secondary_email = 'helen@home.test' where id = $1`,
      [helen.id],
    )
    const mine = await own(helen)
    const [stored] = await testServer.sql('select * from users where id = $1', [helen.id])
    for (const field of [
      'id',
      'first_name',
      'last_name',
      'email',
      'secondary_email',
      'title',
      'bio',
      'city',
      'state',
      'country',
      'lat',
      'long',
      'gender_identity',
      'current_state',
      'suspended',
      'profile_pic_url',
      'profile_thumbnail_url',
      'listserv_email_preference',
      'card_status',
    ] as const)
      expect([field, mine[field]]).toEqual([field, stored![field]])
    expect(mine.date_joined).toMatch(/^\d{4}-/)
    expect(mine).toHaveProperty('next_profile_update_date')
    expect((await helen.ask(PrivateProfile, { user_id: helen.id })).private_profile!.email).toBe(demoMembers.member)
  })

  it('gives nothing of anybody else, staff included, and needs a session', async () => {
    expect((await helen.ask(PrivateProfile, { user_id: marcus.id })).private_profile).toBeNull()
    expect((await staff.ask(PrivateProfile, { user_id: marcus.id })).private_profile).toBeNull()
    expect((await nobody.op(PrivateProfile, {})).status).toBe(401)
  })

  it('answers while the membership lasts, to newcomers too', async () => {
    expect((await own(newcomer)).email).toBe(demoMembers.newcomer)
    expect((await frank.op(PrivateProfile, {})).code).toBe('membership.expired')
  })
})

describe('profile (OP-profile, ROLE-cross-network-member-directory)', () => {
  it('shows a member of the same network, without what is private (FIELD-user.title, FIELD-user.city, FIELD-user.state, FIELD-user.country, FIELD-user.is_online, FIELD-user.current_state, FIELD-user.bio, FIELD-user.peer_network_memberships.is_primary, FIELD-user.peer_network_memberships.peer_network_id)', async () => {
    const { text, data } = await helen.op(profile, { id: marcus.id })
    expect(data!.profile).toMatchObject({
      id: marcus.id,
      name: 'Marcus Oyelaran',
      is_own: false,
      can_message: true,
      current_state: 'full access',
    })
    for (const secret of ['email', 'gender_identity', 'secondary_email', 'card_status', demoMembers.peer])
      expect(text).not.toContain(secret)
    // Only members of The Suite know that Marcus is also in it.
    expect(data!.profile!.peer_network_memberships.map(({ peer_network }) => peer_network.display_name)).toEqual([
      'Legal Network',
    ])
  })

  it('follows the directory lists of the networks, one way (threat 1)', async () => {
    // The Suite sees the executives; they do not see The Suite.
    const suite = await testServer.member('susan@members.test')
    expect((await pageOf(suite, ingrid.id))!.name).toBe('Ingrid Solheim')
    const camille = (
      await testServer.sql<{ id: number }>(`select id from users where email = $1`, [demoMembers.groupAdmin])
    )[0]!.id
    expect((await pageOf(suite, camille))!.id).toBe(camille)
    const hidden = await ingrid.op(profile, { id: camille })
    expect(hidden.text).toBe((await ingrid.op(profile, { id: UNKNOWN })).text)
    expect(await pageOf(helen, samuel.id)).toBeNull()
  })

  it('has no page of the suspended, of those who have not joined and of whose membership has ended', async () => {
    for (const email of [demoMembers.suspended, 'teodor@members.test', 'frank@members.test']) {
      const [{ id } = { id: 0 }] = await testServer.sql<{ id: number }>('select id from users where email = $1', [
        email,
      ])
      expect([email, await pageOf(helen, id)]).toEqual([email, null])
    }
    expect((await frank.op(profile, { id: helen.id })).code).toBe('membership.expired')
  })

  it('hides what the member’s network does not show (FIELD-user.num_of_direct_reports)', async () => {
    const [area] = await idsOf('areas_of_expertise', 'Antitrust')
    await marcus.ask(UpdateFinanceInformation, { areas_of_expertise: [area!], num_of_direct_reports: 14 })
    expect((await own(marcus)).num_of_direct_reports).toBe(14)
    const shown = await pageOf(helen, marcus.id)
    expect(shown!.areas_of_expertise.map(({ name }) => name)).toEqual(['Antitrust'])
    expect(shown!.num_of_direct_reports).toBeNull()
    await testServer.sql(
      `update peer_networks set show_direct_reports = true, show_areas_of_expertise = false where slug = 'legal'`,
    )
    const changed = await pageOf(helen, marcus.id)
    expect(changed!.num_of_direct_reports).toBe(14)
    expect(changed!.areas_of_expertise).toEqual([])
    expect((await own(marcus)).areas_of_expertise).toHaveLength(1)
    await testServer.sql(
      `update peer_networks set show_direct_reports = false, show_areas_of_expertise = true where slug = 'legal'`,
    )
  })

  it('needs a session', async () => {
    expect((await nobody.op(profile, { id: helen.id })).status).toBe(401)
  })
})

describe('ProfileMetadataByPk (OP-ProfileMetadataByPk)', () => {
  it('gives the card of whom one can come upon, and of nobody else', async () => {
    expect((await helen.ask(ProfileMetadataByPk, { id: marcus.id })).profile_metadata).toMatchObject({
      name: 'Marcus Oyelaran',
      company: { name: 'Norvane Energy' },
    })
    const [derek] = await testServer.sql<{ id: number }>('select id from users where email = $1', [
      demoMembers.suspended,
    ])
    for (const id of [derek!.id, UNKNOWN])
      expect((await helen.ask(ProfileMetadataByPk, { id })).profile_metadata).toBeNull()
    expect((await samuel.ask(ProfileMetadataByPk, { id: ingrid.id })).profile_metadata).toBeNull()
    expect((await nobody.op(ProfileMetadataByPk, { id: helen.id })).status).toBe(401)
  })
})

describe('UpdateBasicInformation (OP-UpdateBasicInformation)', () => {
  it('changes what is given and leaves the rest; the place has the coordinates of its city (FIELD-user.linkedin, FIELD-user.twitter_url, FIELD-user.year_started_profession, FIELD-social_links.linkedin, FIELD-social_links.twitter_url)', async () => {
    const { updateBasicInformation: made } = await helen.ask(UpdateBasicInformation, {
      title: '  Chief   Legal Officer ',
      city: 'geneva',
      country: 'Switzerland',
      linkedin: 'linkedin.com/in/helen-marsh',
      twitter_url: 'x.com/helen',
      year_started_profession: 2002,
    })
    expect(made).toMatchObject({
      first_name: 'Helen',
      title: 'Chief Legal Officer',
      lat: 46.2,
      long: 6.14,
      linkedin: 'https://linkedin.com/in/helen-marsh',
      twitter_url: 'https://x.com/helen',
      year_started_profession: 2002,
    })
    await helen.ask(UpdateBasicInformation, { city: 'Nowhere at all' })
    expect(await own(helen)).toMatchObject({
      city: 'Nowhere at all',
      lat: null,
      long: null,
      title: 'Chief Legal Officer',
    })
    await helen.ask(UpdateBasicInformation, {
      city: 'Chicago',
      state: 'Illinois',
      country: 'United States',
      twitter_url: null,
    })
    expect(await own(helen)).toMatchObject({ lat: 41.88, twitter_url: null })
  })

  it.each([
    { given: { first_name: ' ' }, code: 'people.required' },
    { given: { last_name: null }, code: 'people.required' },
    { given: { title: 'x'.repeat(151) }, code: 'people.too_long' },
    { given: { pronouns: 'x'.repeat(41) }, code: 'people.too_long' },
    { given: { twitter_url: 'https://evil.test/x.com/a' }, code: 'people.link' },
    { given: { linkedin: 'linkedin.com/company/x' }, code: 'people.link' },
    { given: { year_started_profession: 1949 }, code: 'people.number' },
    { given: { gender_identity: 'anything' }, code: 'people.choice' },
  ])('refuses $given with one sentence, and changes nothing (DECISION-field-bounds)', async ({ given, code }) => {
    const before = await own(helen)
    const answer = await helen.op(UpdateBasicInformation, { city: 'Boston', ...given })
    expect(answer).toMatchObject({ status: 200, code, field: Object.keys(given)[0] })
    expect(await own(helen)).toEqual(before)
  })

  it('keeps pronouns of up to 40 characters, which members see until they are cleared', async () => {
    const longest = 'x'.repeat(PROFILE_FIELDS.pronouns.max)
    for (const pronouns of [longest, 'they/them']) {
      expect((await helen.ask(UpdateBasicInformation, { pronouns })).updateBasicInformation).toMatchObject({ pronouns })
      expect((await pageOf(marcus, helen.id))!.pronouns).toBe(pronouns)
    }
    await helen.ask(UpdatePersonalProfile, { personal_fields: { pronouns: ' ' } })
    expect((await pageOf(marcus, helen.id))!.pronouns).toBeNull()
    expect((await nobody.op(UpdateBasicInformation, { pronouns: 'x' })).status).toBe(401)
  })

  it('works while onboarding is unfinished, and needs a session', async () => {
    expect((await newcomer.ask(UpdateBasicInformation, { title: 'Head of Legal' })).updateBasicInformation.title).toBe(
      'Head of Legal',
    )
    expect((await nobody.op(UpdateBasicInformation, { title: 'x' })).status).toBe(401)
  })
})

describe('UpdateBio and UpdateStatus', () => {
  it('keep the paragraphs of a bio and nothing that is not text (OP-UpdateBio, FIELD-user.bio)', async () => {
    await helen.ask(UpdateBio, { bio: 'First line.\r\n\r\n\r\n\r\nSecond <b>line</b>.\u0007' })
    expect((await own(helen)).bio).toBe('First line.\n\nSecond <b>line</b>.')
    expect((await helen.op(UpdateBio, { bio: 'x'.repeat(PROFILE_FIELDS.bio.max + 1) })).code).toBe('people.too_long')
    expect((await helen.op(UpdateBio, { bio: 'x'.repeat(PROFILE_FIELDS.bio.max) })).code).toBeUndefined()
    expect((await nobody.op(UpdateBio, { bio: 'x' })).status).toBe(401)
  })

  it('keep a status of 140 characters beside the name (OP-UpdateStatus, FIELD-user.status, DECISION-user-status)', async () => {
    await helen.ask(UpdateStatus, { status: 'On leave until May' })
    expect((await pageOf(marcus, helen.id))!.status).toBe('On leave until May')
    expect((await helen.op(UpdateStatus, { status: 'x'.repeat(PROFILE_FIELDS.status.max + 1) })).code).toBe(
      'people.too_long',
    )
    await helen.ask(UpdateStatus, { status: '' })
    expect((await own(helen)).status).toBeNull()
    expect((await nobody.op(UpdateStatus, { status: 'x' })).status).toBe(401)
  })
})

describe('UpdateGeneralInformation (OP-UpdateGeneralInformation)', () => {
  it('keeps choices from the lists and the extras of legal members (FIELD-user.employment_status.name, FIELD-user.employment_status.is_transitioning, FIELD-user.chapter.name, FIELD-user.chapter.is_international, FIELD-user.live_event_chapters, FIELD-user.interests, FIELD-user.industries, FIELD-user.areas_of_expertise, FIELD-user.legal.previous_practice, FIELD-user.legal.law_school, FIELD-user.legal.recent_law_firm, FIELD-user.legal.year_started_inhouse, FIELD-user.legal.law_firms, FIELD-user.legal.areas_of_responsibility, FIELD-user.legal.additional_areas)', async () => {
    const [employed] = await idsOf('employment_statuses', 'In transition')
    const chapters = await idsOf('chapters', 'Chicago', 'Nordics')
    const interests = await idsOf('interests', 'Sailing', 'Jazz')
    const industries = await idsOf('industries', 'Utilities')
    const [school] = await idsOf('law_schools', 'Yale Law School')
    const firms = await idsOf('law_firms', 'Linklaters', 'Cooley')
    const areas = await idsOf('areas_of_responsibility', 'Tax')
    const more = await idsOf('additional_areas', 'Leads risk')
    await helen.ask(UpdateGeneralInformation, {
      employment_status: employed!,
      chapter: chapters[0]!,
      live_event_chapters: chapters,
      interests: [...interests, interests[0]!],
      industries,
      areas_of_expertise: await idsOf('areas_of_expertise', 'Litigation'),
      legal: {
        previous_practice: 'Litigation',
        law_school: school!,
        recent_law_firm: firms[0]!,
        year_started_inhouse: 2012,
        law_firms: firms,
        areas_of_responsibility: areas,
        additional_areas: more,
      },
    })
    const shown = await pageOf(marcus, helen.id)
    expect(shown).toMatchObject({
      employment_status: { name: 'In transition', is_transitioning: true },
      chapter: { name: 'Chicago', is_international: false },
      live_event_chapters: [{ name: 'Chicago' }, { name: 'Nordics' }],
      interests: [{ name: 'Jazz' }, { name: 'Sailing' }],
      industries: [{ name: 'Utilities' }],
      areas_of_expertise: [{ name: 'Litigation' }],
      legal: {
        previous_practice: 'Litigation',
        law_school: { name: 'Yale Law School' },
        recent_law_firm: { name: 'Linklaters' },
        year_started_inhouse: 2012,
        law_firms: [{ name: 'Cooley' }, { name: 'Linklaters' }],
        areas_of_responsibility: [{ name: 'Tax' }],
        additional_areas: [{ name: 'Leads risk' }],
      },
    })
    await helen.ask(UpdateGeneralInformation, { interests: null, legal: { law_school: null } })
    expect(await own(helen)).toMatchObject({
      interests: [],
      industries: [{ name: 'Utilities' }],
      legal: { law_school: null, previous_practice: 'Litigation' },
    })
  })

  it('refuses what is in no list, and too much', async () => {
    expect(await helen.op(UpdateGeneralInformation, { chapter: UNKNOWN })).toMatchObject({
      code: 'people.unknown_choice',
      field: 'chapter',
    })
    expect(
      (await helen.op(UpdateGeneralInformation, { interests: Array.from({ length: 31 }, (_, index) => index + 1) }))
        .code,
    ).toBe('people.too_many')
    expect((await nobody.op(UpdateGeneralInformation, {})).status).toBe(401)
  })

  it('gives the extras of legal members to no others', async () => {
    expect((await own(samuel)).legal).toBeNull()
    expect((await own(helen)).legal).not.toBeNull()
  })
})

describe('UpdateFinanceInformation and UpdatePersonalProfile', () => {
  it('keep groups, reports and all the rest in one call (OP-UpdateFinanceInformation, OP-UpdatePersonalProfile, FIELD-user.industry_groups)', async () => {
    const groups = await idsOf('industry_groups', 'Venture portfolio')
    await samuel.ask(UpdateFinanceInformation, { industry_groups: groups, num_of_direct_reports: 6 })
    expect(await own(samuel)).toMatchObject({
      industry_groups: [{ name: 'Venture portfolio' }],
      num_of_direct_reports: 6,
    })
    const { updatePersonalProfile: made } = await samuel.ask(UpdatePersonalProfile, {
      personal_fields: {
        title: 'Group CFO',
        status: 'Closing the year',
        interests: await idsOf('interests', 'Chess'),
        gender_identity: 'Man',
      },
    })
    expect(made).toMatchObject({
      title: 'Group CFO',
      status: 'Closing the year',
      interests: [{ name: 'Chess' }],
      gender_identity: 'Man',
      num_of_direct_reports: 6,
    })
    expect((await samuel.op(UpdatePersonalProfile, { personal_fields: { num_of_direct_reports: -1 } })).code).toBe(
      'people.number',
    )
    expect((await samuel.op(UpdateFinanceInformation, { industry_groups: [UNKNOWN] })).code).toBe(
      'people.unknown_choice',
    )
    for (const operation of [UpdateFinanceInformation, UpdatePersonalProfile])
      expect((await nobody.op(operation as typeof UpdatePersonalProfile, { personal_fields: {} })).status).toBe(
        operation === UpdatePersonalProfile ? 401 : 401,
      )
  })
})

describe('UpdateBarQualifications (OP-UpdateBarQualifications)', () => {
  it('keeps each state once; the number is for the member and staff (FIELD-user.bar_qualifications.state, FIELD-user.bar_qualifications.bar_number, FIELD-user.bar_qualifications.year_passed, FIELD-user.bar_qualifications.upload_date)', async () => {
    await helen.ask(UpdateBarQualifications, {
      bar_qualifications: [{ state: 'Illinois', bar_number: '6281-11', year_passed: 2003 }, { state: 'New York' }],
    })
    const { updateBarQualifications: made } = await helen.ask(UpdateBarQualifications, {
      bar_qualifications: [{ state: 'Illinois', bar_number: '6281-11', year_passed: 2003 }],
    })
    expect(made.bar_qualifications).toEqual([
      expect.objectContaining({
        state: 'Illinois',
        bar_number: '6281-11',
        year_passed: 2003,
        upload_date: expect.any(String),
      }),
    ])
    expect((await pageOf(marcus, helen.id))!.bar_qualifications).toMatchObject([
      { state: 'Illinois', bar_number: null, year_passed: 2003 },
    ])
    expect((await pageOf(staff, helen.id))!.bar_qualifications[0]!.bar_number).toBe('6281-11')
  })

  it.each([
    { given: [{ state: '' }], code: 'people.required' },
    { given: [{ state: 'Ohio' }, { state: ' Ohio' }], code: 'people.twice' },
    { given: [{ state: 'Ohio', year_passed: 1900 }], code: 'people.qualification' },
  ])('refuses $given', async ({ given, code }) => {
    expect((await helen.op(UpdateBarQualifications, { bar_qualifications: given })).code).toBe(code)
    expect((await nobody.op(UpdateBarQualifications, { bar_qualifications: given })).status).toBe(401)
  })
})
