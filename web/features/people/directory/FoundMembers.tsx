import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ROUTES } from '#shared/routes.ts'
import { directoryQuery } from '#web/features/people/people.queries.ts'
import { PersonRow } from '#web/features/people/directory/PersonRow.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { searchRefusal } from '#web/platform/api/search-refusal.ts'

interface Props {
  words: string
  /** Id of the found member, when the viewer returns from their page. */
  id?: number | undefined
  atMost: number
  onOpen: () => void
}

/** The first members that the directory finds for a search. */
export function FoundMembers({ words, id, atMost, onOpen }: Props) {
  const { data, isError, error, refetch } = useInfiniteQuery({
    ...directoryQuery({ ...(words !== '' && { search: words }), ...(id !== undefined && { search_id: id }) }),
    enabled: words !== '' || id !== undefined,
  })
  if (words === '' && id === undefined) return <p>To search members, add at least one word to your filters.</p>
  if (isError)
    return (
      <>
        <p role="alert">{searchRefusal(error)}</p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </>
    )
  if (data === undefined) return <Skeleton width="most" />
  const { count, items } = data.pages[0]!
  if (count === 0) return <p>No members found.</p>
  return (
    <>
      <ul onClick={onOpen}>
        {items.slice(0, atMost).map((person) => (
          <PersonRow key={person.id} person={person} isFound />
        ))}
      </ul>
      {count > atMost && (
        <p>
          <Link to={ROUTES.members} search={{ search: words }}>
            {count.toLocaleString('en-US')} members in the directory
          </Link>
        </p>
      )}
    </>
  )
}
