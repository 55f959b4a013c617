/** Staff view the community as a member: with the member's networks, without what is private, and without a change. */
import { afterEach, describe, expect, it } from 'vitest'
import {
  EndImpersonation,
  GetStaffMember,
  GetStaffMembers,
  InboxUnread,
  InitialUser,
  LastMessagesInGroups,
  StartImpersonation,
  thread,
  threads,
  UpdateLastOnline,
} from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { waitFor } from '../harness/connection.ts'
import { mailTo } from '../harness/visitors.ts'
import { newStaff } from '../harness/staff.ts'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer({ LOGIN_ATTEMPTS: '1000' })
const [ruth, helen, marcus] = await testServer.members(demoMembers.staff, demoMembers.member, demoMembers.peer)
const reason = 'You wrote that the feed is empty.'
const view = () => ruth.ask(StartImpersonation, { id: helen.id, reason })
const listed = async (client: typeof ruth) =>
  (await client.ask(threads, { limit: 50, order_by: 'most_recent' })).threads.items.map((each) => each.thread.id)
const networksOf = async (client: typeof ruth) =>
  (await client.ask(InitialUser, {})).viewer.peer_network_memberships.map(({ peer_network_id }) => peer_network_id)

afterEach(async () => {
  await ruth.op(EndImpersonation, {})
})

describe('viewing as a member (STAFF-impersonation)', () => {
  it('shows the networks, posts and menu of the member, and no desk of staff', async () => {
    const own = { networks: await networksOf(ruth), posts: await listed(ruth) }
    await view()
    expect(await networksOf(ruth)).toEqual(await networksOf(helen))
    // Private to each is what was hidden from the own feed, and the own posts wherever they are.
    const [personal] = await testServer.sql<{ ids: number[] }>(
      `select array(
         select m.thread_id from messages m left join anonymous_messages a on a.message_id = m.id
         where m.is_original_message and coalesce(a.user_id, m.sender_id) = $1
         union select h.thread_id from hidden_threads h where h.user_id = $2) as ids`,
      [helen.id, ruth.id],
    )
    const seen = await listed(helen)
    expect(await listed(ruth)).toEqual(expect.arrayContaining(seen.filter((id) => !personal!.ids.includes(id))))
    expect(await listed(ruth)).not.toEqual(own.posts)
    const { viewer } = await ruth.ask(InitialUser, {})
    expect(viewer).toMatchObject({ id: ruth.id, is_staff: false, permissions: [] })
    expect((await ruth.ask(GetStaffMembers, {})).staff_members.count).toBe(0)
    await ruth.ask(EndImpersonation, {})
    expect({ networks: await networksOf(ruth), posts: await listed(ruth) }).toEqual(own)
    expect((await ruth.ask(GetStaffMembers, {})).staff_members.count).toBeGreaterThan(0)
  })

  it('shows no private reply and no chat of the member', async () => {
    const [own] = await testServer.sql<{ id: number; thread_id: number; body: string }>(
      `select m.id, m.thread_id, m.cleaned_body as body from messages m join feed_entries e on e.thread_id = m.thread_id
       where m.visible and m.is_private and $1 = any(m.private_reader_ids) and not $2 = any(m.private_reader_ids) limit 1`,
      [helen.id, ruth.id],
    )
    const readBy = async (client: typeof ruth) =>
      JSON.stringify(await client.ask(thread, { id: own!.thread_id })).includes(`"id":${own!.id},`)
    expect(await readBy(helen)).toBe(true)
    const before = [await ruth.ask(InboxUnread, {}), await ruth.ask(LastMessagesInGroups, { user_id: ruth.id })]
    await view()
    expect(await readBy(ruth)).toBe(false)
    expect([await ruth.ask(InboxUnread, {}), await ruth.ask(LastMessagesInGroups, { user_id: ruth.id })]).toEqual(
      before,
    )
    expect((await ruth.ask(LastMessagesInGroups, { user_id: helen.id })).last_messages_in_groups).toEqual([])
  })

  it('changes nothing and opens no file, whatever is called', async () => {
    await view()
    const mutations = [...testServer.application.engine.contract.operations.values()]
      .filter((node) => node.operation === 'mutation')
      .map((node) => node.name!.value)
      .filter((name) => name !== 'EndImpersonation')
    expect(mutations.length).toBeGreaterThan(150)
    for (const name of mutations)
      expect([name, (await ruth.op({ name } as typeof UpdateLastOnline, {})).code]).toEqual([
        name,
        'impersonation.read_only',
      ])
    const { message } = await ruth.op(UpdateLastOnline, {})
    expect(message).toMatch(/^You’re viewing the community as Helen .*Stop viewing first\.$/)
    for (const [method, path] of [
      ['POST', '/api/uploads'],
      ['GET', '/api/account/own-data'],
      ['GET', '/api/calendar/anything.ics'],

      ['GET', '/api/sessions'],
      ['GET', '/api/polls/1/results.csv'],
    ] as const)
      expect([path, (await ruth.send(method, path)).status]).toEqual([path, 403])
  })

  it('is listed with what was opened, and told to the member by email when it is over, once', async () => {
    const [first] = await listed(helen)
    await view()
    await ruth.ask(thread, { id: first! })
    await ruth.ask(EndImpersonation, {})
    await testServer.sql(`select graphile_worker.add_job('staff-members:notify-viewed')`)
    const mail = await mailTo(testServer, demoMembers.member)
    expect(mail!.subject).toBe('Staff viewed the community as you')
    for (const words of [reason, '1 discussion', 'Ruth', 'private replies, chats']) expect(mail!.text).toContain(words)
    const { staff_member } = await ruth.ask(GetStaffMember, { id: helen.id })
    const [latest] = staff_member!.impersonations
    expect(latest).toMatchObject({ reason, staff: { id: ruth.id } })
    expect(latest!.ended_at).not.toBeNull()
    expect(latest!.reads).toContainEqual(expect.objectContaining({ operation: 'thread', item_id: first }))
    expect(
      await testServer.sql(`select 1 from impersonations where notified_at is null and ended_at is not null`),
    ).toEqual([])
  })

  it('ends with its time, with the session and with the last role', async () => {
    await view()
    await testServer.sql(`update impersonations set until = now() where ended_at is null`)
    await waitFor('the end of the time', async () =>
      expect((await ruth.ask(InitialUser, {})).viewer.is_staff).toBe(true),
    )
    await ruth.op(EndImpersonation, {})
    const owner = await newStaff(testServer, { role: 'owner' })
    await owner.ask(StartImpersonation, { id: helen.id, reason })
    await testServer.sql('update staff_grants set ended_at = now() where user_id = $1', [owner.id])
    await waitFor('the end of the role', async () => expect(await networksOf(owner)).toEqual([]))
  })
})

