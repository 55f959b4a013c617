/** An email address already in use: the response does not reveal it, and the owner is notified. */
import { expect, it } from 'vitest'
import { AccountSettings, CancelEmailChange, UpdatePrimaryEmail } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer()
const settings = async (client: Client) => (await client.ask(AccountSettings, {})).viewer
const mails = async (to: string, kind: string) => {
  await testServer.runJobs()
  return testServer.sql<{ text: string }>(
    'select text from outgoing_mails where "to" = $1 and kind = $2 order by id desc',
    [to, kind],
  )
}

it('that somebody else has is answered like any other; its owner is notified, and it never changes (B6)', async () => {
  const trial = await testServer.member(demoMembers.trial)
  const ask = async (email: string) => {
    const answer = await trial.op(UpdatePrimaryEmail, { email })
    const waiting = (await settings(trial)).email_changes
    await trial.ask(CancelEmailChange, { id: waiting[0]!.id })
    const same = (text: string) =>
      text
        .replaceAll(email, 'ADDRESS')
        .replaceAll(/"id":\d+/g, 'ID')
        .replaceAll(/\d{4}-\d\d-\d\dT[^"]*/g, 'TIME')
    return { answer: same(answer.text), waiting: same(JSON.stringify(waiting)) }
  }
  const free = await ask('nobody-has-this@else.test')
  await testServer.sql(`update users set secondary_email = 'second@else.test' where email = $1`, ['ben@members.test'])
  for (const held of [demoMembers.peer, demoMembers.suspended, 'frank@members.test', 'second@else.test']) {
    expect({ held, ...(await ask(held)) }).toEqual({ held, ...free })
    expect(await mails(held, 'email-new')).toEqual([])
    const [told] = await mails(held, 'email-held')
    expect(told!.text).toContain('It belongs to your account, so nothing changes.')
    expect(told!.text).not.toContain('token=')
    expect(told!.text).not.toContain(demoMembers.trial)
  }
  // Confirming from the requester's own mailbox alone does not change the address either.
  await trial.ask(UpdatePrimaryEmail, { email: demoMembers.peer })
  const token = /token=([\w-]{22})\b/.exec((await mails(demoMembers.trial, 'email-wanted'))[0]!.text)![1]!
  await trial.send('POST', '/api/auth/confirm-email', { body: { token } })
  expect((await settings(trial)).email).toBe(demoMembers.trial)
  await trial.ask(CancelEmailChange, { id: (await settings(trial)).email_changes[0]!.id })
})
