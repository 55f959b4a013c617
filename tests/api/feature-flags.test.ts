/** Features that staff switch off are not offered and are refused with one message; features left on work. */
import { beforeEach, describe, expect, it } from 'vitest'
import {
  CreatePoll,
  CreateThread,
  PostAnonymously,
  GetFeatureFlag,
  GetMemberPlaces,
  GetStaffActs,
  GetStaffFeatureFlags,
  InitialUser,
  RecommendExpert,
  RemoveFeatureFlag,
  SaveFeatureFlag,
  SendAIMessage,
} from '#api/operations.ts'
import { FEATURE_FLAGS, FEATURE_KEYS, type FeatureKey } from '#shared/feature-flags.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal, finance } = await networkIds(testServer)
const [ruth, helen, marcus, samuel] = await testServer.members(
  demoMembers.staff,
  demoMembers.member,
  demoMembers.peer,
  demoMembers.finance,
)
beforeEach(async () => void (await testServer.sql('delete from feature_flags')))

const flagsOf = async (member: Client) =>
  Object.fromEntries(
    (await member.ask(InitialUser, {})).viewer.feature_flags.map(({ key, enabled }) => [key, enabled] as const),
  )
const isOn = async (member: Client, key: string) => (await member.ask(GetFeatureFlag, { key })).feature_flag.enabled
const shared = { body: '<p>How long do you keep board papers?</p>', peer_network_ids: [legal] }

/** An operation that uses each feature; resolves to the code of the refusal, or undefined. */
const USES: Record<Exclude<FeatureKey, 'map'>, (member: Client) => Promise<string | undefined>> = {
  ai_assistant: async (member) =>
    (
      await member.op(SendAIMessage, {
        user: (await member.ask(InitialUser, {})).viewer.id,
        message: 'How long do you keep board papers?',
      })
    ).code,
  polls: async (member) =>
    (
      await member.op(CreatePoll, {
        ...shared,
        title: 'How long?',
        options: ['Five', 'Ten'],
        idempotency_key: newKey(),
      })
    ).code,
  anonymous_posts: async (member) =>
    (
      await member.op(PostAnonymously, {
        ...shared,
        topic: 'Retention of papers',
        idempotency_key: newKey(),
      })
    ).code,
  recommendations: async (member) => {
    const [area] = await testServer.sql<{ id: number }>('select id from areas_of_expertise limit 1')
    const asked = await member.op(CreateThread, {
      ...shared,
      topic: 'Counsel in Norway',
      thread_type: 'recommendation_request',
      idempotency_key: newKey(),
    })
    const given = await member.op(RecommendExpert, {
      expert: { new_expert: { name: `Ines ${newKey()}`, type: 'individual' } },
      company: { new_company: { name: 'Caldera Law' } },
      message: 'Quick and exact.',
      areas_of_expertise: [area!.id],
      idempotency_key: newKey(),
    })
    expect(asked.code).toBe(given.code)
    return given.code
  },
  invitations: async (member) => {
    const body = {
      email: `${newKey()}@example.org`,
      first_name: 'Ada',
      last_name: 'Byron',
      note: '',
      peer_network_id: legal,
    }
    return ((await member.send('POST', '/api/invitations', { body })).body as { code?: string }).code
  },
}

