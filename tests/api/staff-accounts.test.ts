/** Staff find any account in any state, and read what happened to it; notes are for staff. */
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import {
  AddStaffNote,
  EndMemberSession,
  GetAccountEvents,
  GetStaffActs,
  GetStaffMember,
  GetStaffMembers,
  RemoveStaffNote,
  SuspendMember,
  threads,
} from '#api/operations.ts'
import { ACCOUNT_STATES, STAFF_NOTE_LENGTH } from '#shared/staff-members.ts'
import { demoMembers } from '../demo-members.ts'
import { mailTo } from '../harness/visitors.ts'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer()
const [ruth, helen, marcus] = await testServer.members(demoMembers.staff, demoMembers.member, demoMembers.peer)
const [legal, finance] = (await testServer.sql('select id from peer_networks order by id limit 2')).map(
  ({ id }) => id as number,
)

const [{ id: company }] = (await testServer.sql(
  `insert into companies (name) values ('Zephyrine Freight') returning id`,
)) as [{ id: number }]

/** One account in each state, all at one company. */
const put = async (first: string, state: string, more = '') => {
  const [{ id }] = (await testServer.sql(
    `insert into users (first_name, last_name, email, current_state, company_id)
     values ($1, 'Quillfeather', $2, $3, $4) returning id`,
    [first, `${first.toLowerCase()}@zephyr.test`, state, company],
  )) as [{ id: number }]
  await testServer.sql(
    'insert into peer_network_memberships (user_id, peer_network_id, is_primary) values ($1, $2, true)',
    [id, more === 'finance' ? finance : legal],
  )
  return id
}
const found = async (asked: Parameters<typeof ruth.ask<unknown, object>>[1]) =>
  (await ruth.ask(GetStaffMembers, asked as object)).staff_members
const namesOf = async (asked: object) => (await found(asked)).items.map(({ user }) => user.name.split(' ')[0]).sort()

describe('finding an account', async () => {
  const ids = {
    Ada: await put('Ada', 'full access'),
    Bo: await put('Bo', 'trial', 'finance'),
    Cleo: await put('Cleo', 'onboarding'),
    Dora: await put('Dora', 'expired'),
    Emil: await put('Emil', 'not joined'),
    Finn: await put('Finn', 'full access'),
    Gil: await put('Gil', 'not joined'),
  }
  await ruth.ask(SuspendMember, { id: ids.Finn, reason: 'Why' })
  await testServer.sql(
    `insert into deletion_requests (user_id, due_at, done_at) values ($1, now() - interval '1 day', now())`,
    [ids.Gil],
  )

  it.each([
    ['a part of a name', 'uillfeat', 7],
    ['a company', 'zephyrine', 7],
    ['a part of an address', 'cleo@zephyr', 1],
    ['several words in any order', 'freight quillfeather dora', 1],
    ['two letters at the start of a word', 'qu bo', 1],
    ['accents and capitals', 'QUÍLLFEATHER', 7],
    ['signs only, which filter nothing', 'zephyrine %_', 7],
    ['no such word', 'quillfeather nobody', 0],
  ])('works by %s (STAFF-user-find)', async (_, search, count) => {
    const page = await found({ search })
    expect([page.count, page.items.length]).toEqual([count, count])
  })

  it.each([
    ['full_access', ['Ada']],
    ['trial', ['Bo']],
    ['onboarding', ['Cleo']],
    ['expired', ['Dora']],
    ['not_joined', ['Emil']],
    ['suspended', ['Finn']],
    ['former', ['Gil']],
  ] as const)('works in the state %s (STAFF-user-find)', async (state, expected) => {
    expect(await namesOf({ search: 'quillfeather', state })).toEqual(expected)
    expect(Object.keys(ACCOUNT_STATES)).toContain(state)
  })

  it('works by network, and in pages that do not overlap', async () => {
    expect(await namesOf({ search: 'quillfeather', peer_network_id: finance })).toEqual(['Bo'])
    const pages = await Promise.all([0, 4].map((offset) => found({ search: 'quillfeather', limit: 4, offset })))
    expect(pages.map(({ count }) => count)).toEqual([7, 7])
    expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(7)
    expect((await found({})).items[0]!.id).toBe(Math.max(...Object.values(ids)))
  })

  it('can read an index of parts of words instead of all accounts (STAFF-user-find)', async () => {
    const client = new pg.Client({ connectionString: testServer.config.DATABASE_URL })
    await client.connect()
    // The demo is so small that reading it whole is cheaper.
    await client.query('set enable_seqscan = off')
    const { rows } = await client.query(
      `explain select u.id from users u
       where account_words(u.name, u.company_name, u.email, u.secondary_email) like account_pattern('quillfeather', 1)`,
    )
    await client.end()
    expect(JSON.stringify(rows)).toContain('users_account_words')
  })
})

