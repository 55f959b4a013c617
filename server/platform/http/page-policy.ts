/** What a page may load and do. The nonce is fresh for each answer. */

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
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** While developing, Vite injects its own scripts and styles and keeps a socket. */
export const developmentPolicy =
  "default-src 'self' 'unsafe-inline' data:; connect-src 'self' ws:; frame-ancestors 'none'"
