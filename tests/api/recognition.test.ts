/** Badges that members earn and show, and titles that staff offer. */
import { describe, expect, it } from 'vitest'
import {
  AcceptCommunityTitles,
  AwardBadge,
  GetBadgeAwards,
  GetBadgeList,
  GetBadges,
  GetCommunityTitles,
  GetTitleOffers,
  IgnoreCommunityTitles,
  Notifications,
  OfferCommunityTitle,
  PrivateProfile,
  profile,
  ProfileMetadataByPk,
  SaveBadge,
  UpdateBadgeNotification,
  WithdrawBadge,
  WithdrawCommunityTitle,
} from '#api/operations.ts'
import { badgeProblem, titleProblem } from '#shared/recognition.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds, insertMessage, insertThread } from '../harness/threads.ts'

const testServer = await startTestServer()
const [helen, marcus, samuel, staff] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.finance,
  demoMembers.staff,
)
const nobody = testServer.anonymous()
const UNKNOWN = 9_007_199_254_740_991
await testServer.sql('delete from notifications')
await testServer.sql('delete from user_badges')
await testServer.sql('delete from community_titles')

const award = () =>
  testServer.sql(`select graphile_worker.add_job('recognition:award')`).then(() => testServer.runJobs())
const badgeOf = async (description: string) =>
  (await testServer.sql<{ id: number }>('select id from badges where description = $1', [description]))[0]!.id
/** The badges of a member that `reader` sees. */
const read = async (reader: typeof helen, user_id?: number) =>
  (await reader.ask(GetBadges, user_id ? { user_id } : {})).badges.filter(({ user_badge }) => user_badge !== null)
const told = async (member: typeof helen, notification_type: 'badge_earned' | 'title_offered') =>
  (await member.ask(Notifications, { filter: { notification_type } })).notifications.items
const offer = async (user_id: number, label: string, rank: number, expiration_date: string | null = null) =>
  (await staff.ask(OfferCommunityTitle, { user_id, label, rank, expiration_date, idempotency_key: newKey() }))
    .offerCommunityTitle!.title.id
const titleOn = async (reader: typeof helen, id: number) =>
  (await reader.ask(profile, { id })).profile!.community_title?.label ?? null

