/** Conversations: who reads them, what members write in them, and what no one else ever learns. */
import { describe, expect, it } from 'vitest'
import {
  BlockMember,
  ChatSuggestions,
  CreateGroup,
  FindOneToOne,
  GetInboxNotificationSettings,
  InboxGroup,
  InboxGroupMessages,
  InboxGroupPinnedMessages,
  InboxIndexAt,
  InboxMessage,
  InboxUnread,
  LastMessagesInGroups,
  SearchInboxMessages,
  SendMessage,
  SetLastViewMessage,
  UnblockMember,
  UpdateInboxNotificationSettings,
  UpdateMessage,
  updateInboxGroupMemberSettings,
} from '#api/operations.ts'
import { notifiedMembers } from '#server/features/inbox/index.ts'
import { demoMembers, demoMember } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { newConversation, newGroup, sendText, sendTo } from '../harness/inbox.ts'
import { networkIds, insertThread } from '../harness/threads.ts'
import { uploaded } from '../harness/uploads.ts'

const testServer = await startTestServer()
const { legal, finance } = await networkIds(testServer)
const [helen, marcus, camille, grace, samuel, trial, staff, frank] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.groupAdmin,
  demoMembers.billing,
  demoMembers.finance,
  demoMembers.trial,
  demoMembers.staff,
  'frank@members.test',
)
const UNKNOWN = 9_007_199_254_740_991
const groupsOf = async (client: Client, where?: 'current' | 'archived' | 'unread' | 'favorite' | 'invited') =>
  (await client.ask(LastMessagesInGroups, { user_id: client.id, ...(where && { where }) })).last_messages_in_groups
const messagesOf = async (client: Client, group_id: number, more: object = {}) =>
  (await client.ask(InboxGroupMessages, { group_id, ...more })).inbox_group_messages
const begin = (client: Client, variables: object) =>
  client.op(CreateGroup, {
    group_type: 'small_group_chat',
    name: 'A group',
    members: [marcus.id],
    first_message: '<p>Hello.</p>',
    idempotency_key: newKey(),
    ...variables,
  } as never)

