/** Merges two entries of a list: everything that uses one uses the other afterwards. */
import type pg from 'pg'
import { hiddenFromMembers, recordStaffAction, requirePermission } from '#server/platform/audit/staff-actions.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { shapeOf, type ReferenceListKey } from '#shared/reference-lists.ts'
import { idsBelow, locked, refuse, type StoredEntry } from './reference-lists.actions.ts'
import { copyMoves, deleteEntry, lockThreads, moves, moveSavedSearches, refreshUsers } from './reference-lists.sql.ts'

interface MergeArgs {
  list: ReferenceListKey
  from_id: number
  into_id: number
}

export async function mergeReferenceEntries(
  pool: pg.Pool,
  bus: Bus,
  { viewer, args }: Call<MergeArgs>,
): Promise<number> {
  requirePermission(viewer, 'content')
  const { list, from_id: fromId, into_id: intoId } = args
  if (fromId === intoId) throw refuse('into_id', 'Choose two different entries.')
  await transaction(pool, bus, async (tx) => {
    const entries = await locked(tx, list, [fromId, intoId])
    const from = entries.find(({ id }) => id === fromId)
    const into = entries.find(({ id }) => id === intoId)
    if (!from || !into) throw hiddenFromMembers(from ? 'into_id' : 'from_id')
    await requireRoomBelow(tx, list, { from, into })
    const moved = await moveUses(tx, list, { from, into })
    await tx.query(deleteEntry[list]({ id: fromId }))
    await recordStaffAction(tx, viewer.id, {
      act: 'list.entries_merged',
      itemId: intoId,
      itemName: into.name,
      before: { list, name: from.name, id: fromId, retired: from.is_retired },
      after: { list, name: into.name, ...moved },
    })
  })
  return intoId
}

interface Pair {
  from: StoredEntry
  into: StoredEntry
}

/** Resolves to how many records of each kind were moved. */
async function moveUses(
  tx: Transaction,
  list: ReferenceListKey,
  { from, into }: Pair,
): Promise<Record<string, number>> {
  const ids = { fromId: from.id, intoId: into.id }
  const used = new Map<string, Set<number>>()
  const members = new Set<number>()
  if (shapeOf(list).copies)
    await tx.query(
      lockThreads({
        areaId: list === 'areas_of_expertise' ? from.id : null,
        geographyId: list === 'geographies' ? from.id : null,
      }),
    )
  for (const { use, query } of moves[list]) {
    const { rows } = await tx.query<{ id: number }>(query(ids))
    used.set(use.by, new Set([...(used.get(use.by) ?? []), ...rows.map(({ id }) => id)]))
    if (use.table === 'profiles') for (const { id } of rows) members.add(id)
  }
  for (const copy of copyMoves[list]) await tx.query(copy(ids))
  const { savedFilter } = shapeOf(list)
  if (savedFilter) await tx.query(moveSavedSearches({ filter: savedFilter, ...ids }))
  if (members.size > 0) await tx.query(refreshUsers({ userIds: [...members] }))
  return Object.fromEntries([...used].map(([by, owners]) => [by, owners.size]))
}

/** What is under the one moves under the other, which may not be among it, nor make a level too many. */
async function requireRoomBelow(tx: Transaction, list: ReferenceListKey, { from, into }: Pair) {
  const below = await idsBelow(tx, list, from.id)
  const { hasTwoLevels, uses } = shapeOf(list)
  const parent = uses.find(({ by }) => by === 'entries')
  const isTooDeep = hasTwoLevels && parent && below.length > 0 && into.row[parent.column] !== null
  if (below.includes(into.id) || isTooDeep)
    throw refuse('into_id', `“${from.name}” has entries under it. Merge it into one that isn’t under another.`)
}
