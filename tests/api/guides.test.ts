/** Staff edit the guides that members see, and the legal texts that they accept. */
import { describe, expect, it } from 'vitest'
import {
  AcceptMembershipAgreement,
  ArrangeGuides,
  GetFeatureAlerts,
  GetLegalDocument,
  GetOnboardingChecklistItems,
  GetPersonalizationItems,
  GetStaffActs,
  GetStaffGuides,
  GetStaffLegalTexts,
  GetUnviewedFeatureTours,
  InitialUser,
  Onboarding,
  PublishLegalText,
  SaveGuide,
  SavePersonalizationChoices,
  SwitchGuide,
  ViewedFeatureTour,
} from '#api/operations.ts'
import { GUIDE_KINDS, selectorOf, type GuideKind } from '#shared/guides.ts'
import { demoMembers } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal, finance } = await networkIds(testServer)
const [ruth, helen, nell, samuel] = await testServer.members(
  demoMembers.staff,
  demoMembers.member,
  demoMembers.newcomer,
  demoMembers.finance,
)

const FIELDS: Record<GuideKind, object> = {
  checklist_item: {
    name: 'Say hello',
    description: '',
    call_to_action_label: 'Go to Discussions',
    call_to_action_redirect: '/feed',
  },
  tour: {
    name: 'Filters',
    completion_button_text: 'Done',
    skip_button_text: 'Skip',
    items: [{ selector: selectorOf('filters'), description: 'Narrow what you read.' }],
  },
  alert: { title: 'Teams are here', description: 'Your company can pay for several.', link: '', link_label: '' },
  topic: { name: 'Arbitration', peer_network_id: null },
}
const save = async (kind: GuideKind, more: object = {}, id?: number) =>
  (await ruth.ask(SaveGuide, { kind, fields: { ...FIELDS[kind], ...more }, ...(id && { id }) })).saveGuide
const guides = async (kind: GuideKind) => (await ruth.ask(GetStaffGuides, { kind })).staff_guides
/** The items that a member sees, by the names that staff gave them. */
const shown: Record<GuideKind, (client: Client) => Promise<string[]>> = {
  checklist_item: async (client) =>
    (await client.ask(GetOnboardingChecklistItems, {})).onboarding_checklist_items.map(({ name }) => name),
  tour: async (client) =>
    (await client.ask(GetUnviewedFeatureTours, {})).unviewed_feature_tours.map(({ items }) => items[0]!.description),
  alert: async (client) => (await client.ask(GetFeatureAlerts, {})).feature_alerts.map(({ title }) => title),
  topic: async (client) =>
    (await client.ask(GetPersonalizationItems, { peerNetworkId: legal })).personalization_items.map(({ name }) => name),
}
const lastAct = async () => (await ruth.ask(GetStaffActs, { limit: 1 })).staff_acts.items[0]!
const wordOf = (kind: GuideKind) =>
  ({
    checklist_item: 'Say hello',
    tour: 'Narrow what you read.',
    alert: 'Teams are here',
    topic: 'Arbitration',
  })[kind]

describe.each(GUIDE_KINDS)('%s', (kind) => {
  it('is seen by members once it is written, not while it is off, and again when it is on', async () => {
    const { id, key } = await save(kind)
    expect(await shown[kind](helen)).toContain(wordOf(kind))
    for (const enabled of [false, false, true]) {
      await ruth.ask(SwitchGuide, { kind, id, enabled })
      expect((await shown[kind](helen)).includes(wordOf(kind))).toBe(enabled)
    }
    expect(key).toMatch(/^[a-z-]+-[0-9a-f]{6}$/)
    const acts = (await ruth.ask(GetStaffActs, { limit: 3 })).staff_acts.items.map(({ act, actor }) => [
      act,
      actor?.name,
    ])
    expect(acts).toEqual(
      ['on', 'off', null].map((word) => [word ? `${kind}.switched_${word}` : `${kind}.added`, 'Ruth Calloway']),
    )
  })

  it('stands where staff put it', async () => {
    const ids = (await guides(kind)).map(({ id }) => id)
    const { arrangeGuides } = await ruth.ask(ArrangeGuides, { kind, ids: ids.toReversed() })
    expect(arrangeGuides.map(({ id }) => id)).toEqual(ids.toReversed())
    expect((await shown[kind](helen))[0]).toBe(wordOf(kind))
    expect(await lastAct()).toMatchObject({
      act: `${kind}.arranged`,
      before: { ids },
      after: { ids: ids.toReversed() },
    })
    // Sent by staff who had not seen the newest item.
    expect((await ruth.op(ArrangeGuides, { kind, ids: ids.slice(1) })).code).toBe('onboarding.guides_changed')
  })

  it('is changed in place: its key and what members did with it stay', async () => {
    const before = (await guides(kind))[0]!
    const name = kind === 'alert' ? 'title' : 'name'
    const changed = await save(kind, { [name]: 'Other words' }, before.id)
    expect(changed).toMatchObject({ id: before.id, key: before.key, name: 'Other words', position: before.position })
    expect((await guides(kind)).length).toBe((await guides(kind)).length)
    expect(await lastAct()).toMatchObject({ act: `${kind}.changed`, item_id: before.id, before: before.fields })
  })

  it('does not exist for members, and is no way past them', async () => {
    expect((await helen.ask(GetStaffGuides, { kind })).staff_guides).toEqual([])
    for (const id of [undefined, (await guides(kind))[0]!.id])
      expect((await helen.op(SaveGuide, { kind, fields: FIELDS[kind], ...(id && { id }) })).code).toBe(
        'staff.not_found',
      )
    expect((await ruth.op(SaveGuide, { kind, id: 4_000_000_000, fields: FIELDS[kind] })).code).toBe('staff.not_found')
  })
})

