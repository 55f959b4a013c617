/** Content security policies. A page's nonce is new for each response. */

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

/** For data, refusals and redirects: nothing may be loaded, run or framed. */
export const INERT =
  "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A file opened directly gets an opaque origin. */
export const INERT_FILE = `${INERT}; sandbox`

/** A worker is subject to the policy of its own script: ours connects to this site only. */
export const BUILT_FILE = `${INERT}; script-src 'self'; connect-src 'self'`

/** In development, Vite injects its own scripts and styles and opens a socket. */
export const developmentPolicy =
  "default-src 'self' 'unsafe-inline' data:; connect-src 'self' ws:; frame-ancestors 'none'"
