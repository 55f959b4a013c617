import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ROUTES } from '#shared/routes.ts'
import { ExpertItem } from '#web/features/experts/ExpertRow.tsx'
import { directoryQuery, profileQuery } from '#web/features/experts/experts.queries.ts'
import { Button } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { FirstFound } from '#web/platform/search/FirstFound.tsx'
import { Link } from '#web/platform/router/Link.tsx'

interface Props {
  words: string
  /** Id of the found expert, when the reader returns from its page. */
  id?: number | undefined
  atMost: number
  onOpen: () => void
}

/** The first experts that the directory finds for a search. */
export function FoundExperts({ id, ...search }: Props) {
  return id === undefined ? <FoundByWords {...search} /> : <SimilarExperts id={id} onOpen={search.onOpen} />
}

function SimilarExperts({ id, onOpen }: { id: number; onOpen: () => void }) {
  const { data, isError, refetch } = useQuery(profileQuery(id))
  if (isError) return <Button onClick={() => void refetch()}>Try again</Button>
  if (data === undefined) return <Skeleton width="most" />
  if (data.expert_profile === null) return <p>No experts found.</p>
  return (
    <ul onClick={onOpen}>
      <ExpertItem expert={data.expert_profile} isFound />
    </ul>
  )
}

function FoundByWords({ words, atMost, onOpen }: Omit<Props, 'id'>) {
  const query = useInfiniteQuery({ ...directoryQuery({ search: words }), enabled: words !== '' })
  if (words === '') return <p>To search experts, add at least one word to your filters.</p>
  return (
    <FirstFound
      query={query}
      atMost={atMost}
      onOpen={onOpen}
      nothing="No experts found."
      all={(count) => (
        <Link to={ROUTES.experts} search={{ search: words }}>
          {count.toLocaleString('en-US')} experts in the directory
        </Link>
      )}
    >
      {(expert) => <ExpertItem expert={expert} isFound />}
    </FirstFound>
  )
}
