/** Groups: who is invited, who administers them, and what remains when members leave. */
import { describe, expect, it } from 'vitest'
import {
  ArchiveGroup,
  GetInvitation,
  HandleGroupInvitation,
  InboxGroup,
  InboxGroupMessages,
  InboxGroupPinnedMessages,
  InboxMessage,
  InboxUnread,
  InviteMembersToGroup,
  LastMessagesInGroups,
  LeaveGroup,
  SearchInboxMessages,
  SendMessage,
  SetLastViewMessage,
  ShowPresence,
  UpdateGroupName,
  UpdateGroupWelcome,
  UpdateMessage,
} from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { newConversation, newGroup, sendText, sendTo } from '../harness/inbox.ts'

const testServer = await startTestServer()
const [helen, marcus, camille, grace, trial, samuel, staff] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.groupAdmin,
  demoMembers.billing,
  demoMembers.trial,
  demoMembers.finance,
  demoMembers.staff,
)
const UNKNOWN = 9_007_199_254_740_991
const invite = (client: Client, group_id: number, ...members: Client[]) =>
  client.op(InviteMembersToGroup, { group_id, members: members.map(({ id }) => id), idempotency_key: newKey() })
const answer = (client: Client, group_id: number, invitation_status: 'approved' | 'rejected' | 'waiting') =>
  client.op(HandleGroupInvitation, { group_id, invitation_status })
const invitationOf = async (client: Client, group_id: number) =>
  (await client.ask(GetInvitation, { invitee_id: client.id, user_id: client.id, group_id })).inbox_invitation
const groupOf = async (client: Client, id: number) => (await client.ask(InboxGroup, { id })).inbox_group

