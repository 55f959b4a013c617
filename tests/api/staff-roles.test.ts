/** Roles of staff: who may do what, in which networks, until when. */
import { beforeAll, describe, expect, it } from 'vitest'
import {
  CloseThread,
  EndStaffRole,
  GetFigures,
  GetModerationQueue,
  GetStaffActs,
  GetStaffMember,
  GetStaffMembers,
  GetStaffRoles,
  GetStaffTeams,
  GrantStaffRole,
  InitialUser,
  ModerateItems,
  SaveMailList,
  SaveTeam,
  SuspendMember,
  threads,
} from '#api/operations.ts'
import { PERMISSIONS, permissionsOf, STAFF_ROLES, type StaffRole } from '#shared/staff-roles.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { mailTo } from '../harness/visitors.ts'
import { newStaff } from '../harness/staff.ts'
import { STAFF_OPERATIONS } from '../harness/staff-operations.ts'
import { startTestServer } from '../harness/test-server.ts'
import { insertMessage, insertThread, networkIds } from '../harness/threads.ts'
import { MATRIX } from '../hostile/matrix.ts'

const testServer = await startTestServer()
const { legal, finance } = await networkIds(testServer)
const [ruth, helen, samuel] = await testServer.members(demoMembers.staff, demoMembers.member, demoMembers.finance)

const asked = (operation: string) => STAFF_OPERATIONS[operation]!.variables ?? MATRIX[operation]!.variables(0)
const answerOf = async (client: Client, operation: string) => {
  const { status, body } = await client.send('POST', `/api/graphql/${operation}`, {
    body: { variables: asked(operation) },
  })
  const { data, errors } = body as { data: unknown; errors?: { message: string; extensions: { code: string } }[] }
  return JSON.stringify({ status, data, errors: errors?.map(({ message, extensions }) => [message, extensions.code]) })
}

describe('the table of roles', () => {
  /** Signed in, of no network and without a role. */
  let outsider: Client
  const holders: Partial<Record<StaffRole, Client>> = {}
  beforeAll(async () => {
    outsider = await newStaff(testServer, { role: 'finance' })
    await testServer.sql('delete from staff_grants where user_id = $1', [outsider.id])
    for (const role of STAFF_ROLES) holders[role] = await newStaff(testServer, { role })
    const thread = await insertThread(testServer, { author: helen.id, networks: [legal] })
    await insertMessage(testServer, { thread: thread.id, sender: helen.id, processed: false, approved: false })
    await testServer.sql(`insert into feature_flags (key, enabled) values ('map', true)`)
    await testServer.sql(`insert into setup_steps (step, state) values ('owner', 'done')`)
    await testServer.sql(
      `insert into answer_templates (name, text) values ('Off topic', 'This is not about our work.')`,
    )
    await testServer.sql(
      `insert into search_synonyms (word, synonym, word_lexeme, synonym_lexeme) values ('NDA', 'secrecy', 'nda', 'secreci')`,
    )
  })

  it('names every operation that members are refused and staff are not', () => {
    const refused = Object.entries(MATRIX).filter(
      ([, { outcome }]) =>
        outcome('member', 'own').endsWith('.not_found') && outcome('staff', 'own') !== outcome('member', 'own'),
    )
    expect(refused.length).toBeGreaterThan(30)
    expect(refused.map(([name]) => name).filter((name) => !STAFF_OPERATIONS[name])).toEqual([])
  })

  it.each(Object.keys(STAFF_OPERATIONS))(
    '%s is answered to the roles that have its permission, and to the others as if it did not exist (STAFF-roles)',
    async (operation) => {
      const { permission, isInPart } = STAFF_OPERATIONS[operation]!
      const nothing = await answerOf(outsider, operation)
      const everything = await answerOf(holders.owner!, operation)
      expect(everything).not.toBe(nothing)
      for (const role of STAFF_ROLES) {
        const answer = await answerOf(holders[role]!, operation)
        const isAllowed = permissionsOf(role).includes(permission)
        if (isInPart && isAllowed) expect(answer).not.toBe(nothing)
        else expect([role, answer]).toEqual([role, isAllowed ? everything : nothing])
      }
    },
  )

  it('gives every permission to some role, and all to owners', () => {
    expect(permissionsOf('owner')).toEqual(PERMISSIONS)
  })

  it('tells the browser what each may do', async () => {
    for (const role of STAFF_ROLES)
      expect((await holders[role]!.ask(InitialUser, {})).viewer.permissions).toEqual(permissionsOf(role))
    expect((await helen.ask(InitialUser, {})).viewer.permissions).toEqual([])
  })

  it('shows topics of unanswered questions only to those who review posts or manage accounts', async () => {
    await insertThread(testServer, {
      author: helen.id,
      networks: [legal],
      topic: 'Unanswered for days',
      pub_date: new Date(Date.now() - 5 * 86_400_000).toISOString(),
    })
    for (const role of STAFF_ROLES) {
      const { unanswered_questions } = await holders[role]!.ask(GetFigures, {})
      const isShown = ['owner', 'moderator', 'membership'].includes(role)
      expect([role, JSON.stringify(unanswered_questions).includes('Unanswered for days')]).toEqual([role, isShown])
    }
  })

  it('lets only moderators and owners read what members wrote', async () => {
    for (const role of STAFF_ROLES) {
      const { threads: feed } = await holders[role]!.ask(threads, { limit: 1 })
      expect([role, feed.count > 0]).toEqual([role, permissionsOf(role).includes('moderation')])
    }
  })
})

