/** Conversations in which many members join, leave and write at the same time. */
import { expect, it } from 'vitest'
import {
  CreateGroup,
  HandleGroupInvitation,
  InviteMembersToGroup,
  LeaveGroup,
  SendMessage,
  UpdateGroupName,
} from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { newGroup, sendText } from '../harness/inbox.ts'
import { networkIds } from '../harness/threads.ts'

const testServer = await startTestServer({ DATABASE_WRITE_POOL: '20' })
const { legal } = await networkIds(testServer)
const [helen, marcus] = await testServer.members(demoMembers.member, demoMembers.peer)
const crowd: Client[] = []
const made = await testServer.sql<{ id: number }>(
  `with made as (insert into users (first_name, email, current_state)
     select 'Guest ' || n, 'guest' || n || '@members.test', 'full access' from generate_series(1, 50) n returning id),
   joined as (insert into peer_network_memberships (user_id, peer_network_id, is_primary) select id, $1, true from made)
   select id from made order by id`,
  [legal],
)
for (const { id } of made) crowd.push(await testServer.memberById(id))
const membersOf = async (group: number) =>
  (
    await testServer.sql<{ n: number }>(
      'select count(*)::integer as n from inbox_members where group_id = $1 and date_left is null',
      [group],
    )
  )[0]!.n
const join = (client: Client, group_id: number) =>
  client.op(HandleGroupInvitation, { group_id, invitation_status: 'approved' })

it('lets in as many as fit when fifty join at once (security 25)', async () => {
  const id = await newGroup([helen, marcus])
  await testServer.sql(
    `insert into inbox_invitations (group_id, invitee_id, inviter_id, invitation_expiring_date)
     select $1, u, $2, now() + interval '14 days' from unnest($3::bigint[]) u`,
    [id, helen.id, crowd.map((client) => client.id)],
  )
  const answers = await Promise.all(crowd.map((client) => join(client, id)))
  expect(answers.filter(({ code }) => code === undefined).length).toBe(10)
  expect(answers.filter(({ code }) => code === 'inbox.full').length).toBe(40)
  expect(await membersOf(id)).toBe(12)
})

it('invites as many as fit when everybody invites at once', async () => {
  const id = await newGroup([helen, marcus])
  const answers = await Promise.all(
    crowd.slice(0, 20).map((guest, each) =>
      (each % 2 ? helen : marcus).op(InviteMembersToGroup, {
        group_id: id,
        members: [guest.id],
        idempotency_key: newKey(),
      }),
    ),
  )
  expect(answers.filter(({ code }) => code === undefined).length).toBe(10)
  const [waiting] = await testServer.sql<{ n: number }>(
    'select count(*)::integer as n from inbox_invitations where group_id = $1 and invitation_status = $2',
    [id, 'waiting'],
  )
  expect(waiting!.n).toBe(10)
})

it('makes one conversation of two that begin it at once', async () => {
  const [one, other] = [crowd[0]!, crowd[1]!]
  const begin = (from: Client, to: Client) =>
    from.ask(CreateGroup, {
      group_type: 'one_to_one',
      name: 'x',
      members: [to.id],
      first_message: '<p>Hello.</p>',
      idempotency_key: newKey(),
    })
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, each) => (each % 2 ? begin(one, other) : begin(other, one))),
  )
  const ids = new Set(answers.map(({ createGroup }) => createGroup.id))
  expect(ids.size).toBe(1)
  const rows = await testServer.sql<{ index: number }>(
    'select message_index_in_group as index from inbox_messages where group_id = $1 order by 1',
    [[...ids][0]],
  )
  expect(rows.map(({ index }) => index)).toEqual(Array.from({ length: 12 }, (_, each) => each + 1))
})

it('numbers without gaps when messages are sent while members leave, and takes nothing from who has left', async () => {
  const guests = crowd.slice(2, 10)
  const id = await newGroup([helen, ...guests] as [Client, ...Client[]])
  const acts = guests.flatMap((guest) => [
    ...Array.from({ length: 5 }, () => guest.op(SendMessage, sendText(id))),
    guest.op(LeaveGroup, { group_id: id }),
    ...Array.from({ length: 5 }, () => guest.op(SendMessage, sendText(id))),
  ])
  const answers = await Promise.all(acts)
  // Refused after leaving; or accepted before it, when the sender can no longer read the message.
  const usual: unknown[] = [undefined, 'inbox.not_found', 'request.gone']
  expect(answers.filter(({ code }) => !usual.includes(code))).toEqual([])
  const late = await testServer.sql(
    `select from inbox_messages m join inbox_members p on p.group_id = m.group_id and p.user_id = m.sender_id
     where m.group_id = $1 and m.pub_date > p.date_left`,
    [id],
  )
  expect(late).toEqual([])
  const [facts] = await testServer.sql<{ n: number; top: number; latest: number }>(
    `select count(*)::integer as n, max(message_index_in_group) as top, (select latest_index from inbox_groups where id = $1) as latest
     from inbox_messages where group_id = $1`,
    [id],
  )
  expect([facts!.n, facts!.top]).toEqual([facts!.latest, facts!.latest])
  expect(await membersOf(id)).toBe(1)
})

it('lets nobody in at the moment in which the invitation expires', async () => {
  const guests = crowd.slice(10, 16)
  const id = await newGroup([helen, marcus])
  await helen.ask(InviteMembersToGroup, {
    group_id: id,
    members: guests.map((guest) => guest.id),
    idempotency_key: newKey(),
  })
  await testServer.sql(
    `update inbox_invitations set invitation_expiring_date = clock_timestamp() + interval '150 milliseconds' where group_id = $1`,
    [id],
  )
  // Hold the lock until after the expiry: requests that arrive before it have to wait past it.
  const holder = await testServer.database.connect()
  await holder.query('begin')
  await holder.query('select from inbox_groups where id = $1 for update', [id])
  const answers = guests.map((guest) => join(guest, id))
  await holder.query(`select pg_sleep(0.3)`)
  await holder.query('commit')
  await holder.end()
  expect((await Promise.all(answers)).map(({ code }) => code)).toEqual(guests.map(() => 'inbox.invitation_not_found'))
  expect(await membersOf(id)).toBe(2)
})

it('takes nothing from an admin who has just left (security 25)', async () => {
  const id = await newGroup([helen, marcus])
  const holder = await testServer.database.connect()
  await holder.query('begin')
  await holder.query('select from inbox_groups where id = $1 for update', [id])
  const leaving = helen.op(LeaveGroup, { group_id: id })
  const renaming = helen.op(UpdateGroupName, { group_id: id, name: 'Too late' })
  await holder.query('commit')
  await holder.end()
  const [left, renamed] = await Promise.all([leaving, renaming])
  expect(left.code).toBeUndefined()
  const [group] = await testServer.sql<{ name: string }>('select name from inbox_groups where id = $1', [id])
  // Depends on which request gets the lock first: either the name changes before she leaves (and she can no longer read
  // the group), or it does not change.
  expect([undefined, 'request.gone', 'inbox.not_found']).toContain(renamed.code)
  expect(group!.name).toBe(renamed.code === 'inbox.not_found' ? 'A group' : 'Too late')
  expect((await helen.op(UpdateGroupName, { group_id: id, name: 'Gone' })).code).toBe('inbox.not_found')
})