describe('an invitation (OP-InviteMembersToGroup, OP-GetInvitation, OP-HandleGroupInvitation)', () => {
  it('shows the invitee who asks and three of the members, and nothing that is said (FIELD-inbox_group.invitees.invitation_status, FIELD-inbox_group.invitees.invitation_expiring_date, FIELD-inbox_group.invitees.inviter, CONST-invitation-preview-members, RULE-invitation-preview-members)', async () => {
    const id = await newGroup([helen, marcus, camille, trial])
    const newcomer = await testServer.member(demoMembers.newcomer)
    const canary = `kestrel${newKey().slice(0, 8)}`
    const message = await sendTo(helen, id, canary)
    await invite(helen, id, grace, newcomer)
    const waiting = (await invitationOf(grace, id))!
    expect(waiting).toMatchObject({
      invitation_status: 'waiting',
      inviter: { id: helen.id },
      group: { id, is_member: false },
    })
    const inDays = (Date.parse(waiting.invitation_expiring_date) - Date.now()) / 86_400_000
    expect(inDays).toBeGreaterThan(13.9)
    expect(inDays).toBeLessThanOrEqual(14)
    // The trial member is in the group but does not count, and neither do suspended members.
    expect(waiting.preview_members.map((user) => user.id)).toEqual([helen.id, marcus.id, camille.id])
    expect(waiting.group!.num_of_members).toBe(3)
    await testServer.sql('update users set suspended = true where id = $1', [camille.id])
    expect((await invitationOf(grace, id))!.preview_members.map((user) => user.id)).toEqual([helen.id, marcus.id])
    await testServer.sql('update users set suspended = false where id = $1', [camille.id])

    const [listed] = (await grace.ask(LastMessagesInGroups, { user_id: grace.id, where: 'invited' }))
      .last_messages_in_groups
    expect(listed).toMatchObject({ id, last_message: null, members: [], unread_count: 0, can_send: false })
    expect((await grace.ask(InboxUnread, {})).inbox_unread.invitations).toBe(1)
    const heard = [
      await grace.op(LastMessagesInGroups, { user_id: grace.id, where: 'invited' }),
      await grace.op(InboxGroup, { id }),
      await grace.op(InboxGroupMessages, { group_id: id }),
      await grace.op(InboxGroupPinnedMessages, { group_id: id }),
      await grace.op(InboxMessage, { id: message.id }),
      await grace.op(SearchInboxMessages, { search: canary }),
    ]
    for (const { text } of heard) expect(text).not.toContain(canary)
    expect((await grace.op(SendMessage, sendText(id))).code).toBe('inbox.not_found')
    // Members cannot see invitations of others.
    for (const client of [marcus, samuel, staff])
      expect(
        (await client.ask(GetInvitation, { invitee_id: grace.id, user_id: client.id, group_id: id })).inbox_invitation,
      ).toBeNull()
    const forged = await marcus.ask(GetInvitation, { invitee_id: grace.id, user_id: grace.id })
    expect(forged.inbox_invitation).toBeNull()
    expect((await groupOf(marcus, id))!.invitees.map(({ invitee }) => invitee.id).toSorted()).toEqual(
      [grace.id, newcomer.id].toSorted(),
    )
  })

  it('is answered once, and both answers are final (STATE-chat-invitation, ENUM-invitation_status)', async () => {
    const id = await newGroup([helen, marcus])
    await invite(helen, id, grace, trial)
    expect((await answer(grace, id, 'waiting')).code).toBe('inbox.answer')
    expect((await answer(grace, id, 'approved')).data!.handleGroupInvitation.invitation_status).toBe('approved')
    expect((await answer(grace, id, 'rejected')).code).toBe('inbox.invitation_not_found')
    expect(await groupOf(grace, id)).toMatchObject({ is_member: true, is_admin: false, unread_count: 0 })
    expect((await answer(trial, id, 'rejected')).data!.handleGroupInvitation.invitation_status).toBe('rejected')
    expect((await answer(trial, id, 'approved')).code).toBe('inbox.invitation_not_found')
    expect(await groupOf(trial, id)).toBeNull()
    const unknown = await answer(samuel, UNKNOWN, 'approved')
    for (const client of [samuel, staff]) expect((await answer(client, id, 'approved')).text).toBe(unknown.text)
  })

  it('counts for nothing once it has expired, and can be sent again (STATE-chat-invitation-visibility)', async () => {
    const id = await newGroup([helen, marcus])
    await invite(helen, id, grace)
    await testServer.sql(
      `update inbox_invitations set invitation_expiring_date = now() - interval '1 second' where group_id = $1 and invitee_id = $2`,
      [id, grace.id],
    )
    expect(await invitationOf(grace, id)).toBeNull()
    expect(await groupOf(grace, id)).toBeNull()
    expect((await groupOf(helen, id))!.invitees).toEqual([])
    expect((await answer(grace, id, 'approved')).code).toBe('inbox.invitation_not_found')
    await invite(marcus, id, grace)
    expect((await answer(grace, id, 'approved')).code).toBeUndefined()
  })

  it('is not repeated for thirty days to who has said no', async () => {
    const id = await newGroup([helen, marcus])
    await invite(helen, id, grace)
    await answer(grace, id, 'rejected')
    expect(await invite(helen, id, grace, trial)).toMatchObject({ code: 'inbox.not_invited', field: 'members' })
    expect(await invitationOf(trial, id)).toBeNull()
    await testServer.sql(
      `update inbox_invitations set answered_at = now() - interval '31 days' where group_id = $1 and invitee_id = $2`,
      [id, grace.id],
    )
    expect((await invite(helen, id, grace)).code).toBeUndefined()
    expect(await invitationOf(grace, id)).not.toBeNull()
  })

  it('is sent by everybody in a small group and by admins in others, to whom they may chat with', async () => {
    const small = await newGroup([helen, marcus])
    expect((await invite(marcus, small, grace)).code).toBeUndefined()
    const large = await newGroup([helen, marcus], { type: 'large_group_chat' })
    expect((await invite(marcus, large, grace)).code).toBe('inbox.admins_only')
    const { data } = await invite(helen, large, grace)
    expect(data!.inviteMembersToGroup).toMatchObject({ num_of_invitees: 1 })
    expect((await invite(helen, large, samuel)).code).toBe('inbox.member_not_found')
    expect((await invite(samuel, large, staff)).text).toBe((await invite(samuel, UNKNOWN, staff)).text)
    const two = await newConversation(helen, marcus)
    expect((await invite(helen, two, grace)).code).toBe('inbox.two_only')
    const key = { group_id: large, members: [trial.id], idempotency_key: newKey() }
    await Promise.all([helen.ask(InviteMembersToGroup, key), helen.ask(InviteMembersToGroup, key)])
    expect((await groupOf(helen, large))!.num_of_invitees).toBe(2)
  })

  it('needs a place: those invited count', async () => {
    const id = await newGroup([helen, marcus])
    await testServer.sql('update inbox_groups set members_limit = 3 where id = $1', [id])
    expect((await invite(helen, id, grace, trial)).message).toBe(
      'This group can have up to 3 members, including invitations. 1 spot left.',
    )
    expect((await invite(helen, id, grace)).code).toBeUndefined()
    expect((await invite(helen, id, trial)).code).toBe('inbox.full')
  })
})