describe('an account', () => {
  it('shows dates, networks, sessions, invitations and replies of this year (STAFF-user-find)', async () => {
    await testServer.sql(
      `insert into invitations (inviter_id, user_id, email, first_name, last_name, peer_network_id, state)
       values ($1, $2, 'came@legal.test', 'Came', 'Here', $3, 'accepted'), ($2, null, 'asked@legal.test', 'Was', 'Asked', $3, 'sent')`,
      [marcus.id, helen.id, legal],
    )
    const { staff_member } = await ruth.ask(GetStaffMember, { id: helen.id })
    const [{ count }] = (await testServer.sql(
      `select count(*)::integer as count from messages where sender_id = $1 and not is_original_message
         and removed_at is null and order_date >= date_trunc('year', now())`,
      [helen.id],
    )) as [{ count: number }]
    expect(staff_member).toMatchObject({
      account_state: 'full_access',
      num_of_replies_this_year: count,
      primary_network: { id: staff_member!.networks[0]!.id },
    })
    expect(staff_member!.invitations_received).toContainEqual(
      expect.objectContaining({ state: 'accepted', inviter: expect.objectContaining({ id: marcus.id }) }),
    )
    expect(staff_member!.invitations_sent).toContainEqual(
      expect.objectContaining({ name: 'Was Asked', email: 'asked@legal.test', state: 'sent' }),
    )
    expect(staff_member!.sessions).toHaveLength(staff_member!.num_of_sessions)
  })

  it('has a timeline of what happened, by kind, without subjects and texts of emails (STAFF-user-find)', async () => {
    await testServer.sql(
      `insert into outgoing_mails ("to", kind, subject, text, html, message_id, state)
       values ($1, 'sign-in-code', 'Your code is 314159', 'S', 'S', 'code-1', 'sent'), ($1, 'digest', 'D', 'S', 'S', 'digest-1', 'sent')`,
      [demoMembers.member],
    )
    await testServer.sql(`insert into known_devices (user_id, device_hash) values ($1, 'abc')`, [helen.id])
    const { account_events } = await ruth.ask(GetAccountEvents, { user_id: helen.id, limit: 25 })
    expect(account_events.items.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['joined', 'invited', 'new_device', 'email']),
    )
    expect(JSON.stringify(account_events)).not.toContain('314159')
    const times = account_events.items.map(({ at }) => Date.parse(at))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    const emails = (await ruth.ask(GetAccountEvents, { user_id: helen.id, topic: 'email' })).account_events
    expect(emails.items.map(({ facts }) => (facts as { kind: string }).kind)).toEqual(['sign-in-code'])
    expect(emails.count).toBe(1)
  })

  it('lets staff end one session and leaves the others (STAFF-user-find)', async () => {
    const second = await testServer.member(demoMembers.peer)
    const before = (await ruth.ask(GetStaffMember, { id: marcus.id })).staff_member!.sessions
    const latest = before.reduce((a, b) => (a.id > b.id ? a : b))
    const { endMemberSession } = await ruth.ask(EndMemberSession, { id: marcus.id, session_id: latest.id })
    expect(endMemberSession.sessions).toHaveLength(before.length - 1)
    expect((await second.op(threads, { limit: 1 })).status).toBe(401)
    expect((await marcus.op(threads, { limit: 1 })).status).toBe(200)
    expect(await mailTo(testServer, demoMembers.peer)).toMatchObject({ kind: 'signed-out' })
    // Of another member: nothing happens.
    const other = (await ruth.ask(GetStaffMember, { id: helen.id })).staff_member!.sessions[0]!
    await ruth.ask(EndMemberSession, { id: marcus.id, session_id: other.id })
    expect((await helen.op(threads, { limit: 1 })).status).toBe(200)
  })

  it('has notes for staff, deleted by their author only, on record without their text (STAFF-user-find)', async () => {
    const { addStaffNote } = await ruth.ask(AddStaffNote, { id: helen.id, body: ' Assistant pays invoices. ' })
    const [note] = addStaffNote.notes
    expect(note).toMatchObject({ body: 'Assistant pays invoices.', author: { id: ruth.id } })
    const act = (await ruth.ask(GetStaffActs, { limit: 1 })).staff_acts.items[0]
    expect(act).toMatchObject({ act: 'member.note_added', item_id: helen.id, after: { note: note!.id } })
    expect(JSON.stringify(act)).not.toContain('invoices')
    await testServer.sql('update staff_notes set author_id = $1 where id = $2', [marcus.id, note!.id])
    expect((await ruth.op(RemoveStaffNote, { id: helen.id, note_id: note!.id })).code).toBe('staff_members.note')
    await testServer.sql('update staff_notes set author_id = $1 where id = $2', [ruth.id, note!.id])
    expect((await ruth.ask(RemoveStaffNote, { id: helen.id, note_id: note!.id })).removeStaffNote.notes).toEqual([])
    for (const body of [' ', 'x'.repeat(STAFF_NOTE_LENGTH + 1)])
      expect(await ruth.op(AddStaffNote, { id: helen.id, body })).toMatchObject({
        code: 'staff_members.note',
        field: 'body',
      })
  })

  it('does not exist for members', async () => {
    const refused = [
      await helen.op(AddStaffNote, { id: marcus.id, body: 'x' }),
      await helen.op(RemoveStaffNote, { id: marcus.id, note_id: 1 }),
      await helen.op(EndMemberSession, { id: marcus.id, session_id: 1 }),
    ]
    expect(refused.map(({ code }) => code)).toEqual(Array(3).fill('staff.not_found'))
    expect((await helen.ask(GetAccountEvents, { user_id: marcus.id })).account_events).toEqual({ count: 0, items: [] })
  })
})