describe('a role for one network', () => {
  const there = { topic: 'Where to ask', processed: false, approved: false }
  const waiting = (author: number, network: number) =>
    insertThread(testServer, { author, networks: [network], ...there })

  it('moderates posts there and none elsewhere (STAFF-roles)', async () => {
    const moderator = await newStaff(testServer, { role: 'moderator', network: legal })
    const own = await waiting(helen.id, legal)
    const foreign = await waiting(samuel.id, finance)
    const { items } = (await moderator.ask(GetModerationQueue, {})).moderation_queue!
    const ids = items.map(({ thread_id }) => thread_id)
    expect(ids).toContain(own.id)
    expect(ids).not.toContain(foreign.id)
    const decide = (id: number) =>
      moderator.op(ModerateItems, { thread_ids: [id], act: 'approve', idempotency_key: newKey() })
    expect((await decide(foreign.id)).code).toBe('moderation.not_found')
    expect((await decide(own.id)).code).toBeUndefined()
    expect((await moderator.op(CloseThread, { thread_id: foreign.id, reason: 'Off topic here' })).code).toBe(
      'moderation.not_found',
    )
    expect((await moderator.op(CloseThread, { thread_id: own.id, reason: 'Answered above' })).code).toBeUndefined()
  })

  it('reads discussions there, and no private replies of others in them', async () => {
    const moderator = await newStaff(testServer, { role: 'moderator', network: legal })
    const thread = await insertThread(testServer, { author: helen.id, networks: [legal] })
    const reply = await insertMessage(testServer, {
      thread: thread.id,
      sender: samuel.id,
      readers: [helen.id, samuel.id],
    })
    const read = async (client: Client) => JSON.stringify((await client.ask(threads, { limit: 50 })).threads)
    expect(await read(moderator)).toContain(`"id":${thread.id}`)
    const { body } = await moderator.send('POST', '/api/graphql/GetThread', { body: { variables: { id: thread.id } } })
    expect(JSON.stringify(body)).not.toContain(`"id":${reply}`)
  })

  it('finds and suspends only accounts whose networks are all its own (STAFF-roles)', async () => {
    const membership = await newStaff(testServer, { role: 'membership', network: legal })
    const found = async (search: string) =>
      (await membership.ask(GetStaffMembers, { search })).staff_members.items.map(({ id }) => id)
    expect(await found('helen')).toContain(helen.id)
    expect(await found('samuel')).not.toContain(samuel.id)
    expect((await membership.ask(GetStaffMember, { id: samuel.id })).staff_member).toBeNull()
    const suspend = (id: number) => membership.op(SuspendMember, { id, reason: 'Sold a product to members.' })
    expect((await suspend(samuel.id)).code).toBe('staff.not_found')
    // Staff are suspended by owners only, also where they are members.
    expect((await suspend(ruth.id)).code).toBe('staff.not_found')
    const several = await testServer.member('layla@members.test')
    expect((await suspend(several.id)).code).toBe('staff.not_found')
  })

  it('manages teams and lists there and none elsewhere (STAFF-roles)', async () => {
    const payer = await newStaff(testServer, { role: 'finance', network: legal })
    const save = (peer_network_id: number) => payer.op(SaveTeam, { name: 'Matrix Team', seats: 3, peer_network_id })
    expect((await save(finance)).code).toBe('staff.not_found')
    expect((await save(legal)).code).toBeUndefined()
    const { items } = (await payer.ask(GetStaffTeams, {})).staff_teams
    expect(new Set(items.map(({ peer_network }) => peer_network.id))).toEqual(new Set([legal]))
    const owner = await newStaff(testServer, { role: 'owner', network: legal })
    const list = { local_part: 'matrix', default_preference: 'all', waits_for_review: true, has_words: true } as const
    expect((await owner.op(SaveMailList, { ...list, peer_network_id: finance })).code).toBe('staff.not_found')
    expect((await owner.op(SaveMailList, { ...list, peer_network_id: legal })).code).toBeUndefined()
  })
})

