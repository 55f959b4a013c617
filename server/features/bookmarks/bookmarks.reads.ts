import { define, many, one, value, type Entry } from '#server/platform/graph/reads.ts'
import { sql, trustedSql, type Sql } from '#server/platform/graph/sql.ts'
import { BOOKMARKS_LIMIT, COLLECTIONS_LIMIT, type ContentKind } from '#shared/bookmarks.ts'
import { ownBookmarks } from './bookmarks.access.ts'
import { SAVED_KINDS } from './items.ts'

const { own_bookmarks, own_bookmark_collections } = ownBookmarks
const kindText = (kind: string) => trustedSql(`'${kind}'`)
const latest = (where: Sql) => ({
  rows: sql`select b.* from ${own_bookmarks} b where ${where}`,
  order: sql`bookmarked_at desc, kind, item_id`,
  cap: BOOKMARKS_LIMIT,
})

/** Whether the viewer saved the row: one look-up in the primary key. */
const isSaved = (kind: ContentKind) =>
  value(
    (row) => sql`exists (select from ${own_bookmarks} b where b.kind = ${kindText(kind)} and b.item_id = ${row}.id)`,
  )

/** The item, as long as the viewer may read it. */
const items: Record<string, Entry> = Object.fromEntries(
  Object.entries(SAVED_KINDS).map(([kind, { field, readable }]) => [
    field,
    one((b) => sql`select x.* from ${readable} x where ${b}.kind = ${kindText(kind)} and x.id = ${b}.item_id`),
  ]),
)

const marks = Object.fromEntries(
  Object.entries(SAVED_KINDS).map(([kind, { type }]) => [type, { is_bookmarked: isSaved(kind as ContentKind) }]),
)

export const bookmarkReads = define({
  Query: {
    bookmark_collections: many(() => ({
      rows: sql`select c.* from ${own_bookmark_collections} c`,
      order: sql`lower(title), id`,
      cap: COLLECTIONS_LIMIT,
    })),
    unfiled_bookmarks: many(() => latest(sql`b.collection_id is null`)),
  },
  Mutation: {
    alterBookmarks: many((_, { result }) => ({
      rows: sql`select c.* from ${own_bookmark_collections} c where c.alteration = ${result}`,
      order: sql`lower(title), id`,
      cap: COLLECTIONS_LIMIT,
    })),
  },
  BookmarkCollection: { items: many((c) => latest(sql`b.collection_id = ${c}.id`)) },
  BookmarkItem: items,
  ...marks,
})
