/** Addresses as the router reads them. */
import { parseSearch, stringifySearch } from '#web/platform/navigation/search-params.ts'

export interface Overlay {
  /** The path shown in the URL: "/feed/12". */
  path: string
  query: string
  /** The fragment after `#!`: "open" or the id of a message element. */
  fragment: string
  /** Number of stacked overlays; usually one. */
  depth: number
}

/** What we store in an entry of the browser's history. Entries of other scripts have nothing of it. */
export interface EntryState {
  key?: string
  index?: number
  overlay?: Overlay
  /** The address of the page under the overlay; the entry itself has the address of the overlay. */
  beneath?: string
  /** The page load that made the overlay. After a reload its address opens as a full page. */
  pageLoad?: string
}

export type Search = Record<string, unknown>

export interface RouterLocation {
  href: string
  pathname: string
  search: Search
  /** Without "#". */
  hash: string
  state: EntryState
}

/** Browsers read "//host" and "/\host" as another site, so an address always begins with exactly one slash. */
const onThisSite = (href: string): string => `/${href.replaceAll(/\p{Cc}/gu, '').replace(/^[\s\\/]+/, '')}`

/** Malformed text stays as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function parseAddress(given: string, state: EntryState = {}): RouterLocation {
  const href = onThisSite(given)
  const [, pathname = '/', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(href) ?? []
  return { href, pathname, search: parseSearch(query), hash: decoded(hash.slice(1)), state }
}

export interface Target {
  /** A path, possibly with a query and a fragment. */
  to: string
  /** Replaces the query of `to`. */
  search?: object | undefined
  /** Replaces the fragment of `to`. */
  hash?: string | undefined
}

/** Other sites, and addresses of mail and telephone. */
export const isElsewhere = (to: string): boolean => /^[a-z][a-z\d+.-]*:/i.test(to)
/** Never "javascript:", whoever wrote the link. */
export const isSafe = (to: string): boolean => /^(https?|mailto|tel):/i.test(to)

export function hrefOf({ to, search, hash }: Target): string {
  if (!search && hash === undefined) return parseAddress(to).href
  const given = parseAddress(to)
  const fragment = hash ?? given.hash
  return given.pathname + stringifySearch({ ...(search ?? given.search) }) + (fragment && `#${fragment}`)
}
