import { counted } from '#shared/kit/text.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ROUTES } from '#shared/routes.ts'
import { searchQuery } from '#web/features/documents/documents.queries.ts'
import { DocumentRow } from '#web/features/documents/list/DocumentRow.tsx'
import { FirstFound } from '#web/platform/search/FirstFound.tsx'
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
    <FirstFound
      query={query}
      atMost={atMost}
      onOpen={onOpen}
      nothing="No documents found."
      all={(count) => (
        <Link to={ROUTES.peerDocuments} search={{ q: words }}>
          {counted(count, 'document')}
        </Link>
      )}
    >
      {(document) => <DocumentRow document={document} q={words} />}
    </FirstFound>
  )
}
