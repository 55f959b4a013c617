/** Statements for reviews. All of them expect the threads to be locked. */

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
export const lockThreads = {
  name: 'lock-threads',
  text: `select id from threads where id = any($1::bigint[])
    or id in (select thread_id from messages where id = any($2::bigint[])) order by id for update`,
}

/** Whether posts were edited after they were read. Locks first, so that an edit in progress is waited for and seen. */
export const lockRead = {
  name: 'lock-read-posts',
  text: `
    select r.item_type, r.item_id, m.edited_at is distinct from r.edited_at as is_edited
    from jsonb_to_recordset($1::jsonb) as r(item_type text, item_id bigint, edited_at timestamptz)
    join messages m on case when r.item_type = 'thread' then m.thread_id = r.item_id and m.is_original_message else m.id = r.item_id end
    order by m.id for update of m`,
}

// An opening message shares the review state of its thread. A statement sees the rows as they were before it, so `old`
// provides `before`, and a thread's `is_visible` is computed from the decision.
const stateOf = (row: string) => `jsonb_build_object('processed', ${row}.processed, 'approved', ${row}.approved)`
export const reviewThreads = {
  name: 'review-threads',
  text: `
    with old as (
      select t.*, f.channels, f.visible, o.id as message_id from threads t
      join thread_feed f on f.thread_id = t.id
      join messages o on o.thread_id = t.id and o.is_original_message
      where t.id = any($1::bigint[]) and t.removed_at is null),
    decided as (
      update threads t set processed = true, approved = $2, processed_date = now(),
        removed_at = case when $3 then now() end, removed_by = case when $3 then $4::bigint end
      from old where t.id = old.id),
    opening as (
      update messages m set moderation_processed = true, moderation_approved = $2, processed_date = now()
      from old where m.id = old.message_id)
    select 'thread' as item_type, o.id as item_id, o.id as thread_id, o.message_id, o.author_id, false as is_private,
      '{}'::bigint[] as private_reader_ids, o.channels, o.visible as was_visible, ($2 and not $3) as is_visible,
      ${stateOf('o')} || jsonb_build_object('topic', o.topic, 'body', o.cleaned_html) as before,
      jsonb_build_object('processed', true, 'approved', $2::boolean, 'removed', $3::boolean) as after
    from old o`,
}

export const reviewMessages = {
  name: 'review-messages',
  text: `
    with old as (
      select m.*, f.channels, f.visible as thread_visible from messages m
      join thread_feed f on f.thread_id = m.thread_id
      where m.id = any($1::bigint[]) and m.removed_at is null and not m.is_original_message),
    decided as (
      update messages m set moderation_processed = true, moderation_approved = $2, processed_date = now(),
        removed_at = case when $3 then now() end, removed_by = case when $3 then $4::bigint end
      from old where m.id = old.id)
    select 'message' as item_type, o.id as item_id, o.thread_id, o.id as message_id, o.sender_id as author_id, o.is_private,
      o.private_reader_ids, case when o.thread_visible then o.channels else '{}' end as channels,
      o.visible as was_visible, ($2 and not $3) as is_visible,
      jsonb_build_object('processed', o.moderation_processed, 'approved', coalesce(o.moderation_approved, false), 'body', o.parsed_body) as before,
      jsonb_build_object('processed', true, 'approved', $2::boolean, 'removed', $3::boolean) as after
    from old o`,
}

export const selectMentioned = {
  name: 'select-mentioned-for-review',
  text: `select u.id, u.name from message_mentioned_users x join users u on u.id = x.user_id
    join messages m on m.id = x.message_id
    where case when $1 = 'thread' then m.thread_id = $2 and m.is_original_message else m.id = $2 end`,
}

/** Replaces topic, HTML and text; null leaves a value unchanged. */
export const redactThread = {
  name: 'redact-thread',
  text: `
    with body as (
      update messages set subject = coalesce($2, subject), body = coalesce($3, body), parsed_body = coalesce($3, parsed_body),
        cleaned_body = coalesce($4, cleaned_body), edited_at = now()
      where thread_id = $1 and is_original_message)
    update threads set topic = coalesce($2, topic), cleaned_html = coalesce($3, cleaned_html),
      cleaned_body = coalesce($4, cleaned_body), mod_date = now() where id = $1`,
}
export const redactMessage = {
  name: 'redact-message',
  text: `update messages set body = $2, parsed_body = $2, cleaned_body = $3, edited_at = now() where id = $1`,
}
/** What staff redacted must not remain in earlier versions either. The audit trail of staff keeps the last text. */
export const forgetVersions = {
  name: 'forget-versions',
  text: `delete from message_versions v using messages m where m.id = v.message_id
    and case when $1 = 'thread' then m.thread_id = $2 and m.is_original_message else m.id = $2 end`,
}
export const forgetMentions = {
  name: 'forget-mentions',
  text: `delete from message_mentioned_users x using messages m where m.id = x.message_id and x.user_id <> all($3::bigint[])
    and case when $1 = 'thread' then m.thread_id = $2 and m.is_original_message else m.id = $2 end`,
}

export const refreshThreads = { name: 'refresh-threads', text: 'select refresh_threads($1::bigint[])' }

export const closeThread = {
  name: 'close-thread',
  text: `
    update threads t set closed_at = case when $2 then coalesce(t.closed_at, now()) end, mod_date = now()
    from threads o join thread_feed f on f.thread_id = o.id join messages m on m.thread_id = o.id and m.is_original_message
    where t.id = $1 and o.id = t.id and t.removed_at is null and (o.closed_at is null) = $2
    returning t.author_id, m.id as message_id, case when f.visible then f.channels else '{}' end as channels`,
}
