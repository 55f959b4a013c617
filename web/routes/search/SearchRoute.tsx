/** The search page, composed of the results of each feature. Loaded on demand. */
import { isSectionOn } from '#shared/networks.ts'
import { askedFor } from '#shared/search.ts'
import { FoundDocuments } from '#web/features/documents/list/FoundDocuments.tsx'
import { FoundEvents } from '#web/features/events/list/FoundEvents.tsx'
import { FoundExperts } from '#web/features/experts/directory/FoundExperts.tsx'
import { FoundInHub } from '#web/features/learning/hub/FoundInHub.tsx'
import { FoundMembers } from '#web/features/people/directory/FoundMembers.tsx'
import { readSearchAddress } from '#web/features/search/search-address.ts'
import { rememberSearch } from '#web/features/search/search.queries.ts'
import { SearchPage, type OtherSection } from '#web/features/search/SearchPage.tsx'
import { visibilityFor } from '#web/platform/session/features.ts'
import { useUser } from '#web/platform/session/session.ts'

const FIRST = 3
const ALL = 25

const OTHERS: readonly OtherSection[] = [
  {
    id: 'members',
    label: 'Members',
    results: ({ q = '', sid }, all) => (
      <FoundMembers
        words={askedFor(q).search}
        id={sid === undefined ? undefined : Number(sid)}
        atMost={all ? ALL : FIRST}
        onOpen={() => rememberSearch(q, 'members')}
      />
    ),
  },
  {
    id: 'experts',
    label: 'Experts',
    results: ({ q = '', sid }, all) => (
      <FoundExperts
        words={askedFor(q).search}
        id={sid === undefined ? undefined : Number(sid)}
        atMost={all ? ALL : FIRST}
        onOpen={() => rememberSearch(q, 'experts')}
      />
    ),
  },
  {
    id: 'peer_documents',
    label: 'Peer Documents',
    results: ({ q = '' }, all) => (
      <FoundDocuments
        words={askedFor(q).search}
        atMost={all ? ALL : FIRST}
        onOpen={() => rememberSearch(q, 'peer_documents')}
      />
    ),
  },
  {
    id: 'events',
    label: 'Events',
    results: ({ q = '' }, all) => (
      <FoundEvents words={askedFor(q).search} atMost={all ? ALL : 1} onOpen={() => rememberSearch(q, 'events')} />
    ),
  },
  {
    id: 'learning_hub',
    label: 'Series',
    results: ({ q = '' }, all) => (
      <FoundInHub words={askedFor(q).search} atMost={all ? ALL : 1} onOpen={() => rememberSearch(q, 'learning_hub')} />
    ),
  },
]

export function SearchRoute({ given }: { given: Record<string, unknown> }) {
  const visibility = visibilityFor(useUser())
  // A section that the network has switched off does not exist here either.
  const others = OTHERS.filter(
    ({ id }) => (id !== 'learning_hub' && id !== 'peer_documents' && id !== 'events') || isSectionOn(visibility, id),
  )
  return <SearchPage address={readSearchAddress(given)} others={others} />
}
