/** What each kind of content finds for the text in the palette: each kind by its own operation, at its own pace. */
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { IconCalendarEvent, IconFileText, IconMail, IconMessage2, IconSchool, IconBriefcase } from '@tabler/icons-react'
import {
  profilesSearchFilter,
  SearchFilterEvents,
  SearchFilterExpertsPreview,
  SearchInboxMessages,
  SearchPeerDocuments,
  SeriesSearch,
  type Operation,
  type PreviewThreadsQuery,
} from '#api/operations.ts'
import { messagePath, threadPath } from '#shared/discussions.ts'
import { eventPath } from '#shared/events.ts'
import { expertPath } from '#shared/experts.ts'
import { inboxPath } from '#shared/inbox.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { seriesPath } from '#shared/learning.ts'
import { isSectionOn, type MenuSection } from '#shared/networks.ts'
import { memberPath, personLine } from '#shared/people.ts'
import { ROUTES } from '#shared/routes.ts'
import { highlightParts } from '#shared/search.ts'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { previewQuery, rememberSearch } from '#web/features/search/search.queries.ts'
import { useSettled } from '#web/kit/list/use-settled.ts'
import type { PaletteGroup, PaletteRow } from '#web/kit/palette/Palette.tsx'
import { operationQuery } from '#web/platform/api/operations.ts'
import { searchRefusal } from '#web/platform/search/search-refusal.ts'
import { navigateTo } from '#web/platform/navigation/navigation.ts'
import { useLiveState } from '#web/platform/live/live.ts'
import { visibilityFor } from '#web/platform/session/features.ts'
import { useUser, type Viewer } from '#web/platform/session/session.ts'

const FEWEST_LETTERS = 2
const WAIT_MS = 120
/** Rows of each kind. */
const SHOWN = 2
const STALE_MS = 30_000
const MESSAGE_LETTERS = 120

export interface Found {
  groups: PaletteGroup[]
  /** Members that were found: acts may concern them. */
  people: readonly { id: number; name: string }[]
  message: string
}

export function useFound(typed: string): Found {
  const viewer = useUser()
  const settled = useSettled(typed, WAIT_MS)
  const search = settled.trim()
  const isAsked = search.length >= FEWEST_LETTERS && typed.trim().length >= FEWEST_LETTERS
  const threads = useQuery({
    ...previewQuery(settled),
    enabled: isAsked && previewQuery(settled).enabled,
    placeholderData: keepPreviousData,
  })
  const asked = { search, isAsked, viewer }
  const people = useKind(asked, 'members', profilesSearchFilter, { search, limit: SHOWN })
  const experts = useKind(asked, 'recommendations', SearchFilterExpertsPreview, { search, limit: SHOWN })
  const documents = useKind(asked, 'peer_documents', SearchPeerDocuments, { search, limit: SHOWN })
  const events = useKind(asked, 'events', SearchFilterEvents, { search, limit: SHOWN })
  const series = useKind(asked, 'learning_hub', SeriesSearch, { search, limit: SHOWN })
  const messages = useKind(asked, 'inbox', SearchInboxMessages, { search, limit: SHOWN })
  const isLost = useLiveState() === 'lost'
  if (!isAsked) return { groups: [], people: [], message: '' }
  const found = people.data?.profiles_search_filter.items.slice(0, SHOWN) ?? []
  const groups = [
    { label: 'Discussions', rows: (threads.data?.found_threads.items ?? []).slice(0, SHOWN).map(threadRow(typed)) },
    { label: 'Documents', rows: (documents.data?.peer_documents.items ?? []).slice(0, SHOWN).map(documentRow) },
    { label: 'People', rows: found.map(personRow) },
    { label: 'Experts', rows: (experts.data?.experts_preview ?? []).slice(0, SHOWN).map(expertRow) },
    { label: 'Events', rows: (events.data?.events.items ?? []).slice(0, SHOWN).map(eventRow(viewer.time_zone)) },
    { label: 'Learning Hub', rows: (series.data?.series_list.items ?? []).slice(0, SHOWN).map(seriesRow) },
    { label: 'Messages', rows: (messages.data?.search_inbox_messages ?? []).slice(0, SHOWN).map(messageRow) },
  ].filter(({ rows }) => rows.length > 0)
  return { groups, people: found, message: messageFor([threads, people, documents], groups.length > 0, isLost) }
}

type Answers = readonly Pick<UseQueryResult, 'data' | 'error' | 'fetchStatus' | 'isFetching'>[]

