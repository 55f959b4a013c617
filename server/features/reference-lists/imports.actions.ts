/** Imports a CSV of one list: adds what is missing and changes nothing that is there. */
import type pg from 'pg'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { importRows, readCsv, type CsvRow, type Outcome } from '#server/platform/imports/imports.ts'
import type { ImportOrder, RunImport } from '#server/platform/imports/imports.routes.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { IMPORT_COLUMNS, listImport, type ImportKind, type ImportResult } from '#shared/imports.ts'
import { checkedEntry, REFERENCE_LIST_KEYS, shapeOf, type ReferenceListKey } from '#shared/reference-lists.ts'
import { add, findSameName, refuse } from './reference-lists.actions.ts'

async function importList(pool: pg.Pool, bus: Bus, list: ReferenceListKey, order: ImportOrder): Promise<ImportResult> {
  const { text, isDryRun, staffId } = order
  const rows = readCsv(text, IMPORT_COLUMNS[listImport(list)])
  return importRows(pool, bus, { rows, isDryRun }, (tx, row) => take(tx, { list, row, staffId }))
}

interface Taking {
  list: ReferenceListKey
  row: CsvRow
  staffId: number
}

async function take(tx: Transaction, { list, row: { cell }, staffId }: Taking): Promise<Outcome> {
  const values = Object.fromEntries(shapeOf(list).fields.map(({ name }) => [name, cell(name)]))
  const entry = checkedEntry(list, { name: cell('name'), values })
  if ('message' in entry) throw refuse(entry.field, entry.message)
  if (await findSameName(tx, list, null, entry)) return 'known'
  await add(tx, { list, entry, actorId: staffId })
  return 'made'
}

export const listImports = (pool: pg.Pool, bus: Bus): Partial<Record<ImportKind, RunImport>> =>
  Object.fromEntries(
    REFERENCE_LIST_KEYS.map((list) => [listImport(list), (order: ImportOrder) => importList(pool, bus, list, order)]),
  )
