import { useInfiniteQuery } from '@tanstack/react-query'
import { ROUTES } from '#shared/routes.ts'
import { directoryQuery } from '#web/features/people/people.queries.ts'
import { PersonRow } from '#web/features/people/directory/PersonRow.tsx'
import { FirstFound } from '#web/platform/search/FirstFound.tsx'
import { Link } from '#web/platform/router/Link.tsx'

interface Props {
  words: string
  /** Id of the found member, when the viewer returns from their page. */
  id?: number | undefined
  atMost: number
  onOpen: () => void
}

/** The first members that the directory finds for a search. */
export function FoundMembers({ words, id, atMost, onOpen }: Props) {
  const query = useInfiniteQuery({
    ...directoryQuery({ ...(words !== '' && { search: words }), ...(id !== undefined && { search_id: id }) }),
    enabled: words !== '' || id !== undefined,
  })
  if (words === '' && id === undefined) return <p>To search members, add at least one word to your filters.</p>
  return (
    <FirstFound
      query={query}
      atMost={atMost}
      onOpen={onOpen}
      nothing="No members found."
      all={(count) => (
        <Link to={ROUTES.members} search={{ search: words }}>
          {count.toLocaleString('en-US')} members in the directory
        </Link>
      )}
    >
      {(person) => <PersonRow person={person} isFound />}
    </FirstFound>
  )
}
