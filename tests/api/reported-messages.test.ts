/** A member of a conversation reports a message: staff see a copy of it and of a few before it, and nothing else. */
import { describe, expect, it } from 'vitest'
import {
  GetModerationAudit,
  GetReports,
  InboxGroup,
  InboxGroupMessages,
  InboxMessage,
  InviteMembersToGroup,
  LeaveGroup,
  Notifications,
  ReportContent,
  ResolveReport,
  SearchInboxMessages,
  SendMessage,
  UpdateMessage,
} from '#api/operations.ts'
import { demoMembers, DEMO_PASSWORD } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { newConversation, newGroup, sendText, sendTo } from '../harness/inbox.ts'
import { networkIds, insertThread } from '../harness/threads.ts'
import { uploaded } from '../harness/uploads.ts'

const testServer = await startTestServer({ LOGIN_ATTEMPTS: '1000' })
const { legal } = await networkIds(testServer)
const [helen, marcus, camille, grace, samuel, staff] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.groupAdmin,
  demoMembers.billing,
  demoMembers.finance,
  demoMembers.staff,
)
const UNKNOWN = 9_007_199_254_740_991
const report = (client: Client, content_id: number, more: object = {}) =>
  client.op(ReportContent, {
    type: 'inbox_message',
    reason: 'conduct',
    additional_details: 'He threatens me.',
    content_id,
    idempotency_key: newKey(),
    ...more,
  } as never)
const filed = async (content_id: number, state: 'open' | 'kept' | 'removed' | 'acted_on' = 'open') =>
  (await staff.ask(GetReports, { state })).reports!.items.filter((item) => item.content_id === content_id)
const resolve = async (content_id: number, resolution: 'kept' | 'removed' | 'acted_on') =>
  staff.op(ResolveReport, { id: (await filed(content_id))[0]!.id, resolution, reason: 'Looked into.' })

describe('a report of a message', async () => {
  const id = await newGroup([helen, marcus, camille])
  const older = await sendTo(camille, id, 'Too old to be shown.')
  await sendTo(helen, id, 'The third before.')
  await sendTo(camille, id, 'The second before.')
  await sendTo(helen, id, 'The one before.')
  const file = await uploaded(testServer, marcus, 'terms.txt', 'Terms.')
  const { sendMessage: message } = await marcus.ask(SendMessage, {
    ...sendText(id, 'Do as I say, or else.'),
    attachments: [file],
  })
  const later = await sendTo(helen, id, 'Said after it.')
  await report(helen, message.id)

  it('shows staff copies of it and of the three before it, and nothing else of the conversation (OP-ReportContent)', async () => {
    const [found] = await filed(message.id)
    expect(found).toMatchObject({
      type: 'inbox_message',
      thread_id: null,
      body: null,
      reason: 'conduct',
      additional_details: 'He threatens me.',
      reporter: { id: helen.id },
      author: { id: marcus.id },
      removed: false,
      num_of_reports: 1,
    })
    const shown = (place: number, { id: sender }: Client, words: string) => ({
      place,
      sender: { id: sender },
      msg_body: `<p>${words}</p>`,
      edited_at: null,
    })
    expect(found!.shown_messages).toMatchObject([
      shown(3, helen, 'The third before.'),
      shown(2, camille, 'The second before.'),
      shown(1, helen, 'The one before.'),
      { ...shown(0, marcus, 'Do as I say, or else.'), pub_date: message.pub_date, attachments: ['terms.txt'] },
    ])
    const { text } = await staff.op(GetReports, {})
    for (const words of [older.cleaned_body, later.cleaned_body, 'A group', 'storage_key', '/api/inbox/attachments'])
      expect(text).not.toContain(words)
  })

  it('leaves the conversation closed to staff', async () => {
    const asks = (client: Client) =>
      Promise.all([
        client.op(InboxGroup, { id }),
        client.op(InboxGroupMessages, { group_id: id }),
        client.op(InboxMessage, { id: message.id }),
        client.op(SearchInboxMessages, { search: 'or else' }),
        client.send('GET', message.attachments[0]!.file),
      ])
    const [of, ofStranger] = await Promise.all([asks(staff), asks(samuel)])
    expect(of.map(({ status }) => status)).toEqual(ofStranger.map(({ status }) => status))
    expect(of.slice(0, 4).map(({ text }) => text)).toEqual(ofStranger.slice(0, 4).map(({ text }) => text))
    expect((await helen.send('GET', message.attachments[0]!.file)).status).toBe(200)
    expect((await marcus.op(GetReports, {})).data).toEqual({ reports: null })
  })

  it('keeps what was said, whatever its author makes of it', async () => {
    await marcus.ask(UpdateMessage, { message_id: message.id, msg_body: '<p>A joke.</p>' })
    const last = async () => (await filed(message.id))[0]!.shown_messages.at(-1)!
    expect(await last()).toMatchObject({ msg_body: '<p>Do as I say, or else.</p>', edited_at: null })
    await testServer.sql('update inbox_messages set replied_to_id = null where replied_to_id = $1', [message.id])
    await testServer.sql('delete from inbox_messages where id = $1', [message.id])
    expect(await last()).toMatchObject({ msg_body: '<p>Do as I say, or else.</p>', attachments: ['terms.txt'] })
  })

  it('tells its author nothing', async () => {
    const told = await Promise.all([
      marcus.op(InboxGroup, { id }),
      marcus.op(InboxGroupMessages, { group_id: id }),
      marcus.op(Notifications, {}),
    ])
    for (const { text } of told) expect(text).not.toMatch(/He threatens|inbox_message/)
  })

  it('shows no more than there is, and the edited words when they were edited before', async () => {
    const pair = await newGroup([marcus, helen])
    const [first] = (await helen.ask(InboxGroupMessages, { group_id: pair })).inbox_group_messages
    await marcus.ask(UpdateMessage, { message_id: first!.id, msg_body: '<p>Edited.</p>' })
    await report(helen, first!.id)
    expect((await filed(first!.id))[0]!.shown_messages).toMatchObject([
      { place: 0, msg_body: '<p>Edited.</p>', edited_at: expect.any(String) },
    ])
  })
})