describe('running a group (ROLE-group-admin, FIELD-inbox_group.members.is_admin)', () => {
  it('takes an admin: name, welcome, archive (OP-UpdateGroupName, FIELD-inbox_group.id, FIELD-inbox_group.group_type, FIELD-inbox_group.name)', async () => {
    const id = await newGroup([helen, marcus])
    const rename = (client: Client, name: string) => client.op(UpdateGroupName, { group_id: id, name })
    expect((await rename(helen, 'Renewals')).data!.updateGroupName).toMatchObject({
      id,
      name: 'Renewals',
      group_type: 'small_group_chat',
    })
    expect((await rename(marcus, 'Mine')).code).toBe('inbox.admins_only')
    expect((await rename(helen, '')).code).toBe('inbox.name')
    expect((await rename(samuel, 'Theirs')).text).toBe(
      (await samuel.op(UpdateGroupName, { group_id: UNKNOWN, name: 'x' })).text,
    )
    const two = await newConversation(helen, marcus)
    expect((await helen.op(UpdateGroupName, { group_id: two, name: 'x' })).code).toBe('inbox.two_unnamed')
  })

  it('greets newcomers with a text and a message (FIELD-inbox_group.welcome_message_id)', async () => {
    const id = await newGroup([helen, marcus])
    const first = await sendTo(helen, id, 'How we talk here.')
    const pinned = await sendTo(helen, id, 'Pinned.')
    await helen.ask(UpdateMessage, { message_id: pinned.id, message_type: 'pinned' })
    const set = (client: Client, welcome_text: string, welcome_message_id: number | null) =>
      client.op(UpdateGroupWelcome, { group_id: id, welcome_text, welcome_message_id })
    expect((await set(helen, 'We talk about renewals.', first.id)).data!.updateGroupWelcome).toMatchObject({
      welcome_text: 'We talk about renewals.',
      welcome_message_id: first.id,
    })
    expect((await set(marcus, 'x', null)).code).toBe('inbox.admins_only')
    expect((await set(helen, 'x'.repeat(501), null)).code).toBe('inbox.welcome_too_long')
    const asked = async (condition: 'with' | 'without' | 'only') =>
      (
        await marcus.ask(InboxGroupPinnedMessages, { group_id: id, welcome_message_id_condition: condition })
      ).inbox_group_pinned_messages.map((each) => each.id)
    expect(await asked('with')).toEqual([pinned.id, first.id])
    expect(await asked('without')).toEqual([pinned.id])
    expect(await asked('only')).toEqual([first.id])
    await invite(helen, id, grace)
    expect((await invitationOf(grace, id))!.group!.welcome_text).toBe('We talk about renewals.')
    const elsewhere = await newGroup([helen, marcus])
    const other = await sendTo(helen, elsewhere)
    expect((await set(helen, '', other.id)).data!.updateGroupWelcome).toMatchObject({
      welcome_text: '',
      welcome_message_id: null,
    })
  })

  it('archives it: from then on it can only be read (FIELD-inbox_group.archived)', async () => {
    const id = await newGroup([helen, marcus])
    const archive = (client: Client, archived: boolean) => client.op(ArchiveGroup, { group_id: id, archived })
    expect((await archive(marcus, true)).code).toBe('inbox.admins_only')
    const message = await sendTo(marcus, id)
    expect((await archive(helen, true)).data!.archiveGroup).toMatchObject({ archived: true, can_send: false })
    const listed = async (where: 'current' | 'archived') =>
      (await marcus.ask(LastMessagesInGroups, { user_id: marcus.id, where })).last_messages_in_groups.map(
        (group) => group.id,
      )
    expect([(await listed('current')).includes(id), (await listed('archived')).includes(id)]).toEqual([false, true])
    expect((await helen.op(SendMessage, sendText(id))).code).toBe('inbox.archived')
    expect((await marcus.op(UpdateMessage, { message_id: message.id, msg_body: '<p>x</p>' })).code).toBe(
      'inbox.archived',
    )
    expect((await invite(helen, id, grace)).code).toBe('inbox.archived')
    expect((await marcus.ask(InboxGroupMessages, { group_id: id })).inbox_group_messages.length).toBe(2)
    await archive(helen, false)
    await sendTo(helen, id)
    expect((await archive(samuel, true)).code).toBe('inbox.not_found')
  })
})

