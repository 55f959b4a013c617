import {
  copied,
  describe,
  each,
  ID,
  kept,
  leftOut,
  WORKED_OUT,
  type PersonalData,
} from '#server/platform/personal-data.ts'

const POST = 'others answered it: posts stay, under “Former member”'
const OTHERS = 'says what staff or another member did with the post'
const COUNTS = 'the count that others see is made of it'
const HIDES = 'hides who wrote; without it private readers would see a former member'

export const discussionsPersonalData: PersonalData = [
  describe(
    'threads',
    {
      ...each('id thread_type topic cleaned_html pub_date closed_at removed_at', kept(POST, 'members', 'threads')),
      ...each(
        'author_id cleaned_body text_is_wrapping mod_date source processed approved processed_date',
        kept(POST, 'members'),
      ),
      ...each('removed_by removed_reason', kept(OTHERS, 'members')),
    },
    { owner: 'author_id' },
  ),
  describe(
    'messages',
    {
      ...each(
        'id thread_id message_replied_id is_original_message is_private body source pub_date edited_at removed_at',
        kept(POST, 'members', 'messages'),
      ),
      ...each(
        'sender_id private_reader_ids subject parsed_body cleaned_body num_of_likes external_id visible order_date',
        kept(POST, 'members'),
      ),
      ...each('moderation_processed moderation_approved processed_date removed_by edited_by', kept(OTHERS, 'staff')),
    },
    { owner: 'sender_id' },
  ),
  describe(
    'message_versions',
    {
      ...each('message_id version topic body created_at', kept(POST, 'members', 'message_versions')),
      edited_by: kept(ID, 'members'),
    },
    { owner: 'edited_by' },
  ),
  describe('anonymous_messages', each('message_id thread_id user_id is_opening', kept(HIDES, 'nobody'))),
  describe(
    'waiting_posts',
    {
      ...each('asked written_at earliest_at latest_at ended_at refusal', copied('waiting_posts')),
      ...each('id user_id publish_at thread_id message_id', leftOut(ID)),
    },
    { order: 'x.written_at, x.id' },
  ),
  describe(
    'drafts',
    { ...each('key content updated_at', copied('drafts')), ...each('id user_id', leftOut(ID)) },
    { order: 'x.updated_at, x.id' },
  ),
  describe(
    'likes',
    {
      ...each('entity_type entity_id sentiment created_at', kept(COUNTS, 'members', 'likes')),
      ...each('id user_id', kept(COUNTS, 'members')),
    },
    { order: 'x.created_at, x.id' },
  ),
  describe(
    'polls',
    each('id thread_id author_id title end_date can_change_vote active num_of_votes created_at', kept(POST, 'members')),
    { owner: 'author_id' },
  ),
  describe('poll_votes', {
    ...each('poll_id option_id text voted_at', kept(COUNTS, 'members', 'votes')),
    user_id: kept(COUNTS, 'nobody'),
  }),
  describe('poll_views', each('poll_id user_id viewed_at', leftOut('decides which poll is offered next'))),
  describe(
    'thread_follows',
    { ...each('thread_id followed_at unfollowed_at', copied('follows')), user_id: leftOut(ID) },
    { order: 'x.followed_at' },
  ),
  describe(
    'hidden_threads',
    { ...each('thread_id hidden_at', copied('hidden_threads')), user_id: leftOut(ID) },
    { order: 'x.hidden_at' },
  ),
  describe(
    'viewer_threads',
    { ...each('thread_id viewed_at', copied('viewed_threads')), user_id: leftOut(ID) },
    { order: 'x.viewed_at' },
  ),
  describe('reading_marks', each('user_id read_at read_at_before', leftOut(WORKED_OUT, 'self'))),
  describe(
    'message_mentioned_users',
    each('message_id user_id', leftOut('words of another member, in which the name is replaced', 'members')),
    { merge: 'move' },
  ),
]
