/** The log of security events of accounts and of the site. */
import { expect, it } from 'vitest'
import { CloseThread, GetSecurityEvents, UpdatePassword } from '#api/operations.ts'
import { recordSecurityEvent } from '#server/platform/audit/security-events.ts'
import { demoMembers, DEMO_PASSWORD } from '../demo-members.ts'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer()
const [ruth, helen] = await testServer.members(demoMembers.staff, demoMembers.member)
const { write } = testServer.database
const events = async (variables: { kind?: string; user_id?: number; limit?: number } = {}) =>
  (await ruth.ask(GetSecurityEvents, variables)).security_events

it('is shown to staff, by kind and member, and to nobody else', async () => {
  await recordSecurityEvent(write, {
    kind: 'session.revoked',
    userId: helen.id,
    from: { ip: '192.0.2.7', headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' } },
    facts: { sessions: 2 },
  })
  await recordSecurityEvent(write, { kind: 'permission.refused', facts: { code: 'session.xsrf' } })
  const expected = {
    kind: 'session.revoked',
    member: { id: helen.id },
    ip_address: '192.0.2.7',
    device: 'Firefox on Linux',
    facts: { sessions: 2 },
  }
  expect(await events({ kind: 'session.revoked' })).toMatchObject({ count: 1, items: [expected] })
  expect(await events({ user_id: helen.id })).toMatchObject({ items: [expected] })
  expect(await events({ kind: 'permission.refused', limit: 1 })).toMatchObject({
    items: [{ member: null, facts: { code: 'session.xsrf' } }],
  })
  expect((await helen.ask(GetSecurityEvents, {})).security_events).toEqual({ count: 0, items: [] })
})

it('is only added to, until it is older than is kept', async () => {
  await expect(testServer.sql(`update security_events set kind = 'a.b'`)).rejects.toThrow('only added')
  await expect(testServer.sql('delete from security_events')).rejects.toThrow('only added')
  await expect(testServer.sql('truncate security_events')).rejects.toThrow('only added')
  await testServer.sql(
    `insert into security_events (kind, at) values ('sign_in.failed', now() - interval '366 days'), ('sign_in.failed', now() - interval '364 days')`,
  )
  await testServer.sql(`select graphile_worker.add_job('audit:sweep')`)
  await testServer.runJobs()
  const old = await testServer.sql<{ days: number }>(
    `select extract(day from now() - at)::integer as days from security_events where at < now() - interval '1 day'`,
  )
  expect(old).toEqual([{ days: 364 }])
})

it('takes so many of one kind and account in a minute, so that a flood cannot fill the disk', async () => {
  for (let each = 0; each < 50; each++)
    await recordSecurityEvent(write, { kind: 'sign_in.failed', userId: ruth.id, facts: { each } })
  expect((await events({ kind: 'sign_in.failed', user_id: ruth.id })).count).toBe(30)
  await recordSecurityEvent(write, { kind: 'sign_in.failed', userId: helen.id })
  expect((await events({ kind: 'sign_in.failed', user_id: helen.id })).count).toBe(1)
})

it('keeps what a rule refused to a member, and by which operation', async () => {
  await helen.op(CloseThread, { thread_id: 1, reason: 'Not mine to close' })
  await helen.send('GET', '/api/staff/invitations')
  await helen.send('POST', '/api/graphql/CloseThread', { body: {}, headers: { 'x-xsrf-token': 'wrong' } })
  const { items } = await events({ kind: 'permission.refused', user_id: helen.id })
  expect(items.map(({ facts }) => facts)).toEqual([
    { code: 'session.xsrf', operation: 'CloseThread' },
    { code: 'request.not_found', operation: '/api/staff/invitations' },
    { code: 'moderation.not_found', operation: 'CloseThread' },
  ])
  expect(JSON.stringify(items)).not.toContain('Not mine')
})

it('keeps that a session was ended, a second step failed, staff acted and a copy was asked for', async () => {
  const careful = await startTestServer({ CONFIRM_NEW_DEVICES: 'on', LOGIN_ATTEMPTS: '1000' })
  const member = await careful.member(demoMembers.member)
  const visitor = careful.anonymous()
  await visitor.signIn(demoMembers.member, DEMO_PASSWORD)
  const wrong = await visitor.send('POST', '/api/auth/confirm-login', { body: { code: 'abcdef' } })
  expect(wrong.status).toBe(400)
  await careful.memberById(member.id)
  const [other] = await careful.sql<{ id: number }>('select max(id) as id from sessions where user_id = $1', [
    member.id,
  ])
  expect((await member.send('DELETE', `/api/sessions/${other!.id}`)).status).toBe(200)
  await careful.memberById(member.id)
  const password = { new_password: 'a lantern over the harbour', confirm_new_password: 'a lantern over the harbour' }
  await member.ask(UpdatePassword, { old_password: DEMO_PASSWORD, ...password })
  const copy = { password: password.new_password }
  expect((await member.send('POST', '/api/account/export', { body: copy })).status).toBe(200)
  const staff = await careful.member(demoMembers.staff)
  await staff.ask(CloseThread, { thread_id: 1, reason: 'Answered' })
  const { items } = (await staff.ask(GetSecurityEvents, {})).security_events
  expect(items.map(({ kind, facts, member: who }) => [kind, facts, who?.id])).toEqual([
    ['staff.acted', { act: 'moderation.closed', item_type: 'thread', items: 1 }, staff.id],
    ['data.exported', {}, member.id],
    ['session.revoked', { by: 'password.changed', sessions: expect.any(Number) }, member.id],
    ['session.revoked', { sessions: 1 }, member.id],
    ['second_step.failed', { kind: 'mail', tries: 1 }, member.id],
  ])
  expect(JSON.stringify(items)).not.toMatch(/lantern|abcdef|Answered/)
})
