/** One mutation saves, moves, annotates and removes bookmarks, and makes, renames and deletes collections. */
import type pg from 'pg'
import { selectRows } from '#server/platform/database/select.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Parameter, sql } from '#server/platform/graph/sql.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import {
  BOOKMARK_NOTE_LENGTH,
  BOOKMARKS_LIMIT,
  BOOKMARKS_PER_CALL,
  COLLECTION_TITLE_LENGTH,
  COLLECTIONS_LIMIT,
  collectionExists,
  noteTooLong,
  TITLE_REQUIRED,
  titleTooLong,
  tooManyAtOnce,
  tooManyBookmarks,
  tooManyCollections,
  type ContentKind,
} from '#shared/bookmarks.ts'
import {
  beginAlteration,
  countBookmarks,
  deleteBookmarks,
  deleteCollection,
  insertCollection,
  markAltered,
  renameCollection,
  saveBookmarks,
  selectCollection,
  selectCollectionByTitle,
  selectSaved,
} from './bookmarks.sql.ts'
import { SAVED_KINDS } from './items.ts'

interface BookmarkInput {
  kind: ContentKind
  id: number
  note?: string | null
  is_removed?: boolean | null
}

interface AlterArgs {
  bookmarks: BookmarkInput[]
  collection_id?: number | null
  title?: string | null
  source?: string | null
  is_deleted?: boolean | null
  is_unfiled?: boolean | null
}

interface Alteration {
  tx: Transaction
  userId: number
  alteration: number
}

interface Collection {
  id: number
  title: string
}

const SOURCE_LENGTH = 100

/** Resolves to the number of the change, by which the response finds the collections that it altered. */
export async function alterBookmarks(pool: pg.Pool, bus: Bus, call: Call<AlterArgs>): Promise<number> {
  const { viewer, args } = call
  const asked = requested(args)
  const readable = await readableKeys(pool, call, asked)
  return transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<{ alteration: number }>(beginAlteration({ userId: viewer.id }))
    const work = { tx, userId: viewer.id, alteration: rows[0]!.alteration }
    const collection = await collectionFor(work, args)
    if (args.is_deleted && collection) await tx.query(deleteCollection({ id: collection.id }))
    else await alterItems(work, { asked, readable, collection, args })
    const { rows: counted } = await tx.query<{ bookmarks: number; collections: number }>(
      countBookmarks({ userId: viewer.id }),
    )
    if (counted[0]!.bookmarks > BOOKMARKS_LIMIT) refuse('too_many', tooManyBookmarks(), 'bookmarks')
    if (counted[0]!.collections > COLLECTIONS_LIMIT) refuse('too_many_collections', tooManyCollections(), 'title')
    return work.alteration
  })
}

function refuse(code: string, message: string, field: string): never {
  throw problem(`bookmarks.${code}`, { message, field })
}

const keyOf = ({ kind, id }: { kind: string; id: number }) => `${kind} ${id}`

/** The last entry for an item counts. */
function requested({ bookmarks }: AlterArgs): BookmarkInput[] {
  if (bookmarks.length > BOOKMARKS_PER_CALL) refuse('too_many_at_once', tooManyAtOnce(), 'bookmarks')
  const asked = bookmarks.map((each) => ({ ...each, note: each.note?.trim() }))
  const long = asked.find(({ note = '' }) => [...note].length > BOOKMARK_NOTE_LENGTH)
  if (long) refuse('note_too_long', noteTooLong([...long.note!].length), 'bookmarks')
  return [...new Map(asked.map((each) => [keyOf(each), each])).values()]
}

/** The items that the viewer may read. Only those can be saved; others can still be moved or removed. */
async function readableKeys(
  pool: pg.Pool,
  { viewer }: Call<AlterArgs>,
  asked: readonly BookmarkInput[],
): Promise<Set<string>> {
  const keys = new Set<string>()
  for (const [kind, { readable }] of Object.entries(SAVED_KINDS)) {
    const ids = asked.filter((each) => each.kind === kind).map(({ id }) => id)
    if (ids.length === 0) continue
    const wanted = new Parameter('ids', 'bigint[]', () => ids)
    const rows = await selectRows<{ id: number }>(
      pool,
      sql`select x.id from ${readable} x where x.id = any(${wanted})`,
      viewer,
    )
    for (const { id } of rows) keys.add(keyOf({ kind, id }))
  }
  return keys
}

/** The collection that is meant: found, made or renamed. */
async function collectionFor({ tx, userId, alteration }: Alteration, args: AlterArgs): Promise<Collection | undefined> {
  const title = args.title?.replaceAll(/\s+/g, ' ').trim()
  if (title === '') refuse('title_missing', TITLE_REQUIRED, 'title')
  if (title !== undefined && [...title].length > COLLECTION_TITLE_LENGTH)
    refuse('title_too_long', titleTooLong(), 'title')
  const namesake =
    title === undefined ? undefined : (await tx.query<Collection>(selectCollectionByTitle({ userId, title }))).rows[0]
  if (args.collection_id === null || args.collection_id === undefined) {
    if (title === undefined) return undefined
    // Sent again after a lost response, it finds the collection that it made.
    if (namesake) return namesake
    const { rows } = await tx.query<{ id: number }>(insertCollection({ userId, title, alteration }))
    return { id: rows[0]!.id, title }
  }
  const { rows } = await tx.query<Collection>(selectCollection({ userId, id: args.collection_id }))
  const found = rows[0]
  if (!found) return refuse('collection_not_found', 'This collection doesn’t exist anymore.', 'collection_id')
  if (title === undefined) return found
  if (namesake && namesake.id !== found.id) refuse('title_taken', collectionExists(namesake.title), 'title')
  await tx.query(renameCollection({ id: found.id, title, alteration }))
  return { id: found.id, title }
}

interface AlteredItems {
  asked: readonly BookmarkInput[]
  readable: ReadonlySet<string>
  collection: Collection | undefined
  args: AlterArgs
}

async function alterItems({ tx, userId, alteration }: Alteration, { asked, readable, collection, args }: AlteredItems) {
  const columns = (items: readonly BookmarkInput[]) => ({
    userId,
    kinds: items.map(({ kind }) => kind),
    itemIds: items.map(({ id }) => id),
  })
  const { rows } = await tx.query<{ kind: string; item_id: number }>(selectSaved(columns(asked)))
  const saved = new Set(rows.map(({ kind, item_id }) => keyOf({ kind, id: item_id })))
  const isPlain = !collection && !args.is_unfiled
  // As specified: sent again without a collection, a saved item is removed. A note says that it is to stay.
  const isToggledOff = (each: BookmarkInput) => isPlain && saved.has(keyOf(each)) && each.note === undefined
  const removed = asked.filter((each) => each.is_removed ?? isToggledOff(each))
  const kept = asked.filter((each) => !removed.includes(each))
  if (kept.some((each) => !saved.has(keyOf(each)) && !readable.has(keyOf(each))))
    refuse('not_found', 'This isn’t available anymore, so it can’t be saved.', 'bookmarks')
  await tx.query(markAltered({ ...columns(asked), collectionId: collection?.id, alteration }))
  await tx.query(deleteBookmarks(columns(removed)))
  await tx.query(
    saveBookmarks({
      userId,
      items: JSON.stringify(kept.map(({ kind, id, note }) => ({ kind, id, note }))),
      collectionId: collection?.id,
      source: args.source?.slice(0, SOURCE_LENGTH) || null,
      isMoved: !isPlain,
    }),
  )
}
