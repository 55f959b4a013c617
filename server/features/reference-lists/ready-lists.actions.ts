/** Takes over ready-made lists when a community is set up, and retires the others. */
import type pg from 'pg'
import { recordStaffAction, requirePermission } from '#server/platform/audit/staff-actions.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { READY_LISTS, readyEntries, type DisciplineKey, type ReadyList } from '#shared/ready-lists.ts'
import type { ReferenceListKey } from '#shared/reference-lists.ts'
import { add, findSameName } from './reference-lists.actions.ts'
import { bringAllBack, offerOnly } from './reference-lists.sql.ts'

interface ReadyArgs {
  discipline: DisciplineKey
  lists: readonly ReferenceListKey[]
  chapter_ids: readonly number[]
}

export async function takeReadyLists(pool: pg.Pool, bus: Bus, { viewer, args }: Call<ReadyArgs>): Promise<number> {
  requirePermission(viewer, 'content')
  const { discipline, lists, chapter_ids: chapterIds } = args
  await transaction(pool, bus, async (tx) => {
    const added: Record<string, number> = {}
    for (const list of READY_LISTS) {
      const isTaken = lists.includes(list)
      if (!isTaken) await tx.query(offerOnly[list]({ ids: [] }))
      else if (list === 'chapters') await tx.query(offerOnly[list]({ ids: chapterIds }))
      else {
        // What was retired one by one stays so: only a list that was left out as a whole comes back.
        await tx.query(bringAllBack[list]())
        added[list] = await fill(tx, { list, discipline, actorId: viewer.id })
      }
    }
    const after = { discipline, lists: lists.join(', '), chapters: chapterIds.length, ...added }
    await recordStaffAction(tx, viewer.id, { act: 'list.ready_made_taken', itemId: null, itemName: 'Lists', after })
  })
  return viewer.id
}

interface Filling {
  list: ReadyList
  discipline: DisciplineKey
  actorId: number
}

/** Adds what the list does not have; resolves to how many entries. */
async function fill(tx: Transaction, { list, discipline, actorId }: Filling): Promise<number> {
  let added = 0
  for (const { name, parent = '' } of readyEntries(list, discipline)) {
    const entry = { name, values: { parent } }
    if (await findSameName(tx, list, null, entry)) continue
    await add(tx, { list, entry, actorId })
    added += 1
  }
  return added
}
