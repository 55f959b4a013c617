/** Statements for edits. The readable relations select what can be edited. */
import { statement } from '#server/platform/database/statement.ts'
import { CLAIM, claimFor } from '#server/platform/database/idempotency.ts'
import { Parameter, sql, type Sql } from '#server/platform/graph/sql.ts'
import { EDIT_MINUTES } from '#shared/discussions.ts'
import { hidden } from '#server/features/discussions/anonymity/anonymity.access.ts'
import { isOwnMessage } from '#server/features/discussions/anonymity/anonymity.sql.ts'
import type { Mentionable } from '#server/features/discussions/threads/post-body.ts'
import { reachedFrom, readable } from '#server/features/discussions/threads/discussions.access.ts'
import { mentionableIn } from '#server/features/discussions/threads/discussions.sql.ts'

export interface Editable {
  id: number
  thread_id: number
  sender_id: number
  /** Written by the viewer, named or anonymously. */
  is_own: boolean
  author_id: number
  is_opening: boolean
  is_private: boolean
  private_reader_ids: number[]
  /** The real author of an anonymous thread; must not be revealed. */
  hidden_author_id: number | null
  is_recent: boolean
  topic: string
  channels: number[]
  peer_network_ids: number[]
  visible: boolean
  num_of_replies: number
  mentionable: Mentionable[]
}

/** A message, or the opening message of a thread, if the viewer can read it. */
export interface Wanted {
  messageId?: number
  threadId?: number
}

const id = (value: number) => new Parameter('wanted', 'bigint', () => value)
const isWanted = ({ messageId, threadId }: Wanted): Sql =>
  messageId === undefined ? sql`m.thread_id = ${id(threadId!)} and m.is_original_message` : sql`m.id = ${id(messageId)}`

export const selectEditable = (wanted: Wanted, mentions: readonly number[] = []) => sql`
  select m.id, m.thread_id, m.sender_id, ${isOwnMessage(sql`m`)} as is_own, m.is_original_message as is_opening, m.is_private, m.private_reader_ids,
    h.user_id as hidden_author_id,
    m.pub_date > now() - make_interval(mins => ${EDIT_MINUTES}) as is_recent,
    f.author_id, f.topic, f.channels, f.peer_network_ids, f.visible, f.num_of_responses + f.num_of_private_responses as num_of_replies,
    ${mentionableIn(mentions)} as mentionable
  from ${readable.messages} m
  join ${readable.threads} f on f.thread_id = m.thread_id
  join ${reachedFrom.bodies} b on b.id = f.thread_id and b.removed_at is null
  left join ${hidden.hidden_authors} h on h.thread_id = f.thread_id and h.is_opening
  where ${isWanted(wanted)}`

export const claimEdit = statement('claim-edit', { ...CLAIM, result: 'bigint' }, (p) => sql`${claimFor(p, p.result)}`)

/**
 * Serializes concurrent edits: the next statement counts the versions. A review writes its decision into the message
 * row locked here, even if it is about the thread.
 */
export const lockMessage = statement(
  'lock-message',
  { messageId: 'bigint' },
  (p) => sql`
    select m.id, coalesce(m.moderation_processed and not m.moderation_approved, false)
      or (m.is_original_message and t.processed and not t.approved) as is_rejected
    from messages m join threads t on t.id = m.thread_id
    where m.id = ${p.messageId} and m.removed_at is null for update of m`,
)

// Edits by staff need no review; edits by members do.
export const rewriteMessage = statement(
  'rewrite-message',
  {
    messageId: 'bigint',
    editedBy: 'bigint',
    topic: 'text',
    html: 'text',
    text: 'text',
    mentionedIds: 'bigint[]',
    isReviewed: 'boolean',
  },
  (p) => sql`
    with before as (select m.*, t.topic from messages m join threads t on t.id = m.thread_id where m.id = ${p.messageId}),
    known as (select coalesce(max(version), 1) as last, count(*) as kept from message_versions where message_id = ${p.messageId}),
    first as (
      insert into message_versions (message_id, version, topic, body, edited_by, created_at)
      select b.id, 1, case when b.is_original_message then b.topic end, b.parsed_body, b.sender_id, b.pub_date
      from before b cross join known k where k.kept = 0),
    next as (
      insert into message_versions (message_id, version, topic, body, edited_by)
      select b.id, k.last + 1, ${p.topic}, ${p.html}, ${p.editedBy} from before b cross join known k),
    unnamed as (delete from message_mentioned_users where message_id = ${p.messageId} and user_id <> all(${p.mentionedIds})),
    named as (
      insert into message_mentioned_users (message_id, user_id) select ${p.messageId}, n from unnest(${p.mentionedIds}) n on conflict do nothing)
    update messages m set body = ${p.html}, parsed_body = ${p.html}, cleaned_body = ${p.text}, edited_at = now(), edited_by = ${p.editedBy},
      subject = coalesce(${p.topic}, m.subject),
      moderation_processed = case when ${p.isReviewed} then m.moderation_processed else false end,
      moderation_approved = case when ${p.isReviewed} then m.moderation_approved else false end,
      processed_date = case when ${p.isReviewed} then m.processed_date end
    where m.id = ${p.messageId}`,
)

export const rewriteThread = statement(
  'rewrite-thread',
  { threadId: 'bigint', topic: 'text', html: 'text', text: 'text', isByStaff: 'boolean' },
  (p) => sql`
    update threads set topic = ${p.topic}, cleaned_html = ${p.html}, cleaned_body = ${p.text}, mod_date = now(), text_is_wrapping = false,
      processed = processed and ${p.isByStaff}, approved = approved and ${p.isByStaff}, processed_date = case when ${p.isByStaff} then processed_date end
    where id = ${p.threadId}`,
)

export const recountThread = statement(
  'recount-thread',
  { threadId: 'bigint' },
  (p) => sql`select recount_thread(${p.threadId})`,
)
