/** The search page, composed of the results of each feature. Loaded on demand. */
import { askedFor } from '#shared/search.ts'
import { FoundDocuments } from '#web/features/documents/list/FoundDocuments.tsx'
import { FoundExperts } from '#web/features/experts/directory/FoundExperts.tsx'
import { FoundMembers } from '#web/features/people/directory/FoundMembers.tsx'
import { readSearchAddress } from '#web/features/search/search-address.ts'
import { rememberSearch } from '#web/features/search/search.queries.ts'
import { SearchPage, type OtherSection } from '#web/features/search/SearchPage.tsx'

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
]

export const SearchRoute = ({ given }: { given: Record<string, unknown> }) => (
  <SearchPage address={readSearchAddress(given)} others={OTHERS} />
)