describe('leaving (OP-LeaveGroup)', () => {
  it('ends reading and writing, and says when (FIELD-inbox_group.members.date_left, FIELD-inbox_group.members.date_joined, STATE-group-member-left)', async () => {
    const id = await newGroup([helen, marcus, grace])
    const message = await sendTo(helen, id)
    const { leaveGroup } = await grace.ask(LeaveGroup, { group_id: id })
    expect(leaveGroup).toMatchObject({
      user_id: grace.id,
      date_joined: expect.any(String),
      date_left: expect.any(String),
    })
    const gone = (await groupOf(helen, id))!.members.find(({ user_id }) => user_id === grace.id)!
    expect(gone.date_left).not.toBeNull()
    // A former member gets the same responses as a stranger.
    const asks = async (client: Client) => [
      await client.op(InboxGroup, { id }),
      await client.op(InboxGroupMessages, { group_id: id }),
      await client.op(InboxMessage, { id: message.id }),
      await client.op(SetLastViewMessage, { group_id: id, message_index: 1 }),
      await client.op(ShowPresence, { group_id: id }),
      await client.op(SendMessage, { ...sendText(id), idempotency_key: 'the same for both' }),
      await client.op(LeaveGroup, { group_id: id }),
      await client.op(UpdateMessage, { message_id: message.id, message_type: 'pinned' }),
    ]
    const texts = async (client: Client) => (await asks(client)).map(({ text }) => text)
    expect(await texts(grace)).toEqual(await texts(samuel))
    expect(await texts(staff)).toEqual(await texts(samuel))
  })

  it('hands the role of the last admin to the longest member', async () => {
    const id = await newGroup([helen, marcus, camille])
    await helen.ask(LeaveGroup, { group_id: id })
    const admins = (await groupOf(camille, id))!.members
      .filter(({ is_admin }) => is_admin)
      .map(({ user_id }) => user_id)
    expect(admins).toEqual([marcus.id])
    expect((await marcus.op(UpdateGroupName, { group_id: id, name: 'Taken on' })).code).toBeUndefined()
    // A member who rejoins is an ordinary member.
    await invite(marcus, id, helen)
    await answer(helen, id, 'approved')
    expect((await groupOf(helen, id))!.is_admin).toBe(false)
  })

  it('of the last closes the group, and those invited find nothing', async () => {
    const id = await newGroup([helen, marcus])
    await invite(helen, id, grace)
    await helen.ask(LeaveGroup, { group_id: id })
    await marcus.ask(LeaveGroup, { group_id: id })
    expect(await invitationOf(grace, id)).toBeNull()
    expect((await answer(grace, id, 'approved')).code).toBe('inbox.invitation_not_found')
  })

  it('is not for two, who archive instead', async () => {
    const id = await newConversation(helen, marcus)
    expect((await helen.op(LeaveGroup, { group_id: id })).code).toBe('inbox.two_stay')
  })
})

describe('archiving between two', async () => {
  const id = await newConversation(helen, marcus)
  const isListed = async (client: Client, where: 'current' | 'archived') =>
    (await client.ask(LastMessagesInGroups, { user_id: client.id, where })).last_messages_in_groups.some(
      (group) => group.id === id,
    )
  const archive = (client: Client, archived = true) => client.ask(ArchiveGroup, { group_id: id, archived })
  /** All that a member can see of the conversation. */
  const seenBy = async (client: Client) => [
    (await client.op(InboxGroup, { id })).text,
    (await client.op(InboxGroupMessages, { group_id: id })).text,
    (await client.op(LastMessagesInGroups, { user_id: client.id })).text,
  ]

  it('is of the member who does it; the other notices nothing and goes on (FIELD-inbox_group.archived)', async () => {
    const before = await seenBy(helen)
    expect((await archive(marcus)).archiveGroup).toMatchObject({ archived: true, can_send: true })
    expect([await isListed(marcus, 'current'), await isListed(marcus, 'archived')]).toEqual([false, true])
    expect(await seenBy(helen)).toEqual(before)
    expect((await archive(marcus, false)).archiveGroup).toMatchObject({ archived: false })
    expect([await isListed(marcus, 'current'), await isListed(marcus, 'archived')]).toEqual([true, false])
    expect((await samuel.op(ArchiveGroup, { group_id: id, archived: true })).code).toBe('inbox.not_found')
  })

  it('lasts until somebody writes, which brings it back with what is unread', async () => {
    await archive(marcus)
    await archive(helen)
    const { unread_count } = (await groupOf(marcus, id))!
    await sendTo(helen, id, 'One more thing.')
    for (const client of [marcus, helen]) expect(await isListed(client, 'current')).toBe(true)
    expect(await groupOf(marcus, id)).toMatchObject({ archived: false, unread_count: unread_count + 1 })
    expect(await groupOf(helen, id)).toMatchObject({ archived: false, unread_count: 0 })
    await archive(marcus)
    // Also when a member starts the conversation again.
    expect(await newConversation(helen, marcus)).toBe(id)
    expect(await isListed(marcus, 'current')).toBe(true)
  })
})

it('is closed to the suspended within seconds, whatever they were in (security 24)', async () => {
  const id = await newGroup([helen, marcus, trial])
  await testServer.sql('update users set suspended = true where id = $1', [trial.id])
  const again = await testServer.memberById(trial.id)
  expect((await again.op(InboxGroupMessages, { group_id: id })).status).toBe(401)
  await testServer.sql('update users set suspended = false where id = $1', [trial.id])
})
