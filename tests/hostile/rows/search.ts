/** Who may search. What each role finds is checked in tests/api and canary.test.ts. */
import type { Row } from '../row.ts'

export const searchRows = (signedIn: (variables?: Record<string, unknown>) => Row): Record<string, Row> => ({
  FindThreads: signedIn({ search: 'board' }),
  PreviewThreads: signedIn({ search: 'boa' }),
  SearchCorrections: signedIn({ search: 'indemnty' }),
  QuerySuggestions: signedIn({ query: 'a' }),
  RecordMissedSearch: signedIn({ query: 'indemnity' }),
  RememberSearch: signedIn({ query: 'indemnity', search_section: 'threads' }),
})
