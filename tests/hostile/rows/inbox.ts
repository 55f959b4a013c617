/** Who may do what in the inbox. The rows target a group of others; tests/api covers members of a group. */
import type { Outcome, Role, Row } from '../row.ts'

interface Kit {
  hasSession: (role: Role) => boolean
  signedIn: (variables?: Record<string, unknown>) => Row
}

const ELSEWHERE = { group_id: 9_007_199_254_740_990 }

export function inboxRows({ hasSession, signedIn }: Kit): Record<string, Row> {
  /** The same code for every role that has a session, including staff. */
  const refused = (variables: Record<string, unknown>, code = 'inbox.not_found'): Row => ({
    about: 'nothing',
    variables: () => variables,
    outcome: (role): Outcome => (hasSession(role) ? `code ${code}` : 'unauthenticated'),
  })
  return {
    LastMessagesInGroups: signedIn({ user_id: 1 }),
    InboxGroup: signedIn({ id: ELSEWHERE.group_id }),
    FindOneToOne: signedIn({ user_id: 1 }),
    GetInvitation: signedIn({ invitee_id: 1, user_id: 1 }),
    SearchInboxMessages: signedIn({ search: 'board' }),
    InboxGroupMessages: signedIn(ELSEWHERE),
    InboxGroupPinnedMessages: signedIn(ELSEWHERE),
    InboxMessage: signedIn({ id: 9_007_199_254_740_990 }),
    InboxIndexAt: signedIn({ ...ELSEWHERE, date: '2026-01-01T00:00:00Z' }),
    InboxUnread: signedIn(),
    ChatSuggestions: signedIn({ search: 'a' }),
    GetInboxNotificationSettings: signedIn(),
    UpdateInboxNotificationSettings: signedIn({ settings: { push: true } }),
    CreateGroup: refused(
      { group_type: 'small_group_chat', name: 'x', members: [ELSEWHERE.group_id], first_message: '<p>x</p>' },
      'inbox.member_not_found',
    ),
    SendMessage: refused({ ...ELSEWHERE, msg_body: '<p>x</p>' }),
    UpdateMessage: refused({ message_id: ELSEWHERE.group_id, msg_body: '<p>x</p>' }, 'inbox.message_not_found'),
    SetLastViewMessage: refused({ ...ELSEWHERE, message_index: 1 }),
    HandleGroupInvitation: refused({ ...ELSEWHERE, invitation_status: 'approved' }, 'inbox.invitation_not_found'),
    LeaveGroup: refused(ELSEWHERE),
    UpdateGroupName: refused({ ...ELSEWHERE, name: 'x' }),
    UpdateGroupWelcome: refused({ ...ELSEWHERE, welcome_text: 'x' }),
    ArchiveGroup: refused({ ...ELSEWHERE, archived: true }),
    InviteMembersToGroup: refused({ ...ELSEWHERE, members: [1] }),
    updateInboxGroupMemberSettings: refused({ ...ELSEWHERE, muted: true }),
    ShowPresence: refused(ELSEWHERE),
  }
}
