/** Rules for external links. */

export const EXTERNAL_FAVICON_SIZE = 128

/** Prepends https:// to a URL without a scheme. */
export function withScheme(url: string): string {
  const trimmed = url.trim()
  if (trimmed === '' || /^[a-z][a-z\d+.-]*:(?!\d)/i.test(trimmed)) return trimmed
  return `https://${trimmed.replace(/^\/\//, '')}`
}

/** A link is external if its origin differs from that of the page. */
export function isExternal(href: string, pageOrigin: string): boolean {
  if (!URL.canParse(href, pageOrigin)) return false
  return new URL(href, pageOrigin).origin !== pageOrigin
}

/** True only for URLs that a browser may open for a member: never a script. */
export const isWebLink = (href: string): boolean => URL.canParse(href) && /^https?:$/.test(new URL(href).protocol)

/** The URL of our own favicon for a domain: we draw it, so that no other site learns what members read. */
export function externalFaviconPath(url: string): string {
  const href = withScheme(url)
  if (!isWebLink(href)) return ''
  return `/api/favicon?domain=${encodeURIComponent(new URL(href).hostname)}&size=${EXTERNAL_FAVICON_SIZE}`
}