function messageFor(answers: Answers, isFound: boolean, isLost: boolean): string {
  const isWaiting = answers.some(({ isFetching }) => isFetching)
  if (answers.some(({ fetchStatus }) => fetchStatus === 'paused') || (isLost && isWaiting))
    return 'You’re offline. Search again when you’re back online.'
  const failed = answers.find(({ error }) => error)
  if (failed && !isFound) return searchRefusal(failed.error) ?? 'Results aren’t available right now. Try again.'
  if (isFound) return ''
  return isWaiting ? 'Searching…' : 'No results. Try other words.'
}

/** One kind of content. What the network has switched off is not asked for. */
function useKind<Data, Variables extends object>(
  { search, isAsked, viewer }: { search: string; isAsked: boolean; viewer: Viewer },
  section: MenuSection,
  operation: Operation<Data, Variables>,
  variables: Variables,
): UseQueryResult<Data> {
  return useQuery({
    ...operationQuery(operation, variables, { staleTime: STALE_MS, retry: false }),
    enabled: isAsked && search !== '' && isSectionOn(visibilityFor(viewer), section),
    placeholderData: keepPreviousData,
  }) as UseQueryResult<Data>
}

const plain = (excerpt: string) =>
  highlightParts(excerpt)
    .map(({ text }) => text)
    .join('')
const quoted = (excerpt: string) => `“${plain(excerpt).replaceAll(/\s+/g, ' ').trim()}”`

type Thread = PreviewThreadsQuery['found_threads']['items'][number]

const threadRow =
  (typed: string) =>
  ({ thread_id, message_id, topic, entity_type, is_original_message, excerpt }: Thread): PaletteRow => {
    const isOpening = is_original_message && entity_type === 'message'
    const href = isOpening ? threadPath(thread_id) : messagePath(thread_id, message_id)
    const where = entity_type === 'file' ? 'In a file. ' : isOpening ? '' : 'In a reply. '
    return {
      key: `thread ${thread_id}`,
      icon: <IconMessage2 />,
      words: topic,
      note: `${where}${quoted(excerpt)}`,
      isContent: true,
      href,
      run: () => {
        rememberSearch(typed.trim(), 'threads')
        navigateTo(href)
      },
    }
  }

interface Person {
  id: number
  name: string
  title: string | null
  company: { name: string } | null
  profile_thumbnail_url: string | null
}
const personRow = (person: Person): PaletteRow => ({
  key: `member ${person.id}`,
  icon: <Avatar person={person} size={36} />,
  words: person.name,
  note: personLine(person),
  href: memberPath(person.id),
})

const expertRow = (expert: { id: number; name: string; company: { name: string } | null }): PaletteRow => ({
  key: `expert ${expert.id}`,
  icon: <IconBriefcase />,
  words: expert.name,
  note: expert.company && expert.company.name !== expert.name ? expert.company.name : 'Recommended by members',
  href: expertPath(expert.id),
})

const documentRow = (document: {
  id: number
  title: string
  page_hits: readonly { number: number; label: string; excerpt: string }[]
}): PaletteRow => {
  const [hit] = document.page_hits
  return {
    key: `document ${document.id}`,
    icon: <IconFileText />,
    words: document.title,
    note: hit ? `${hit.label} ${hit.number}. ${quoted(hit.excerpt)}` : 'Peer document',
    isContent: true,
    href: `${ROUTES.peerDocuments}/${document.id}`,
  }
}

const eventRow =
  (zone: string) =>
  ({ id, title, start_date }: { id: number; title: string; start_date: string }): PaletteRow => ({
    key: `event ${id}`,
    icon: <IconCalendarEvent />,
    words: title,
    note: dayOf(start_date, zone, Date.now()),
    isContent: true,
    href: eventPath(id),
  })

const seriesRow = ({ id, title }: { id: number; title: string }): PaletteRow => ({
  key: `series ${id}`,
  icon: <IconSchool />,
  words: title,
  note: 'Series',
  isContent: true,
  href: seriesPath(id),
})

interface ChatMessage {
  id: number
  group_id: number
  message_index_in_group: number
  cleaned_body: string
  is_own: boolean
  is_blocked: boolean
  sender: { name: string }
}
const messageRow = (message: ChatMessage): PaletteRow => ({
  key: `message ${message.id}`,
  icon: <IconMail />,
  words: message.is_own ? 'You' : message.sender.name,
  note: message.is_blocked ? 'A member you blocked' : quoted(message.cleaned_body.slice(0, MESSAGE_LETTERS)),
  href: `${inboxPath(message.group_id)}&message=${message.message_index_in_group}`,
})
