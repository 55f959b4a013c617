/** What cannot be undone needs a second person: asked by one, approved by another, done once. */
import { beforeEach, describe, expect, it } from 'vitest'
import {
  CancelApproval,
  ChangeMemberEmail,
  DecideApproval,
  EndStaffRole,
  EraseMember,
  ExportMemberData,
  ExportMembers,
  GetApprovals,
  GetFeatureFlag,
  GetStaffActs,
  GetStaffRoles,
  GrantStaffRole,
  MergeMembers,
  InitialUser,
  RemoveFeatureFlag,
  RequestApproval,
  SaveFeatureFlag,
  SetNetworkAccess,
  SuspendMember,
  SuspendMembers,
  EndMemberships,
} from '#api/operations.ts'
import { ACCESS_KINDS } from '#shared/network-access.ts'
import { APPROVED_OPERATIONS } from '#shared/approvals.ts'
import { demoMembers } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { newStaff } from '../harness/staff.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds } from '../harness/threads.ts'
import { mailTo } from '../harness/visitors.ts'

const testServer = await startTestServer()
const { legal, executive } = await networkIds(testServer)
const [ruth, helen] = await testServer.members(demoMembers.staff, demoMembers.member)
const karl = await newStaff(testServer, { role: 'owner' })
const moderator = await newStaff(testServer, { role: 'moderator' })
beforeEach(async () => {
  await testServer.sql('delete from approvals')
  await testServer.sql('delete from feature_flags')
})

const mapOff = { key: 'map', enabled: false }
const reason = 'The map shows members where they do not want to be found.'
const ask = async (client: Client, operation = 'SaveFeatureFlag', variables: object = mapOff) =>
  (await client.ask(RequestApproval, { operation, variables, reason })).requestApproval
const decide = (client: Client, id: number, approve = true) => client.op(DecideApproval, { id, approve })
const isMapOn = async () => (await helen.ask(GetFeatureFlag, { key: 'map' })).feature_flag.enabled
const stateOf = async (id: number) => (await ruth.ask(GetApprovals, {})).approvals.items.find((each) => each.id === id)!

describe('an operation that needs a second person', () => {
  it('is refused, asked for with its variables, and done when another owner approves (STAFF-two-persons)', async () => {
    expect((await ruth.op(SaveFeatureFlag, mapOff)).code).toBe('approvals.needed')
    const { id, state, is_own } = await ask(ruth)
    expect({ state, is_own }).toEqual({ state: 'waiting', is_own: true })
    expect(await isMapOn()).toBe(true)
    const { email } = (await karl.ask(InitialUser, {})).viewer
    expect(await mailTo(testServer, email)).toMatchObject({ kind: 'approval' })
    expect((await decide(karl, id)).code).toBeUndefined()
    expect(await isMapOn()).toBe(false)
    expect(await stateOf(id)).toMatchObject({ state: 'done', decided_by: { id: karl.id }, variables: mapOff, reason })
    expect(await mailTo(testServer, demoMembers.staff)).toMatchObject({ kind: 'approval' })
    const acts = (await ruth.ask(GetStaffActs, {})).staff_acts.items
    expect(acts.slice(0, 3).map(({ act, actor }) => [act, actor?.id])).toEqual([
      ['feature.switched', ruth.id],
      ['approval.given', karl.id],
      ['approval.requested', ruth.id],
    ])
  })

  it('is not needed by a sole owner, nor for one network or member', async () => {
    expect((await ruth.op(SaveFeatureFlag, { ...mapOff, email: demoMembers.member })).code).toBeUndefined()
    await testServer.sql('update users set suspended = true where id = $1', [karl.id])
    try {
      expect((await ruth.op(SaveFeatureFlag, mapOff)).code).toBeUndefined()
    } finally {
      await testServer.sql('update users set suspended = false where id = $1', [karl.id])
    }
  })

  it('is never approved by whoever asked, by other roles or by members (STAFF-two-persons)', async () => {
    const { id } = await ask(ruth)
    expect((await decide(ruth, id)).code).toBe('approvals.own')
    expect((await decide(moderator, id)).code).toBe('staff.not_found')
    expect((await decide(helen, id)).code).toBe('staff.not_found')
    expect(await stateOf(id)).toMatchObject({ state: 'waiting' })
    expect(await isMapOn()).toBe(true)
  })

  it('runs once under 50 clicks (STAFF-two-persons)', async () => {
    const { id } = await ask(ruth)
    const answers = await Promise.all(Array.from({ length: 50 }, () => decide(karl, id)))
    expect(answers.every(({ code }) => code === undefined || code === 'approvals.decided')).toBe(true)
    const made = await testServer.sql(
      `select from staff_acts where act = 'feature.switched' and after ->> 'map' = 'off' and actor_id = $1 and at > (select asked_at from approvals where id = $2)`,
      [ruth.id, id],
    )
    expect(made).toHaveLength(1)
    expect(await stateOf(id)).toMatchObject({ state: 'done' })
  })

  it('goes on where a stop came between the approval and the operation', async () => {
    const { id } = await ask(ruth)
    await testServer.sql(`update approvals set state = 'approved', decided_by = $2, decided_at = now() where id = $1`, [
      id,
      karl.id,
    ])
    expect((await decide(karl, id, false)).code).toBe('approvals.decided')
    expect((await decide(karl, id)).code).toBeUndefined()
    expect(await stateOf(id)).toMatchObject({ state: 'done' })
    expect(await isMapOn()).toBe(false)
  })

  it('is done when nothing is left to change by the time it is approved', async () => {
    const { id } = await ask(ruth)
    await testServer.sql(`insert into feature_flags (key, enabled) values ('map', false)`)
    expect((await decide(karl, id)).code).toBeUndefined()
    expect(await stateOf(id)).toMatchObject({ state: 'done' })
  })

  it('is not done when it is rejected, canceled, expired, or no longer allowed', async () => {
    const rejected = await ask(ruth)
    await karl.ask(DecideApproval, { id: rejected.id, approve: false })
    expect((await decide(karl, rejected.id)).code).toBe('approvals.decided')
    const canceled = await ask(ruth)
    expect((await karl.op(CancelApproval, { id: canceled.id })).code).toBe('staff.not_found')
    await ruth.ask(CancelApproval, { id: canceled.id })
    expect((await decide(karl, canceled.id)).code).toBe('approvals.decided')
    const expired = await ask(ruth)
    await testServer.sql(`update approvals set expires_at = now() where id = $1`, [expired.id])
    expect((await decide(karl, expired.id)).code).toBe('approvals.expired')
    // A moderator may ask, and the operation refuses them as it would without an approval.
    const foreign = await ask(moderator)
    expect((await decide(karl, foreign.id)).code).toBeUndefined()
    expect(await stateOf(foreign.id)).toMatchObject({ state: 'failed', failure: expect.stringContaining('permission') })
    expect(await isMapOn()).toBe(true)
  })

  it('is asked for once while it waits, and only what needs it', async () => {
    const first = await ask(ruth)
    expect((await ask(ruth)).id).toBe(first.id)
    const wrong = async (given: object) =>
      (await ruth.op(RequestApproval, { operation: 'SaveFeatureFlag', variables: mapOff, reason, ...given })).code
    expect(await wrong({ operation: SuspendMember.name })).toBe('approvals.operation')
    expect(await wrong({ reason: ' ' })).toBe('approvals.reason')
    expect(await wrong({ variables: [1] })).toBe('approvals.variables')
    expect((await helen.op(RequestApproval, { operation: 'SaveFeatureFlag', variables: mapOff, reason })).code).toBe(
      'staff.not_found',
    )
  })

  it('is listed to owners, and to others only if they asked', async () => {
    const { id } = await ask(ruth)
    const own = await ask(moderator)
    expect((await karl.ask(GetApprovals, {})).approvals.items.map((each) => each.id)).toEqual([own.id, id])
    expect((await moderator.ask(GetApprovals, {})).approvals.items.map((each) => each.id)).toEqual([own.id])
    expect((await helen.ask(GetApprovals, {})).approvals).toEqual({ count: 0, items: [] })
  })
})