describe('who may report a message:', async () => {
  const id = await newGroup([helen, marcus, grace])
  const message = await sendTo(marcus, id, 'Between us.')
  const own = await sendTo(helen, id, 'My own.')
  await grace.ask(LeaveGroup, { group_id: id })
  await helen.ask(InviteMembersToGroup, { group_id: id, members: [camille.id], idempotency_key: newKey() })

  it('nobody who cannot read it; it answers like what is not there', async () => {
    const key = newKey()
    for (const client of [samuel, staff, grace, camille]) {
      const unknown = await report(client, UNKNOWN, { idempotency_key: key })
      expect(unknown.code).toBe('moderation.not_found')
      expect((await report(client, message.id, { idempotency_key: key })).text).toBe(unknown.text)
    }
    expect(await filed(message.id)).toEqual([])
    expect((await report(helen, message.id)).code).toBeUndefined()
  })

  it('not its sender', async () => {
    for (const reason of ['conduct', 'own_removal'])
      expect(await report(helen, own.id, { reason })).toMatchObject({
        code: 'moderation.own_message',
        message: 'You sent this message. You can report only messages from other members.',
      })
    expect((await report(helen, message.id, { reason: 'own_removal' })).code).toBe('moderation.not_own')
  })

  it('each once while it is open, also when it is sent twice', async () => {
    const { id: another } = await sendTo(marcus, id, 'Again.')
    const key = newKey()
    const twice = await Promise.all([1, 2].map(() => report(helen, another, { idempotency_key: key })))
    expect(twice[0]!.data!.reportContent).toMatchObject({ type: 'inbox_message', content_id: another, state: 'open' })
    expect(twice[0]!.text).toBe(twice[1]!.text)
    expect((await report(helen, another)).code).toBe('moderation.reported')
    expect((await filed(another)).map(({ shown_messages }) => shown_messages.length)).toEqual([4])
  })

  it('within the limit of reports', async () => {
    await testServer.sql('delete from limited_acts')
    await testServer.set('limit_report', 1)
    const { id: first } = await sendTo(marcus, id, 'One.')
    const { id: second } = await sendTo(marcus, id, 'Two.')
    expect((await report(helen, first)).code).toBeUndefined()
    expect((await report(helen, second)).code).toBe('limits.reached')
    expect(await filed(second)).toEqual([])
    await testServer.set('limit_report', null)
  })
})

