/** Words about members that every screen says alike. */
import { searchContextQuery, type SearchContext } from './search-context.ts'

/** "General Counsel, Ostrander", or less where less is known. */
export const personLine = ({ title, company }: { title: string | null; company: { name: string } | null }): string =>
  [title, company?.name].filter(Boolean).join(', ')

/** The address of a member's page, with where a search began. */
export const memberPath = (id: number, context: SearchContext = {}): string =>
  `/members/${id}${searchContextQuery(context)}`
