/** Statements for the queue and the audit trail. */
import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
import { CLAIM, claim } from '#server/platform/database/idempotency.ts'
import { CLAIM_MINUTES } from '#shared/moderation.ts'

export interface Waiting {
  item_type: 'thread' | 'message'
  item_id: number
  /** Who has claimed it now. */
  holder_id: number | null
  holder: string | null
}

const LAPSED = sql`now() - interval '${CLAIM_MINUTES} minutes'`

export const claimAct = statement('claim-moderation-act', { ...CLAIM }, (p) => sql`${claim(p, 'moderation_acts')}`)
export const nextAct = statement('next-moderation-act', {}, () => sql`select nextval('moderation_acts') as result`)

/**
 * The given items that are still in the queue, locked, so that a second decision runs after the first and finds
 * nothing.
 */
export const lockWaiting = statement(
  'lock-waiting',
  { threadIds: 'bigint[]', messageIds: 'bigint[]' },
  (p) => sql`
    select q.item_type, q.item_id, case when q.claimed_at > ${LAPSED} then q.claimed_by end as holder_id,
      (select u.name from users u where u.id = q.claimed_by) as holder
    from moderation_queue q
    where (q.item_type = 'thread' and q.item_id = any(${p.threadIds})) or (q.item_type = 'message' and q.item_id = any(${p.messageIds}))
    order by q.item_type, q.item_id for update of q`,
)

export const takeItem = statement(
  'take-item',
  { itemType: 'text', itemId: 'bigint', claimedBy: 'bigint', isTaken: 'boolean' },
  (p) => sql`
    update moderation_queue set claimed_by = case when ${p.isTaken} then null else ${p.claimedBy} end, claimed_at = case when ${p.isTaken} then null else now() end
    where item_type = ${p.itemType} and item_id = ${p.itemId} and (claimed_by is null or claimed_by = ${p.claimedBy} or claimed_at <= ${LAPSED})
    returning item_id`,
)

/** One row for each post that there is. */
export const selectNetworksOfPosts = statement(
  'select-networks-of-posts',
  { threadIds: 'bigint[]', messageIds: 'bigint[]' },
  (p) => sql`
    select array(select w.peer_network_id from thread_peer_networks w where w.thread_id = x.thread_id) as networks
    from (select t.id as thread_id from threads t where t.id = any(${p.threadIds})
      union all select m.thread_id from messages m where m.id = any(${p.messageIds})) x`,
)

export const findAnonymous = statement(
  'find-anonymous',
  { messageId: 'bigint' },
  (p) => sql`select thread_id from anonymous_messages where message_id = ${p.messageId}`,
)

export const insertDecisions = statement(
  'insert-decisions',
  { actId: 'bigint', actorId: 'bigint', reason: 'text', decisions: 'jsonb' },
  (p) => sql`
    insert into moderation_decisions (act_id, item_type, item_id, thread_id, decision, reason, actor_id, before, after)
    select ${p.actId}, d.item_type, d.item_id, d.thread_id, d.decision, ${p.reason}, ${p.actorId}, coalesce(d.before, '{}'), coalesce(d.after, '{}')
    from jsonb_to_recordset(${p.decisions}) as d(item_type text, item_id bigint, thread_id bigint, decision text, before jsonb, after jsonb)`,
)
