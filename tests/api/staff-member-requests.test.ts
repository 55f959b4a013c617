/** What staff do on a member's request: another address, a copy of the data, the deletion of the account. */
import { describe, expect, it } from 'vitest'
import {
  CancelMemberErasure,
  ChangeMemberEmail,
  EraseMember,
  ExportMemberData,
  GetStaffActs,
  GetStaffMember,
  GetStaffMembers,
} from '#api/operations.ts'
import { demoMembers, DEMO_PASSWORD } from '../demo-members.ts'
import { startTestServer } from '../harness/test-server.ts'
import { mailTo, newVisitor, post } from '../harness/visitors.ts'

const testServer = await startTestServer({ LOGIN_ATTEMPTS: '1000' })
const [ruth, helen, marcus, camille] = await testServer.members(
  demoMembers.staff,
  demoMembers.member,
  demoMembers.peer,
  demoMembers.groupAdmin,
)
const lastAct = async () => (await ruth.ask(GetStaffActs, { limit: 1 })).staff_acts.items[0]
const memberOf = async (id: number) => (await ruth.ask(GetStaffMember, { id })).staff_member!
const follow = async (address: string) => {
  const mail = await mailTo(testServer, address)
  const token = /token=([\w-]{22})/.exec(mail!.text)![1]!
  return { mail, answer: await post(await newVisitor(testServer), '/api/auth/confirm-email', { token }) }
}

describe('another address', () => {
  it('takes effect when its mailbox confirms; the old one is told first and can undo it (STAFF-user-dates)', async () => {
    const email = 'helen.new@ostrander.test'
    const { changeMemberEmail } = await ruth.ask(ChangeMemberEmail, { id: helen.id, email: ` ${email.toUpperCase()} ` })
    expect(changeMemberEmail).toMatchObject({ email: demoMembers.member, pending_email: email })
    const told = await mailTo(testServer, demoMembers.member)
    expect(told).toMatchObject({ kind: 'email-wanted', subject: 'Staff are changing your email address' })
    expect(told!.text).toContain(email)
    expect(told!.text).not.toContain('token=')
    const act = await lastAct()
    expect(act).toMatchObject({ act: 'member.email_change_requested', item_id: helen.id })
    expect(JSON.stringify(act)).not.toContain('ostrander.test')
    const { mail, answer } = await follow(email)
    expect(mail).toMatchObject({ kind: 'email-new' })
    expect(answer.status).toBe(200)
    expect(await memberOf(helen.id)).toMatchObject({ email, pending_email: null })
    expect((await follow(demoMembers.member)).answer.status).toBe(200)
    expect((await memberOf(helen.id)).email).toBe(demoMembers.member)
  })

  it('that belongs to another account gets no link, and its owner is told', async () => {
    await ruth.ask(ChangeMemberEmail, { id: marcus.id, email: demoMembers.groupAdmin })
    const mail = await mailTo(testServer, demoMembers.groupAdmin)
    expect(mail).toMatchObject({ kind: 'email-held' })
    expect(mail!.text).not.toContain('token=')
  })

  it.each([
    ['is not one', 'nonsense'],
    ['is the present one', demoMembers.peer],
  ])('is refused where it %s', async (_, email) => {
    expect(await ruth.op(ChangeMemberEmail, { id: marcus.id, email })).toMatchObject({
      code: 'accounts.email',
      field: 'email',
    })
  })
})

