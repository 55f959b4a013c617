/** Statements for merging two entries of one expert, and for undoing it. */
import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
import { CLAIM, claim } from '#server/platform/database/idempotency.ts'
import { MERGE_UNDO_DAYS } from '#shared/experts.ts'

export const claimMerge = statement('claim-expert-merge', { ...CLAIM }, (p) => sql`${claim(p, 'expert_merges_id_seq')}`)

export interface MergedRow {
  id: number
  type: string
  merged_into: number | null
}
/** Locked by ascending id, so that two opposite merges wait for each other instead of deadlocking. */
export const lockExperts = statement(
  'lock-merged-experts',
  { expertIds: 'bigint[]' },
  (p) => sql`select id, type, merged_into from experts where id = any(${p.expertIds}) order by id for no key update`,
)
export const insertMerge = statement(
  'insert-expert-merge',
  { id: 'bigint', fromId: 'bigint', intoId: 'bigint', actorId: 'bigint', reason: 'text' },
  (p) => sql`insert into expert_merges (id, from_id, into_id, actor_id, reason, moved) overriding system value
    select ${p.id}, ${p.fromId}, ${p.intoId}, ${p.actorId}, ${p.reason}, merge_experts(${p.fromId}, ${p.intoId})`,
)
export const lockMerge = statement(
  'lock-expert-merge',
  { id: 'bigint' },
  (p) => sql`
    select m.from_id, m.into_id, m.undone_at is not null as is_undone, m.at <= now() - interval '${MERGE_UNDO_DAYS} days' as is_old,
      l.merged_into is distinct from m.into_id as is_overtaken
    from expert_merges m join experts l on l.id = m.from_id where m.id = ${p.id} for update of m`,
)
export const undoMerge = statement(
  'undo-expert-merge',
  { id: 'bigint', undoneBy: 'bigint' },
  (p) => sql`with undone as (
      update expert_merges set undone_at = now(), undone_by = ${p.undoneBy} where id = ${p.id} returning from_id, into_id, moved)
    select part_experts(u.from_id, u.into_id, u.moved) from undone u`,
)
/** Threads show the number of experts that their replies name. */
export const selectNamingThreads = statement(
  'select-naming-threads',
  { expertIds: 'bigint[]' },
  (p) => sql`select distinct m.thread_id as id from message_experts x join messages m on m.id = x.message_id
    where x.expert_id = any(${p.expertIds}) order by 1`,
)
export const recountThread = statement(
  'recount-naming-thread',
  { threadId: 'bigint' },
  (p) => sql`select recount_thread(${p.threadId})`,
)