describe('a decision about a message', async () => {
  const id = await newConversation(marcus, helen)
  const reported = async () => {
    const message = await sendTo(marcus, id, 'Reported.')
    await report(helen, message.id)
    return message.id
  }

  it('dismisses it or says that staff have acted, is on record, and never removes it', async () => {
    const [one, other] = [await reported(), await reported()]
    expect(await resolve(one, 'removed')).toMatchObject({ code: 'moderation.conversation_stays', field: 'resolution' })
    expect((await resolve(one, 'kept')).data!.resolveReport).toMatchObject({
      state: 'kept',
      resolved_by: { id: staff.id },
    })
    expect((await resolve(other, 'acted_on')).data!.resolveReport).toMatchObject({ state: 'acted_on' })
    expect([await filed(one), await filed(other)]).toEqual([[], []])
    for (const [message, decision] of [
      [one, 'kept'],
      [other, 'acted_on'],
    ] as const) {
      const [{ id: item_id } = { id: 0 }] = await filed(message, decision)
      const { moderation_audit: trail } = await staff.ask(GetModerationAudit, { item_type: 'report', item_id })
      expect(trail!.items).toMatchObject([{ decision, reason: 'Looked into.', actor: { id: staff.id } }])
      expect(JSON.stringify(trail)).not.toContain('Reported.')
      expect((await helen.ask(InboxMessage, { id: message })).inbox_message).not.toBeNull()
    }
    expect((await report(helen, one)).code).toBeUndefined()
  })

  it('is made by staff alone', async () => {
    const message = await reported()
    const [open] = await filed(message)
    const answer = await marcus.op(ResolveReport, { id: open!.id, resolution: 'kept', reason: 'Mine.' })
    expect(answer.code).toBe('moderation.not_found')
  })

  it('may say of a member, too, that staff have acted, but of no post', async () => {
    await report(helen, marcus.id, { type: 'member' })
    expect((await resolve(marcus.id, 'acted_on')).data!.resolveReport).toMatchObject({ state: 'acted_on' })
    const { id: thread } = await insertThread(testServer, { author: marcus.id, networks: [legal] })
    await report(helen, thread, { type: 'thread' })
    expect((await resolve(thread, 'acted_on')).code).toBe('moderation.post_decided')
  })
})

describe('what was copied', async () => {
  const post = (client: Client, path: string, body: object) => client.send('POST', `/api/account/${path}`, { body })
  const canary = `merganser${newKey().slice(0, 8)}`
  const id = await newGroup([marcus, helen, grace])
  const { id: message } = await sendTo(marcus, id, `Said by Marcus: ${canary}`)
  await report(helen, message)

  async function copyOf(client: Client, email: string): Promise<string> {
    await post(client, 'export', { password: DEMO_PASSWORD })
    await testServer.runJobs()
    const [letter] = await testServer.sql<{ text: string }>(
      `select text from outgoing_mails where "to" = $1 and kind = 'data-export' order by id desc limit 1`,
      [email],
    )
    const token = /copy=([\w-]{22})#/.exec(letter!.text)![1]!
    return (await post(client, 'export/file', { token, password: DEMO_PASSWORD })).text
  }
  async function leave(client: Client): Promise<void> {
    await post(client, 'deletion', { password: DEMO_PASSWORD })
    await testServer.sql('update deletion_requests set due_at = now() where taken_back_at is null')
    await testServer.sql(`select graphile_worker.add_job('accounts:delete-due')`)
    await testServer.runJobs()
  }

  it('is in nobody’s own data: the report is its reporter’s, the words are their author’s', async () => {
    const [hers, his] = [await copyOf(helen, demoMembers.member), await copyOf(marcus, demoMembers.peer)]
    expect(hers).toContain('"type": "inbox_message"')
    expect(hers).not.toContain(canary)
    expect(his).toContain(canary)
    expect(his).not.toContain('He threatens me.')
  })

  it('stays under “Former member” when its author leaves, and names nobody who left', async () => {
    const body = `<p>As <span data-mention-id="${grace.id}">@Grace</span> knows.</p>`
    const { sendMessage } = await marcus.ask(SendMessage, { ...sendText(id), msg_body: body, mentions: [grace.id] })
    await report(helen, sendMessage.id)
    const last = async () => (await filed(sendMessage.id))[0]!.shown_messages.at(-1)!
    expect((await last()).msg_body).toMatch(/@Grace \w+</)
    await leave(grace)
    expect((await last()).msg_body).toContain('>@Former member</span>')
    await leave(marcus)
    expect(await last()).toMatchObject({ sender: { id: marcus.id, name: 'Former member' } })
    expect((await filed(message))[0]!.shown_messages.at(-1)!.msg_body).toContain(canary)
  })

  it('goes with the report when its reporter leaves', async () => {
    await leave(helen)
    expect(await filed(message)).toEqual([])
    expect(await testServer.sql('select from reported_messages where msg_body like $1', [`%${canary}%`])).toEqual([])
  })
})
