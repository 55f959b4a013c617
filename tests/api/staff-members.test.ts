/** Staff suspend a member, restore them and sign them out; each is recorded and emailed. */
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import {
  EndMemberSessions,
  GetSecurityEvents,
  GetStaffActs,
  GetStaffMember,
  GetStaffMembers,
  RestoreMember,
  SuspendMember,
  threads,
} from '#api/operations.ts'
import { longDate } from '#shared/kit/dates.ts'
import { demoMembers, DEMO_PASSWORD } from '../demo-members.ts'
import { waitFor } from '../harness/connection.ts'
import { mailTo } from '../harness/visitors.ts'
import { newStaff } from '../harness/staff.ts'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer({ LOGIN_ATTEMPTS: '1000' })
const [ruth, helen, marcus, camille] = await testServer.members(
  demoMembers.staff,
  demoMembers.member,
  demoMembers.peer,
  demoMembers.groupAdmin,
)
const REASON = 'Advertised a product in three discussions.'
const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const lastAct = async () => (await ruth.ask(GetStaffActs, { limit: 1 })).staff_acts.items[0]
const signIn = async (email: string) => {
  const guest = testServer.anonymous()
  return guest.signIn(email, DEMO_PASSWORD)
}

describe('a suspension', () => {
  it('ends every session at once, says at sign-in until when and whom to write to, and is notified by email with the reason (STAFF-user-suspend)', async () => {
    const until = inDays(7)
    const other = await testServer.member(demoMembers.member)
    const { suspendMember } = await ruth.ask(SuspendMember, { id: helen.id, reason: REASON, until })
    expect(suspendMember).toMatchObject({
      id: helen.id,
      suspended: true,
      num_of_sessions: 0,
      suspension: { reason: REASON, suspended_by: { id: ruth.id } },
    })
    expect(Date.parse(suspendMember.suspension!.until!)).toBe(Date.parse(until))
    for (const device of [helen, other]) expect((await device.op(threads, { limit: 1 })).status).toBe(401)
    const refused = await signIn(demoMembers.member)
    expect(refused.status).toBe(401)
    const [{ time_zone }] = (await testServer.sql('select time_zone from users where id = $1', [helen.id])) as [
      { time_zone: string },
    ]
    const when = longDate(until, time_zone)
    expect(refused.body).toMatchObject({
      code: 'accounts.suspended',
      message: `Your account is suspended until ${when}. If you have a question, write to legal@counterpart.test.`,
    })
    const mail = await mailTo(testServer, demoMembers.member)
    expect(mail).toMatchObject({ kind: 'suspended', subject: 'Your account has been suspended' })
    for (const words of [REASON, when, 'legal@counterpart.test']) expect(mail!.text).toContain(words)
    expect(await lastAct()).toMatchObject({
      act: 'member.suspended',
      item_id: helen.id,
      item_name: `Member ${helen.id}`,
      actor: { id: ruth.id },
      before: { suspended: false },
      after: { suspended: true },
    })
  })

  it('can be changed, and what was before stays readable for staff', async () => {
    await ruth.ask(SuspendMember, { id: helen.id, reason: 'It went on by mail.' })
    const { staff_member } = await ruth.ask(GetStaffMember, { id: helen.id })
    expect(staff_member!.suspension).toMatchObject({ reason: 'It went on by mail.', until: null })
    expect(staff_member!.suspensions.map(({ reason, ended_by }) => [reason, ended_by?.id])).toEqual([
      ['It went on by mail.', undefined],
      [REASON, ruth.id],
    ])
    expect((await signIn(demoMembers.member)).body).toMatchObject({
      message: 'Your account is suspended. If you have a question, write to legal@counterpart.test.',
    })
    const { staff_members } = await ruth.ask(GetStaffMembers, { state: 'suspended' })
    expect(staff_members.items.map(({ id }) => id)).toContain(helen.id)
  })

  it('is lifted by staff: the member signs in again, and is notified (STAFF-user-suspend)', async () => {
    const { restoreMember } = await ruth.ask(RestoreMember, { id: helen.id })
    expect(restoreMember).toMatchObject({ suspended: false, suspension: null })
    expect((await signIn(demoMembers.member)).status).toBe(200)
    expect(await mailTo(testServer, demoMembers.member)).toMatchObject({ kind: 'restored' })
    expect(await lastAct()).toMatchObject({ act: 'member.restored', item_id: helen.id, actor: { id: ruth.id } })
    const { count } = (await ruth.ask(GetStaffActs, { limit: 1 })).staff_acts
    await ruth.ask(RestoreMember, { id: helen.id })
    expect((await ruth.ask(GetStaffActs, { limit: 1 })).staff_acts.count).toBe(count)
  })

  it('ends by itself when its date has passed, and not before', async () => {
    await ruth.ask(SuspendMember, { id: marcus.id, reason: REASON, until: inDays(1) })
    const restoreDue = () => testServer.sql(`select graphile_worker.add_job('staff-members:restore-due')`)
    await restoreDue()
    await testServer.runJobs()
    expect((await signIn(demoMembers.peer)).status).toBe(401)
    await testServer.sql(`update suspensions set until = now() - interval '1 minute' where user_id = $1`, [marcus.id])
    await restoreDue()
    await testServer.runJobs()
    expect((await signIn(demoMembers.peer)).status).toBe(200)
    expect(await mailTo(testServer, demoMembers.peer)).toMatchObject({ kind: 'restored' })
    expect(await lastAct()).toMatchObject({ act: 'member.restored_in_time', actor: null })
  })

  it('closes an open live stream within seconds (STAFF-user-suspend)', async () => {
    const stream = await camille.stream()
    await ruth.ask(SuspendMember, { id: camille.id, reason: REASON })
    const began = Date.now()
    await waitFor('the stream to close', () => !stream.isOpen(), { within: 5_000 })
    expect(Date.now() - began).toBeLessThan(5_000)
    await ruth.ask(RestoreMember, { id: camille.id })
  })

  it.each([
    ['without a reason', { reason: ' ' }, 'reason'],
    ['until a day that has passed', { reason: REASON, until: inDays(-1) }, 'until'],
    ['until a day too far away', { reason: REASON, until: inDays(6 * 366) }, 'until'],
  ])('is refused %s', async (_, asked, field) => {
    expect(await ruth.op(SuspendMember, { id: helen.id, ...asked })).toMatchObject({
      code: 'staff_members.suspension',
      field,
    })
    expect((await ruth.ask(GetStaffMember, { id: helen.id })).staff_member!.suspended).toBe(false)
  })

  it('is never of oneself, and leaves one who can restore an account', async () => {
    expect((await ruth.op(SuspendMember, { id: ruth.id, reason: REASON })).code).toBe('staff_members.own')
    const ada = await newStaff(testServer, { role: 'owner' })
    const second = ada.id
    const both = await Promise.all([
      ada.op(SuspendMember, { id: ruth.id, reason: REASON }),
      ruth.op(SuspendMember, { id: second, reason: REASON }),
    ])
    expect(both.map(({ code }) => code).filter(Boolean)).toHaveLength(1)
    await testServer.sql('update users set suspended = false where is_staff')
    await testServer.sql('update suspensions set ended_at = now() where ended_at is null')
    await testServer.sql('delete from staff_grants where user_id = $1', [second])
    const again = await testServer.member(demoMembers.staff)
    expect((await again.op(GetStaffMember, { id: ruth.id })).code).toBeUndefined()
  })
})

