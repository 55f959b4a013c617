/** Statements for appeals. */
import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { rolesWith } from '#shared/staff-roles.ts'
import { APPEAL_DAYS } from '#shared/moderation.ts'

/** Only of the author, of a post that is rejected now, in time, and once. */
export const insertAppeal = statement(
  'insert-appeal',
  { messageId: 'bigint', userId: 'bigint', text: 'text' },
  (p) => sql`
    insert into appeals (message_id, thread_id, user_id, rejected_by, text)
    select m.id, m.thread_id, ${p.userId}, d.actor_id, ${p.text}
    from messages m cross join lateral (
      select x.actor_id, x.at from moderation_decisions x where x.decision = 'rejected'
        and x.item_type = case when m.is_original_message then 'thread' else 'message' end
        and x.item_id = case when m.is_original_message then m.thread_id else m.id end
      order by x.id desc limit 1) d
    where m.id = ${p.messageId} and m.removed_at is null and m.moderation_processed and m.moderation_approved is not true
      and not m.visible and d.at > now() - interval '${APPEAL_DAYS} days'
      and (m.sender_id = ${p.userId} or exists (
        select from anonymous_messages a where a.message_id = m.id and a.user_id = ${p.userId}))
    on conflict (message_id) do nothing returning id`,
)

export interface OpenAppeal {
  message_id: number
  thread_id: number
  is_original_message: boolean
  rejected_by: number | null
  decided_at: Date | null
}
export const lockAppeal = statement(
  'lock-appeal',
  { id: 'bigint' },
  (p) => sql`
    select a.message_id, a.thread_id, a.rejected_by, a.decided_at, m.is_original_message
    from appeals a join messages m on m.id = a.message_id where a.id = ${p.id} for update of a`,
)
/** Moderators of a network of the thread, or of all, who can sign in. */
export const selectOtherModerators = statement(
  'select-other-moderators',
  { threadId: 'bigint', userId: 'bigint', roles: 'text[]' },
  (p) => sql`
    select distinct g.user_id as id from staff_grants g join users u on u.id = g.user_id and u.is_staff and not u.suspended
    where g.ended_at is null and coalesce(g.until > now(), true) and g.role = any(${p.roles}) and g.user_id <> ${p.userId}
      and (g.network_id is null or g.network_id in (
        select w.peer_network_id from thread_peer_networks w where w.thread_id = ${p.threadId}))
    limit 1`,
)
export const MODERATING_ROLES = rolesWith('moderation')

export const settleAppeal = statement(
  'settle-appeal',
  { id: 'bigint', userId: 'bigint', isOverturned: 'boolean' },
  (p) => sql`
    update appeals set decided_at = now(), decided_by = ${p.userId}, is_overturned = ${p.isOverturned} where id = ${p.id}`,
)
