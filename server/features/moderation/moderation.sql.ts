/** Statements for the queue and the audit trail. */
import { claim } from '#server/platform/database/idempotency.ts'
import { CLAIM_MINUTES } from '#shared/moderation.ts'

export interface Waiting {
  item_type: 'thread' | 'message'
  item_id: number
  /** Who has claimed it now. */
  holder_id: number | null
  holder: string | null
}

const LAPSED = `now() - interval '${CLAIM_MINUTES} minutes'`

export const claimAct = { name: 'claim-moderation-act', text: claim('moderation_acts') }
export const nextAct = { name: 'next-moderation-act', text: `select nextval('moderation_acts') as result` }

/**
 * The given items that are still in the queue, locked, so that a second decision runs after the first and finds
 * nothing.
 */
export const lockWaiting = {
  name: 'lock-waiting',
  text: `
    select q.item_type, q.item_id, case when q.claimed_at > ${LAPSED} then q.claimed_by end as holder_id,
      (select u.name from users u where u.id = q.claimed_by) as holder
    from moderation_queue q
    where (q.item_type = 'thread' and q.item_id = any($1::bigint[])) or (q.item_type = 'message' and q.item_id = any($2::bigint[]))
    order by q.item_type, q.item_id for update of q`,
}

export const takeItem = {
  name: 'take-item',
  text: `update moderation_queue set claimed_by = case when $4 then null else $3::bigint end, claimed_at = case when $4 then null else now() end
    where item_type = $1 and item_id = $2 and (claimed_by is null or claimed_by = $3 or claimed_at <= ${LAPSED})
    returning item_id`,
}

export const findAnonymous = {
  name: 'find-anonymous',
  text: 'select thread_id from anonymous_messages where message_id = $1',
}

export const insertDecisions = {
  name: 'insert-decisions',
  text: `
    insert into moderation_decisions (act_id, item_type, item_id, thread_id, decision, reason, actor_id, before, after)
    select $1, d.item_type, d.item_id, d.thread_id, d.decision, $3, $2, coalesce(d.before, '{}'), coalesce(d.after, '{}')
    from jsonb_to_recordset($4::jsonb) as d(item_type text, item_id bigint, thread_id bigint, decision text, before jsonb, after jsonb)`,
}
