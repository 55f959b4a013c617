/** Staff open networks to each other's members, and are told first what it means. */
import { describe, expect, it } from 'vitest'
import {
  GetManagedNetwork,
  GetNetworkAccess,
  GetNetworkAccessEffects,
  GetStaffActs,
  SetNetworkAccess,
} from '#api/operations.ts'
import { ACCESS_KINDS, ACCESS_WORDS, accessWords, effectSentence, type AccessKind } from '#shared/network-access.ts'
import { demoMembers } from '../demo-members.ts'
import { newStaff } from '../harness/staff.ts'
import { startTestServer } from '../harness/test-server.ts'
import { insertThread, networkIds } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal, finance } = await networkIds(testServer)
const [ruth, helen, samuel] = await testServer.members(demoMembers.staff, demoMembers.member, demoMembers.finance)
const pair = { from_network_id: finance, to_network_id: legal }
const kindsOf = async () =>
  (await ruth.ask(GetNetworkAccess, {})).network_access.find(
    ({ from_network, to_network }) => from_network.id === finance && to_network.id === legal,
  )!.kinds
const set = (kinds: AccessKind[], changed: object = {}) => ruth.op(SetNetworkAccess, { ...pair, kinds, ...changed })
const effects = async () => {
  const { network_access_effects } = await ruth.ask(GetNetworkAccessEffects, pair)
  return new Map(network_access_effects.map((effect) => [effect.kind, effect]))
}
/** A page of a thread, for a new session: the old one may still have its reach. */
const reads = async (id: number) =>
  (await (await testServer.member(demoMembers.finance)).send('GET', `/feed/${id}`)).status

describe('SetNetworkAccess', () => {
  it('opens and closes what it says, from the next request (STAFF-network-cross-visibility)', async () => {
    const { id } = await insertThread(testServer, { author: helen.id, networks: [legal] })
    const before = await kindsOf()
    expect(await reads(id)).toBe(404)
    expect((await set([...before, 'discussion'])).code).toBeUndefined()
    expect(await kindsOf()).toContain('discussion')
    expect(await reads(id)).toBe(200)
    expect((await ruth.ask(GetStaffActs, { limit: 1 })).staff_acts.items[0]).toMatchObject({
      act: 'network.access_changed',
      item_name: 'Finance Network in Legal Network',
      before: { from_network_id: finance, kinds: [...before].toSorted() },
    })
    await set(before)
    expect(await reads(id)).toBe(404)
    // The other direction and the networks themselves stay as they were.
    const own = await testServer.sql('select from network_access where from_network_id = $1 and to_network_id = $1', [
      legal,
    ])
    expect(own).toHaveLength(ACCESS_KINDS.length)
  })

  it('refuses writing without reading, a network and itself, and networks of others', async () => {
    expect(await set(['discussion_creation'])).toMatchObject({ code: 'networks.access', field: 'kinds' })
    expect(await set([], { to_network_id: finance })).toMatchObject({ code: 'networks.access', field: 'to_network_id' })
    expect((await set([], { to_network_id: 999_999 })).code).toBe('staff.not_found')
    const owner = await newStaff(testServer, { role: 'owner', network: legal })
    const before = await kindsOf()
    expect((await owner.op(SetNetworkAccess, { ...pair, kinds: [] })).code).toBe('staff.not_found')
    expect((await samuel.op(SetNetworkAccess, { ...pair, kinds: [...ACCESS_KINDS] })).code).toBe('staff.not_found')
    expect((await owner.ask(GetNetworkAccess, {})).network_access).toEqual([])
    expect((await samuel.ask(GetNetworkAccess, {})).network_access).toEqual([])
    expect(await kindsOf()).toEqual(before)
  })
})

describe('GetNetworkAccessEffects', () => {
  it('counts who gains what, as the tables have it (STAFF-network-cross-visibility)', async () => {
    await set([])
    const { managed_network } = await ruth.ask(GetManagedNetwork, { id: finance })
    const [own] = await testServer.sql<{ n: number }>(
      `select count(*)::integer as n from peer_network_memberships m join users u on u.id = m.user_id
       where m.peer_network_id = $1 and u.current_state = 'full access' and not u.suspended
         and exists (select from peer_network_memberships o where o.user_id = u.id and o.peer_network_id = $2)`,
      [finance, legal],
    )
    const [threads] = await testServer.sql<{ n: number }>(
      `select count(*)::integer as n from thread_feed where $1 = any(peer_network_ids) and thread_type = 'discussion' and visible`,
      [legal],
    )
    const found = await effects()
    expect([...found.keys()]).toEqual([...ACCESS_KINDS])
    // Those who are members of both have it already.
    expect(found.get('discussion')).toEqual({
      kind: 'discussion',
      is_open: false,
      num_of_members: managed_network!.num_of_members - own!.n,
      num_of_items: threads!.n,
    })
    expect(found.get('chat')!.num_of_items).toBeNull()
    expect((await samuel.ask(GetNetworkAccessEffects, pair)).network_access_effects).toEqual([])
  })

  it('is said in words, one and many, opened and closed', () => {
    const say = (effect: { kind: AccessKind; num_of_members: number; num_of_items: number | null }, isOpened = true) =>
      effectSentence(effect, isOpened, ['Finance', 'Legal'])
    expect(say({ kind: 'discussion', num_of_members: 612, num_of_items: 4102 })).toBe(
      '612 members of Finance will be able to read and answer 4,102 discussions of Legal.',
    )
    expect(say({ kind: 'event', num_of_members: 1, num_of_items: 1 }, false)).toBe(
      '1 member of Finance will no longer be able to open 1 event of Legal.',
    )
    expect(say({ kind: 'discussion_creation', num_of_members: 2, num_of_items: null })).toBe(
      '2 members of Finance will be able to start discussions in Legal.',
    )
    expect(Object.keys(ACCESS_WORDS)).toEqual([...ACCESS_KINDS])
    expect(
      [[], [...ACCESS_KINDS], ['event', 'poll'] as const].map((kinds) => accessWords(kinds as AccessKind[])),
    ).toEqual(['Nothing', 'Everything', 'Polls, events'])
  })
})
