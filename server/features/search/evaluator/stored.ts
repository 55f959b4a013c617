/** Segments and documents as the database has them. */
import type pg from 'pg'
import type { Document } from '../segments/build.ts'
import {
  deleteSegments,
  insertPart,
  insertSegment,
  selectDocuments,
  selectParts,
  selectSegments,
} from './evaluator.sql.ts'
import { partsOf, segmentOf, type Part, type Segment } from '../segments/segment.ts'

type Connection = Pick<pg.ClientBase, 'query'>

export interface Change {
  change: number
  /** The transaction. */
  by: string
  kind: 'item' | 'message' | 'thread'
  id: number
}
export interface StoredSegment {
  id: number
  since: string
  documents: number
}
export type DocumentRow = Omit<Document, 'channels'> & { channels: number[] | null }

export const isIndexed = (row: DocumentRow): row is DocumentRow & { channels: number[] } => row.channels !== null

/** Channels in one order, so that the same set is the same everywhere. */
export const documentOf = (row: DocumentRow & { channels: number[] }): Document => ({
  ...row,
  channels: row.channels.toSorted((a, b) => a - b),
})

/** The items that the changes are about, and those of them that a search may find, as they are now. */
export async function readChanged(connection: Connection, changes: readonly Change[]) {
  const of = (kind: Change['kind']) => [...new Set(changes.filter((each) => each.kind === kind).map(({ id }) => id))]
  const items = of('item')
  const { rows } = await connection.query<DocumentRow>(
    selectDocuments({ items, messages: of('message'), threads: of('thread') }),
  )
  const ids = [...new Set([...items, ...rows.map(({ id }) => id)])]
  return { ids, documents: rows.filter(isIndexed).map(documentOf) }
}

export const readSegments = async (connection: Connection): Promise<StoredSegment[]> =>
  (await connection.query<StoredSegment>(selectSegments())).rows

export async function readSegment(connection: Connection, id: number): Promise<Segment | undefined> {
  const { rows } = await connection.query<Part>(selectParts({ segmentId: id }))
  // A merge may have replaced it in the meantime.
  return rows.length === 0 ? undefined : segmentOf(rows)
}

export async function writeSegment(connection: Connection, segment: Segment, since: string): Promise<void> {
  const { rows } = await connection.query<{ id: number }>(insertSegment({ since, documents: segment.ids.length }))
  for (const { kind, part, bytes } of partsOf(segment)) {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    await connection.query(insertPart({ segmentId: rows[0]!.id, kind, part, bytes: buffer }))
  }
}

export const removeSegments = (connection: Connection, ids: readonly number[]): Promise<unknown> =>
  connection.query(deleteSegments({ ids }))
