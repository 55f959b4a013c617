import { counted } from '#shared/kit/text.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { DOCUMENT_STATE_LABELS } from '#shared/documents.ts'
import { agoOf, dayOf } from '#shared/kit/dates.ts'
import { ROUTES } from '#shared/routes.ts'
import { fileFacts } from '#web/media/file-facts.ts'
import {
  ownQuery,
  requestsQuery,
  searchQuery,
  type OwnDocument,
  type WantedDocument,
} from '#web/features/documents/documents.queries.ts'
import styles from '#web/features/documents/Documents.module.css'
import { Button } from '#web/kit/Button.tsx'
import { SideNote } from '#web/kit/layout/SideNote.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { Link } from '#web/platform/router/Link.tsx'
import { useUser } from '#web/platform/session/session.ts'

const SHOWN = 3
export const answerPath = (id: number) => `${ROUTES.shareDocument}?request=${id}`

/** What members look for, one's own requests and submissions, and what staff chose. Each note loads and fails alone. */
export function DocumentNotes() {
  const requests = useQuery(requestsQuery)
  const all = requests.data?.peer_document_requests
  const own = useQuery(ownQuery)
  const featured = useInfiniteQuery(searchQuery({ featured: true }))
  const wanted = all?.filter(({ visible, is_own }) => visible && !is_own)
  const asked = all?.filter(({ is_own }) => is_own)
  return (
    <>
      <Note
        title="Members are looking for"
        query={requests}
        list={wanted}
        none="Documents that members ask for appear here."
      >
        {(request) => <WantedItem key={request.id} request={request} />}
      </Note>
      <Link to={ROUTES.documentRequests} className={styles.more}>
        {wanted && wanted.length > SHOWN ? `All ${wanted.length} requests` : 'Request a document'}
      </Link>
      <Note title="Your requests" query={requests} list={asked} none="Documents that you ask for appear here.">
        {(request) => <OwnRequest key={request.id} request={request} />}
      </Note>
      <Note
        title="Your submissions"
        query={own}
        list={own.data?.own_peer_documents}
        none="Documents that you share appear here."
      >
        {(document) => <OwnSubmission key={document.id} document={document} />}
      </Note>
      <Note
        title="Featured"
        query={featured}
        list={featured.data?.pages[0]?.items}
        none="Staff haven’t featured a document yet."
      >
        {({ id, title, version }) => (
          <li key={id} className={styles.item}>
            <strong>
              <Link to={`${ROUTES.peerDocuments}/${id}`}>{title}</Link>
            </strong>
            {version && <p className={styles.facts}>{fileFacts(version.file)}</p>}
          </li>
        )}
      </Note>
      <Link to={ROUTES.featuredPeerDocuments} className={styles.more}>
        All featured
      </Link>
    </>
  )
}

interface NoteProps<Item> {
  title: string
  query: { isError: boolean; refetch: () => unknown }
  list: readonly Item[] | undefined
  none: string
  children: (item: Item) => ReactNode
}

function Note<Item>({ title, query, list, none, children }: NoteProps<Item>) {
  return (
    <SideNote title={title}>
      {list === undefined ? (
        query.isError ? (
          <p className={styles.facts}>
            Could not load.{' '}
            <Button look="bare" onClick={() => void query.refetch()}>
              Try again
            </Button>
          </p>
        ) : (
          <Skeleton width="most" />
        )
      ) : list.length === 0 ? (
        <p className={styles.para}>{none}</p>
      ) : (
        <ul>{list.slice(0, SHOWN).map(children)}</ul>
      )}
    </SideNote>
  )
}

export function WantedItem({ request: { id, document_title, requester, date_created } }: { request: WantedDocument }) {
  const { time_zone } = useUser()
  const [now] = useState(Date.now)
  return (
    <li className={styles.item}>
      <strong>{document_title}</strong>
      <div className={styles.line}>
        <span className={styles.facts}>
          {requester?.name ?? 'A member'}, <time dateTime={date_created}>{agoOf(date_created, time_zone, now)}</time>
        </span>
        <Link to={answerPath(id)} aria-label={`I have one: ${document_title}`}>
          I have one
        </Link>
      </div>
    </li>
  )
}

function OwnRequest({ request: { document_title, visible, moderated_date, matches } }: { request: WantedDocument }) {
  const state = visible ? 'Shown to members' : moderated_date ? 'Not shown to members' : 'In review'
  return (
    <li className={styles.item}>
      <strong>{document_title}</strong>
      <p className={styles.facts}>{matches.length > 0 ? counted(matches.length, 'match', 'matches') : state}</p>
      {matches.slice(0, SHOWN).map(({ id, title }) => (
        <Link key={id} to={`${ROUTES.peerDocuments}/${id}`} className={styles.link}>
          {title}
        </Link>
      ))}
    </li>
  )
}

function OwnSubmission({ document }: { document: OwnDocument }) {
  const { time_zone } = useUser()
  const { id, title, state, is_anonymous, date_created, num_of_downloads, reason, is_version_waiting } = document
  const facts = [
    `${DOCUMENT_STATE_LABELS[state]}${state === 'pending' ? ` since ${dayOf(date_created, time_zone)}` : ''}`,
    is_version_waiting && 'New version in review',
    is_anonymous && 'Shared without your name',
    state === 'approved' && num_of_downloads > 0 && `Downloaded ${counted(num_of_downloads, 'time')}`,
  ].filter(Boolean)
  return (
    <li className={styles.item}>
      <strong>
        <Link to={`${ROUTES.peerDocuments}/${id}`}>{title}</Link>
      </strong>
      <p className={styles.facts}>{facts.join('. ')}</p>
      {reason && state !== 'approved' && <p className={styles.facts}>Staff: {reason}</p>}
    </li>
  )
}
