/** Staff retry a job, or remove one that makes no sense any more. */
import type pg from 'pg'
import { recordStaffAction, requirePermission } from '#server/platform/audit/staff-actions.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { removeJob, retryJob, selectTask } from './jobs.sql.ts'

interface Tools {
  pool: pg.Pool
  bus: Bus
}
const CHANGES = { 'job.retried': retryJob, 'job.removed': removeJob } as const

export const jobActions = (tools: Tools): Actions => ({
  retryJob: (call: Call<{ id: number }>) => change(tools, call, 'job.retried'),
  removeJob: (call: Call<{ id: number }>) => change(tools, call, 'job.removed'),
})

function change({ pool, bus }: Tools, { viewer, args: { id } }: Call<{ id: number }>, act: keyof typeof CHANGES) {
  requirePermission(viewer, 'system')
  return transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<{ task: string }>(selectTask({ id }))
    const { rowCount } = rows[0] ? await tx.query(CHANGES[act]({ id })) : { rowCount: 0 }
    if (!rows[0] || rowCount === 0)
      throw problem('jobs.not_idle', { message: 'This job is running or has ended.', field: 'id' })
    await recordStaffAction(tx, viewer.id, { act, itemId: id, itemName: rows[0].task })
    return id
  })
}
