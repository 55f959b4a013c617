/** External links: a new tab in a browser, handed to the app inside the mobile app. */
import { isExternal, isWebLink, withScheme } from '#shared/kit/links.ts'
import { isInApp, postToApp } from '#web/platform/app/app-bridge.ts'

export function openExternal(url: string): void {
  const href = withScheme(url)
  if (!isWebLink(href)) return
  if (!postToApp({ type: 'openExternal', value: href })) window.open(href, '_blank', 'noopener,noreferrer')
}

/** One listener for all links, in members' text and in the product; new tabs get no opener and no referrer. */
export function watchExternalLinks(): () => void {
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
    if (!link || event.defaultPrevented || !isExternal(link.href, location.origin) || !isWebLink(link.href)) return
    if (isInApp()) {
      event.preventDefault()
      openExternal(link.href)
    } else {
      link.target = '_blank'
      link.rel = 'noopener noreferrer'
    }
  }
  document.addEventListener('click', onClick)
  return () => document.removeEventListener('click', onClick)
}
