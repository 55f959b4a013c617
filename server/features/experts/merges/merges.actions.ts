import { mayEverywhere } from '#shared/staff-roles.ts'
import type pg from 'pg'
import { claimValues, earlierResult, type IdempotentRequest } from '#server/platform/database/idempotency.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Viewer } from '#server/platform/graph/sql.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { forbidden, problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { MERGE_REASON_LENGTH, MERGE_UNDO_DAYS } from '#shared/experts.ts'
import { refreshExperts } from '#server/features/experts/experts.sql.ts'
import {
  claimMerge,
  insertMerge,
  lockExperts,
  lockMerge,
  recountThread,
  selectNamingThreads,
  undoMerge,
  type MergedRow,
} from './merges.sql.ts'

export interface MergeArgs {
  from_id: number
  into_id: number
  reason: string
  idempotency_key: string
}

/** To members, these operations look as if they did not exist. */
const notFoundProblem = (field: string) => problem('experts.not_here', { message: 'This isn’t available.', field })

function requireStaff(viewer: Viewer, field: string): void {
  if (!mayEverywhere(viewer.grants, 'content')) throw forbidden(notFoundProblem(field))
}

/** Merges two entries for the same expert. Resolves to the merge's id. */
export async function mergeExperts(pool: pg.Pool, bus: Bus, { viewer, args }: Call<MergeArgs>): Promise<number> {
  requireStaff(viewer, 'from_id')
  const { idempotency_key, ...asked } = args
  const intent: IdempotentRequest = { userId: viewer.id, key: idempotency_key, operation: 'mergeExperts', asked }
  const claimed = claimValues(intent)
  const reason = args.reason.trim()
  if (reason === '' || [...reason].length > MERGE_REASON_LENGTH)
    throw problem('experts.merge_reason', {
      message: `Enter a reason for merging, up to ${MERGE_REASON_LENGTH} characters.`,
      field: 'reason',
    })
  if (args.from_id === args.into_id)
    throw problem('experts.merge_same', { message: 'Choose two different entries.', field: 'into_id' })
  return transaction(pool, bus, async (tx) => {
    const { rows: own } = await tx.query<{ result: number }>(claimMerge(claimed))
    if (!own[0]) return (await earlierResult(tx, intent))!
    await requireMergeable(tx, args)
    await tx.query(
      insertMerge({ id: own[0].result, fromId: args.from_id, intoId: args.into_id, actorId: viewer.id, reason }),
    )
    await recount(tx, [args.from_id, args.into_id])
    return own[0].result
  })
}

async function requireMergeable(tx: Transaction, { from_id, into_id }: MergeArgs): Promise<void> {
  const { rows } = await tx.query<MergedRow>(lockExperts({ expertIds: [from_id, into_id] }))
  const from = rows.find(({ id }) => id === from_id)
  const into = rows.find(({ id }) => id === into_id)
  if (!from) throw notFoundProblem('from_id')
  if (!into) throw notFoundProblem('into_id')
  if (from.merged_into !== null || into.merged_into !== null)
    throw problem('experts.merged_already', {
      message: 'One of these entries has since been merged into another. Reload the page to see which.',
      field: 'from_id',
    })
  if ((from.type === 'individual') !== (into.type === 'individual'))
    throw problem('experts.merge_kinds', {
      message: 'A person and a firm can’t be merged.',
      field: 'into_id',
    })
}

/** Undoes a merge; everything that was moved returns to its original entry. */
export async function undoExpertMerge(
  pool: pg.Pool,
  bus: Bus,
  { viewer, args: { id } }: Call<{ id: number }>,
): Promise<number> {
  requireStaff(viewer, 'id')
  return transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<{
      from_id: number
      into_id: number
      is_undone: boolean
      is_old: boolean
      is_overtaken: boolean
    }>(lockMerge({ id }))
    const merge = rows[0]
    if (!merge) throw notFoundProblem('id')
    if (merge.is_undone) return id
    if (merge.is_old || merge.is_overtaken)
      throw problem('experts.merge_final', {
        message: merge.is_old
          ? `This merge is more than ${MERGE_UNDO_DAYS} days old and can no longer be undone.`
          : 'The entry it was merged into has since been merged into another. Undo that merge first.',
        field: 'id',
      })
    await tx.query(lockExperts({ expertIds: [merge.from_id, merge.into_id] }))
    await tx.query(undoMerge({ id, undoneBy: viewer.id }))
    await recount(tx, [merge.from_id, merge.into_id])
    return id
  })
}

async function recount(tx: Transaction, ids: readonly number[]): Promise<void> {
  const { rows } = await tx.query<{ id: number }>(selectNamingThreads({ expertIds: ids }))
  for (const { id } of rows) await tx.query(recountThread({ threadId: id }))
  await tx.query(refreshExperts({ expertIds: ids }))
}
