import {
  BY_STAFF,
  copied,
  describe,
  each,
  ID,
  kept,
  leftOut,
  type PersonalData,
} from '#server/platform/personal-data.ts'

const EVIDENCE = 'a copy for staff of what was reported; it goes with the report'

export const moderationPersonalData: PersonalData = [
  describe(
    'reports',
    {
      ...each('id type content_id reason additional_details state created_at', copied('reports', 'staff')),
      ...each('reporter_id thread_id', leftOut(ID)),
      ...each('resolved_at resolved_by', leftOut(BY_STAFF, 'staff')),
    },
    { owner: 'reporter_id', order: 'x.id' },
  ),
  describe(
    'reported_messages',
    each('report_id place sender_id msg_body pub_date edited_at attachments', kept(EVIDENCE, 'staff')),
    {
      owner: 'sender_id',
    },
  ),
  describe(
    'moderation_decisions',
    each('id act_id item_type item_id thread_id decision reason actor_id before after at', kept(BY_STAFF, 'staff')),
    { owner: 'actor_id' },
  ),
  describe('appeals', {
    ...each('id text created_at decided_at is_overturned', copied('appeals', 'staff')),
    ...each('user_id message_id thread_id', leftOut(ID, 'staff')),
    rejected_by: { export: false, because: BY_STAFF, erase: 'null', of: 'rejected_by', visibleTo: 'staff' },
    decided_by: { export: false, because: BY_STAFF, erase: 'null', of: 'decided_by', visibleTo: 'staff' },
  }),
  describe(
    'moderation_queue',
    {
      ...each(
        'item_type item_id thread_id waiting_since',
        kept('about the post that waits, not about who reviews it', 'staff'),
      ),
      ...each('claimed_by claimed_at', { export: false, because: BY_STAFF, erase: 'null', visibleTo: 'staff' }),
    },
    { owner: 'claimed_by' },
  ),
]