it.each(Object.keys(APPROVED_OPERATIONS))('%s needs a second person (STAFF-two-persons)', async (operation) => {
  const extra = await newStaff(testServer, { role: 'owner' })
  await testServer.sql(`insert into feature_flags (key, enabled) values ('map', false)`)
  const held = (await ruth.ask(GetStaffRoles, {})).staff_roles.find(({ user }) => user.id === extra.id)!
  const everybody = await testServer.sql<{ id: number }>(
    `select id from users where not is_staff and current_state = 'full access' and not suspended order by id limit 11`,
  )
  const [flag] = await testServer.sql<{ id: number }>('select id from feature_flags')
  const [archived] = await testServer.sql<{ id: number }>(
    `select id from users where current_state = 'not joined' and id > 0 order by id limit 1`,
  )
  const tries: Record<string, () => Promise<{ code?: string }>> = {
    SaveFeatureFlag: () => ruth.op(SaveFeatureFlag, { key: 'map', enabled: true }),
    RemoveFeatureFlag: () => ruth.op(RemoveFeatureFlag, { id: flag!.id }),
    GrantStaffRole: () => ruth.op(GrantStaffRole, { email: demoMembers.member, role: 'owner' }),
    EndStaffRole: () => ruth.op(EndStaffRole, { id: held.id }),
    ChangeMemberEmail: () => ruth.op(ChangeMemberEmail, { id: helen.id, email: 'helen@new.test' }),
    SuspendMembers: () => ruth.op(SuspendMembers, { ids: everybody.map(({ id }) => id), reason: 'Why' }),
    EndMemberships: () => ruth.op(EndMemberships, { peer_network_id: legal, ids: everybody.map(({ id }) => id) }),
    ExportMembers: () => ruth.op(ExportMembers, {}),
    EraseMember: () => ruth.op(EraseMember, { id: helen.id }),
    ExportMemberData: () => ruth.op(ExportMemberData, { id: helen.id }),
    MergeMembers: () => ruth.op(MergeMembers, { id: helen.id, other_id: archived!.id }),
    SetNetworkAccess: () =>
      ruth.op(SetNetworkAccess, { from_network_id: executive, to_network_id: legal, kinds: [...ACCESS_KINDS] }),
  }
  expect((await tries[operation]!()).code).toBe('approvals.needed')
  await testServer.sql('delete from staff_grants where user_id = $1', [extra.id])
})
