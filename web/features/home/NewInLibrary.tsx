import { useQuery } from '@tanstack/react-query'
import type { NewInLibraryQuery } from '#api/operations.ts'
import { videoPath } from '#shared/events.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { isSectionOn } from '#shared/networks.ts'
import { ROUTES } from '#shared/routes.ts'
import { libraryQuery } from '#web/features/home/home.queries.ts'
import { Panel } from '#web/features/home/Panel.tsx'
import { Link } from '#web/platform/router/Link.tsx'
import { visibilityFor } from '#web/platform/session/features.ts'
import { useUser } from '#web/platform/session/session.ts'
import styles from './Home.module.css'

const SHOWN = 4

interface Entry {
  path: string
  title: string
  facts: string
  date: string
}

/** The newest documents and recordings of the sections that the member has, in one list, the latest first. */
function newestOf({ peer_documents, event_videos }: NewInLibraryQuery, visibility: unknown): Entry[] {
  const documents = peer_documents.items.map(({ id, title, company, date_uploaded }) => ({
    path: `${ROUTES.peerDocuments}/${id}`,
    title,
    facts: company === null ? 'Document' : `Document from ${company}`,
    date: date_uploaded,
  }))
  const videos = event_videos.items.map((video) => ({
    path: videoPath(video),
    title: video.title,
    facts: `Video of ${video.event.title}`,
    date: video.event.start_date,
  }))
  return [
    ...(isSectionOn(visibility, 'peer_documents') ? documents : []),
    ...(isSectionOn(visibility, 'events') ? videos : []),
  ]
    .sort((one, other) => other.date.localeCompare(one.date))
    .slice(0, SHOWN)
}

export function NewInLibrary() {
  const query = useQuery(libraryQuery)
  const viewer = useUser()
  const visibility = visibilityFor(viewer)
  if (!isSectionOn(visibility, 'peer_documents') && !isSectionOn(visibility, 'events')) return null
  return (
    <Panel
      title="New in your library"
      guide="library"
      query={query}
      isEmpty={(found) => newestOf(found, visibility).length === 0}
      empty="No documents or recordings yet. The newest ones appear here."
    >
      {(found) => (
        <ul>
          {newestOf(found, visibility).map(({ path, title, facts, date }) => (
            <li key={path} className={styles.row}>
              <Link to={path} className={styles.topic}>
                {title}
              </Link>
              <p className={`t-meta ${styles.facts}`}>
                {facts}. {dayOf(date, viewer.time_zone, query.dataUpdatedAt)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
