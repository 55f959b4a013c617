/** Staff change a member's networks and dates; what follows from them follows at once. */
import { describe, expect, it } from 'vitest'
import {
  GetStaffActs,
  GetStaffMember,
  InitialUser,
  SetMemberDates,
  SetMemberNetworks,
  thread,
  threads,
} from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds, insertThread } from '../harness/threads.ts'
import { mailTo } from '../harness/visitors.ts'

const testServer = await startTestServer()
const [ruth, helen, samuel] = await testServer.members(demoMembers.staff, demoMembers.member, demoMembers.finance)
const ids = await networkIds(testServer)
const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const lastAct = async () => (await ruth.ask(GetStaffActs, { limit: 1 })).staff_acts.items[0]
const acts = async () => (await ruth.ask(GetStaffActs, { limit: 1 })).staff_acts.count
const primaryOf = async (id: number) => (await ruth.ask(GetStaffMember, { id })).staff_member!.primary_network!.id

describe('networks', () => {
  it('are changed with what a member may read, and the member is told (STAFF-user-networks)', async () => {
    const [legal, finance] = [ids.legal, ids.finance]
    const { id } = await insertThread(testServer, { author: samuel.id, networks: [finance] })
    const sees = async () => (await helen.ask(thread, { id })).thread !== null
    await testServer.sql('delete from network_access where from_network_id = $1 and to_network_id = $2', [
      legal,
      finance,
    ])
    const other = await testServer.member(demoMembers.member)
    expect(await sees()).toBe(false)
    const { setMemberNetworks } = await ruth.ask(SetMemberNetworks, {
      id: helen.id,
      network_ids: [legal, finance],
      primary_network_id: finance,
    })
    expect(setMemberNetworks).toMatchObject({ primary_network: { id: finance } })
    expect(setMemberNetworks.networks.map(({ id }) => id)).toEqual([finance, legal])
    expect(await sees()).toBe(true)
    expect((await other.ask(InitialUser, {})).viewer.id).toBe(helen.id)
    expect(await lastAct()).toMatchObject({
      act: 'member.networks_changed',
      item_id: helen.id,
      after: { networks: [legal, finance].toSorted((a, b) => a - b), primary: finance },
    })
    expect(await mailTo(testServer, demoMembers.member)).toMatchObject({ kind: 'networks-changed' })
    // Left again: it cannot be read any longer, and its list no longer counts them.
    const counted = async () =>
      (
        await testServer.sql<{ count: number }>(
          'select count(*)::integer as count from peer_network_memberships where peer_network_id = $1 and user_id = $2',
          [finance, helen.id],
        )
      )[0]!.count
    expect(await counted()).toBe(1)
    await ruth.ask(SetMemberNetworks, { id: helen.id, network_ids: [legal], primary_network_id: legal })
    expect([await counted(), await sees(), await primaryOf(helen.id)]).toEqual([0, false, legal])
  })

  it('saved unchanged are neither recorded nor told', async () => {
    const before = await acts()
    await ruth.ask(SetMemberNetworks, { id: helen.id, network_ids: [ids.legal], primary_network_id: ids.legal })
    expect(await acts()).toBe(before)
  })

  it.each([
    ['the last one is left', [] as number[], 'legal', 'network_ids', /at least one network/],
    ['the primary one is none of them', ['legal'], 'finance', 'primary_network_id', /Choose one of/],
    ['one does not exist', ['legal', 999_999], 'legal', 'network_ids', /doesn’t exist/],
  ] as const)('are refused in words where %s (STAFF-user-networks)', async (_, named, primary, field, message) => {
    const network_ids = named.map((each) => (typeof each === 'number' ? each : ids[each]))
    const refused = await ruth.op(SetMemberNetworks, { id: helen.id, network_ids, primary_network_id: ids[primary] })
    expect(refused).toMatchObject({ code: 'staff_members.networks', field })
    expect(refused.text).toMatch(message)
    expect(await primaryOf(helen.id)).toBe(ids.legal)
  })

  it('can be given only by staff of each of them', async () => {
    const [{ id }] = (await testServer.sql(
      `insert into users (first_name, email, current_state, on_boarding_complete)
       values ('Only Legal', 'only-legal@counterpart.test', 'full access', true) returning id`,
    )) as [{ id: number }]
    await testServer.sql(`insert into staff_grants (user_id, role, network_id) values ($1, 'membership', $2)`, [
      id,
      ids.legal,
    ])
    const clerk = await testServer.memberById(id)
    const asked = { id: helen.id, network_ids: [ids.legal, ids.finance], primary_network_id: ids.legal }
    expect((await clerk.op(SetMemberNetworks, asked)).code).toBe('staff.not_found')
    expect((await clerk.op(SetMemberNetworks, { ...asked, network_ids: [ids.legal] })).code).toBeUndefined()
    expect((await clerk.op(SetMemberDates, { id: samuel.id })).code).toBe('staff.not_found')
  })
})

describe('dates', async () => {
  const [{ id }] = (await testServer.sql(
    `insert into users (first_name, email, current_state, on_boarding_complete, trial_end_date)
     values ('Nora', 'nora@ostrander.test', 'trial', true, now() + interval '3 days') returning id`,
  )) as [{ id: number }]
  await testServer.sql(
    'insert into peer_network_memberships (user_id, peer_network_id, is_primary) values ($1, $2, true)',
    [id, ids.legal],
  )
  const nora = await testServer.memberById(id)
  const reads = async () => (await nora.op(threads, { limit: 1 })).code === undefined

  it.each([
    ['a longer trial', { trial_end_date: inDays(30) }, 'trial', true],
    ['a trial that is over', { trial_end_date: inDays(-1) }, 'expired', false],
    ['a membership that runs', { full_access_exp_date: inDays(365) }, 'full_access', true],
    ['a membership that is over', { full_access_exp_date: inDays(-1) }, 'expired', false],
    ['a trial after the membership', { trial_end_date: inDays(7) }, 'trial', true],
  ])('decide about access at once: %s (STAFF-user-dates)', async (_, asked, state, isReading) => {
    const { setMemberDates } = await ruth.ask(SetMemberDates, { id, ...asked })
    expect(setMemberDates.account_state).toBe(state)
    expect(await reads()).toBe(isReading)
    expect(await lastAct()).toMatchObject({ act: 'member.dates_changed', item_id: id })
    expect(await mailTo(testServer, 'nora@ostrander.test')).toMatchObject({ kind: 'dates-changed' })
  })

  it('that follow payments are changed with the team, in words (STAFF-user-dates)', async () => {
    const member = (await ruth.ask(GetStaffMember, { id: samuel.id })).staff_member!
    expect(member.is_paid_by_team).toBe(true)
    const refused = await ruth.op(SetMemberDates, { id: samuel.id, full_access_exp_date: inDays(400) })
    expect(refused).toMatchObject({ code: 'staff_members.dates', field: 'full_access_exp_date' })
    expect((await ruth.ask(GetStaffMember, { id: samuel.id })).staff_member!.full_access_exp_date).toBe(
      member.full_access_exp_date,
    )
  })

  it('too far away are refused, and members find no such operation', async () => {
    const far = { id, trial_end_date: inDays(20 * 366) }
    expect(await ruth.op(SetMemberDates, far)).toMatchObject({ code: 'staff_members.dates', field: 'trial_end_date' })
    expect((await samuel.op(SetMemberDates, { id })).code).toBe('staff.not_found')
    const own = { id: samuel.id, network_ids: [ids.legal], primary_network_id: ids.legal }
    expect((await samuel.op(SetMemberNetworks, own)).code).toBe('staff.not_found')
  })
})
