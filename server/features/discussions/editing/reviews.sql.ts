/** Statements for reviews. All of them expect the threads to be locked. */
import { sql, type Sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'

export interface ReviewedPost {
  item_type: 'thread' | 'message'
  item_id: number
  thread_id: number
  message_id: number
  author_id: number
  is_private: boolean
  private_reader_ids: number[]
  channels: number[]
  was_visible: boolean
  is_visible: boolean
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/** Threads by id, and the threads of messages, locked in ascending id order as everywhere else. */
export const lockThreads = statement(
  'lock-threads',
  { threadIds: 'bigint[]', messageIds: 'bigint[]' },
  (p) => sql`select id from threads where id = any(${p.threadIds})
    or id in (select thread_id from messages where id = any(${p.messageIds})) order by id for update`,
)

/** Whether posts were edited after they were read. Locks first, so that an edit in progress is waited for and seen. */
export const lockRead = statement(
  'lock-read-posts',
  { posts: 'jsonb' },
  (p) => sql`
    select r.item_type, r.item_id, m.edited_at is distinct from r.edited_at as is_edited
    from jsonb_to_recordset(${p.posts}) as r(item_type text, item_id bigint, edited_at timestamptz)
    join messages m on case when r.item_type = 'thread' then m.thread_id = r.item_id and m.is_original_message else m.id = r.item_id end
    order by m.id for update of m`,
)

// An opening message shares the review state of its thread. A statement sees the rows as they were before it, so `old`
// provides `before`, and a thread's `is_visible` is computed from the decision.
const stateOf = (row: Sql) => sql`jsonb_build_object('processed', ${row}.processed, 'approved', ${row}.approved)`
export const reviewThreads = statement(
  'review-threads',
  { threadIds: 'bigint[]', isApproved: 'boolean', isRemoved: 'boolean', staffId: 'bigint' },
  (p) => sql`
    with old as (
      select t.*, f.channels, f.visible, o.id as message_id from threads t
      join thread_feed f on f.thread_id = t.id
      join messages o on o.thread_id = t.id and o.is_original_message
      where t.id = any(${p.threadIds}) and t.removed_at is null),
    decided as (
      update threads t set processed = true, approved = ${p.isApproved}, processed_date = now(),
        removed_at = case when ${p.isRemoved} then now() end, removed_by = case when ${p.isRemoved} then ${p.staffId} end
      from old where t.id = old.id),
    opening as (
      update messages m set moderation_processed = true, moderation_approved = ${p.isApproved}, processed_date = now()
      from old where m.id = old.message_id)
    select 'thread' as item_type, o.id as item_id, o.id as thread_id, o.message_id, o.author_id, false as is_private,
      '{}'::bigint[] as private_reader_ids, o.channels, o.visible as was_visible, (${p.isApproved} and not ${p.isRemoved}) as is_visible,
      ${stateOf(sql`o`)} || jsonb_build_object('topic', o.topic, 'body', o.cleaned_html) as before,
      jsonb_build_object('processed', true, 'approved', ${p.isApproved}, 'removed', ${p.isRemoved}) as after
    from old o`,
)

export const reviewMessages = statement(
  'review-messages',
  { messageIds: 'bigint[]', isApproved: 'boolean', isRemoved: 'boolean', staffId: 'bigint' },
  (p) => sql`
    with old as (
      select m.*, f.channels, f.visible as thread_visible from messages m
      join thread_feed f on f.thread_id = m.thread_id
      where m.id = any(${p.messageIds}) and m.removed_at is null and not m.is_original_message),
    decided as (
      update messages m set moderation_processed = true, moderation_approved = ${p.isApproved}, processed_date = now(),
        removed_at = case when ${p.isRemoved} then now() end, removed_by = case when ${p.isRemoved} then ${p.staffId} end
      from old where m.id = old.id)
    select 'message' as item_type, o.id as item_id, o.thread_id, o.id as message_id, o.sender_id as author_id, o.is_private,
      o.private_reader_ids, case when o.thread_visible then o.channels else '{}' end as channels,
      o.visible as was_visible, (${p.isApproved} and not ${p.isRemoved}) as is_visible,
      jsonb_build_object('processed', o.moderation_processed, 'approved', coalesce(o.moderation_approved, false), 'body', o.parsed_body) as before,
      jsonb_build_object('processed', true, 'approved', ${p.isApproved}, 'removed', ${p.isRemoved}) as after
    from old o`,
)

export const selectMentioned = statement(
  'select-mentioned-for-review',
  { itemType: 'text', itemId: 'bigint' },
  (p) => sql`select u.id, u.name from message_mentioned_users x join users u on u.id = x.user_id
    join messages m on m.id = x.message_id
    where case when ${p.itemType} = 'thread' then m.thread_id = ${p.itemId} and m.is_original_message else m.id = ${p.itemId} end`,
)

/** Replaces topic, HTML and text; null leaves a value unchanged. */
export const redactThread = statement(
  'redact-thread',
  { threadId: 'bigint', topic: 'text', html: 'text', text: 'text' },
  (p) => sql`
    with body as (
      update messages set subject = coalesce(${p.topic}, subject), body = coalesce(${p.html}, body), parsed_body = coalesce(${p.html}, parsed_body),
        cleaned_body = coalesce(${p.text}, cleaned_body), edited_at = now()
      where thread_id = ${p.threadId} and is_original_message)
    update threads set topic = coalesce(${p.topic}, topic), cleaned_html = coalesce(${p.html}, cleaned_html),
      cleaned_body = coalesce(${p.text}, cleaned_body), mod_date = now() where id = ${p.threadId}`,
)
export const redactMessage = statement(
  'redact-message',
  { messageId: 'bigint', html: 'text', text: 'text' },
  (p) =>
    sql`update messages set body = ${p.html}, parsed_body = ${p.html}, cleaned_body = ${p.text}, edited_at = now() where id = ${p.messageId}`,
)
/** What staff redacted must not remain in earlier versions either. The audit trail of staff keeps the last text. */
export const forgetVersions = statement(
  'forget-versions',
  { itemType: 'text', itemId: 'bigint' },
  (p) => sql`delete from message_versions v using messages m where m.id = v.message_id
    and case when ${p.itemType} = 'thread' then m.thread_id = ${p.itemId} and m.is_original_message else m.id = ${p.itemId} end`,
)
export const forgetMentions = statement(
  'forget-mentions',
  { itemType: 'text', itemId: 'bigint', keptIds: 'bigint[]' },
  (p) => sql`
    delete from message_mentioned_users x using messages m where m.id = x.message_id and x.user_id <> all(${p.keptIds})
    and case when ${p.itemType} = 'thread' then m.thread_id = ${p.itemId} and m.is_original_message else m.id = ${p.itemId} end`,
)

export const refreshThreads = statement(
  'refresh-threads',
  { threadIds: 'bigint[]' },
  (p) => sql`select refresh_threads(${p.threadIds})`,
)

export const closeThread = statement(
  'close-thread',
  { threadId: 'bigint', isClosed: 'boolean' },
  (p) => sql`
    update threads t set closed_at = case when ${p.isClosed} then coalesce(t.closed_at, now()) end, mod_date = now()
    from threads o join thread_feed f on f.thread_id = o.id join messages m on m.thread_id = o.id and m.is_original_message
    where t.id = ${p.threadId} and o.id = t.id and t.removed_at is null and (o.closed_at is null) = ${p.isClosed}
    returning t.author_id, m.id as message_id, case when f.visible then f.channels else '{}' end as channels`,
)
