/** Files of comma-separated values: how they are written, and how they are sent. */
import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'
import { INERT_FILE } from '#server/platform/http/page-policy.ts'

type Rows = readonly (readonly unknown[])[]

/** Spreadsheets execute cells that look like formulas, so such cells are prefixed with an apostrophe. */
const lines = (rows: Rows, bom: boolean) =>
  stringify(rows as unknown[][], { bom, escape_formulas: true, record_delimiter: 'windows' })

export const csvOf = (columns: readonly string[], rows: Rows): string => lines([columns, ...rows], true)

/** Sent while it is read, so that a long file needs no more memory than a short one. */
export const csvFrom = (columns: readonly string[], batches: AsyncIterable<Rows>): Readable =>
  Readable.from(linesOf(columns, batches))

async function* linesOf(columns: readonly string[], batches: AsyncIterable<Rows>) {
  yield lines([columns], true)
  for await (const rows of batches) if (rows.length > 0) yield lines(rows, false)
}

export const sendCsv = (reply: FastifyReply, name: string, file: string | Readable) =>
  reply
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('content-security-policy', INERT_FILE)
    .header('cache-control', 'private, no-store')
    .type('text/csv; charset=utf-8')
    .send(file)
