import { queryOptions } from '@tanstack/react-query'
import {
  FindThreads,
  PreviewThreads,
  QuerySuggestions,
  RecordMissedSearch,
  RememberSearch,
  SearchCorrections,
} from '#api/operations.ts'
import { SEARCH_PAGE, SUGGESTED_THREADS, SUGGESTIONS_PAGE, askedFor } from '#shared/search.ts'
import type { SearchSection } from '#shared/search-context.ts'
import { isCounted } from '#web/platform/analytics/analytics.ts'
import { execute, operationQuery } from '#web/platform/api/operations.ts'
import { pagedQuery } from '#web/platform/api/paged-query.ts'
import type { SearchAddress } from '#web/features/search/search-address.ts'

const midnight = (day: string | undefined) => (day === undefined ? undefined : `${day}T00:00:00Z`)

/** Words and operators as the operations take them. */
const variablesOf = (q: string) => {
  const { type, before, after, ...asked } = askedFor(q)
  return { ...asked, thread_type: type, before: midnight(before), after: midnight(after) }
}

export const foundThreadsQuery = ({ q = '', order_by }: SearchAddress) => {
  const variables = {
    ...variablesOf(q),
    order_by: order_by ?? ('most_relevant' as const),
    limit: SEARCH_PAGE,
  }
  return { ...pagedQuery(FindThreads, variables, { field: 'found_threads', size: SEARCH_PAGE }), enabled: q !== '' }
}

/** The first discussions for what is being typed; a space ends its last word. */
export const previewQuery = (typed: string) => {
  const { search, ...operators } = variablesOf(typed)
  const variables = { ...operators, search: /\s$/.test(typed) ? `${search} ` : search, limit: SUGGESTED_THREADS }
  return { ...operationQuery(PreviewThreads, variables, { retry: false }), enabled: search !== '' }
}

/** Whose searches are suggested: the member's own, their discipline's, or everyone's. */
export type Suggesters = { userId: number } | { disciplineId: number } | Record<never, never>
export const suggestionsQuery = (query: string, whose: Suggesters, searchSection?: SearchSection) =>
  queryOptions({
    queryKey: [QuerySuggestions.name, query, whose, searchSection ?? null] as const,
    queryFn: async ({ signal, client }) =>
      (
        await execute(
          QuerySuggestions,
          { query, limit: SUGGESTIONS_PAGE, ...whose, ...(searchSection && { searchSection }) },
          { signal, client },
        )
      ).query_suggestions,
    staleTime: 60_000,
  })

export const correctionsQuery = (q: string) => operationQuery(SearchCorrections, { search: askedFor(q).search })

/**
 * Reports a search without results, unless the member asked not to be counted; the server counts how many members made
 * it, without their names.
 */
export function recordMissedSearch(query: string): void {
  if (isCounted()) void execute(RecordMissedSearch, { query }, { keepalive: true }).catch(() => undefined)
}

/** Reports a search whose result was opened; the server decides whether to store it. */
export const rememberSearch = (query: string, section: SearchSection): void =>
  void execute(RememberSearch, { query, search_section: section }, { keepalive: true }).catch(() => undefined)
