/** Imports tables from other systems: each row is imported, already known, or refused with a sentence and its line. */
import { parse } from 'csv-parse/sync'
import type pg from 'pg'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Problem, problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { IMPORT_LIST_SEPARATOR, type ImportOutcome, type ImportResult } from '#shared/imports.ts'
import { counted } from '#shared/kit/text.ts'

const ROWS_AT_MOST = 20_000
const WORDS_OF_ROW = 3
const LETTERS_OF_ROW = 120

export interface CsvRow {
  line: number
  /** The first words of the row, to identify it. */
  words: string
  /** The cell of a column, trimmed; empty if there is none. */
  cell(column: string): string
  /** The values of a cell that holds several, separated by semicolons. */
  list(column: string): string[]
}

export type Outcome = Exclude<ImportOutcome, 'refused'>

/** Reads a table with a header. Unknown columns are refused: a misspelled one would otherwise be ignored silently. */
export function readCsv(text: string, { required, optional }: { required: string[]; optional: string[] }): CsvRow[] {
  const records = recordsOf(text)
  const header = Object.keys(records[0]?.record ?? {})
  const missing = required.filter((column) => !header.includes(column))
  const unknown = header.filter((column) => ![...required, ...optional].includes(column))
  if (records.length === 0)
    throw problem('import.empty', { status: 400, message: 'The file has no rows below the header.' })
  if (missing.length > 0)
    throw problem('import.columns', { status: 400, message: `Missing column: ${missing.join(', ')}.` })
  if (unknown.length > 0)
    throw problem('import.columns', {
      status: 400,
      message: `Unknown column: ${unknown.join(', ')}. Valid columns: ${[...required, ...optional].join(', ')}.`,
    })
  if (records.length > ROWS_AT_MOST)
    throw problem('import.too_long', {
      status: 400,
      message: `The file has ${records.length} rows. The limit is ${ROWS_AT_MOST}.`,
    })
  return records.map(({ record, info }) => {
    const cell = (column: string) => record[column] ?? ''
    const list = (column: string) =>
      cell(column)
        .split(IMPORT_LIST_SEPARATOR)
        .map((item) => item.trim())
        .filter(Boolean)
    const words = Object.values(record).filter(Boolean).slice(0, WORDS_OF_ROW).join(', ').slice(0, LETTERS_OF_ROW)
    return { line: info.lines, words, cell, list }
  })
}

function recordsOf(text: string) {
  try {
    return parse(text, {
      columns: (header: string[]) => header.map((name) => name.trim().toLowerCase()),
      bom: true,
      trim: true,
      skip_empty_lines: true,
      info: true,
    }) as unknown as { record: Record<string, string>; info: { lines: number } }[]
  } catch (error) {
    throw problem('import.unreadable', {
      status: 400,
      message: `We couldn’t read this file as CSV: ${(error as Error).message}`,
    })
  }
}

class Rehearsed extends Error {}

/** Imports all rows in one transaction: all or nothing. A dry run does the same and rolls back. */
export async function importRows(
  pool: pg.Pool,
  bus: Bus,
  { rows, isDryRun }: { rows: readonly CsvRow[]; isDryRun: boolean },
  take: (tx: Transaction, row: CsvRow) => Promise<Outcome>,
): Promise<ImportResult> {
  let result: ImportResult | undefined
  const work = async (tx: Transaction) => {
    result = { rows: rows.length, made: 0, known: 0, refused: [], lines: [], isDryRun }
    for (const row of rows) {
      // What a refused row has already written must be rolled back.
      await tx.query('savepoint row')
      try {
        const outcome = await take(tx, row)
        result[outcome] += 1
        result.lines.push({ line: row.line, words: row.words, outcome })
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        await tx.query('rollback to savepoint row')
        result.refused.push({ line: row.line, reason: error.message })
        result.lines.push({ line: row.line, words: row.words, outcome: 'refused', reason: error.message })
      }
    }
    if (isDryRun) throw new Rehearsed()
  }
  await transaction(pool, bus, work).catch((error: unknown) => {
    if (!(error instanceof Rehearsed)) throw error
  })
  return result!
}

export function resultText({ rows, made, known, refused, isDryRun }: ImportResult): string {
  const sum = `${counted(rows, 'row')}: ${made} new, ${known} already exist, ${refused.length} rejected.`
  const lines = refused.map(({ line, reason }) => `  line ${line}: ${reason}`)
  const end = isDryRun ? ['Dry run: nothing was imported.'] : []
  return [sum, ...lines, ...end].join('\n')
}
