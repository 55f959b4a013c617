/** Statements for merging two entries of one expert, and for undoing it. */
import { claim } from '#server/platform/database/idempotency.ts'
import { MERGE_UNDO_DAYS } from '#shared/experts.ts'

export const claimMerge = { name: 'claim-expert-merge', text: claim('expert_merges_id_seq') }

export interface MergedRow {
  id: number
  type: string
  merged_into: number | null
}
/** Locked by ascending id, so that two opposite merges wait for each other instead of deadlocking. */
export const lockExperts = {
  name: 'lock-merged-experts',
  text: 'select id, type, merged_into from experts where id = any($1::bigint[]) order by id for no key update',
}
export const insertMerge = {
  name: 'insert-expert-merge',
  text: `insert into expert_merges (id, from_id, into_id, actor_id, reason, moved) overriding system value
    select $1, $2::bigint, $3::bigint, $4, $5, merge_experts($2::bigint, $3::bigint)`,
}
export const lockMerge = {
  name: 'lock-expert-merge',
  text: `select m.from_id, m.into_id, m.undone_at is not null as is_undone, m.at <= now() - interval '${MERGE_UNDO_DAYS} days' as is_old,
      l.merged_into is distinct from m.into_id as is_overtaken
    from expert_merges m join experts l on l.id = m.from_id where m.id = $1 for update of m`,
}
export const undoMerge = {
  name: 'undo-expert-merge',
  text: `with undone as (
      update expert_merges set undone_at = now(), undone_by = $2 where id = $1 returning from_id, into_id, moved)
    select part_experts(u.from_id, u.into_id, u.moved) from undone u`,
}
/** Threads show the number of experts that their replies name. */
export const selectNamingThreads = {
  name: 'select-naming-threads',
  text: `select distinct m.thread_id as id from message_experts x join messages m on m.id = x.message_id
    where x.expert_id = any($1::bigint[]) order by 1`,
}
export const recountThread = { name: 'recount-naming-thread', text: 'select recount_thread($1)' }