describe('badges (FEATURE-badges-titles)', () => {
  it('are listed by their order, with what each asks for (OP-GetBadges, FIELD-badge.index, FIELD-badge.description, FIELD-badge.duration, FIELD-badge.tier, FIELD-badge.type_of_badge, FIELD-badge.image_url, FIELD-badge.id)', async () => {
    const { badges } = await helen.ask(GetBadges, {})
    expect(badges.map(({ index }) => index)).toEqual(badges.map(({ index }) => index).toSorted((a, b) => a - b))
    expect(badges.find(({ description }) => description === 'Member for 3 years')).toMatchObject({
      id: expect.any(Number),
      type_of_badge: 'tenure',
      tier: 2,
      duration: 36,
      image_url: '/badges/tenure-2.svg#badge',
      user_badge: null,
    })
    expect((await nobody.op(GetBadges, {})).status).toBe(401)
  })

  it('have pictures from our own server', async () => {
    const picture = await nobody.send('GET', '/badges/recommendations-3.svg')
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
    expect(picture.text).toContain('id="badge"')
    for (const strange of ['recommendations-4.svg', 'cats-1.svg', 'posts-1.png'])
      expect((await nobody.send('GET', `/badges/${strange}`)).status).toBe(404)
  })

  it('are given by the rules for what everybody could read, once, with one notice (FIELD-user_badge.date_earned, FIELD-user.badges)', async () => {
    const anna = await testServer.member('priya@members.test')
    await testServer.sql('update users set date_joined = now() where id = $1', [anna.id])
    await testServer.sql(`update expert_recommendations set removed_at = now() where author_id = $1`, [anna.id])
    await testServer.sql(`update threads set removed_at = now() where author_id = $1`, [anna.id])
    await testServer.sql(`update messages set removed_at = now() where sender_id = $1`, [anna.id])
    await testServer.sql('select refresh_threads(array(select id from threads where author_id = $1))', [anna.id])
    await award()
    expect(await read(anna)).toEqual([])

    const { legal } = await networkIds(testServer)
    const { id: thread } = await insertThread(testServer, { networks: [legal!], author: marcus.id })
    for (let count = 0; count < 9; count++) await insertMessage(testServer, { thread, sender: anna.id })
    await insertMessage(testServer, { thread, sender: anna.id, readers: [marcus.id] })
    await award()
    expect(await read(anna), 'what is private is not counted').toEqual([])
    await insertMessage(testServer, { thread, sender: anna.id })
    await award()
    const [earned, ...others] = await read(anna)
    expect([earned!.description, others.length]).toEqual(['Replied to peers 10 times', 0])
    expect(Date.parse(earned!.user_badge!.date_earned)).toBeGreaterThan(Date.now() - 60_000)
    await award()
    const [line, ...more] = await told(anna, 'badge_earned')
    expect([line!.num_of_facts, more.length]).toEqual([1, 0])
  })

  it('stay private until they are shown, and leave again (OP-UpdateBadgeNotification, FIELD-user_badge.public, FIELD-user_badge.has_been_displayed_publicly)', async () => {
    const badge_id = await badgeOf('Spoke at an event')
    await staff.ask(AwardBadge, { badge_id, user_id: helen.id })
    expect((await read(helen)).find(({ id }) => id === badge_id)!.user_badge).toMatchObject({
      public: false,
      has_been_displayed_publicly: false,
    })
    const seenBy = async (reader: typeof helen) => [
      (await read(reader, helen.id)).some(({ id }) => id === badge_id),
      (await reader.ask(profile, { id: helen.id })).profile?.badges.some(({ badge }) => badge.id === badge_id) ?? null,
    ]
    expect(await seenBy(marcus)).toEqual([false, false])
    expect(await seenBy(staff), 'staff see what others see').toEqual([false, false])

    const change = (choice: { public?: boolean; has_been_displayed_publicly?: boolean }) =>
      helen.ask(UpdateBadgeNotification, { badge_id, ...choice })
    expect((await change({ public: true })).updateBadgeNotification).toMatchObject({
      public: true,
      has_been_displayed_publicly: true,
    })
    expect(await seenBy(marcus)).toEqual([true, true])
    expect(await seenBy(samuel), 'whose directory does not reach her').toEqual([false, null])
    expect(
      (await helen.ask(PrivateProfile, {})).private_profile!.badges.find(({ badge }) => badge.id === badge_id)!.public,
    ).toBe(true)
    expect((await change({ public: false })).updateBadgeNotification).toMatchObject({
      public: false,
      has_been_displayed_publicly: true,
    })
    expect(await seenBy(marcus)).toEqual([false, false])
    expect((await change({ has_been_displayed_publicly: false })).updateBadgeNotification).toMatchObject({
      has_been_displayed_publicly: true,
    })
    const strange = await marcus.op(UpdateBadgeNotification, { badge_id, public: true })
    expect(strange.code).toBe('recognition.badge_not_found')
    expect((await nobody.op(UpdateBadgeNotification, { badge_id, public: true })).status).toBe(401)
  })

  it('are given and taken back by staff, and not given again by the rule', async () => {
    const badge_id = await badgeOf('Member for 1 year')
    await testServer.sql(`update users set date_joined = now() - interval '2 years' where id = $1`, [marcus.id])
    await award()
    expect((await read(marcus)).some(({ id }) => id === badge_id)).toBe(true)
    await marcus.ask(UpdateBadgeNotification, { badge_id, public: true })
    const { withdrawBadge } = await staff.ask(WithdrawBadge, { badge_id, user_id: marcus.id })
    expect(withdrawBadge).toMatchObject({ withdrawn_at: expect.any(String), awarded_by: null })
    await award()
    expect((await read(marcus)).some(({ id }) => id === badge_id)).toBe(false)
    expect((await read(helen, marcus.id)).some(({ id }) => id === badge_id)).toBe(false)
    await staff.ask(AwardBadge, { badge_id, user_id: marcus.id })
    const again = (await read(marcus)).find(({ id }) => id === badge_id)!
    expect(again.user_badge, 'and begins private again').toMatchObject({ public: false })
    const { badge_awards } = await staff.ask(GetBadgeAwards, {})
    expect(badge_awards.items[0]).toMatchObject({
      user: { id: marcus.id },
      awarded_by: { id: staff.id },
      withdrawn_at: null,
    })
    expect((await helen.ask(GetBadgeAwards, {})).badge_awards).toEqual({ items: [], count: 0 })
  })

  it('can no longer be read of in notices once they are taken back', async () => {
    const badge_id = await badgeOf('Welcomed a new member')
    await testServer.sql('delete from notifications')
    await staff.ask(AwardBadge, { badge_id, user_id: samuel.id })
    await staff.ask(AwardBadge, { badge_id, user_id: samuel.id })
    await testServer.runJobs()
    expect(await told(samuel, 'badge_earned')).toMatchObject([{ num_of_facts: 1, payload: { badge_id } }])
    await staff.ask(WithdrawBadge, { badge_id, user_id: samuel.id })
    expect(await told(samuel, 'badge_earned')).toEqual([])
  })

  it('are written, changed and retired by staff only', async () => {
    const rule = {
      type_of_badge: 'posts',
      tier: 2,
      description: 'Began 25 discussions',
      num_required: 25,
      index: 15,
    } as const
    const { saveBadge: made } = await staff.ask(SaveBadge, { badge: rule })
    expect(made).toMatchObject({ ...rule, duration: null, is_retired: false })
    const { saveBadge: changed } = await staff.ask(SaveBadge, { id: made!.id, badge: { ...rule, duration: 12 } })
    expect(changed).toMatchObject({ duration: 12 })
    const { saveBadge: retired } = await staff.ask(SaveBadge, { id: made!.id, badge: rule, is_retired: true })
    expect(retired).toMatchObject({ is_retired: true })
    expect((await helen.ask(GetBadges, {})).badges.some(({ id }) => id === made!.id)).toBe(false)
    expect((await staff.ask(GetBadgeList, {})).badge_list.some(({ id }) => id === made!.id)).toBe(true)
    expect((await staff.op(AwardBadge, { badge_id: made!.id, user_id: helen.id })).code).toBe('recognition.not_found')
    expect((await helen.ask(GetBadgeList, {})).badge_list).toEqual([])
    for (const refused of [
      await helen.op(SaveBadge, { badge: rule }),
      await helen.op(AwardBadge, { badge_id: 1, user_id: helen.id }),
      await helen.op(WithdrawBadge, { badge_id: 1, user_id: marcus.id }),
      await staff.op(SaveBadge, { id: UNKNOWN, badge: rule }),
    ])
      expect(refused.code).toBe('recognition.not_found')
    const suspended = await testServer.sql<{ id: number }>('select id from users where email = $1', [
      demoMembers.suspended,
    ])
    const { code } = await staff.op(AwardBadge, { badge_id: 1, user_id: suspended[0]!.id })
    expect(code).toBe('recognition.member_not_found')
  })

  it.each([
    [{ description: ' ' }, 'description'],
    [{ description: 'x'.repeat(101) }, 'description'],
    [{ tier: 4 }, 'tier'],
    [{ num_required: 0 }, 'num_required'],
    [{ type_of_badge: 'staff', num_required: 3 }, 'num_required'],
    [{ type_of_badge: 'tenure', num_required: null }, 'duration'],
    [{ duration: 601 }, 'duration'],
    [{ type_of_badge: 'staff', num_required: null, duration: 1 }, 'duration'],
    [{ index: -1 }, 'index'],
  ] as const)('refuse a rule that says nothing: %j', async (part, field) => {
    const badge = {
      type_of_badge: 'posts',
      tier: 1,
      description: 'A rule',
      num_required: 3,
      duration: null,
      index: 1,
    } as const
    expect(badgeProblem({ ...badge, ...part })?.field).toBe(field)
    expect(await staff.op(SaveBadge, { badge: { ...badge, ...part } })).toMatchObject({
      code: 'recognition.badge',
      field,
    })
  })
})