it('lets staff sign a member out everywhere, who can sign in again', async () => {
  const staff = await testServer.member(demoMembers.staff)
  const grace = await testServer.member(demoMembers.billing)
  const { endMemberSessions } = await staff.ask(EndMemberSessions, { id: grace.id })
  expect(endMemberSessions).toMatchObject({ num_of_sessions: 0, suspended: false })
  expect((await grace.op(threads, { limit: 1 })).status).toBe(401)
  expect(await mailTo(testServer, demoMembers.billing)).toMatchObject({ kind: 'signed-out' })
  const { security_events } = await staff.ask(GetSecurityEvents, { user_id: grace.id })
  expect(security_events.items).toMatchObject([{ kind: 'session.revoked', facts: { sessions: 1 } }])
  expect((await signIn(demoMembers.billing)).status).toBe(200)
})

it('does not exist for members', async () => {
  const tomas = await testServer.member(demoMembers.newcomer)
  const refused = [
    await tomas.op(SuspendMember, { id: marcus.id, reason: REASON }),
    await tomas.op(RestoreMember, { id: marcus.id }),
    await tomas.op(EndMemberSessions, { id: marcus.id }),
  ]
  expect(refused.map(({ code }) => code)).toEqual(Array(3).fill('staff.not_found'))
  expect((await tomas.ask(GetStaffMember, { id: marcus.id })).staff_member).toBeNull()
  expect((await tomas.ask(GetStaffMembers, { search: 'a' })).staff_members).toEqual({ count: 0, items: [] })
})

it('can be done from the command line, on record without an account', async () => {
  const run = (...words: string[]) =>
    spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'bin/staff.ts', ...words], {
      encoding: 'utf8',
      env: {
        ...process.env,
        DATABASE_URL: testServer.config.DATABASE_URL,
        DATA_DIR: testServer.config.dataDir,
        DEMO: 'off',
      },
    })
  expect(run('suspend', demoMembers.finance).stderr).toContain('Enter a reason.')
  expect(run('suspend', 'nobody@example.org', '--reason', REASON).stderr).toContain('No account has the address')
  const until = `${new Date().getFullYear() + 1}-01-31`
  expect(run('suspend', demoMembers.finance, '--reason', REASON, '--until', until).stdout).toContain('is suspended')
  expect((await signIn(demoMembers.finance)).body).toMatchObject({ code: 'accounts.suspended' })
  const staff = await testServer.member(demoMembers.staff)
  expect((await staff.ask(GetStaffActs, { limit: 1 })).staff_acts.items[0]).toMatchObject({
    act: 'member.suspended',
    actor: null,
  })
  expect(run('restore', demoMembers.finance).stdout).toContain('can sign in again')
  expect((await signIn(demoMembers.finance)).status).toBe(200)
  expect(run('end-sessions', demoMembers.finance).stdout).toContain('is signed out everywhere')
  expect(run('nonsense').stderr).toContain('npm run staff')
})
