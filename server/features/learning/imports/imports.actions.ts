/** Imports a CSV of parts of series, whose files staff uploaded. A new series stays unpublished until staff publish it. */
import { uploadedVideo } from '#server/features/materials/index.ts'
import { idsOfNames } from '#server/features/networks/index.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { recordStaffAction } from '#server/platform/audit/staff-actions.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { importRows, readCsv, type CsvRow, type Outcome } from '#server/platform/imports/imports.ts'
import type { ImportOrder } from '#server/platform/imports/imports.routes.ts'
import { problem } from '#server/platform/problems.ts'
import { requireUploadNamed } from '#server/platform/uploads/claim-uploads.ts'
import { IMPORT_COLUMNS, type ImportResult } from '#shared/imports.ts'
import { isCalendarDay } from '#shared/kit/dates.ts'
import { SERIES_ITEMS, seriesProblem } from '#shared/learning.ts'
import { insertImportedSeries, insertPart, selectKnownPart, selectSeriesNamed } from './imports.sql.ts'

type Tools = Pick<AppContext, 'pool' | 'bus' | 'blobs'>
interface Taken {
  tx: Transaction
  row: CsvRow
  staffId: number
}

export function importSeries(tools: Tools, { text, isDryRun, staffId }: ImportOrder): Promise<ImportResult> {
  const { pool, bus } = tools
  const rows = readCsv(text, IMPORT_COLUMNS.series)
  return importRows(pool, bus, { rows, isDryRun }, (tx, row) => takePart(tools, { tx, row, staffId }))
}

const refuse = (message: string) => problem('learning.import', { message })

async function takePart(tools: Tools, taken: Taken): Promise<Outcome> {
  const { tx, row, staffId } = taken
  const { cell, list } = row
  const part = { title: cell('title'), description: cell('description') }
  const wrong = seriesProblem({ title: cell('series'), videos: [part], documents: [], speakers: [], sponsors: [] })
  if (wrong) throw refuse(wrong.message)
  const opens = cell('opens')
  if (opens !== '' && !isCalendarDay(opens)) throw refuse('Enter the day it opens as YYYY-MM-DD, or nothing.')
  const seriesId = await seriesOf(taken)
  const { rows: known } = await tx.query(selectKnownPart({ seriesId, title: part.title }))
  if (known[0]) return 'known'
  const addVideo = await uploadedVideo(tools, {
    userId: staffId,
    file: await requireUploadNamed(tx, staffId, cell('file')),
    poster: cell('poster') === '' ? null : await requireUploadNamed(tx, staffId, cell('poster')),
    captions: '',
    chapters: list('chapters').join('\n'),
  })
  const videoId = await addVideo(tx)
  const { rows } = await tx.query<{ id: number; index: number }>(
    insertPart({ seriesId, videoId, ...part, opens: opens === '' ? null : `${opens}T00:00:00Z` }),
  )
  if (rows[0]!.index > SERIES_ITEMS) throw refuse(`A series can have up to ${SERIES_ITEMS} videos.`)
  await recordStaffAction(tx, staffId, {
    act: 'series.part_imported',
    itemId: seriesId,
    itemName: cell('series'),
    after: { part: part.title },
  })
  return 'made'
}

async function seriesOf({ tx, row: { cell }, staffId }: Taken): Promise<number> {
  const title = cell('series')
  const { networks } = await idsOfNames(tx, { networks: [cell('network')] })
  const networkId = networks[0]
  const { rows: found } = await tx.query<{ id: number }>(selectSeriesNamed({ networkId, title }))
  if (found[0]) return found[0].id
  const { rows } = await tx.query<{ id: number }>(insertImportedSeries({ networkId, title }))
  await recordStaffAction(tx, staffId, { act: 'series.created', itemId: rows[0]!.id, itemName: title })
  return rows[0]!.id
}
