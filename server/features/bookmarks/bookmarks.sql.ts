import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'

/** SQL for bookmarks. The member's row is locked first, so that two devices cannot exceed the limits together. */
export const beginAlteration = statement(
  'begin-bookmark-alteration',
  { userId: 'bigint' },
  (p) => sql`
    with own as (select u.id from users u where u.id = ${p.userId} for no key update)
    select nextval('bookmark_alterations')::bigint as alteration from own`,
)

export const countBookmarks = statement(
  'count-bookmarks',
  { userId: 'bigint' },
  (p) => sql`
    select (select count(*)::integer from bookmarks b where b.user_id = ${p.userId}) as bookmarks,
      (select count(*)::integer from bookmark_collections c where c.user_id = ${p.userId}) as collections`,
)

export const selectSaved = statement(
  'select-bookmarks',
  { userId: 'bigint', kinds: 'text[]', itemIds: 'bigint[]' },
  (p) => sql`
    select b.kind, b.item_id from bookmarks b join unnest(${p.kinds}, ${p.itemIds}) a(kind, item_id) using (kind, item_id)
    where b.user_id = ${p.userId}`,
)

export const selectCollection = statement(
  'select-bookmark-collection',
  { userId: 'bigint', id: 'bigint' },
  (p) => sql`select c.id, c.title from bookmark_collections c where c.user_id = ${p.userId} and c.id = ${p.id}`,
)

export const selectCollectionByTitle = statement(
  'select-bookmark-collection-by-title',
  { userId: 'bigint', title: 'text' },
  (p) => sql`
    select c.id, c.title from bookmark_collections c where c.user_id = ${p.userId} and lower(c.title) = lower(${p.title})`,
)

export const insertCollection = statement(
  'insert-bookmark-collection',
  { userId: 'bigint', title: 'text', alteration: 'bigint' },
  (p) => sql`
    insert into bookmark_collections (user_id, title, alteration) values (${p.userId}, ${p.title}, ${p.alteration}) returning id`,
)

export const renameCollection = statement(
  'rename-bookmark-collection',
  { id: 'bigint', title: 'text', alteration: 'bigint' },
  (p) => sql`update bookmark_collections set title = ${p.title}, alteration = ${p.alteration} where id = ${p.id}`,
)

export const deleteCollection = statement(
  'delete-bookmark-collection',
  { id: 'bigint' },
  (p) => sql`delete from bookmark_collections where id = ${p.id}`,
)

/** Marks the collections that these bookmarks are in, and the one given, as altered. */
export const markAltered = statement(
  'mark-bookmark-collections',
  { userId: 'bigint', kinds: 'text[]', itemIds: 'bigint[]', collectionId: 'bigint', alteration: 'bigint' },
  (p) => sql`
    update bookmark_collections c set alteration = ${p.alteration}
    where c.user_id = ${p.userId} and (c.id = ${p.collectionId} or c.id in (
      select b.collection_id from bookmarks b join unnest(${p.kinds}, ${p.itemIds}) a(kind, item_id) using (kind, item_id)
      where b.user_id = ${p.userId}))`,
)

export const deleteBookmarks = statement(
  'delete-bookmarks',
  { userId: 'bigint', kinds: 'text[]', itemIds: 'bigint[]' },
  (p) => sql`
    delete from bookmarks b using unnest(${p.kinds}, ${p.itemIds}) a(kind, item_id)
    where b.user_id = ${p.userId} and b.kind = a.kind and b.item_id = a.item_id`,
)

/** Saves new ones; moves those that exist if `isMoved`, and changes their note if one is given. */
export const saveBookmarks = statement(
  'save-bookmarks',
  { userId: 'bigint', items: 'jsonb', collectionId: 'bigint', source: 'text', isMoved: 'boolean' },
  (p) => sql`
    insert into bookmarks as b (user_id, kind, item_id, collection_id, note, source, num_of_responses)
    select ${p.userId}, a.kind, a.id, ${p.collectionId}, nullif(a.note, ''), ${p.source},
      case when a.kind = 'THREAD' then (select f.num_of_responses from thread_feed f where f.thread_id = a.id) end
    from jsonb_to_recordset(${p.items}) a(kind text, id bigint, note text)
    on conflict (user_id, kind, item_id) do update set
      collection_id = case when ${p.isMoved} then excluded.collection_id else b.collection_id end,
      note = case when (select a.note is null from jsonb_to_recordset(${p.items}) a(kind text, id bigint, note text)
        where a.kind = b.kind and a.id = b.item_id) then b.note else excluded.note end`,
)
