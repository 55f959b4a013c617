/** The sections of a search, and how an address says that one led there. */

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

/** Where a search led from: its section, and what it found there. The id of a member's or an expert's is their own. */
export interface SearchContext {
  s?: SearchSection
  sid?: string
}
/** Of an address; what is unknown is ignored. */
export const readSearchContext = ({ s, sid }: Record<string, unknown>): SearchContext => ({
  ...(isSearchSection(s) && { s }),
  ...(/^[1-9]\d{0,15}$/.test(String(sid)) && { sid: String(sid) }),
})
/** As it stands behind an address. */
export const searchContextQuery = ({ s, sid }: SearchContext): string => (s ? `?s=${s}${sid ? `&sid=${sid}` : ''}` : '')
