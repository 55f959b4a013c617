/** Who may search; what each finds is in tests/api and in the canary. */
import type { Row } from '../row.ts'

export const searchRows = (signedIn: (variables?: Record<string, unknown>) => Row): Record<string, Row> => ({
  FindThreads: signedIn({ search: 'board' }),
  SearchCorrections: signedIn({ search: 'indemnty' }),
  QuerySuggestions: signedIn({ query: 'a' }),
  RememberSearch: signedIn({ query: 'indemnity', search_section: 'threads' }),
})
