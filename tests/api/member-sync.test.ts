/** A file of an association's system: what it would change, what it changes, and memberships that end with a second person. */
import { afterEach, describe, expect, it } from 'vitest'
import { DecideApproval, EndMemberships, InitialUser, RequestApproval } from '#api/operations.ts'
import { ENDED_ALONE, ENDED_TOGETHER, type SyncPlan } from '#shared/member-sync.ts'
import { demoMembers } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { newStaff } from '../harness/staff.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds } from '../harness/threads.ts'

const testServer = await startTestServer()
const [ruth, helen] = await testServer.members(demoMembers.staff, demoMembers.member)
const { legal, finance } = await networkIds(testServer)
const karl = await newStaff(testServer, { role: 'owner' })
const header = 'email,first_name,last_name,title,company'
const send = (client: Client, text: string, isDryRun = true, network = legal) =>
  client.send('POST', '/api/staff/member-sync', {
    body: { peer_network_id: network, text, is_dry_run: isDryRun },
  })
const plan = async (text: string, isDryRun = true) => {
  const { status, body } = await send(ruth, text, isDryRun)
  expect(status).toBe(200)
  return (body as { data: SyncPlan }).data
}
interface Person {
  id: number
  email: string
  first_name: string
  last_name: string
  title: string | null
  company_name: string | null
}
/** Members of the legal network alone, whom no team pays for. */
const people = await testServer.sql<Person>(
  `with made as (
     insert into users (first_name, last_name, email, current_state, registered, on_boarding_complete, title)
     select 'Person', 'Number ' || n, 'person-' || n || '@association.test', 'full access', true, true, 'Counsel'
     from generate_series(1, $2::integer) n returning id, email, first_name, last_name, title, company_name),
   joined as (
     insert into peer_network_memberships (user_id, peer_network_id, is_primary) select id, $1, true from made)
   select id, email::text as email, first_name, last_name, title, company_name from made order by id`,
  [legal, ENDED_ALONE + 4],
)
const everybody = await testServer.sql<Person>(
  `select u.id, lower(u.email::text) as email, u.first_name, u.last_name, u.title, u.company_name
   from users u join peer_network_memberships m on m.user_id = u.id where m.peer_network_id = $1 and u.current_state <> 'not joined'`,
  [legal],
)
const line = ({ email, first_name, last_name }: Person, title = '', company = '') =>
  [email, first_name, last_name, title, company].map((cell) => `"${cell}"`).join(',')
const fileOf = (lines: string[]) => [header, ...lines].join('\n')
const end = (client: Client, ids: number[], network = legal) =>
  client.op(EndMemberships, { peer_network_id: network, ids })
const stateOf = async (id: number) =>
  (
    await testServer.sql<{ current_state: string; networks: number[] }>(
      `select current_state, array(select peer_network_id from peer_network_memberships m where m.user_id = u.id order by 1) as networks
       from users u where id = $1`,
      [id],
    )
  )[0]

afterEach(async () => {
  await testServer.sql('delete from approvals')
  await testServer.sql(
    `update users set current_state = 'full access', full_access_exp_date = null where id = any($1)`,
    [people.map(({ id }) => id)],
  )
})

describe('a file of members', () => {
  it('shows who would be invited, changed and missing, and changes nothing', async () => {
    const [first, second, ...others] = people
    const before = await testServer.sql('select count(*) from invitations')
    const text = fileOf([
      line(first!, 'Deputy general counsel', 'Ostrander Mills'),
      ...everybody.filter(({ id }) => id !== first!.id && id !== second!.id).map((each) => line(each)),
      'new@association.test,New,Person,Counsel,Ostrander Mills',
      'nothing,Wrong,Address,,',
      'new@association.test,New,Twice,,',
    ])
    const found = await plan(text)
    expect(others.length).toBeGreaterThan(ENDED_ALONE)
    expect(found.invited).toEqual([expect.objectContaining({ email: 'new@association.test', name: 'New Person' })])
    expect(found.changed).toEqual([
      expect.objectContaining({ id: first!.id, title: 'Deputy general counsel', company: 'Ostrander Mills' }),
    ])
    expect(found.missing.map(({ id }) => id)).toEqual([second!.id])
    expect(found.refused.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining(['“nothing” isn’t a valid email address.', 'This address is in the file twice.']),
    )
    expect(await testServer.sql('select count(*) from invitations')).toEqual(before)
    const [unchanged] = await testServer.sql<Person>('select title from users where id = $1', [first!.id])
    expect(unchanged!.title).toBe(first!.title)
  })

  it('invites and changes when confirmed, and again nothing is left to do', async () => {
    const [first] = people
    const text = fileOf([line(first!, 'Chief legal officer', 'Halvorsen Freight'), 'again@association.test,A,Gain,,'])
    const { missing } = await plan(text, false)
    const [row] = await testServer.sql<Person>('select title, company_name from users where id = $1', [first!.id])
    expect(row).toEqual({ title: 'Chief legal officer', company_name: 'Halvorsen Freight' })
    expect(
      await testServer.sql(`select state, peer_network_id from invitations where email = 'again@association.test'`),
    ).toEqual([{ state: 'sent', peer_network_id: legal }])
    const again = await plan(text, false)
    expect(again).toMatchObject({ invited: [], changed: [], num_of_unchanged: 2, refused: [] })
    expect(await testServer.sql(`select 1 from invitations where email = 'again@association.test'`)).toHaveLength(1)
    // Who is missing is only listed.
    expect(missing.length).toBeGreaterThan(ENDED_ALONE)
    for (const { id } of missing) expect((await stateOf(id))!.networks).toContain(legal)
    const acts = await testServer.sql<{ text: string }>(
      `select row_to_json(a)::text as text from staff_acts a where act in ('members.synced', 'member.synced')`,
    )
    expect(acts.length).toBeGreaterThan(1)
    expect(JSON.stringify(acts)).not.toMatch(/association\.test|Chief legal|Number/)
  })

  it('touches no staff, no other network, and nobody whom the viewer does not manage', async () => {
    const membership = await newStaff(testServer, { role: 'membership', network: legal })
    const [both] = await testServer.sql<Person>(
      `select u.id, lower(u.email::text) as email, u.first_name, u.last_name from users u where not u.is_staff and
       (select count(*) from peer_network_memberships m where m.user_id = u.id) > 1 and exists (
         select from peer_network_memberships m where m.user_id = u.id and m.peer_network_id = $1) limit 1`,
      [legal],
    )
    const text = fileOf([line(both!, 'Other title'), `${demoMembers.finance},Some,Body,,`])
    const { data } = (await send(membership, text)).body as { data: SyncPlan }
    expect(data.changed).toEqual([])
    expect(data.refused.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('a network that you don’t manage'),
      expect.stringContaining('isn’t a member of this network'),
    ])
    expect((await send(membership, text, true, finance)).status).toBe(404)
    expect((await send(helen, text)).status).toBe(404)
    expect((await send(await newStaff(testServer, { role: 'content' }), text)).status).toBe(404)
    expect((await send(ruth, text, true, 999_999)).body).toMatchObject({ code: 'staff.not_found' })
    expect((await send(ruth, 'wrong,columns\n1,2')).body).toMatchObject({ code: 'import.columns' })
    expect((await send(ruth, '')).body).toMatchObject({ field: 'text' })
  })
})

