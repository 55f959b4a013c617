/** The steps from an invitation to the home page, and what helps new members: checklist, topics, tours, alerts. */
import { describe, expect, it } from 'vitest'
import {
  AcceptMembershipAgreement,
  CloseOnboardingChecklist,
  CompleteOnboardingChecklist,
  CompleteOnboardingChecklistItem,
  GetFeatureAlerts,
  GetFeatureTour,
  GetLegalDocument,
  GetOnboardingChecklistItems,
  GetOnboardingWelcomeVideo,
  GetPersonalizationItems,
  GetUnviewedFeatureTours,
  GetUserPersonalizationItems,
  GetWelcomePageLabels,
  Onboarding,
  PostAnonymously,
  ReplyToThread,
  SaveOnboardingProfile,
  SavePersonalizationChoices,
  UpdateOnboardingStep,
  ViewedFeatureAlert,
  ViewedFeatureTour,
} from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds, insertThread } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal, finance } = await networkIds(testServer)
const helen = await testServer.member(demoMembers.member)
const PASSWORD = 'a lantern over the harbour'

let invitees = 0
/** A member who has accepted an invitation and nothing more. */
async function invitee(more: { trial?: boolean; network?: number } = {}) {
  const email = `invitee-${(invitees += 1)}@ostrander.test`
  const { trial = false, network = legal } = more
  const [user] = await testServer.sql<{ id: number }>(
    `insert into users (first_name, last_name, email, current_state, trial_end_date, current_onboarding_step, nominator_name, invite_code)
     values ('Ada', 'Quist', $1, $2, $3, 'profile', 'Ruth Calloway', $4) returning id`,
    [email, trial ? 'trial' : 'onboarding', trial ? new Date(Date.now() + 864e5) : null, `test-${invitees}`],
  )
  await testServer.sql(
    'insert into peer_network_memberships (user_id, peer_network_id, is_primary) values ($1, $2, true)',
    [user!.id, network],
  )
  return testServer.memberById(user!.id)
}
const choosePassword = (client: Client) =>
  client.send('POST', '/api/onboarding/password', {
    body: { password: PASSWORD, terms_of_use: true, privacy_policy: true },
  })
const go = (
  client: Client,
  step: 'profile' | 'payment' | 'create_password' | 'agreement' | 'welcome' | 'done' | 'landing',
) => client.op(UpdateOnboardingStep, { step })
const viewerOf = async (client: Client) => (await client.ask(Onboarding, {})).viewer