describe('what is wrong is said beside its field:', () => {
  it.each([
    ['checklist_item', { name: '' }, 'name', 'Fill in'],
    ['checklist_item', { name: 'x'.repeat(101) }, 'name', '101 characters'],
    ['checklist_item', { call_to_action_redirect: '//evil.example' }, 'call_to_action_redirect', 'must be a path'],
    ['checklist_item', { call_to_action_redirect: 'javascript:alert(1)' }, 'call_to_action_redirect', 'must be a path'],
    ['tour', { items: [] }, 'items', 'at least one step'],
    ['tour', { items: [{ selector: '*', description: 'x' }] }, 'items', 'location for step 1'],
    ['tour', { items: [{ selector: selectorOf('ask'), description: '' }] }, 'items', 'text for step 1'],
    ['alert', { link: '/feed', link_label: '' }, 'link_label', 'both'],
    ['topic', { peer_network_id: 4_000_000_000 }, 'peer_network_id', 'network'],
  ] as const)('%s with %j', async (kind, more, field, word) => {
    const answer = await ruth.op(SaveGuide, { kind, fields: { ...FIELDS[kind], ...more } })
    expect(answer).toMatchObject({ code: 'onboarding.guide', field, message: expect.stringContaining(word) })
  })
})

it('counts what members did, and a tour that was seen stays seen when its words change', async () => {
  const { id, key } = await save('tour', { name: 'Once' })
  await nell.ask(ViewedFeatureTour, { key })
  await save('tour', { items: [{ selector: selectorOf('ask'), description: 'Other words.' }] }, id)
  expect(await shown.tour(nell)).not.toContain('Other words.')
  expect((await guides('tour')).find((each) => each.id === id)!.num_of_members).toBe(1)
})

it('offers a topic of a network to its members only, and keeps a choice that is switched off', async () => {
  const { id, key } = await save('topic', { name: 'Only for lawyers', peer_network_id: legal })
  expect(await shown.topic(helen)).toContain('Only for lawyers')
  const offered = await samuel.ask(GetPersonalizationItems, { peerNetworkId: finance })
  expect(offered.personalization_items.map(({ name }) => name)).not.toContain('Only for lawyers')
  await helen.ask(SavePersonalizationChoices, { keys: [key] })
  await ruth.ask(SwitchGuide, { kind: 'topic', id, enabled: false })
  expect((await guides('topic')).find((each) => each.id === id)).toMatchObject({ enabled: false, num_of_members: 1 })
})

