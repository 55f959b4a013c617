/** Queries for bookmarks, and how changes reach the cache. */
import { AlterBookmarks, GetBookmarkCollections, type GetBookmarkCollectionsQuery } from '#api/operations.ts'
import { operationQuery } from '#web/platform/api/operations.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'

export type Collection = GetBookmarkCollectionsQuery['bookmark_collections'][number]
export type Bookmark = Collection['items'][number]

export const collectionsQuery = operationQuery(GetBookmarkCollections, {}, { staleTime: 0 })
export const useAlterBookmarks = () =>
  useCommand(AlterBookmarks, { invalidate: [[GetBookmarkCollections.name]], onError: 'show' })

export const bookmarkKey = ({ kind, item_id }: Pick<Bookmark, 'kind' | 'item_id'>) => `${kind} ${item_id}`
