import { counted } from '#shared/kit/text.ts'
import { useQuery } from '@tanstack/react-query'
import { threadPath } from '#shared/discussions.ts'
import { ROUTES } from '#shared/routes.ts'
import type { DocumentPlace } from '#web/features/documents/document-search.ts'
import { changesQuery, type DocumentView } from '#web/features/documents/documents.queries.ts'
import { changeInWords, numberedChanges } from '#web/features/documents/document/change-texts.ts'
import styles from '#web/features/documents/Documents.module.css'
import { SideNote } from '#web/kit/layout/SideNote.tsx'
import { Link } from '#web/platform/router/Link.tsx'

/** Discussions that link to the document, among those that the viewer may read. */
export const DiscussedIn = ({ discussions }: { discussions: DocumentView['discussed_in'] }) =>
  discussions.length > 0 && (
    <SideNote title="Where it is discussed">
      {discussions.map(({ id, topic, num_of_responses }) => (
        <div key={id} className={styles.item}>
          <Link to={threadPath(id)}>{topic}</Link>
          <p className={styles.facts}>{counted(num_of_responses, 'reply', 'replies')}</p>
        </div>
      ))}
    </SideNote>
  )

const LISTED = 12

/** The changes in words, each leading to its place. */
export function ChangeList({ id, from, to, place }: { id: number; from: number; to: number; place: DocumentPlace }) {
  const changes = numberedChanges(useQuery(changesQuery(id, from, to)).data?.parts ?? [])
  if (changes.length === 0) return null
  return (
    <SideNote title={`Changed between ${from} and ${to}`}>
      {changes.slice(0, LISTED).map(({ number, part }) => {
        const { title, what } = changeInWords(part)
        return (
          <div key={number} className={styles.item}>
            <Link
              to={`${ROUTES.peerDocuments}/${id}`}
              search={{ ...place, change: number } as never}
              aria-current={place.change === number ? 'true' : undefined}
              replace
              resetScroll={false}
            >
              {title}
            </Link>
            <p className={styles.facts}>{what}</p>
          </div>
        )
      })}
      {changes.length > LISTED && <p className={styles.facts}>{counted(changes.length - LISTED, 'more change')}</p>}
    </SideNote>
  )
}
