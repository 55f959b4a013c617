/** Statements for messages. */
import { statement } from '#server/platform/database/statement.ts'
import { CLAIM, claim } from '#server/platform/database/idempotency.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { discussions } from '#server/features/discussions/index.ts'
import { CHAT_EDIT_MINUTES, type GroupType } from '#shared/inbox.ts'
import { inbox, reachedInbox } from './inbox.access.ts'
import { listOf, slotOf } from './inbox.sql.ts'

export interface Writable {
  id: number
  group_type: GroupType
  is_closed: boolean
  /** In a one_to_one group: the other member's name. */
  partner: string | null
  can_reach: boolean
  has_thread: boolean
  has_replied_to: boolean
  mentionable: { id: number; name: string }[]
}

/** The group, with what the viewer needs to write into it. */
export const selectWritable = (
  groupId: number,
  {
    mentions,
    threadId,
    repliedToId,
  }: { mentions: readonly number[]; threadId: number | null; repliedToId: number | null },
) => sql`
  select g.id, g.group_type, g.is_closed,
    (select p.name from ${reachedInbox.present} p where p.group_id = g.id and g.pair is not null and p.user_id <> own.user_id limit 1) as partner,
    g.pair is null or exists (select from ${inbox.answerable} a where a.id = any(g.pair)) as can_reach,
    exists (select from ${discussions.threads} t where t.thread_id = ${slotOf('thread', threadId)}) as has_thread,
    exists (select from ${inbox.chat_messages} r where r.id = ${slotOf('replied', repliedToId)} and r.group_id = g.id) as has_replied_to,
    (select coalesce(json_agg(json_build_object('id', p.user_id, 'name', p.name)), '[]'::json) from ${reachedInbox.present} p
      where p.group_id = g.id and p.user_id = any(${listOf('mentions', mentions)})) as mentionable
  from ${inbox.groups} g join ${inbox.own_memberships} own on own.group_id = g.id
  where g.id = ${slotOf('group', groupId)} and g.is_member`

export const claimMessage = statement(
  'claim-inbox-message',
  { ...CLAIM },
  (p) => sql`${claim(p, 'inbox_messages_id_seq')}`,
)

/**
 * Runs after the group's lock, in a separate statement: only then does it see who has left. Each message takes the next
 * index, so concurrent sends and rollbacks leave no gaps or duplicates. Unarchives the conversation for members who
 * archived it for themselves.
 */
export const insertMessage = statement(
  'insert-inbox-message',
  {
    messageId: 'bigint',
    groupId: 'bigint',
    senderId: 'bigint',
    html: 'text',
    text: 'text',
    threadId: 'bigint',
    repliedToId: 'bigint',
    mentionedIds: 'bigint[]',
  },
  (p) => sql`
    with own as (
      select m.group_id from inbox_members m where m.group_id = ${p.groupId} and m.user_id = ${p.senderId} and m.date_left is null),
    next as (
      update inbox_groups g set latest_index = g.latest_index + 1 from own
      where g.id = own.group_id and not g.archived returning g.id, g.latest_index),
    written as (
      insert into inbox_messages (id, group_id, sender_id, msg_body, cleaned_body, thread_id, replied_to_id, message_index_in_group)
      overriding system value select coalesce(${p.messageId}, nextval('inbox_messages_id_seq')), n.id, ${p.senderId}, ${p.html}, ${p.text}, ${p.threadId}, ${p.repliedToId}, n.latest_index from next n
      returning id, group_id, message_index_in_group),
    seen as (
      update inbox_members m set archived_at = null,
        last_seen_message_index = case when m.user_id = ${p.senderId} then w.message_index_in_group else m.last_seen_message_index end,
        last_read_date = case when m.user_id = ${p.senderId} then now() else m.last_read_date end
      from written w where m.group_id = w.group_id and (m.user_id = ${p.senderId} or m.archived_at is not null)),
    named as (insert into inbox_mentions (message_id, user_id) select w.id, u from written w cross join unnest(${p.mentionedIds}) u)
    select w.id, w.message_index_in_group as index, inbox_hearers(w.group_id) as users from written w`,
)

export const insertAttachments = statement(
  'insert-inbox-attachments',
  { messageId: 'bigint', files: 'jsonb' },
  (p) => sql`insert into inbox_attachments (message_id, name, file_type, size, storage_key, preview_key, width, height)
    select ${p.messageId}, f->>'name', f->>'file_type', (f->>'size')::bigint, f->>'storage_key', f->>'preview_key',
      (f->>'width')::integer, (f->>'height')::integer
    from jsonb_array_elements(${p.files}) with ordinality as given(f, place) order by place`,
)

export interface EditableMessage {
  id: number
  group_id: number
  sender_id: number
  index: number
  is_recent: boolean
  is_closed: boolean
  may_pin: boolean
  mentionable: { id: number; name: string }[]
}

export const selectEditableMessage = (id: number, mentions: readonly number[]) => sql`
  select m.id, m.group_id, m.sender_id, m.message_index_in_group as index, g.is_closed,
    m.pub_date > now() - make_interval(mins => ${CHAT_EDIT_MINUTES}) as is_recent,
    g.is_admin or g.group_type = 'one_to_one' as may_pin,
    (select coalesce(json_agg(json_build_object('id', p.user_id, 'name', p.name)), '[]'::json) from ${reachedInbox.present} p
      where p.group_id = g.id and p.user_id = any(${listOf('mentions', mentions)})) as mentionable
  from ${inbox.chat_messages} m join ${inbox.groups} g on g.id = m.group_id where m.id = ${slotOf('message', id)}`

/**
 * Null leaves a value unchanged. Runs under the group's lock, so that a member who has just left or lost the role
 * changes nothing.
 */
export const updateMessageText = statement(
  'amend-inbox-message',
  { id: 'bigint', userId: 'bigint', html: 'text', text: 'text', mentionedIds: 'bigint[]', type: 'text' },
  (p) => sql`
    with written as (
      update inbox_messages m set
        msg_body = coalesce(${p.html}, m.msg_body), cleaned_body = coalesce(${p.text}, m.cleaned_body),
        edited_at = case when ${p.html} is null then m.edited_at else now() end,
        message_type = coalesce(${p.type}, m.message_type),
        pinned_at = case when ${p.type} is null or ${p.type} = m.message_type then m.pinned_at when ${p.type} = 'pinned' then clock_timestamp() end
      from inbox_members o join inbox_groups g on g.id = o.group_id
      where m.id = ${p.id} and o.group_id = m.group_id and o.user_id = ${p.userId} and o.date_left is null and not g.archived
        and (${p.type} is null or o.is_admin or g.group_type = 'one_to_one')
      returning m.id, m.group_id),
    unnamed as (
      delete from inbox_mentions x using written w where ${p.html} is not null and x.message_id = w.id and x.user_id <> all(${p.mentionedIds})),
    named as (
      insert into inbox_mentions (message_id, user_id) select w.id, u from written w cross join unnest(${p.mentionedIds}) u on conflict do nothing)
    select inbox_hearers(w.group_id) as users from written w`,
)
