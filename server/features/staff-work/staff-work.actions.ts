/** Takes, assigns and releases what waits. */
import type pg from 'pg'
import { hiddenFromMembers, requirePermission } from '#server/platform/audit/staff-actions.ts'
import type { Call, RunOperation } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import { rolesWith } from '#shared/staff-roles.ts'
import { WORK_KINDS, type WorkKind } from '#shared/work.ts'
import { deleteAssignment, selectColleague, upsertAssignment } from './staff-work.sql.ts'

interface AssignArgs {
  kind: WorkKind
  item_id: number
  user_id?: number | null
}

export async function assignWork(
  { pool, run }: { pool: pg.Pool; run: RunOperation },
  { viewer, args }: Call<AssignArgs>,
): Promise<number> {
  const { kind, item_id: itemId, user_id: userId } = args
  const { permission } = WORK_KINDS[kind]
  requirePermission(viewer, permission, 'somewhere')
  // What the viewer cannot see does not exist for them.
  const { work } = JSON.parse(await run(viewer, 'GetWork', { kind, item_id: itemId })) as {
    work: { count: number } | null
  }
  if (!work || work.count === 0) throw hiddenFromMembers('item_id')
  if (userId === null || userId === undefined) await pool.query(deleteAssignment({ kind, itemId }))
  else {
    const { rows } = await pool.query(selectColleague({ userId, roles: rolesWith(permission) }))
    if (!rows[0])
      throw problem('work.colleague', { message: 'Choose a colleague who can decide about this.', field: 'user_id' })
    await pool.query(upsertAssignment({ kind, itemId, userId, assignedBy: viewer.id }))
  }
  return itemId
}