describe('beginning (OP-CreateGroup)', () => {
  it('needs type, name, members and a first message (VALID-group-type, VALID-group-name, VALID-group-members, VALID-group-first-message)', async () => {
    expect((await begin(helen, { group_type: null })).status).toBe(400)
    expect(await begin(helen, { name: ' ' })).toMatchObject({ code: 'inbox.name', field: 'name' })
    expect((await begin(helen, { name: 'n'.repeat(101) })).message).toContain('101 characters long. The limit is 100')
    expect(await begin(helen, { members: [] })).toMatchObject({ code: 'inbox.members_missing', field: 'members' })
    expect(await begin(helen, { members: [helen.id] })).toMatchObject({ code: 'inbox.members_missing' })
    expect(await begin(helen, { first_message: '<p> </p>' })).toMatchObject({
      code: 'inbox.text_missing',
      field: 'first_message',
    })
  })

  it('makes a group of each type with its limit (ENUM-inbox_group_type, FIELD-inbox_group.members_limit, DECISION-members-limit)', async () => {
    const made = async (client: Client, group_type: string) => (await begin(client, { group_type })).data?.createGroup
    expect(await made(helen, 'small_group_chat')).toMatchObject({ group_type: 'small_group_chat', members_limit: 12 })
    expect(await made(helen, 'large_group_chat')).toMatchObject({ members_limit: 200, is_admin: true, latest_index: 1 })
    expect((await begin(helen, { group_type: 'internal_circles' })).code).toBe('inbox.staff_only')
    expect(await made(staff, 'internal_circles')).toMatchObject({ members_limit: 200, is_admin: true })
    expect(await made(helen, 'one_to_one')).toMatchObject({ members_limit: 2, name: '', num_of_members: 2 })
  })

  it('between the same two is one conversation, whoever begins and how often (DECISION-one-to-one-group, FIELD-inbox_group.default_group_name)', async () => {
    const first = await newConversation(helen, camille, 'One.')
    expect(await newConversation(helen, camille, 'Two.')).toBe(first)
    expect(await newConversation(camille, helen, 'Three.')).toBe(first)
    const [group] = (await groupsOf(camille)).filter(({ id }) => id === first)
    expect(group).toMatchObject({ default_group_name: demoMember(demoMembers.member).name, latest_index: 3 })
    expect((await messagesOf(helen, first)).map(({ cleaned_body }) => cleaned_body)).toEqual(['Three.', 'Two.', 'One.'])
    expect((await helen.ask(FindOneToOne, { user_id: camille.id })).one_to_one?.id).toBe(first)
    expect((await helen.ask(FindOneToOne, { user_id: grace.id })).one_to_one).toBeNull()
    const keyed = { group_type: 'one_to_one', members: [camille.id], idempotency_key: newKey() }
    const ids = await Promise.all([begin(helen, keyed), begin(helen, keyed)])
    expect(ids.map(({ data }) => data!.createGroup.id)).toEqual([first, first])
    expect((await messagesOf(helen, first)).length).toBe(4)
    expect((await begin(helen, { group_type: 'one_to_one', members: [camille.id, grace.id] })).code).toBe(
      'inbox.two_only',
    )
  })

  it('reaches only those whom the network lets the member chat with; all others look as if they were not there (ROLE-cross-network-chat-buttons)', async () => {
    const refusal = await begin(helen, { members: [UNKNOWN] })
    expect(refusal.code).toBe('inbox.member_not_found')
    const suspended = await testServer.sql<{ id: number }>('select id from users where email = $1', [
      demoMembers.suspended,
    ])
    for (const id of [samuel.id, frank.id, suspended[0]!.id])
      expect((await begin(helen, { members: [marcus.id, id] })).text).toBe(refusal.text)
    const canChat = async (search: string) =>
      (await helen.ask(ChatSuggestions, { search })).chat_suggestions.map(({ id, can_chat }) => [id, can_chat])
    expect(await canChat('Samuel')).toEqual([])
    await testServer.sql(`insert into network_access values ('chat', $1, $2)`, [legal, finance])
    expect(await canChat('Samuel')).toEqual([[samuel.id, true]])
    const id = await newConversation(helen, samuel)
    // Members of the other network may not start a conversation, but may reply in one.
    expect((await begin(samuel, { members: [marcus.id] })).code).toBe('inbox.member_not_found')
    await sendTo(samuel, id, 'An answer.')
    await testServer.sql(`delete from network_access where kind = 'chat' and from_network_id <> to_network_id`)
    expect(await samuel.op(SendMessage, sendText(id))).toMatchObject({ code: 'inbox.not_sent' })
    expect((await begin(frank, {})).code).toBe('membership.expired')
  })

  it('between blocked members is not possible, nor is going on; both read the same words (security 4)', async () => {
    const id = await newConversation(helen, grace)
    await grace.ask(BlockMember, { user_id: helen.id })
    expect((await begin(helen, { group_type: 'one_to_one', members: [grace.id] })).text).toBe(
      (await begin(helen, { group_type: 'one_to_one', members: [UNKNOWN] })).text,
    )
    expect((await helen.op(SendMessage, sendText(id))).message).toBe(
      `You can’t send messages to ${demoMember(demoMembers.billing).name}. Your text is saved.`,
    )
    expect((await grace.op(SendMessage, sendText(id))).code).toBe('inbox.not_sent')
    expect((await helen.ask(InboxGroup, { id })).inbox_group!.can_send).toBe(false)
    expect((await messagesOf(grace, id))[0]).toMatchObject({ is_blocked: true })
    await grace.ask(UnblockMember, { user_id: helen.id })
    await sendTo(helen, id)
  })
})