describe('a legal text', () => {
  const sections = [{ title: 'All of it', paragraphs: ['Be kind.', 'Be brief.'] }]
  const publish = (client: Client, more: object = {}) =>
    client.op(PublishLegalText, {
      kind: 'terms_of_use',
      based_on: 1,
      title: 'Terms of use',
      sections,
      asks_again: false,
      change_note: '',
      ...more,
    })
  const toAccept = async (client: Client) => (await client.ask(Onboarding, {})).viewer.legal_to_accept
  const hasAll = async (client: Client) => (await client.ask(InitialUser, {})).viewer.has_accepted_all
  const inForce = async () => (await helen.ask(GetLegalDocument, { kind: 'terms_of_use' })).legal_document!

  it('is in force once it is published, and asks nobody again when it only mends words', async () => {
    expect((await publish(helen)).code).toBe('staff.not_found')
    expect((await publish(ruth)).data!.publishLegalText).toMatchObject({ version: 2, is_in_force: true })
    expect(await inForce()).toMatchObject({ version: 2, sections })
    expect([await toAccept(helen), await hasAll(helen)]).toEqual([[], true])
    expect(await lastAct()).toMatchObject({ act: 'terms_of_use.published', after: { version: 2, asks_again: false } })
  })

  it('asks again whoever accepted an earlier one, tells what changed, and is satisfied by accepting', async () => {
    const note = 'Documents now fall under the same promise.'
    await publish(ruth, { based_on: 2, asks_again: true, change_note: note })
    expect(await inForce()).toMatchObject({ version: 3, change_note: note })
    expect([await toAccept(helen), await hasAll(helen)]).toEqual([['terms_of_use'], false])
    const accepted = await helen.send('POST', '/api/onboarding/password', {
      body: { terms_of_use: true, privacy_policy: true },
    })
    expect(accepted.status).toBe(200)
    expect([await toAccept(helen), await hasAll(helen)]).toEqual([[], true])
    const { staff_legal_texts: texts } = await ruth.ask(GetStaffLegalTexts, {})
    expect(texts.find(({ kind, version }) => kind === 'terms_of_use' && version === 3)!.num_of_acceptances).toBe(1)
  })

  it('is asked for once: a later version that mends words does not undo what was accepted', async () => {
    await publish(ruth, { based_on: 3 })
    expect(await toAccept(helen)).toEqual([])
    // Members who never accepted version 3 still have to.
    expect(await toAccept(nell)).toEqual(['terms_of_use'])
  })

  it('of the membership agreement is accepted in its own step', async () => {
    await publish(ruth, { kind: 'membership_agreement', asks_again: true, change_note: 'The fee.' })
    expect(await toAccept(helen)).toEqual(['membership_agreement'])
    await helen.ask(AcceptMembershipAgreement, { version: 2 })
    expect(await toAccept(helen)).toEqual([])
  })

  it('is accepted in the version that was on the screen, or not at all', async () => {
    const versionsOf = async (kind: string) =>
      (
        await testServer.sql<{ version: number }>(
          'select d.version from legal_acceptances a join legal_documents d on d.id = a.legal_document_id where a.user_id = $1 and d.kind = $2 order by 1',
          [nell.id, kind],
        )
      ).map(({ version }) => version)
    const terms = (version?: number) =>
      nell.send('POST', '/api/onboarding/password', {
        body: { terms_of_use: true, privacy_policy: true, shown: { terms_of_use: version } },
      })
    const before = [await versionsOf('terms_of_use'), await versionsOf('membership_agreement')]
    expect(await nell.op(AcceptMembershipAgreement, { version: 1 })).toMatchObject({
      code: 'onboarding.legal_text_changed',
      message: 'The membership agreement changed while you were reading. Please read the new version, then accept it.',
    })
    expect(await terms(3)).toMatchObject({
      status: 409,
      body: { code: 'onboarding.legal_text_changed', field: 'terms_of_use' },
    })
    expect([await versionsOf('terms_of_use'), await versionsOf('membership_agreement')]).toEqual(before)
    expect(await toAccept(nell)).toEqual(['terms_of_use', 'membership_agreement'])
    await nell.ask(AcceptMembershipAgreement, { version: 2 })
    expect((await terms(4)).status).toBe(200)
    expect(await versionsOf('terms_of_use')).toContain(4)
    expect(await toAccept(nell)).toEqual([])
  })

  it('is not published over one that somebody else published meanwhile', async () => {
    expect(await publish(ruth, { based_on: 1 })).toMatchObject({ code: 'onboarding.legal_text_changed' })
    const both = await Promise.all([publish(ruth, { based_on: 4 }), publish(ruth, { based_on: 4 })])
    expect(both.map(({ code }) => code).toSorted()).toEqual(['onboarding.legal_text_changed', undefined])
  })

  it.each([
    [{ title: ' ' }, 'title'],
    [{ sections: [] }, 'sections'],
    [{ sections: [{ title: 'Empty', paragraphs: [] }] }, 'sections'],
    [{ asks_again: true, change_note: '' }, 'change_note'],
  ])('says what is wrong with %j', async (more, field) => {
    expect(await publish(ruth, { based_on: 5, ...more })).toMatchObject({ code: 'onboarding.legal_text', field })
  })
})

it('keeps a trail that nobody changes, for staff only', async () => {
  expect((await helen.ask(GetStaffActs, {})).staff_acts).toEqual({ count: 0, items: [] })
  await expect(testServer.sql(`delete from staff_acts`)).rejects.toThrow('only added to')
  await expect(testServer.sql(`update staff_acts set act = 'x.y'`)).rejects.toThrow('only added to')
})
