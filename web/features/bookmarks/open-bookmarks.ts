import { ROUTES } from '#shared/routes.ts'
import type { BookmarkSearch } from '#web/features/bookmarks/bookmark-search.ts'
import { navigateTo } from '#web/platform/navigation/navigation.ts'
import { stringifySearch } from '#web/platform/navigation/search-params.ts'

export const bookmarksPath = ({ collection, q, sort }: BookmarkSearch): string =>
  `${ROUTES.bookmarks}${stringifySearch({ collection, q: q?.trim() || undefined, sort })}`

export const openBookmarks = (search: BookmarkSearch, { replace = false } = {}): void =>
  navigateTo(bookmarksPath(search), { replace })