describe('saying something (OP-SendMessage)', async () => {
  const id = await newGroup([helen, marcus, camille])

  it('needs the group and text (VALID-send-message-group, VALID-send-message-text)', async () => {
    expect((await helen.op(SendMessage, { ...sendText(id), group_id: null } as never)).status).toBe(400)
    expect((await helen.op(SendMessage, { ...sendText(id), msg_body: '<p></p>' })).code).toBe('inbox.text_missing')
    expect((await helen.op(SendMessage, sendText(id, 'x'.repeat(5_001)))).message).toContain(
      '5,001 characters long. The limit is 5,000',
    )
    expect((await sendTo(helen, id, 'x'.repeat(5_000))).cleaned_body.length).toBe(5_000)
  })

  it('gives every message its fields and the next index (FIELD-inbox_message.group_id, FIELD-inbox_message.msg_body, FIELD-inbox_message.sender, FIELD-inbox_message.pub_date, FIELD-inbox_message.message_type, FIELD-inbox_message.message_index_in_group, FIELD-inbox_group.latest_index)', async () => {
    const before = (await helen.ask(InboxGroup, { id })).inbox_group!.latest_index
    const sent = await sendTo(helen, id, 'Counted.')
    expect(sent).toMatchObject({
      group_id: id,
      msg_body: '<p>Counted.</p>',
      sender: { id: helen.id },
      message_type: 'regular',
      message_index_in_group: before + 1,
      edited_at: null,
      is_own: true,
    })
    expect(Date.parse(sent.pub_date)).toBeGreaterThan(Date.now() - 60_000)
    expect((await helen.ask(InboxGroup, { id })).inbox_group!.latest_index).toBe(before + 1)
  })

  it('keeps what is written safe, and names members of the group only (FIELD-inbox_message.mentions)', async () => {
    const body = `<p onclick="x()">Hi <span data-mention-id="${marcus.id}">@x</span> <span data-mention-id="${grace.id}">@y</span></p><script>alert(1)</script>`
    const { sendMessage } = await helen.ask(SendMessage, {
      ...sendText(id),
      msg_body: body,
      mentions: [marcus.id, grace.id],
    })
    expect(sendMessage.msg_body).toBe(
      `<p>Hi <span data-mention-id="${marcus.id}">@${demoMember(demoMembers.peer).name}</span> </p>`,
    )
    expect(sendMessage.mentions.map((user) => user.id)).toEqual([marcus.id])
  })

  it('carries files, which only members open (FIELD-inbox_message.attachments)', async () => {
    const file = await uploaded(testServer, helen, 'terms.txt', 'Net 30.')
    const { sendMessage } = await helen.ask(SendMessage, { ...sendText(id), attachments: [file] })
    const [attached] = sendMessage.attachments
    expect(attached).toMatchObject({ name: file.name, file_type: file.file_type, size: file.size })
    expect((await marcus.send('GET', attached!.file)).status).toBe(200)
    for (const client of [grace, samuel, staff]) expect((await client.send('GET', attached!.file)).status).toBe(404)
    expect((await testServer.anonymous().send('GET', attached!.file)).status).toBe(401)
    expect((await marcus.send('GET', `${attached!.file}/preview`)).status).toBe(404)
  })

  it('links a thread, shown to those who may read it (FIELD-inbox_message.thread_link)', async () => {
    const suite = await networkIds(testServer).then(({ thesuite }) => thesuite)
    const hidden = await insertThread(testServer, { author: marcus.id, networks: [suite], topic: 'For the circle' })
    const { sendMessage } = await marcus.ask(SendMessage, { ...sendText(id), thread_id: hidden.id })
    expect(sendMessage.thread_link).toMatchObject({ id: hidden.id, topic: 'For the circle' })
    expect((await helen.ask(InboxMessage, { id: sendMessage.id })).inbox_message!.thread_link).toBeNull()
    const unknown = await helen.op(SendMessage, { ...sendText(id), thread_id: UNKNOWN })
    expect(unknown.code).toBe('inbox.thread_not_found')
    expect((await helen.op(SendMessage, { ...sendText(id), thread_id: hidden.id })).text).toBe(unknown.text)
  })

  it('quotes what it answers, from the same conversation only', async () => {
    const first = await sendTo(marcus, id, 'A question?')
    const { sendMessage } = await helen.ask(SendMessage, { ...sendText(id), replied_to_id: first.id })
    expect(sendMessage.replied_to).toMatchObject({ id: first.id, cleaned_body: 'A question?' })
    const elsewhere = await newGroup([helen, grace])
    const other = await sendTo(grace, elsewhere)
    expect((await helen.op(SendMessage, { ...sendText(id), replied_to_id: other.id })).code).toBe(
      'inbox.message_not_found',
    )
  })

  it('happens once, however often it is tried', async () => {
    const variables = sendText(id, 'Once.')
    const answers = await Promise.all([1, 2, 3].map(() => helen.ask(SendMessage, variables)))
    expect(new Set(answers.map(({ sendMessage }) => sendMessage.id)).size).toBe(1)
    expect((await helen.op(SendMessage, { ...variables, msg_body: '<p>Else.</p>' })).code).toBe('request.key_reused')
  })

  it('can be changed by its sender for fifteen minutes (OP-UpdateMessage, FIELD-inbox_message.edited_at)', async () => {
    const message = await sendTo(helen, id, 'Frist.')
    const edit = (client: Client, message_id = message.id) =>
      client.op(UpdateMessage, { message_id, msg_body: '<p>First.</p>' })
    expect((await edit(helen)).data!.updateMessage).toMatchObject({
      cleaned_body: 'First.',
      edited_at: expect.any(String),
    })
    expect((await edit(marcus)).code).toBe('inbox.not_yours')
    const unknown = await edit(grace, UNKNOWN)
    expect(unknown.code).toBe('inbox.message_not_found')
    for (const client of [grace, staff]) expect((await edit(client)).text).toBe(unknown.text)
    await testServer.sql(`update inbox_messages set pub_date = now() - interval '16 minutes' where id = $1`, [
      message.id,
    ])
    expect((await edit(helen)).code).toBe('inbox.too_late')
    expect((await helen.op(UpdateMessage, { message_id: message.id })).code).toBe('inbox.nothing_to_change')
  })

  it('is pinned by admins, and by either of two (OP-InboxGroupPinnedMessages, ENUM-inbox_message_type, UI-screen-inbox-groups-pinned)', async () => {
    const message = await sendTo(marcus, id, 'Keep this.')
    const pin = (client: Client, message_type: 'pinned' | 'regular') =>
      client.op(UpdateMessage, { message_id: message.id, message_type })
    expect((await pin(marcus, 'pinned')).code).toBe('inbox.admins_only')
    expect((await pin(helen, 'pinned')).data!.updateMessage.message_type).toBe('pinned')
    const pinned = async (client: Client) =>
      (await client.ask(InboxGroupPinnedMessages, { group_id: id })).inbox_group_pinned_messages.map((each) => each.id)
    expect(await pinned(camille)).toEqual([message.id])
    for (const client of [grace, staff]) expect(await pinned(client)).toEqual([])
    expect((await pin(helen, 'regular')).data!.updateMessage.message_type).toBe('regular')
    expect(await pinned(camille)).toEqual([])
    const two = await newConversation(marcus, camille)
    const [first] = await messagesOf(camille, two)
    expect((await camille.op(UpdateMessage, { message_id: first!.id, message_type: 'pinned' })).code).toBeUndefined()
  })
})