describe('deletion', () => {
  it('is due in two weeks, told, on record, and can be canceled until then (STAFF-user-erase)', async () => {
    const { eraseMember } = await ruth.ask(EraseMember, { id: camille.id })
    const days = (Date.parse(eraseMember.deletion_due_at!) - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(14)
    expect(await mailTo(testServer, demoMembers.groupAdmin)).toMatchObject({ kind: 'leaving' })
    expect(await lastAct()).toMatchObject({ act: 'member.erasure_requested', item_id: camille.id })
    expect((await ruth.op(EraseMember, { id: camille.id })).code).toBe('accounts.leaving_already')
    const { cancelMemberErasure } = await ruth.ask(CancelMemberErasure, { id: camille.id })
    expect(cancelMemberErasure.deletion_due_at).toBeNull()
    expect(await mailTo(testServer, demoMembers.groupAdmin)).toMatchObject({ kind: 'erasure-canceled' })
    expect((await ruth.op(CancelMemberErasure, { id: camille.id })).code).toBe('accounts.not_leaving')
    expect((await camille.op(GetStaffMembers, {})).status).toBe(200)
  })

  it('leaves a number in the list of accounts, of which nothing can be changed any more (STAFF-user-erase)', async () => {
    await ruth.ask(EraseMember, { id: camille.id })
    await testServer.sql('update deletion_requests set due_at = now() where taken_back_at is null')
    await testServer.sql(`select graphile_worker.add_job('accounts:delete-due')`)
    await testServer.runJobs()
    expect(await memberOf(camille.id)).toMatchObject({ account_state: 'former', user: { name: 'Former member' } })
    const { id } = camille
    const refused = [
      await ruth.op(EraseMember, { id }),
      await ruth.op(ExportMemberData, { id }),
      await ruth.op(CancelMemberErasure, { id }),
      await ruth.op(ChangeMemberEmail, { id, email: 'camille@new.test' }),
    ]
    expect(refused.map(({ code }) => code)).toEqual(Array(4).fill('staff_members.former'))
    const found = (await ruth.ask(GetStaffMembers, { search: demoMembers.groupAdmin })).staff_members
    expect(found.count).toBe(0)
  })

  it('is not of an account that holds a role', async () => {
    expect(await ruth.op(EraseMember, { id: ruth.id })).toMatchObject({ code: 'staff_members.staff_stay', field: 'id' })
  })
})

describe('a copy of the data', () => {
  it('is linked to the member, who opens it with their password; staff do not get it (STAFF-user-erase)', async () => {
    const { exportMemberData } = await ruth.ask(ExportMemberData, { id: marcus.id })
    expect(exportMemberData.is_export_waiting).toBe(true)
    expect((await ruth.op(ExportMemberData, { id: marcus.id })).code).toBe('accounts.export_waiting')
    const mail = await mailTo(testServer, demoMembers.peer)
    expect(mail).toMatchObject({ kind: 'data-export' })
    const token = /copy=([\w-]{22})#/.exec(mail!.text)![1]!
    const open = (client: typeof ruth) =>
      client.send('POST', '/api/account/export/file', { body: { token, password: DEMO_PASSWORD } })
    expect((await open(ruth)).status).toBe(404)
    expect((await open(marcus)).status).toBe(200)
  })

  it('is refused where no one could open it', async () => {
    await testServer.sql('update users set suspended = true where id = $1', [marcus.id])
    expect((await ruth.op(ExportMemberData, { id: marcus.id })).code).toBe('accounts.export_unreachable')
    expect((await ruth.op(ChangeMemberEmail, { id: marcus.id, email: 'm@new.test' })).code).toBe('accounts.email')
    await testServer.sql('update users set suspended = false where id = $1', [marcus.id])
  })
})

it('needs a second person where there is one, and then nothing has happened yet (STAFF-two-persons)', async () => {
  const [{ id: second }] = (await testServer.sql(
    `insert into users (first_name, email, current_state, on_boarding_complete)
     values ('Ada', 'ada@counterpart.test', 'full access', true) returning id`,
  )) as [{ id: number }]
  await testServer.sql(`insert into staff_grants (user_id, role) values ($1, 'owner')`, [second])
  const grace = await testServer.member(demoMembers.billing)
  expect((await ruth.op(EraseMember, { id: grace.id })).code).toBe('approvals.needed')
  expect((await ruth.op(ExportMemberData, { id: grace.id })).code).toBe('approvals.needed')
  expect(await memberOf(grace.id)).toMatchObject({ deletion_due_at: null, is_export_waiting: false })
  await testServer.sql(`update staff_grants set ended_at = now() where user_id = $1`, [second])
})

it('does not exist for members', async () => {
  const tomas = await testServer.member(demoMembers.newcomer)
  const { id } = marcus
  const refused = [
    await tomas.op(EraseMember, { id }),
    await tomas.op(CancelMemberErasure, { id }),
    await tomas.op(ExportMemberData, { id }),
    await tomas.op(ChangeMemberEmail, { id, email: 'm@new.test' }),
  ]
  expect(refused.map(({ code }) => code)).toEqual(Array(4).fill('staff.not_found'))
})