describe('the steps (STATE-onboarding-step, OP-UpdateOnboardingStep)', () => {
  it('of a trial lead past payment to a member who has finished (FIELD-user.on_boarding_complete, FIELD-user.registered, FIELD-user.current_onboarding_step)', async () => {
    const ada = await invitee({ trial: true })
    const before = await viewerOf(ada)
    expect(before.onboarding_steps.map(({ step }) => step)).toEqual([
      'landing',
      'profile',
      'create_password',
      'agreement',
      'welcome',
    ])
    expect(before).toMatchObject({ on_boarding_complete: false, registered: false, current_onboarding_step: 'profile' })
    // The profile step may be skipped, and reopened later.
    expect((await go(ada, 'create_password')).data?.updateOnboardingStep.current_onboarding_step).toBe(
      'create_password',
    )
    expect((await go(ada, 'profile')).data?.updateOnboardingStep.current_onboarding_step).toBe('profile')
    await ada.ask(SaveOnboardingProfile, { title: 'Counsel', company: 'Ostrander', city: 'Chicago' })
    await go(ada, 'create_password')
    await choosePassword(ada)
    await go(ada, 'agreement')
    await ada.ask(AcceptMembershipAgreement, {})
    expect((await go(ada, 'welcome')).code).toBeUndefined()
    expect((await go(ada, 'done')).data?.updateOnboardingStep).toMatchObject({
      on_boarding_complete: true,
      registered: true,
      current_onboarding_step: null,
      current_state: 'trial',
    })
    expect((await go(ada, 'welcome')).code).toBe('onboarding.finished')
  })

  it('that bind cannot be passed over: payment, password with terms, agreement', async () => {
    const ada = await invitee()
    for (const step of ['create_password', 'agreement', 'welcome', 'done'] as const)
      expect(await go(ada, step)).toMatchObject({ code: 'onboarding.step_open', field: 'payment' })
    const trial = await invitee({ trial: true })
    expect(await go(trial, 'agreement')).toMatchObject({ code: 'onboarding.step_open', field: 'create_password' })
    await choosePassword(trial)
    expect(await go(trial, 'done')).toMatchObject({ code: 'onboarding.step_open', field: 'agreement' })
    // A password alone is not enough: the terms must be accepted with it.
    await testServer.sql('update users set terms_of_service_accepted = false where id = $1', [trial.id])
    expect(await go(trial, 'agreement')).toMatchObject({ field: 'create_password' })
    expect((await viewerOf(trial)).current_onboarding_step).toBe('profile')
    for (const step of ['landing', 'payment'] as const)
      expect((await go(trial, step)).code).toBe('onboarding.no_such_step')
    expect((await testServer.anonymous().op(UpdateOnboardingStep, { step: 'done' })).status).not.toBe(200)
  })

  it('keep what peers need to know, and refuse what does not fit beside its field', async () => {
    const ada = await invitee()
    const saved = await ada.ask(SaveOnboardingProfile, { title: ' Deputy  Counsel ', company: 'ostrander', city: '' })
    expect(saved.saveOnboardingProfile).toMatchObject({
      title: 'Deputy Counsel',
      company: { name: 'Ostrander' },
      city: null,
    })
    const refused = async (more: object) =>
      (await ada.op(SaveOnboardingProfile, { title: 'Counsel', company: 'Ostrander', ...more })).field
    expect(await refused({ title: ' ' })).toBe('title')
    expect(await refused({ company: 'x'.repeat(101) })).toBe('company')
    expect(await refused({ city: 'x'.repeat(101) })).toBe('city')
    expect((await viewerOf(ada)).title).toBe('Deputy Counsel')
    // The rules are those of the profile page: the city gets the same coordinates.
    await ada.ask(SaveOnboardingProfile, { title: 'Counsel', company: 'Ostrander', city: 'Chicago' })
    const [place] = await testServer.sql<{ lat: number }>('select lat from users where id = $1', [ada.id])
    expect(place!.lat).toBeCloseTo(41.9, 0)
  })

  it('keep the agreement once it is accepted, in its version (STATE-membership-agreement, OP-AcceptMembershipAgreement, FIELD-user.membership_agreement_accepted)', async () => {
    const ada = await invitee()
    expect((await viewerOf(ada)).membership_agreement_accepted).toBe(false)
    for (let time = 0; time < 2; time++)
      expect(
        (await ada.ask(AcceptMembershipAgreement, {})).acceptMembershipAgreement.membership_agreement_accepted,
      ).toBe(true)
    expect(
      await testServer.sql(
        'select d.kind, d.version from legal_acceptances a join legal_documents d on d.id = a.legal_document_id where a.user_id = $1',
        [ada.id],
      ),
    ).toEqual([{ kind: 'membership_agreement', version: 1 }])
    expect((await testServer.anonymous().op(AcceptMembershipAgreement, {})).data).toBeNull()
  })
})

it('shows the legal documents in force to everybody, before sign-in too (ENUM-legal_document_kind)', async () => {
  const visitor = testServer.anonymous()
  await visitor.send('GET', '/auth/login')
  for (const kind of ['privacy_policy', 'membership_agreement', 'terms_of_use'] as const) {
    const { legal_document } = await visitor.ask(GetLegalDocument, { kind })
    expect(legal_document).toMatchObject({ kind, version: 1 })
    const sections = legal_document!.sections as { title: string; paragraphs: string[] }[]
    // The text must not promise features that do not exist.
    expect(JSON.stringify(sections)).not.toMatch(/\b(?:its events|library)\b/)
    expect(sections.length).toBeGreaterThan(4)
    expect(sections.every(({ title, paragraphs }) => title !== '' && paragraphs.length > 0)).toBe(true)
  }
  await testServer.sql(
    `insert into legal_documents (kind, version, title, sections, published_at) values
      ('terms_of_use', 2, 'Terms of use', '[]', now() - interval '1 minute'), ('terms_of_use', 3, 'Later', '[]', now() + interval '1 day')`,
  )
  expect((await visitor.ask(GetLegalDocument, { kind: 'terms_of_use' })).legal_document!.version).toBe(2)
  await testServer.sql('delete from legal_documents where version > 1')
})

