/** Search sections, and how a URL records that a search led to it. */

export const SEARCH_SECTIONS = [
  'all',
  'threads',
  'members',
  'experts',
  'peer_documents',
  'events',
  'learning_hub',
  'inbox',
] as const
export type SearchSection = (typeof SEARCH_SECTIONS)[number]
export const isSearchSection = (word: unknown): word is SearchSection => SEARCH_SECTIONS.includes(word as never)

/** The search that led to a page: its section and the result's id (on a member's or expert's page, their own id). */
export interface SearchContext {
  s?: SearchSection
  sid?: string
}
/** Reads the context from URL parameters; unknown values are ignored. */
export const readSearchContext = ({ s, sid }: Record<string, unknown>): SearchContext => ({
  ...(isSearchSection(s) && { s }),
  ...(/^[1-9]\d{0,15}$/.test(String(sid)) && { sid: String(sid) }),
})
/** The context as a query string. */
export const searchContextQuery = ({ s, sid }: SearchContext): string => (s ? `?s=${s}${sid ? `&sid=${sid}` : ''}` : '')
