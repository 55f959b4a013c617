import { describe, expect, it } from 'vitest'
import { InitialUser } from '#api/operations.ts'
import { demoMembers, demoMember } from '../demo-members.ts'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer()

describe('InitialUser', () => {
  it.each([
    demoMembers.member,
    demoMembers.peer,
    demoMembers.finance,
    demoMembers.newcomer,
    demoMembers.trial,
    demoMembers.staff,
  ])('gives %s themselves', async (email) => {
    const { viewer } = await (await testServer.member(email)).ask(InitialUser, {})
    const person = demoMember(email)
    expect(viewer).toMatchObject({
      email,
      name: person.name,
      company: { name: person.company },
      is_staff: person.staff ?? false,
    })
    expect(viewer.peer_network_memberships.map(({ peer_network }) => peer_network.slug).toSorted()).toEqual(
      [...person.networks].toSorted(),
    )
    expect(viewer.peer_network_memberships.filter(({ is_primary }) => is_primary)).toHaveLength(1)
  })

  it('counts the members of the viewer’s own networks, without the suspended and the unfinished', async () => {
    const { viewer } = await (await testServer.member(demoMembers.peer)).ask(InitialUser, {})
    const [counted] = await testServer.sql<{ count: number }>(
      `select count(distinct u.id)::integer as count from users u join peer_network_memberships m on m.user_id = u.id
       join peer_networks n on n.id = m.peer_network_id and n.slug in ('legal', 'thesuite')
       where u.current_state = 'full access' and not u.suspended`,
    )
    expect(viewer.num_of_peers).toBe(counted!.count)
  })

  it('names the networks in which the member may start a discussion', async () => {
    const { viewer } = await (await testServer.member(demoMembers.peer)).ask(InitialUser, {})
    const suite = viewer.peer_network_memberships.find(({ peer_network }) => peer_network.slug === 'thesuite')!
    expect(suite.peer_network.discussion_creation_networks.map(({ display_name }) => display_name)).toEqual([
      'The Suite',
      'Executive Network',
    ])
  })

  it('refuses who has no session, is suspended or has not joined', async () => {
    expect(await testServer.anonymous().op(InitialUser, {})).toMatchObject({ status: 401, code: 'session.none' })
    expect(await (await testServer.member(demoMembers.suspended)).op(InitialUser, {})).toMatchObject({
      status: 401,
      code: 'session.none',
    })
    expect(await (await testServer.member('teodor@members.test')).op(InitialUser, {})).toMatchObject({
      status: 401,
      code: 'session.none',
    })
  })
})