describe('GrantStaffRole, EndStaffRole', () => {
  const rolesOf = async (id: number) =>
    (await ruth.ask(GetStaffRoles, {})).staff_roles.filter(({ user }) => user.id === id).map(({ role }) => role)

  it('gives a role that applies to the next request, tells the person, and is on record', async () => {
    await ruth.ask(GrantStaffRole, { email: demoMembers.member, role: 'moderator', peer_network_id: legal })
    expect((await helen.ask(InitialUser, {})).viewer).toMatchObject({
      is_staff: true,
      permissions: ['moderation', 'figures'],
    })
    expect(await mailTo(testServer, demoMembers.member)).toMatchObject({ kind: 'staff-role' })
    const { staff_acts } = await ruth.ask(GetStaffActs, {})
    expect(staff_acts.items[0]).toMatchObject({ act: 'role.granted', after: { role: 'moderator' } })
    const [held] = (await ruth.ask(GetStaffRoles, {})).staff_roles.filter(({ user }) => user.id === helen.id)
    await ruth.ask(EndStaffRole, { id: held!.id })
    expect((await helen.ask(InitialUser, {})).viewer).toMatchObject({ is_staff: false, permissions: [] })
    expect(await rolesOf(helen.id)).toEqual([])
  })

  it('allows nothing once its time has passed, and is then ended', async () => {
    await ruth.ask(GrantStaffRole, {
      email: demoMembers.member,
      role: 'finance',
      until: new Date(Date.now() + 3_600_000).toISOString(),
    })
    expect((await helen.ask(GetStaffTeams, {})).staff_teams.count).toBeGreaterThan(0)
    await testServer.sql(
      `update staff_grants set granted_at = now() - interval '2 hours', until = now() - interval '1 minute' where user_id = $1 and ended_at is null`,
      [helen.id],
    )
    const again = await testServer.member(demoMembers.member)
    expect((await again.ask(GetStaffTeams, {})).staff_teams.count).toBe(0)
    await testServer.sql(`select graphile_worker.add_job('staff-roles:end-due')`)
    await testServer.runJobs()
    expect(await testServer.sql('select is_staff from users where id = $1', [helen.id])).toEqual([{ is_staff: false }])
  })

  it.each([
    ['a role that there is not', { role: 'king' }, 'staff_roles.role', 'role'],
    ['an address without an account', { email: 'nobody@legal.test' }, 'staff_roles.person', 'email'],
    ['an end that has passed', { until: '2020-01-01T00:00:00Z' }, 'staff_roles.until', 'until'],
    ['a network that there is not', { peer_network_id: 999_999 }, 'staff_roles.network', 'peer_network_id'],
  ])('is refused for %s', async (_, wrong, code, field) => {
    const given = { email: demoMembers.member, role: 'moderator', ...wrong }
    expect(await ruth.op(GrantStaffRole, given)).toMatchObject({ code, field })
    expect(await rolesOf(helen.id)).toEqual([])
  })

  it('is for owners, of one network only there (STAFF-roles)', async () => {
    const owner = await newStaff(testServer, { role: 'owner', network: legal })
    const give = (peer_network_id: number | null) =>
      owner.op(GrantStaffRole, { email: demoMembers.peer, role: 'moderator', peer_network_id })
    expect((await give(null)).code).toBe('staff.not_found')
    expect((await give(finance)).code).toBe('staff.not_found')
    expect((await give(legal)).code).toBeUndefined()
    const ruths = (await ruth.ask(GetStaffRoles, {})).staff_roles.find(({ user }) => user.id === ruth.id)
    expect((await owner.op(EndStaffRole, { id: ruths!.id })).code).toBe('staff.not_found')
    expect((await owner.ask(GetStaffRoles, {})).staff_roles.every(({ network }) => network?.id === legal)).toBe(true)
  })

  it('keeps the last owner', async () => {
    await testServer.sql(`delete from staff_grants where role = 'owner' and user_id <> $1`, [ruth.id])
    const own = (await ruth.ask(GetStaffRoles, {})).staff_roles.find(({ user }) => user.id === ruth.id)
    expect((await ruth.op(EndStaffRole, { id: own!.id })).code).toBe('staff_roles.last_owner')
    expect(await rolesOf(ruth.id)).toEqual(['owner'])
  })
})