describe('reading', async () => {
  const id = await newGroup([helen, marcus])
  for (let each = 0; each < 8; each++) await sendTo(marcus, id, `Number ${each}`)

  it('goes back from any message, without gaps (OP-InboxGroupMessages)', async () => {
    const indexes = async (more: object) =>
      (await messagesOf(helen, id, more)).map(({ message_index_in_group }) => message_index_in_group)
    expect(await indexes({})).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(await indexes({ limit: 3 })).toEqual([9, 8, 7])
    expect(await indexes({ limit: 3, last_message: 7 })).toEqual([6, 5, 4])
    for (const client of [grace, samuel, staff]) expect(await messagesOf(client, id)).toEqual([])
    const { inbox_index_at: at } = await helen.ask(InboxIndexAt, { group_id: id, date: '2020-01-01T00:00:00Z' })
    expect(at!.message_index_in_group).toBe(1)
    expect((await grace.ask(InboxIndexAt, { group_id: id, date: '2020-01-01T00:00:00Z' })).inbox_index_at).toBeNull()
  })

  it('counts what is unread, and marks it read, never back (OP-SetLastViewMessage, FIELD-inbox_group.members.last_seen_message_index, FIELD-inbox_group.members.last_read_date)', async () => {
    const unread = async () => (await groupsOf(helen)).find((group) => group.id === id)!.unread_count
    const view = (client: Client, message_index: number) =>
      client.op(SetLastViewMessage, { group_id: id, message_index })
    expect(await unread()).toBe(8)
    const before = (await helen.ask(InboxUnread, {})).inbox_unread
    const { data } = await view(helen, 6)
    expect(data!.setLastViewMessage).toMatchObject({ last_seen_message_index: 6, last_read_date: expect.any(String) })
    expect(await unread()).toBe(3)
    expect((await helen.ask(InboxUnread, {})).inbox_unread.messages).toBe(before.messages - 5)
    await view(helen, 2)
    expect(await unread()).toBe(3)
    await view(helen, 99)
    expect(await unread()).toBe(0)
    const { inbox_group: whole } = await marcus.ask(InboxGroup, { id })
    expect(whole!.members.find(({ user_id }) => user_id === helen.id)).toMatchObject({ last_seen_message_index: 9 })
    expect((await view(grace, 1)).text).toBe(
      (await grace.op(SetLastViewMessage, { group_id: UNKNOWN, message_index: 1 })).text,
    )
    expect((await view(helen, -1)).status).toBe(400)
  })

  it('answers about the caller alone (OP-LastMessagesInGroups, security 3)', async () => {
    expect((await groupsOf(helen)).map((group) => group.id)).toContain(id)
    const forged = await samuel.ask(LastMessagesInGroups, { user_id: helen.id })
    expect(forged.last_messages_in_groups).toEqual([])
    const mine = await helen.ask(LastMessagesInGroups, { user_id: helen.id, group_id_condition: id })
    expect(mine.last_messages_in_groups.map((group) => group.last_message?.cleaned_body)).toEqual(['Number 7'])
    expect(
      (await samuel.ask(LastMessagesInGroups, { user_id: samuel.id, group_id_condition: id })).last_messages_in_groups,
    ).toEqual([])
    expect((await frank.op(LastMessagesInGroups, { user_id: frank.id })).code).toBe('membership.expired')
  })

  it('finds words in one’s own conversations (OP-SearchInboxMessages, CONST-inbox-search-limit)', async () => {
    const canary = `zebrafinch${newKey().slice(0, 8)}`
    const sent = await sendTo(marcus, id, `About the ${canary}.`)
    const search = async (client: Client, words = canary) =>
      (await client.ask(SearchInboxMessages, { search: words })).search_inbox_messages.map((each) => each.id)
    expect(await search(helen)).toEqual([sent.id])
    for (const client of [camille, samuel, staff]) expect(await search(client)).toEqual([])
    await testServer.sql(
      `insert into inbox_messages (group_id, sender_id, msg_body, cleaned_body, message_index_in_group)
       select $1, $2, 'flood', 'flood', n from generate_series(1000, 2100) n`,
      [id, marcus.id],
    )
    expect((await search(helen, 'flood')).length).toBe(1_000)
    await testServer.sql(`delete from inbox_messages where msg_body = 'flood'`)
  })
})

