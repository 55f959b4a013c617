import { copied, describe, each, ID, kept, leftOut, type PersonalData } from '#server/platform/personal-data.ts'

const CONVERSATION = 'the others took part in it: messages stay, under “Former member”'

export const inboxPersonalData: PersonalData = [
  describe('inbox_members', {
    ...each('group_id is_admin date_joined date_left muted favorite archived_at', copied('conversations')),
    ...each('user_id last_seen_message_index last_read_date', leftOut('how far was read', 'self')),
  }),
  describe(
    'inbox_messages',
    {
      ...each(
        'id group_id msg_body pub_date edited_at thread_id',
        kept(CONVERSATION, 'members', 'conversation_messages'),
      ),
      ...each(
        'sender_id cleaned_body message_type message_index_in_group pinned_at replied_to_id',
        kept(CONVERSATION, 'members'),
      ),
    },
    { owner: 'sender_id' },
  ),
  describe(
    'inbox_settings',
    {
      ...each('messages mentions invitations email push', copied('conversation_settings')),
      ...each('user_id updated_at', leftOut(ID)),
    },
    { merge: 'erase' },
  ),
  describe(
    'inbox_groups',
    each(
      'id group_type name archived latest_index members_limit welcome_message_id welcome_text pair created_by created_at',
      kept(CONVERSATION, 'members'),
    ),
    { owner: 'created_by' },
  ),
  describe(
    'inbox_invitations',
    each(
      'id group_id invitee_id inviter_id invitation_status invitation_expiring_date created_at answered_at',
      leftOut('the conversation that was joined is in the copy', 'members'),
    ),
    { owner: 'invitee_id', merge: 'move' },
  ),
  describe('inbox_mentions', each('message_id user_id', leftOut('words of another member', 'members')), {
    merge: 'move',
  }),
]