describe('community titles (DECISION-community-title-acceptance)', () => {
  it('are offered, accepted or ignored: the highest that is accepted and has not expired is shown (RULE-community-title-shown, OP-AcceptCommunityTitles, FIELD-user.community_titles.status, FIELD-user.community_titles.label, FIELD-user.community_titles.rank, FIELD-user.community_titles.expiration_date, FIELD-community_title.label, FIELD-community_title.rank, FIELD-community_title.expiration_date, FIELD-community_title.status)', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    const chair = await offer(helen.id, 'Chapter chair', 2, tomorrow)
    const founder = await offer(helen.id, 'Founding member', 5)
    await testServer.runJobs()
    expect(await told(helen, 'title_offered')).toHaveLength(2)
    expect(await titleOn(marcus, helen.id), 'nobody sees what is only offered').toBeNull()

    const accepted = await helen.ask(AcceptCommunityTitles, { community_title_ids: [founder] })
    expect(accepted.acceptCommunityTitles).toEqual([
      { id: founder, label: 'Founding member', rank: 5, expiration_date: null, status: 'accepted' },
    ])
    expect(await told(helen, 'title_offered'), 'what is answered needs no notice').toHaveLength(1)
    expect(await titleOn(marcus, helen.id)).toBe('Founding member')
    await helen.ask(AcceptCommunityTitles, { community_title_ids: [chair, founder] })
    expect(await titleOn(marcus, helen.id)).toBe('Chapter chair')
    expect((await marcus.ask(ProfileMetadataByPk, { id: helen.id })).profile_metadata!.community_title).toEqual({
      id: chair,
      label: 'Chapter chair',
    })
    expect((await helen.ask(PrivateProfile, {})).private_profile!.community_title!.id).toBe(chair)

    await testServer.sql(`update community_titles set expiration_date = now() - interval '1 second' where id = $1`, [
      chair,
    ])
    expect(await titleOn(marcus, helen.id)).toBe('Founding member')
    expect((await helen.ask(GetCommunityTitles, {})).community_titles.map(({ id }) => id)).toEqual([founder])
    const ignored = await helen.ask(IgnoreCommunityTitles, { community_title_ids: [founder] })
    expect(ignored.ignoreCommunityTitles).toMatchObject([{ id: founder, status: 'ignored' }])
    expect(await titleOn(marcus, helen.id)).toBeNull()
  })

  it('are answered by their member alone, all that are named or none', async () => {
    const [hers, his] = [await offer(helen.id, 'Mentor', 3), await offer(marcus.id, 'Mentor', 3)]
    const both = await helen.op(AcceptCommunityTitles, { community_title_ids: [hers, his] })
    expect(both.code).toBe('recognition.title_not_found')
    expect(await titleOn(marcus, helen.id)).toBeNull()
    expect((await helen.op(IgnoreCommunityTitles, { community_title_ids: [his] })).code).toBe(
      'recognition.title_not_found',
    )
    expect((await nobody.op(AcceptCommunityTitles, { community_title_ids: [hers] })).status).toBe(401)
    expect((await nobody.op(IgnoreCommunityTitles, { community_title_ids: [hers] })).status).toBe(401)
    expect((await marcus.ask(GetCommunityTitles, {})).community_titles.map(({ id }) => id)).toEqual([his])
  })

  it('are offered once for one key, and withdrawn by staff wherever they stand', async () => {
    const asked = { user_id: marcus.id, label: 'Speaker of the year', rank: 1, idempotency_key: newKey() }
    const [first, again] = [await staff.ask(OfferCommunityTitle, asked), await staff.ask(OfferCommunityTitle, asked)]
    expect(again).toEqual(first)
    const { id } = first.offerCommunityTitle!.title
    await marcus.ask(AcceptCommunityTitles, { community_title_ids: [id] })
    expect(await titleOn(helen, marcus.id)).toBe('Speaker of the year')
    const { withdrawCommunityTitle } = await staff.ask(WithdrawCommunityTitle, { id })
    expect(withdrawCommunityTitle).toMatchObject({ withdrawn_at: expect.any(String), user: { id: marcus.id } })
    expect(await titleOn(helen, marcus.id)).toBeNull()
    expect((await staff.ask(GetTitleOffers, { limit: 1 })).title_offers.items[0]).toMatchObject({
      title: { id, status: 'accepted' },
      offered_by: { id: staff.id },
    })
    expect((await helen.ask(GetTitleOffers, {})).title_offers).toEqual({ items: [], count: 0 })
    for (const refused of [
      await helen.op(OfferCommunityTitle, { ...asked, idempotency_key: newKey() }),
      await helen.op(WithdrawCommunityTitle, { id }),
      await staff.op(WithdrawCommunityTitle, { id: UNKNOWN }),
    ])
      expect(refused.code).toBe('recognition.not_found')
  })

  it.each([
    [{ label: ' ' }, 'label'],
    [{ label: 'x'.repeat(61) }, 'label'],
    [{ rank: 0 }, 'rank'],
    [{ rank: 1_001 }, 'rank'],
    [{ expiration_date: '2020-01-01T00:00:00Z' }, 'expiration_date'],
  ])('refuse what could not be shown: %j', async (part, field) => {
    const title = { label: 'Mentor', rank: 3, expiration_date: null, ...part }
    expect(titleProblem(title, new Date())?.field).toBe(field)
    const answer = await staff.op(OfferCommunityTitle, { user_id: helen.id, ...title, idempotency_key: newKey() })
    expect(answer).toMatchObject({ code: 'recognition.title', field })
  })
})
