import { counted } from '#shared/kit/text.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ROUTES } from '#shared/routes.ts'
import { searchQuery } from '#web/features/documents/documents.queries.ts'
import { DocumentRow } from '#web/features/documents/list/DocumentRow.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { PagedList } from '#web/kit/list/PagedList.tsx'
import { searchRefusal } from '#web/platform/api/search-refusal.ts'
import { Link } from '#web/platform/router/Link.tsx'

interface Props {
  words: string
  atMost: number
  onOpen: () => void
}

/** The first documents that a search of everything finds, each with its pages. */
export function FoundDocuments({ words, atMost, onOpen }: Props) {
  const query = useInfiniteQuery({ ...searchQuery({ q: words }), enabled: words !== '' })
  if (words === '') return <p>To search documents, add at least one word to your filters.</p>
  return (
    <PagedList
      query={query}
      keyOf={({ id }) => id}
      onClick={onOpen}
      atMost={atMost}
      skeleton={<Skeleton width="most" />}
      failed={(again, error) => (
        <>
          <p role="alert">{searchRefusal(error)}</p>
          <Button onClick={again}>Try again</Button>
        </>
      )}
      empty={<p>No documents found.</p>}
      foot={(count) =>
        count > atMost && (
          <p>
            <Link to={ROUTES.peerDocuments} search={{ q: words }}>
              {counted(count, 'document')}
            </Link>
          </p>
        )
      }
    >
      {(document) => <DocumentRow document={document} q={words} />}
    </PagedList>
  )
}