describe('viewing as a member is refused', () => {
  it('without a reason, for staff, for oneself and for who cannot sign in', async () => {
    const asked = async (id: number, why = reason) => (await ruth.op(StartImpersonation, { id, reason: why })).code
    const moderator = await newStaff(testServer, { role: 'moderator' })
    expect([await asked(helen.id, ' '), await asked(ruth.id), await asked(moderator.id), await asked(9e9)]).toEqual([
      'impersonation.reason',
      'impersonation.own',
      'impersonation.account',
      'staff.not_found',
    ])
    await testServer.sql('update users set suspended = true where id = $1', [marcus.id])
    expect(await asked(marcus.id)).toBe('impersonation.account')
    await testServer.sql('update users set suspended = false where id = $1', [marcus.id])
  })

  it('for members, and for staff who manage accounts or posts but not both, or not in each network', async () => {
    const [network] = await networksOf(helen)
    const others = [
      marcus,
      await newStaff(testServer, { role: 'membership' }),
      await newStaff(testServer, { role: 'moderator' }),
      await newStaff(testServer, { role: 'owner', network: network! + 1 }),
    ]
    for (const other of others)
      expect((await other.op(StartImpersonation, { id: helen.id, reason })).code).toBe('staff.not_found')
    expect((await marcus.ask(EndImpersonation, {})).endImpersonation.id).toBe(marcus.id)
  })

  it('within another one: staff who view as a member have no desk', async () => {
    await view()
    expect((await ruth.op(StartImpersonation, { id: marcus.id, reason })).code).toBe('impersonation.read_only')
  })
})