it('gives the four texts and the video of the primary network (OP-GetWelcomePageLabels, OP-GetOnboardingWelcomeVideo)', async () => {
  const [ada, sam] = [await invitee(), await invitee({ network: finance })]
  const labels = async (client: Client) => (await client.ask(GetWelcomePageLabels, {})).welcome_page_labels!
  const own = await labels(ada)
  expect(Object.values(own).filter((text) => typeof text === 'string' && text !== '')).toHaveLength(4)
  expect((await labels(sam)).welcome_page_step_one).not.toBe(own.welcome_page_step_one)
  await testServer.sql(
    `update peer_networks set welcome_video_title = 'Welcome', welcome_video_url = '/welcome/x.webm', welcome_video_duration = 40 where id = $1`,
    [finance],
  )
  expect((await sam.ask(GetOnboardingWelcomeVideo, {})).onboarding_welcome_video).toMatchObject({
    title: 'Welcome',
    url: '/welcome/x.webm',
    duration: 40,
  })
  await testServer.sql('update peer_networks set welcome_video_url = null where id = $1', [legal])
  expect((await ada.ask(GetOnboardingWelcomeVideo, {})).onboarding_welcome_video).toBeNull()
  expect((await testServer.anonymous().op(GetWelcomePageLabels, {})).data).toBeNull()
  expect((await testServer.anonymous().op(GetOnboardingWelcomeVideo, {})).data).toBeNull()
})