describe('ending memberships', () => {
  it('expires the last one, leaves one of several networks, and tells the member', async () => {
    const [only] = people
    const [both] = await testServer.sql<{ id: number }>(
      `select u.id from users u where not u.is_staff and u.current_state = 'full access' and
       (select count(*) from peer_network_memberships m where m.user_id = u.id) = 2 and exists (
         select from peer_network_memberships m where m.user_id = u.id and m.peer_network_id = $1 and m.is_primary) limit 1`,
      [legal],
    )
    const client = await testServer.memberById(only!.id)
    expect((await end(ruth, [only!.id, both!.id])).code).toBeUndefined()
    expect(await stateOf(only!.id)).toEqual({ current_state: 'expired', networks: [legal] })
    const left = (await stateOf(both!.id))!
    expect(left.networks).toHaveLength(1)
    expect(left.networks).not.toContain(legal)
    const primary = await testServer.sql('select 1 from peer_network_memberships where user_id = $1 and is_primary', [
      both!.id,
    ])
    expect(primary).toHaveLength(1)
    expect((await client.ask(InitialUser, {})).viewer.id).toBe(only!.id)
    expect(await testServer.sql(`select 1 from outgoing_mails where kind = 'membership-ended'`)).toHaveLength(2)
  })

  it('is all or none, of members of the network only', async () => {
    const [, second] = people
    const [outside] = await testServer.sql<{ id: number }>(
      `select user_id as id from peer_network_memberships group by user_id having not $1 = any(array_agg(peer_network_id)) limit 1`,
      [legal],
    )
    for (const other of [outside!.id, 999_999_999, ruth.id])
      expect((await end(ruth, [second!.id, other])).code).toBe('staff.not_found')
    expect((await end(helen, [second!.id])).code).toBe('staff.not_found')
    const tooMany = Array.from({ length: ENDED_TOGETHER + 1 }, (_, index) => index + 1)
    expect((await end(ruth, tooMany)).code).toBe('staff_members.together')
    expect((await stateOf(second!.id))!.current_state).toBe('full access')
  })

  it('of many at once needs a second person, and runs once when one agrees (STAFF-two-persons)', async () => {
    const ids = people.slice(1, ENDED_ALONE + 3).map(({ id }) => id)
    expect((await end(ruth, ids)).code).toBe('approvals.needed')
    // What was ended before on the same day counts.
    const parts = await Promise.all(ids.map((id) => end(ruth, [id])))
    const ended = parts.filter(({ code }) => code === undefined).length
    expect(ended).toBeLessThan(ENDED_ALONE)
    expect(parts.every(({ code }) => code === undefined || code === 'approvals.needed')).toBe(true)
    await testServer.sql(
      `update users set current_state = 'full access', full_access_exp_date = null where id = any($1)`,
      [ids],
    )
    const { requestApproval } = await ruth.ask(RequestApproval, {
      operation: 'EndMemberships',
      variables: { peer_network_id: legal, ids },
      reason: 'They left the association.',
    })
    const approve = (client: Client) => client.op(DecideApproval, { id: requestApproval.id, approve: true })
    expect((await approve(ruth)).code).toBe('approvals.own')
    await Promise.all(Array.from({ length: 20 }, () => approve(karl)))
    for (const id of ids) expect((await stateOf(id))!.current_state).toBe('expired')
    const acts = await testServer.sql(
      `select 1 from staff_acts where act = 'member.membership_ended' and item_id = any($1)`,
      [ids],
    )
    expect(acts).toHaveLength(ids.length + ended)
  })
})
