/**
 * Packs what has changed into segments. All of one run becomes visible when its transaction commits, so a killed run
 * leaves nothing. One server packs at a time; the others learn of it with their next question.
 */
import type pg from 'pg'
import { buildSegment, mergeSegments, type Document } from '../segments/build.ts'
import { deleteEverything, lockPacking, selectChanges, selectDocumentsAfter } from './evaluator.sql.ts'
import { LiveIndex } from './live-index.ts'
import {
  documentOf,
  isIndexed,
  readChanged,
  readSegment,
  readSegments,
  removeSegments,
  writeSegment,
} from './stored.ts'
import type { Change, DocumentRow, StoredSegment } from './stored.ts'

const READ_AT_ONCE = 2_000
/** A larger segment takes more memory to build; more segments take more time to search. */
const DOCUMENTS = 50_000
/** A segment is merged with the newer ones once it is less than this many times larger, up to a size. */
const TIMES = 4
const MERGED_AT_MOST = 200_000
const CHANGES = 20_000

/** `isWhole`: builds everything anew, which also forgets the words of what was removed. */
export async function packSegments(client: pg.ClientBase, { isWhole }: { isWhole: boolean }): Promise<boolean> {
  await client.query('begin')
  try {
    const { rows } = await client.query<{ is_ours: boolean }>(lockPacking())
    const stored = rows[0]!.is_ours ? await readSegments(client) : []
    if (rows[0]!.is_ours) {
      if (isWhole || stored.length === 0) await packAll(client)
      else await packChanges(client, stored)
    }
    await client.query('commit')
    return rows[0]!.is_ours
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function packAll(client: pg.ClientBase): Promise<void> {
  await client.query(deleteEverything())
  const { since } = await unpacked(client, '0', 0)
  let documents: Document[] = []
  let after = 0
  for (;;) {
    const { rows } = await client.query<DocumentRow>(selectDocumentsAfter({ after, atOnce: READ_AT_ONCE }))
    for (const row of rows) if (isIndexed(row)) documents.push(documentOf(row))
    after = rows.at(-1)?.id ?? after
    const isEnd = rows.length < READ_AT_ONCE
    if (documents.length >= DOCUMENTS || isEnd) {
      await writeSegment(client, buildSegment(documents), since)
      documents = []
    }
    if (isEnd) break
  }
}

async function packChanges(client: pg.ClientBase, stored: readonly StoredSegment[]): Promise<void> {
  const { changes, since } = await unpacked(client, stored.at(-1)!.since, CHANGES)
  // Too many to be packed as changes.
  if (changes.length === CHANGES) return packAll(client)
  const { ids, documents } = await readChanged(client, changes)
  const present = new Set(documents.map(({ id }) => id))
  const added = buildSegment(
    documents,
    ids.filter((id) => !present.has(id)),
  )
  const joining = joiningOf(stored, added.ids.length)
  const older = await Promise.all(joining.map(({ id }) => readSegment(client, id)))
  const { held } = new LiveIndex([...older.map((segment) => segment!), added])
  await writeSegment(
    client,
    held.length === 1 ? added : mergeSegments(held, { isOldest: joining.length === stored.length }),
    since,
  )
  await removeSegments(
    client,
    joining.map(({ id }) => id),
  )
}

/** The newest segments that are merged with so many new documents. */
function joiningOf(stored: readonly StoredSegment[], added: number): readonly StoredSegment[] {
  let documents = added
  let from = stored.length
  while (from > 0) {
    const { documents: more } = stored[from - 1]!
    if (more >= TIMES * documents || more + documents > MERGED_AT_MOST) break
    documents += more
    from -= 1
  }
  return stored.slice(from)
}

async function unpacked(client: pg.ClientBase, since: string, most: number) {
  const { rows } = await client.query<{ changes: Change[]; since: string }>(selectChanges({ since, applied: [], most }))
  return rows[0]!
}