describe('settings', async () => {
  const id = await newGroup([helen, trial])

  it('mute and favour for oneself (OP-updateInboxGroupMemberSettings, FIELD-inbox_group.members.muted, FIELD-inbox_group.members.favorite)', async () => {
    const set = (client: Client, settings: object) =>
      client.op(updateInboxGroupMemberSettings, { group_id: id, ...settings })
    expect((await set(helen, { favorite: true })).data!.updateInboxGroupMemberSettings).toMatchObject({
      favorite: true,
      muted: false,
    })
    expect((await groupsOf(helen))[0]!.id).toBe(id)
    expect((await groupsOf(helen, 'favorite')).map((group) => group.id)).toContain(id)
    await sendTo(trial, id)
    const unread = async () => (await helen.ask(InboxUnread, {})).inbox_unread.messages
    const before = await unread()
    await set(helen, { muted: true })
    expect(await unread()).toBe(before - 1)
    const own = (await trial.ask(InboxGroup, { id })).inbox_group!.members
    expect(own.find(({ user_id }) => user_id === helen.id)).toMatchObject({ muted: null, favorite: null })
    expect(own.find(({ user_id }) => user_id === trial.id)).toMatchObject({ muted: false, favorite: false })
    expect((await set(grace, { muted: true })).code).toBe('inbox.not_found')
  })

  it('choose what to be notified of (OP-UpdateInboxNotificationSettings)', async () => {
    const all = { messages: true, mentions: true, invitations: true, email: true, push: true }
    expect((await trial.ask(GetInboxNotificationSettings, {})).inbox_notification_settings).toEqual(all)
    const { updateInboxNotificationSettings: set } = await trial.ask(UpdateInboxNotificationSettings, {
      settings: { messages: false, email: false },
    })
    expect(set).toEqual({ ...all, messages: false, email: false })
    expect((await trial.ask(GetInboxNotificationSettings, {})).inbox_notification_settings).toEqual(set)
    expect((await helen.ask(GetInboxNotificationSettings, {})).inbox_notification_settings).toEqual(all)
    expect((await testServer.anonymous().op(UpdateInboxNotificationSettings, { settings: {} })).status).toBe(401)
    const told = async (variables: object = {}) => {
      const { sendMessage } = await helen.ask(SendMessage, { ...sendText(id), ...variables })
      return (await notifiedMembers(testServer.database.write, sendMessage.id)).map((each) => ({ ...each }))
    }
    expect(await told()).toEqual([])
    const named = { msg_body: `<p><span data-mention-id="${trial.id}">@x</span></p>`, mentions: [trial.id] }
    expect(await told(named)).toEqual([{ user_id: trial.id, is_mentioned: true, email: false, push: true }])
  })
})
