/** What a browser may do with an answer. The nonce of a page is fresh for each. */

const SNIPPET_SOURCES = 'https://cdn.segment.com https://api.segment.io'

export function pagePolicy(nonce: string, { hasAnalytics = false } = {}): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "font-src 'self'",
    "img-src 'self' data:",
    "media-src 'self'",
    `connect-src 'self'${hasAnalytics ? ` ${SNIPPET_SOURCES}` : ''}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Data, refusals and redirects: nothing is loaded, run or framed. */
export const INERT =
  "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A file that is opened by itself belongs to no site. */
export const INERT_FILE = `${INERT}; sandbox`

/** A worker is held to the policy of its own script: ours asks this site only. */
export const BUILT_FILE = `${INERT}; script-src 'self'; connect-src 'self'`

/** While developing, Vite injects its own scripts and styles and keeps a socket. */
export const developmentPolicy =
  "default-src 'self' 'unsafe-inline' data:; connect-src 'self' ws:; frame-ancestors 'none'"
