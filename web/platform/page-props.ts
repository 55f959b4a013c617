/** Properties of the deployment that the server sends with the page. */
import { createContext, useContext } from 'react'
import type { PageProps } from '#shared/pages.ts'
import { createMedia } from '#web/kit/store.ts'
import { SMALL_SCREEN } from '#web/kit/widths.ts'

export const PagePropsContext = createContext<PageProps | null>(null)

export function usePageProps(): PageProps {
  const pageProps = useContext(PagePropsContext)
  if (!pageProps) throw new Error('PagePropsContext is missing.')
  return pageProps
}

const useSmallScreen = createMedia(SMALL_SCREEN)
/** While the page hydrates it is what the server took the device for; undefined if it could not tell. */
export const useIsSmallScreen = (): boolean | undefined => useSmallScreen(usePageProps().isSmallScreen)

let current: PageProps | null = null
/** For code outside components, in the browser only. */
export const pageProps = (): PageProps | null => current
export function setPageProps(next: PageProps): void {
  current = next
}
