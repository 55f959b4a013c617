/** Staff suspend several members at once: all or none, and many with a second person. */
import { afterEach, describe, expect, it } from 'vitest'
import { DecideApproval, RequestApproval, SuspendMembers } from '#api/operations.ts'
import { SUSPENDED_ALONE, SUSPENDED_TOGETHER } from '#shared/staff-members.ts'
import { demoMembers } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { newStaff } from '../harness/staff.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds } from '../harness/threads.ts'

const testServer = await startTestServer()
const [ruth, helen] = await testServer.members(demoMembers.staff, demoMembers.member)
const { legal } = await networkIds(testServer)
const karl = await newStaff(testServer, { role: 'owner' })
const reason = 'Sold our addresses.'
const everybody = (
  await testServer.sql<{ id: number }>(
    `select u.id from users u where not u.is_staff and u.current_state = 'full access' and not u.suspended and u.id <> $1 order by u.id`,
    [helen.id],
  )
).map(({ id }) => id)
const suspend = (client: Client, ids: number[]) => client.op(SuspendMembers, { ids, reason })
const suspended = async () =>
  (
    await testServer.sql<{ id: number }>(`select id from users where suspended and id = any($1) order by id`, [
      everybody,
    ])
  ).map(({ id }) => id)

afterEach(async () => {
  await testServer.sql(`delete from suspensions where user_id = any($1)`, [everybody])
  await testServer.sql(`update users set suspended = false where id = any($1)`, [everybody])
  await testServer.sql('delete from approvals')
})

describe('suspending several members', () => {
  it('ends their sessions, tells each by email and records each', async () => {
    const few = everybody.slice(0, 3)
    const client = await testServer.memberById(few[0]!)
    const { suspendMembers } = await ruth.ask(SuspendMembers, { ids: [...few, few[0]!], reason })
    expect(suspendMembers.map(({ id }) => id)).toEqual(few)
    expect(await suspended()).toEqual(few)
    expect((await client.send('GET', '/api/sessions')).status).toBe(401)
    const acts = await testServer.sql(
      `select 1 from staff_acts where act = 'member.suspended' and actor_id = $1 and item_id = any($2)`,
      [ruth.id, few],
    )
    expect(acts).toHaveLength(3)
    expect(await testServer.sql(`select 1 from outgoing_mails where kind = 'suspended'`)).toHaveLength(3)
  })

  it('is all or none', async () => {
    const [first] = everybody
    expect((await suspend(ruth, [first!, 999_999_999])).code).toBe('staff.not_found')
    expect((await suspend(ruth, [first!, ruth.id])).code).toBe('staff_members.own')
    expect(await suspended()).toEqual([])
    expect((await suspend(ruth, [])).code).toBe('staff_members.together')
    const many = Array.from({ length: SUSPENDED_TOGETHER + 1 }, (_, index) => index + 1)
    expect((await suspend(ruth, many)).code).toBe('staff_members.together')
  })

  it('needs the permission in each network of each of them', async () => {
    const membership = await newStaff(testServer, { role: 'membership', network: legal })
    const inside = await testServer.sql<{ id: number }>(
      `select id from users u where id = any($1) and (select array_agg(peer_network_id) from peer_network_memberships where user_id = u.id) = array[$2::bigint] limit 2`,
      [everybody, legal],
    )
    const outside = await testServer.sql<{ id: number }>(
      `select id from users u where id = any($1) and exists (select from peer_network_memberships where user_id = u.id and peer_network_id <> $2) limit 1`,
      [everybody, legal],
    )
    const ids = inside.map(({ id }) => id)
    expect((await suspend(membership, [...ids, outside[0]!.id])).code).toBe('staff.not_found')
    expect(await suspended()).toEqual([])
    expect((await suspend(membership, ids)).code).toBeUndefined()
    expect((await suspend(helen, ids)).code).toBe('staff.not_found')
  })

  it('of many at once needs a second person, also in small parts and in parallel (STAFF-two-persons)', async () => {
    expect((await suspend(ruth, everybody.slice(0, SUSPENDED_ALONE + 1))).code).toBe('approvals.needed')
    expect(await suspended()).toEqual([])
    const parts = Array.from({ length: SUSPENDED_ALONE + 4 }, (_, index) => [everybody[index]!])
    const answers = await Promise.all(parts.map((ids) => suspend(ruth, ids)))
    expect(answers.filter(({ code }) => code === undefined)).toHaveLength(SUSPENDED_ALONE)
    expect(answers.filter(({ code }) => code === 'approvals.needed')).toHaveLength(4)
    expect(await suspended()).toHaveLength(SUSPENDED_ALONE)
  })

  it('runs once when another owner agrees, under 20 clicks', async () => {
    const ids = everybody.slice(0, SUSPENDED_ALONE + 2)
    const { requestApproval } = await ruth.ask(RequestApproval, {
      operation: 'SuspendMembers',
      variables: { ids, reason },
      reason: 'They left together.',
    })
    const approve = (client: Client) => client.op(DecideApproval, { id: requestApproval.id, approve: true })
    expect((await approve(ruth)).code).toBe('approvals.own')
    expect(await suspended()).toEqual([])
    await Promise.all(Array.from({ length: 20 }, () => approve(karl)))
    expect(await suspended()).toEqual(ids)
    expect(await testServer.sql('select 1 from suspensions where user_id = any($1)', [ids])).toHaveLength(ids.length)
  })
})
