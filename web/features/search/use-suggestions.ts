/** What is suggested below a search field while a member types. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PreviewThreadsQuery } from '#api/operations.ts'
import { messagePath, threadPath } from '#shared/discussions.ts'
import { isSectionOn } from '#shared/networks.ts'
import { plainSearch } from '#shared/search.ts'
import type { SearchSection } from '#shared/search-context.ts'
import { previewQuery, suggestionsQuery } from '#web/features/search/search.queries.ts'
import { useSettled } from '#web/kit/list/use-settled.ts'
import { searchRefusal } from '#web/platform/search/search-refusal.ts'
import { useLiveState } from '#web/platform/live/live.ts'
import { visibilityFor } from '#web/platform/session/features.ts'
import { primaryNetworkOf, useUser } from '#web/platform/session/session.ts'

export interface Suggestion {
  key: string
  words: string
  /** The source of the suggestion, what it is, or the section it searches. */
  note: string
  /** A search, or the page to open. */
  search?: { q: string; s?: SearchSection | undefined }
  path?: string
}

/** Sections to search directly for the typed text. */
const PLACES: readonly { s: SearchSection; note: string }[] = [
  { s: 'threads', note: 'in discussions' },
  { s: 'members', note: 'in members' },
  { s: 'experts', note: 'in experts' },
  { s: 'peer_documents', note: 'in documents' },
  { s: 'events', note: 'in events' },
  { s: 'learning_hub', note: 'in series' },
]
const SWITCHED = ['peer_documents', 'events', 'learning_hub'] as const
const isOn = (visibility: unknown, place: SearchSection) => {
  const section = SWITCHED.find((each) => each === place)
  return section === undefined || isSectionOn(visibility, section)
}
const MOST = 6
/** With the discussions that were found below. */
const MOST_WHILE_TYPING = 3
const FEWEST_LETTERS = 2
const WAIT_MS = 150

interface Suggestions {
  suggestions: readonly Suggestion[]
  /** Why there are no discussions; empty if there are, or if none were looked for. */
  message: string
}

/** Earlier searches first, then discussions with the words, then the sections. */
export function useSuggestions(typed: string, section: SearchSection | undefined, isOpen: boolean): Suggestions {
  const settled = useSettled(typed, WAIT_MS)
  const searches = useEarlierSearches(plainSearch(settled), section, isOpen)
  const { threads, message } = usePreview(settled, isOpen && (section === undefined || section === 'threads'))
  const isTyping = typed.trim() !== ''
  const visibility = visibilityFor(useUser())
  // What the network has switched off is not suggested.
  const places = isTyping ? PLACES.filter(({ s }) => s !== section && isOn(visibility, s)) : []
  const suggestions = [
    ...searches.slice(0, isTyping ? MOST_WHILE_TYPING : MOST),
    ...(isTyping ? threads.map(suggestionOf) : []),
    ...places.map(({ s, note }) => ({ key: s, words: typed.trim(), note, search: { q: typed.trim(), s } })),
  ]
  return { suggestions, message: isTyping ? message : '' }
}

type Thread = PreviewThreadsQuery['found_threads']['items'][number]
const NOTHING: readonly never[] = []

const suggestionOf = ({ thread_id, message_id, topic, entity_type, is_original_message }: Thread): Suggestion => {
  const isOpening = is_original_message && entity_type === 'message'
  return {
    key: `thread ${thread_id}`,
    words: topic,
    note: entity_type === 'file' ? 'file' : isOpening ? 'discussion' : 'reply',
    path: isOpening ? threadPath(thread_id) : messagePath(thread_id, message_id),
  }
}

/** Until the answer to a longer text is here, the one before it stays; an older answer never replaces a newer one. */
function usePreview(settled: string, isOpen: boolean): { threads: readonly Thread[]; message: string } {
  const isLost = useLiveState() === 'lost'
  const isAsked = isOpen && settled.trim().length >= FEWEST_LETTERS
  const query = previewQuery(settled)
  const { data, error, fetchStatus, isPlaceholderData } = useQuery({
    ...query,
    enabled: isAsked && query.enabled,
    placeholderData: keepPreviousData,
  })
  if (!isAsked || !query.enabled) return { threads: NOTHING, message: '' }
  const threads = data?.found_threads.items ?? NOTHING
  const isOffline = fetchStatus === 'paused' || (isLost && (isPlaceholderData || !data))
  const message = isOffline
    ? 'You’re offline. Search again when you’re back online.'
    : error
      ? (searchRefusal(error) ?? 'Results aren’t available right now. Press Enter to search.')
      : data && threads.length === 0 && !isPlaceholderData
        ? 'No discussions found yet. Keep typing, or press Enter to search.'
        : ''
  return { threads, message }
}

/** The member's own searches first, then their discipline's, then other peers', without duplicates. */
function useEarlierSearches(begun: string, section: SearchSection | undefined, isOpen: boolean): Suggestion[] {
  const viewer = useUser()
  const isAsked = isOpen && begun.length >= FEWEST_LETTERS
  const disciplineId = primaryNetworkOf(viewer)?.discipline.id
  const own = useQuery({ ...suggestionsQuery(begun, { userId: viewer.id }, section), enabled: isOpen })
  const near = useQuery({
    ...suggestionsQuery(begun, disciplineId === undefined ? {} : { disciplineId }, section),
    enabled: isAsked && disciplineId !== undefined,
  })
  const all = useQuery({ ...suggestionsQuery(begun, {}, section), enabled: isAsked })
  const known = new Map<string, Suggestion>()
  for (const [list, note] of [
    [own.data, 'recent search'],
    [near.data, 'popular search'],
    [all.data, 'popular search'],
  ] as const)
    for (const { query } of list ?? [])
      if (query !== begun && !known.has(query))
        known.set(query, { key: `search ${query}`, words: query, note, search: { q: query } })
  return [...known.values()]
}
