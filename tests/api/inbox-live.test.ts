/** Events in a conversation reach its members at once, on every server, and no one else. */
import { afterEach, describe, expect, it } from 'vitest'
import {
  ArchiveGroup,
  HandleGroupInvitation,
  InboxGroupMessages,
  InviteMembersToGroup,
  LeaveGroup,
  SendMessage,
  SetLastViewMessage,
  ShowPresence,
  UpdatePresence,
  UpdateMessage,
  updateInboxGroupMemberSettings,
} from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { newConversation, newGroup, sendText, sendTo } from '../harness/inbox.ts'
import type { LiveEvent, LiveStream } from '../harness/stream.ts'
import { expectDeliveredOnce, startSecondServer } from '../harness/second-server.ts'

const testServer = await startTestServer()
const [helen, marcus, camille, grace, samuel, staff] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.groupAdmin,
  demoMembers.billing,
  demoMembers.finance,
  demoMembers.staff,
)
const opened: LiveStream[] = []
afterEach(() => opened.splice(0).forEach((stream) => stream.close()))
async function watch(...clients: Client[]) {
  const streams = await Promise.all(clients.map((client) => client.stream()))
  opened.push(...streams)
  return streams
}
const named =
  (signal: string, more: Record<string, unknown> = {}) =>
  (event: LiveEvent) =>
    event.data['signal'] === signal && Object.entries(more).every(([key, value]) => event.data[key] === value)
const ofInbox = (stream: LiveStream) =>
  stream.signals().filter(({ data }) => String(data['signal']).startsWith('inbox.'))
/** One connection delivers events in order: after this one, everything sent before it has arrived. */
async function fence(group_id: number, writer: Client, ...streams: LiveStream[]) {
  const { id } = await sendTo(writer, group_id)
  await Promise.all(streams.map((stream) => stream.next(named('inbox.sent', { message_id: id }))))
}

describe('a message', () => {
  it('reaches the members, as ids only, and neither staff nor strangers nor those who left', async () => {
    const id = await newGroup([helen, marcus, camille, grace])
    await grace.ask(LeaveGroup, { group_id: id })
    const [heard, strange, official, former] = await watch(marcus, samuel, staff, grace)
    const began = performance.now()
    const message = await sendTo(helen, id, 'Quiet words.')
    const event = await heard!.next(named('inbox.sent'), 1_000)
    expect(event.at - began).toBeLessThan(1_000)
    expect(event.data).toEqual({
      signal: 'inbox.sent',
      group_id: id,
      actor_id: helen.id,
      message_id: message.id,
      message_index_in_group: message.message_index_in_group,
    })
    // Send a later event that staff and Grace may receive; none from the other group came before it.
    const theirs = await newGroup([staff, grace])
    await fence(theirs, staff, official!, former!)
    expect(
      [strange!, official!, former!].map((stream) => ofInbox(stream).filter(({ data }) => data['group_id'] === id)),
    ).toEqual([[], [], []])
  })

  it('that is changed or read, and whoever joins, leaves, types or is present, reaches the others', async () => {
    const id = await newGroup([helen, marcus])
    const message = await sendTo(helen, id)
    const [his, theirs] = await watch(marcus, grace)
    await helen.ask(UpdateMessage, { message_id: message.id, msg_body: '<p>Better.</p>' })
    await his!.next(named('inbox.updated', { message_id: message.id }))
    await helen.ask(SetLastViewMessage, { group_id: id, message_index: 2 })
    await his!.next(named('inbox.seen', { actor_id: helen.id, message_index_in_group: 2 }))
    await helen.ask(ShowPresence, { group_id: id, is_typing: true })
    await his!.next(named('inbox.present', { actor_id: helen.id, is_typing: true }))
    await helen.ask(InviteMembersToGroup, { group_id: id, members: [grace.id], idempotency_key: newKey() })
    for (const stream of [his!, theirs!])
      expect((await stream.next(named('inbox.invited', { group_id: id }))).data).toEqual({
        signal: 'inbox.invited',
        group_id: id,
        actor_id: helen.id,
      })
    await grace.ask(HandleGroupInvitation, { group_id: id, invitation_status: 'approved' })
    await his!.next(named('inbox.joined', { actor_id: grace.id }))
    await grace.ask(LeaveGroup, { group_id: id })
    await his!.next(named('inbox.left', { actor_id: grace.id }))
    await helen.ask(ArchiveGroup, { group_id: id, archived: true })
    await his!.next(named('inbox.changed', { group_id: id }))
    await marcus.ask(updateInboxGroupMemberSettings, { group_id: id, muted: true })
    await his!.next(named('inbox.settings_changed', { group_id: id }))
    const typing = await testServer.sql(
      `select table_name from information_schema.tables where table_name like '%typing%'`,
    )
    expect(typing).toEqual([])
  })

  it('is not notified that the other of two has archived the conversation; their own devices are', async () => {
    const id = await newConversation(helen, marcus)
    const [hers, his] = await watch(helen, marcus)
    await marcus.ask(ArchiveGroup, { group_id: id, archived: true })
    await his!.next(named('inbox.settings_changed', { group_id: id, actor_id: marcus.id }))
    await fence(id, marcus, hers!)
    // What she did herself before she watched may arrive late.
    const byHim = ofInbox(hers!).filter(({ data }) => data['actor_id'] === marcus.id)
    expect(byHim.map(({ data }) => data['signal'])).toEqual(['inbox.sent'])
  })

  it('learns nothing of a member who hides their presence', async () => {
    const id = await newGroup([helen, marcus])
    const [his] = await watch(marcus)
    await helen.ask(UpdatePresence, { shows_presence: false })
    for (const is_typing of [false, true]) await helen.ask(ShowPresence, { group_id: id, is_typing })
    await helen.ask(UpdatePresence, { shows_presence: true })
    await fence(id, helen, his!)
    expect(ofInbox(his!).filter(named('inbox.present'))).toEqual([])
  })

  it('of typing is sent at most once in a while', async () => {
    const id = await newGroup([helen, marcus])
    const [his] = await watch(marcus)
    await Promise.all(Array.from({ length: 12 }, () => helen.ask(ShowPresence, { group_id: id, is_typing: true })))
    await fence(id, helen, his!)
    expect(ofInbox(his!).filter(named('inbox.present')).length).toBe(1)
    expect((await samuel.op(ShowPresence, { group_id: id })).code).toBe('inbox.not_found')
  })
})

it('arrives on both of two servers on one database, whichever takes it, in one order without gaps', async () => {
  const twin = await startSecondServer(testServer)
  try {
    await expectDeliveredOnce(twin, [helen, marcus])
  } finally {
    await twin.close()
  }
})

it('after a lost bus says that something may have been missed, and what was sent meanwhile is there', async () => {
  if (process.env['TEST_REDIS_URL']) return
  const id = await newGroup([helen, marcus])
  const [his] = await watch(marcus)
  await testServer.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'counterpart listener' and datname = current_database()`,
  )
  const variables = sendText(id, 'In between.')
  await helen.ask(SendMessage, variables)
  await his!.next(named('resync'))
  await helen.ask(SendMessage, variables)
  const { inbox_group_messages: messages } = await marcus.ask(InboxGroupMessages, { group_id: id })
  expect(messages.map(({ cleaned_body }) => cleaned_body)).toEqual(['In between.', 'Welcome.'])
})
