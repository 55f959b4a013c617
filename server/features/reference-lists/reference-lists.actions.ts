/** Staff keep the lists that members choose from. Changes apply to the next request. */
import type pg from 'pg'
import { hiddenFromMembers, recordStaffAction, requirePermission } from '#server/platform/audit/staff-actions.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { checkedEntry, shapeOf, type ReferenceListKey } from '#shared/reference-lists.ts'
import {
  insertEntry,
  lockEntries,
  refreshUsers,
  selectBelow,
  selectSameName,
  selectUsers,
  setRetired,
  updateEntry,
} from './reference-lists.sql.ts'

export interface StoredEntry {
  id: number
  name: string
  is_retired: boolean
  row: Record<string, unknown>
}
export interface SaveArgs {
  list: ReferenceListKey
  id?: number | null
  name: string
  values: readonly { name: string; value: string }[]
}
interface GivenEntry {
  name: string
  values: Record<string, string>
}

export const refuse = (field: string, message: string) => problem('reference_lists.field', { message, field })

/** Changes an entry, or adds one. Resolves to its id. */
export async function saveReferenceEntry(pool: pg.Pool, bus: Bus, { viewer, args }: Call<SaveArgs>): Promise<number> {
  requirePermission(viewer, 'content')
  const { list, id, name } = args
  const given = Object.fromEntries(args.values.map((each) => [each.name, each.value]))
  const entry = checkedEntry(list, { name, values: given })
  if ('message' in entry) throw refuse(entry.field, entry.message)
  return transaction(pool, bus, async (tx) => {
    if (id) return change(tx, { list, id, entry, actorId: viewer.id })
    await requireFree(tx, list, null, entry)
    return add(tx, { list, entry, actorId: viewer.id })
  })
}

export async function findSameName(
  tx: Transaction,
  list: ReferenceListKey,
  id: number | null,
  { name, values }: GivenEntry,
) {
  const place = list === 'locations' ? { state: values['state'], country: values['country'] } : {}
  const { rows } = await tx.query<Omit<StoredEntry, 'row'>>(selectSameName[list]({ id, name, ...place }))
  return rows[0]
}

async function requireFree(tx: Transaction, list: ReferenceListKey, id: number | null, entry: GivenEntry) {
  const same = await findSameName(tx, list, id, entry)
  if (!same) return
  const next = same.is_retired
    ? 'It is retired: bring it back instead.'
    : id === null
      ? 'Enter another name.'
      : 'Merge the two instead.'
  throw refuse('name', `“${same.name}” is already in this list. ${next}`)
}

/** What the columns of an entry hold: parents by their id. */
async function storedValues(tx: Transaction, list: ReferenceListKey, id: number | null, { name, values }: GivenEntry) {
  const stored: Record<string, unknown> = { name }
  for (const field of shapeOf(list).fields) {
    const value = values[field.name] ?? ''
    if (field.kind === 'flag') stored[field.name] = value === 'true'
    else if (field.kind === 'number') stored[field.name] = Number(value)
    else if (field.kind === 'parent') stored[field.name] = value === '' ? null : await parentId(tx, list, id, value)
    else stored[field.name] = value === '' && field.isOptional ? null : value
  }
  return stored
}

async function parentId(tx: Transaction, list: ReferenceListKey, id: number | null, name: string): Promise<number> {
  const parent = await findSameName(tx, list, null, { name, values: {} })
  if (!parent) throw refuse('parent', `There’s no ${shapeOf(list).entry} named “${name}” in this list.`)
  if (id === null) return parent.id
  if (parent.id === id || (await idsBelow(tx, list, id)).includes(parent.id))
    throw refuse('parent', `“${parent.name}” is under this entry. Choose another.`)
  return parent.id
}

export async function idsBelow(tx: Transaction, list: ReferenceListKey, id: number): Promise<number[]> {
  const select = selectBelow[list]
  return select ? (await tx.query<{ id: number }>(select({ id }))).rows.map((below) => below.id) : []
}

interface Adding {
  list: ReferenceListKey
  entry: GivenEntry
  actorId: number
}

export async function add(tx: Transaction, { list, entry, actorId }: Adding): Promise<number> {
  const stored = await storedValues(tx, list, null, entry)
  const { rows } = await tx.query<{ id: number }>(insertEntry[list](stored as never))
  const { id } = rows[0]!
  const act = { act: 'list.entry_added', itemId: id, itemName: entry.name, after: { list, ...entry.values } } as const
  await recordStaffAction(tx, actorId, act)
  return id
}

async function change(tx: Transaction, { list, id, entry, actorId }: Adding & { id: number }): Promise<number> {
  const [before] = await locked(tx, list, [id])
  if (!before) throw hiddenFromMembers('id')
  await requireFree(tx, list, id, entry)
  const stored = await storedValues(tx, list, id, entry)
  await tx.query(updateEntry[list]({ id, ...stored } as never))
  if (before.name !== entry.name) await refreshMembersWith(tx, list, id)
  const columns = shapeOf(list).fields.map(({ name, column = name }) => [name, column] as const)
  const known = Object.fromEntries(columns.map(([name, column]) => [name, before.row[column]]))
  await recordStaffAction(tx, actorId, {
    act: 'list.entry_changed',
    itemId: id,
    itemName: entry.name,
    before: { list, name: before.name, ...known },
    after: { list, name: entry.name, ...entry.values },
  })
  return id
}

/** Triggers follow the names on cards of discussions and of companies; profiles are found by the words of theirs. */
async function refreshMembersWith(tx: Transaction, list: ReferenceListKey, id: number): Promise<void> {
  const select = selectUsers[list]
  if (!select) return
  const { rows } = await tx.query<{ id: number }>(select({ id }))
  await tx.query(refreshUsers({ userIds: rows.map((user) => user.id) }))
}

export async function locked(tx: Transaction, list: ReferenceListKey, ids: readonly number[]): Promise<StoredEntry[]> {
  return (await tx.query<StoredEntry>(lockEntries[list]({ ids }))).rows
}

interface RetireArgs {
  list: ReferenceListKey
  id: number
  is_retired: boolean
}

/** Stops offering an entry, or offers it again. */
export async function retireReferenceEntry(
  pool: pg.Pool,
  bus: Bus,
  { viewer, args }: Call<RetireArgs>,
): Promise<number> {
  requirePermission(viewer, 'content')
  const { list, id, is_retired: isRetired } = args
  await transaction(pool, bus, async (tx) => {
    const [entry] = await locked(tx, list, [id])
    if (!entry) throw hiddenFromMembers('id')
    // Already so: idempotent.
    if (entry.is_retired === isRetired) return
    await tx.query(setRetired[list]({ id, isRetired }))
    const act = isRetired ? 'list.entry_retired' : 'list.entry_restored'
    await recordStaffAction(tx, viewer.id, { act, itemId: id, itemName: entry.name, after: { list } })
  })
  return id
}
