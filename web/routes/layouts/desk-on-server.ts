/** The desk as part of the page: on the server only, for windows that have room for it. */
import type { QueryClient } from '@tanstack/react-query'
import { ROUTES, barePath } from '#shared/routes.ts'
import { setLoadedDesk } from '#web/routes/layouts/DeskPlace.tsx'

export const DESK_MODULE = 'web/routes/layouts/MemberDesk.tsx'

/** The lists, to which members come every day. On other pages the browser loads the desk. */
const PAGES: readonly string[] = [ROUTES.home, ROUTES.feed, ROUTES.notifications, ROUTES.members, ROUTES.bookmarks]

/** A page does not wait longer for its side column: the browser asks for the notes that are missing. */
const AT_MOST_MS = 500

export const hasDeskOnPage = (url: string) => PAGES.includes(barePath(url))

export async function prepareDesk(client: QueryClient): Promise<void> {
  const { default: MemberDesk, deskQueries } = await import('#web/routes/layouts/MemberDesk.tsx')
  setLoadedDesk(MemberDesk)
  let timer
  const late = new Promise((resolve) => (timer = setTimeout(resolve, AT_MOST_MS)))
  await Promise.race([Promise.all(deskQueries.map((query) => client.prefetchQuery(query as never))), late])
  clearTimeout(timer)
}