describe.each(FEATURE_KEYS)('%s', (key) => {
  it('is on by default, in the answer about one feature and in that about the viewer', async () => {
    expect(await isOn(helen, key)).toBe(true)
    expect(await flagsOf(helen)).toEqual(Object.fromEntries(FEATURE_KEYS.map((each) => [each, true])))
  })

  it('is switched off for a member, a network and everybody, the narrower before the wider (STAFF-flags-write)', async () => {
    const save = (enabled: boolean, scope: object) => ruth.ask(SaveFeatureFlag, { key, enabled, ...scope })
    await save(false, {})
    expect([await isOn(helen, key), await isOn(samuel, key)]).toEqual([false, false])
    await save(true, { peer_network_id: legal })
    expect([await isOn(helen, key), await isOn(samuel, key)]).toEqual([true, false])
    await save(false, { email: demoMembers.member.toUpperCase() })
    expect([await isOn(helen, key), (await flagsOf(helen))[key], await isOn(marcus, key)]).toEqual([false, false, true])
    const { staff_feature_flags: rows } = await ruth.ask(GetStaffFeatureFlags, {})
    const own = rows.find(({ user }) => user?.id === helen.id)!
    await ruth.ask(RemoveFeatureFlag, { id: own.id })
    expect(await isOn(helen, key)).toBe(true)
    expect((await ruth.ask(GetStaffActs, { limit: 1 })).staff_acts.items[0]).toMatchObject({
      act: 'feature.switched',
      item_name: FEATURE_FLAGS[key].label,
      before: { user_id: helen.id, [key]: 'off' },
      after: { user_id: helen.id, [key]: 'not set' },
    })
  })
})

it.each(Object.entries(USES))(
  '%s: what it is used by works, and is refused where it is off (STAFF-flags-consumer)',
  async (key, use) => {
    expect(await use(helen)).toBeUndefined()
    await ruth.ask(SaveFeatureFlag, { key, enabled: false, email: demoMembers.member })
    expect(await use(helen)).toBe('features.off')
    expect(await use(marcus)).toBeUndefined()
  },
)

it('map: nothing of it is read where it is off (STAFF-flags-consumer)', async () => {
  expect((await helen.ask(GetMemberPlaces, {})).member_places.length).toBeGreaterThan(0)
  await ruth.ask(SaveFeatureFlag, { key: 'map', enabled: false, peer_network_id: legal })
  expect((await helen.ask(GetMemberPlaces, {})).member_places).toEqual([])
  expect((await samuel.ask(GetMemberPlaces, {})).member_places.length).toBeGreaterThan(0)
})

it('is on for a member of two networks of which one has it on', async () => {
  await ruth.ask(SaveFeatureFlag, { key: 'polls', enabled: false, peer_network_id: legal })
  expect(await isOn(marcus, 'polls')).toBe(false)
  const [other] = await testServer.sql<{ id: number }>(
    'select peer_network_id as id from peer_network_memberships where user_id = $1 and peer_network_id <> $2',
    [marcus.id, legal],
  )
  await ruth.ask(SaveFeatureFlag, { key: 'polls', enabled: true, peer_network_id: other!.id })
  expect(await isOn(marcus, 'polls')).toBe(true)
})

it('a post that was made before the feature was switched off is answered again as it was', async () => {
  const asked = { ...shared, title: 'Before?', options: ['Yes', 'No'], idempotency_key: newKey() }
  const first = await helen.ask(CreatePoll, asked)
  await ruth.ask(SaveFeatureFlag, { key: 'polls', enabled: false })
  expect(await helen.ask(CreatePoll, asked)).toEqual(first)
})

it('is decided by staff, for what there is', async () => {
  expect((await helen.op(SaveFeatureFlag, { key: 'polls', enabled: false })).code).toBe('staff.not_found')
  expect((await helen.ask(GetStaffFeatureFlags, {})).staff_feature_flags).toEqual([])
  expect((await helen.op(RemoveFeatureFlag, { id: 1 })).code).toBe('staff.not_found')
  const save = (scope: object) => ruth.op(SaveFeatureFlag, { key: 'polls', enabled: false, ...scope })
  expect(await save({ email: 'nobody@example.org' })).toMatchObject({ code: 'feature_flags.member', field: 'email' })
  expect(await save({ peer_network_id: 99_999 })).toMatchObject({ code: 'feature_flags.network' })
  expect(await save({ peer_network_id: finance, email: demoMembers.member })).toMatchObject({
    code: 'feature_flags.scope',
  })
  expect(await isOn(helen, 'polls')).toBe(true)
})