describe('the checklist (FEATURE-checklists-tours)', () => {
  const items = async (client: Client) => (await client.ask(GetOnboardingChecklistItems, {})).onboarding_checklist_items

  it('counts asking and answering as done, by whatever way, by itself', async () => {
    const [writer, asker] = await testServer.members(demoMembers.trial, demoMembers.newcomer)
    await testServer.sql('delete from anonymous_messages where user_id = any($1)', [[writer.id, asker.id]])
    await testServer.sql('update messages set removed_at = now() where sender_id = any($1)', [[writer.id, asker.id]])
    const isDone = async (client: Client) => (await items(client)).find(({ key }) => key === 'ask_or_answer')!.completed
    expect([await isDone(writer), await isDone(asker)]).toEqual([false, false])
    const { legal } = await networkIds(testServer)
    const { id: author } = await testServer.member(demoMembers.peer)
    const { id: thread_id } = await insertThread(testServer, {
      author,
      networks: [legal],
      topic: 'To be answered once',
    })
    await writer.ask(ReplyToThread, { thread_id, body: '<p>Answered.</p>', idempotency_key: newKey() })
    // An anonymous question still waits, but already counts as asked.
    await asker.ask(PostAnonymously, {
      topic: 'Asked without a name',
      body: '<p>May I ask?</p>',
      peer_network_ids: [legal],
      idempotency_key: newKey(),
    })
    expect([await isDone(writer), await isDone(asker)]).toEqual([true, true])
  })

  it('lists what is enabled in order, and what the member has done (OP-GetOnboardingChecklistItems, OP-CompleteOnboardingChecklistItem, STATE-onboarding-item-completed, FIELD-onboarding_checklist_item.key, FIELD-onboarding_checklist_item.name, FIELD-onboarding_checklist_item.description, FIELD-onboarding_checklist_item.call_to_action_label, FIELD-onboarding_checklist_item.call_to_action_redirect, FIELD-onboarding_checklist_item.default_position_in_list, FIELD-onboarding_checklist_item.enabled, FIELD-onboarding_checklist_item.completed)', async () => {
    const ada = await invitee()
    const all = await items(ada)
    expect(all.length).toBeGreaterThan(4)
    const positions = all.map(({ default_position_in_list }) => default_position_in_list)
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
    for (const item of all)
      expect(item).toMatchObject({
        name: expect.stringMatching(/./),
        description: expect.stringMatching(/./),
        call_to_action_label: expect.stringMatching(/./),
        call_to_action_redirect: expect.stringMatching(/^\//),
        enabled: true,
        completed: false,
      })
    // An item that the member checks off, not one that is detected from their actions.
    const { key } = all.find((item) => item.key === 'reading_settings')!
    const done = await ada.ask(CompleteOnboardingChecklistItem, { key })
    expect(done.completeOnboardingChecklistItem).toMatchObject({ key, completed: true })
    await ada.ask(CompleteOnboardingChecklistItem, { key })
    expect((await items(ada)).filter(({ completed }) => completed).map((item) => item.key)).toEqual([key])
    // Completing an item affects only that member.
    expect((await items(helen)).find((item) => item.key === key)!.completed).toBe(false)
    await testServer.sql('update onboarding_checklist_items set enabled = false where key = $1', [key])
    expect((await items(ada)).map((item) => item.key)).not.toContain(key)
    const [disabled, unknown] = [
      await ada.op(CompleteOnboardingChecklistItem, { key }),
      await ada.op(CompleteOnboardingChecklistItem, { key: 'never-was' }),
    ]
    expect(disabled).toEqual(unknown)
    expect(disabled.code).toBe('onboarding.not_found')
    await testServer.sql('update onboarding_checklist_items set enabled = true where key = $1', [key])
  })

  it('is completed, or closed as often as somebody closes it (OP-CompleteOnboardingChecklist, OP-CloseOnboardingChecklist, STATE-onboarding-checklist, FIELD-user.onboarding_checklist_completed, FIELD-user.onboarding_checklist_times_closed)', async () => {
    const ada = await invitee()
    for (const times of [1, 2])
      expect(
        (await ada.ask(CloseOnboardingChecklist, {})).closeOnboardingChecklist.onboarding_checklist_times_closed,
      ).toBe(times)
    expect((await viewerOf(ada)).onboarding_checklist_completed).toBe(false)
    expect((await ada.ask(CompleteOnboardingChecklist, {})).completeOnboardingChecklist).toMatchObject({
      onboarding_checklist_completed: true,
    })
    expect((await testServer.anonymous().op(CloseOnboardingChecklist, {})).data).toBeNull()
    expect((await testServer.anonymous().op(CompleteOnboardingChecklist, {})).data).toBeNull()
  })
})

describe('topics', () => {
  it('are offered by network and chosen as a whole (OP-GetPersonalizationItems, OP-GetUserPersonalizationItems, OP-SavePersonalizationChoices, FIELD-personalization_item.key, FIELD-personalization_item.name, FIELD-personalization_item.position_in_list)', async () => {
    await testServer.sql(
      `insert into personalization_items (peer_network_id, key, name, position_in_list) values ($1, 'covenants-test', 'Covenants', 0)`,
      [finance],
    )
    const ada = await invitee()
    const offered = async (client: Client, peerNetworkId: number) =>
      (await client.ask(GetPersonalizationItems, { peerNetworkId })).personalization_items
    const own = await offered(ada, legal)
    expect(own.length).toBeGreaterThan(5)
    const positions = own.map(({ position_in_list }) => position_in_list)
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
    expect(own.map(({ key }) => key)).not.toContain('covenants-test')
    const sam = await invitee({ network: finance })
    expect((await offered(sam, finance))[0]).toMatchObject({ key: 'covenants-test', name: 'Covenants' })
    // Networks other than the member's own offer nothing.
    expect(await offered(ada, finance)).toEqual([])
    expect(await offered(ada, 999_999)).toEqual([])
    const [one, two, three] = own.map(({ key }) => key) as [string, string, string]
    const save = async (keys: string[]) =>
      (await ada.ask(SavePersonalizationChoices, { keys })).savePersonalizationChoices.map(({ key }) => key)
    expect(await save([two, one, two])).toEqual([one, two])
    expect(await save([three])).toEqual([three])
    const chosen = async (keys?: string[]) =>
      (await ada.ask(GetUserPersonalizationItems, keys ? { keys } : {})).user_personalization_items.map(
        ({ key }) => key,
      )
    expect(await chosen()).toEqual([three])
    expect(await chosen([one])).toEqual([])
    expect(await chosen([one, three])).toEqual([three])
    for (const keys of [['covenants-test'], ['never-was', one]])
      expect(await ada.op(SavePersonalizationChoices, { keys })).toMatchObject({
        code: 'onboarding.choice_unknown',
        field: 'keys',
      })
    expect(await chosen()).toEqual([three])
    expect((await (await invitee()).ask(GetUserPersonalizationItems, {})).user_personalization_items).toEqual([])
  })
})

describe('tours and alerts (STATE-tours-alerts-viewed, STATE-tours-shown)', () => {
  it('show a tour while it is enabled and not viewed, its steps in order (OP-GetFeatureTour, OP-GetUnviewedFeatureTours, OP-ViewedFeatureTour, FIELD-feature_tour.key, FIELD-feature_tour.completion_button_text, FIELD-feature_tour.skip_button_text, FIELD-feature_tour.items.description, FIELD-feature_tour.items.selector, FIELD-feature_tour.items.index, FIELD-feature_tour.viewed_by_user)', async () => {
    const ada = await invitee()
    const unviewed = async (client: Client) => (await client.ask(GetUnviewedFeatureTours, {})).unviewed_feature_tours
    const one = async (key: string) => (await ada.ask(GetFeatureTour, { key })).feature_tour
    const tour = (await one('home'))!
    expect(tour).toMatchObject({
      key: 'home',
      completion_button_text: 'Done',
      skip_button_text: 'Skip tour',
      viewed_by_user: false,
    })
    expect(tour.items.map(({ index }) => index)).toEqual([1, 2, 3])
    expect(tour.items.every(({ selector, description }) => selector !== '' && description !== '')).toBe(true)
    expect((await unviewed(ada)).map(({ key }) => key)).toEqual(['home', 'first-question'])
    await testServer.sql(`update feature_tours set enabled = false where key = 'first-question'`)
    expect(await one('first-question')).toBeNull()
    const refused = await ada.op(ViewedFeatureTour, { key: 'first-question' })
    expect(refused).toEqual(await ada.op(ViewedFeatureTour, { key: 'never-was' }))
    expect(refused.code).toBe('onboarding.not_found')
    await testServer.sql(`update feature_tours set enabled = true where key = 'first-question'`)
    for (let time = 0; time < 2; time++)
      expect((await ada.ask(ViewedFeatureTour, { key: 'home' })).viewedFeatureTour).toEqual({
        key: 'home',
        viewed_by_user: true,
      })
    expect(await one('home')).toBeNull()
    expect((await unviewed(ada)).map(({ key }) => key)).toEqual(['first-question'])
    expect((await unviewed(await invitee())).map(({ key }) => key)).toEqual(['home', 'first-question'])
  })

  it('show an alert until it was viewed (OP-GetFeatureAlerts, OP-ViewedFeatureAlert, FIELD-feature_alert.key, FIELD-feature_alert.enabled)', async () => {
    const ada = await invitee()
    const alerts = async (client: Client) => (await client.ask(GetFeatureAlerts, {})).feature_alerts
    const [alert] = await alerts(ada)
    expect(alert).toMatchObject({ key: expect.stringMatching(/./), enabled: true, title: expect.stringMatching(/./) })
    const { key } = alert!
    expect((await ada.ask(ViewedFeatureAlert, { key })).viewedFeatureAlert).toMatchObject({ key, viewed_by_user: true })
    expect((await alerts(ada)).map((each) => each.key)).not.toContain(key)
    expect((await alerts(await invitee())).map((each) => each.key)).toContain(key)
    await testServer.sql('update feature_alerts set enabled = false where key = $1', [key])
    expect((await alerts(await invitee())).map((each) => each.key)).not.toContain(key)
    expect((await ada.op(ViewedFeatureAlert, { key })).code).toBe('onboarding.not_found')
    expect((await testServer.anonymous().op(GetFeatureAlerts, {})).data).toBeNull()
  })
})
