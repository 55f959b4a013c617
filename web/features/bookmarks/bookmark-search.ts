/** Which bookmarks the page shows: its state in the URL, and the bookmarks that it selects. */
import { ROUTES } from '#shared/routes.ts'
import { navigateTo } from '#web/platform/navigation/navigation.ts'
import { stringifySearch } from '#web/platform/navigation/search-params.ts'
import type { Bookmark, Collection } from '#web/features/bookmarks/bookmarks.queries.ts'
import { titleOf } from '#web/features/bookmarks/bookmark-kinds.ts'

export type BookmarkSort = 'newest' | 'oldest' | 'title'
export interface BookmarkSearch {
  /** A collection, or those without one. */
  collection?: number | 'none'
  q?: string
  sort?: BookmarkSort
}

export const SORTS: readonly { value: BookmarkSort; label: string }[] = [
  { value: 'newest', label: 'Newest' },
  { value: 'oldest', label: 'Oldest' },
  { value: 'title', label: 'Title' },
]

export function readBookmarkSearch({ collection, q, sort }: Record<string, unknown>): BookmarkSearch {
  const id = Number(collection)
  return {
    ...(collection === 'none' && { collection: 'none' }),
    ...(Number.isSafeInteger(id) && id > 0 && { collection: id }),
    ...(typeof q === 'string' && q.trim() !== '' && { q: q.trim().slice(0, 200) }),
    ...((sort === 'oldest' || sort === 'title') && { sort }),
  }
}

export interface Saved {
  collections: readonly Collection[]
  unfiled: readonly Bookmark[]
}

const plain = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Every word of the search occurs in the title or in the note. A bookmark whose item is gone has only its note. */
export function selectBookmarks(
  { collections, unfiled }: Saved,
  { collection, q = '', sort }: BookmarkSearch,
): Bookmark[] {
  const from =
    collection === undefined
      ? [...collections.flatMap(({ items }) => items), ...unfiled]
      : collection === 'none'
        ? unfiled
        : (collections.find(({ id }) => id === collection)?.items ?? [])
  const words = plain(q).split(/\s+/).filter(Boolean)
  const found = from.filter((each) => {
    const text = plain(`${titleOf(each) ?? ''} ${each.note ?? ''}`)
    return words.every((word) => text.includes(word))
  })
  const byTime = (a: Bookmark, b: Bookmark) => b.bookmarked_at.localeCompare(a.bookmarked_at)
  if (sort === 'title')
    return found.toSorted((a, b) => (titleOf(a) ?? '\uffff').localeCompare(titleOf(b) ?? '\uffff', 'en'))
  return found.toSorted(sort === 'oldest' ? (a, b) => byTime(b, a) : byTime)
}

export const bookmarksPath = ({ collection, q, sort }: BookmarkSearch): string =>
  `${ROUTES.bookmarks}${stringifySearch({ collection, q: q?.trim() || undefined, sort })}`

export const openBookmarks = (search: BookmarkSearch, { replace = false } = {}): void =>
  navigateTo(bookmarksPath(search), { replace })
