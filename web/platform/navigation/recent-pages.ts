/** The single discussions, members and documents that this tab has shown, newest first: in memory only. */
import { PRODUCT_NAME } from '#shared/networks.ts'

export interface RecentPage {
  href: string
  title: string
}

const KEPT = 12
const SINGLE = /^\/(?:feed|members|experts|content\/[a-z-]+)\/\d+$/
let pages: readonly RecentPage[] = []
let isWatching = false

/** The earlier pages, without the current one. */
export const recentPages = (): RecentPage[] => pages.filter(({ href }) => href !== location.pathname)

const own = (title: string) => title.replace(/^\(\d+\) /, '').replace(` · ${PRODUCT_NAME}`, '')

function note(): void {
  const { pathname: href } = location
  const title = own(document.title)
  if (!SINGLE.test(href) || title === '') return
  pages = [{ href, title }, ...pages.filter((page) => page.href !== href)].slice(0, KEPT)
}

/** Call once the first view stands. Each page sets its title when it has its data. */
export function watchPages(): void {
  const element = document.querySelector('title')
  if (isWatching || !element) return
  isWatching = true
  note()
  new MutationObserver(note).observe(element, { childList: true })
}
