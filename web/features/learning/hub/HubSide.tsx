import { useQuery } from '@tanstack/react-query'
import { GenerateLPlusToken } from '#api/operations.ts'
import { seriesPath } from '#shared/learning.ts'
import { ownSeriesQuery, documentsQuery } from '#web/features/learning/learning.queries.ts'
import { progressOf } from '#web/features/learning/series-words.ts'
import { SideNote } from '#web/kit/layout/SideNote.tsx'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { usePageProps } from '#web/platform/page-props.ts'
import { Link } from '#web/platform/router/Link.tsx'
import styles from '#web/features/learning/Learning.module.css'

/** The member's own progress, documents of series, and the partner's site. Each part loads and fails alone. */
export function HubSide() {
  const { supportEmail } = usePageProps()
  return (
    <>
      <OwnProgress />
      <Documents />
      <PartnerSite />
      <SideNote title="Teach something">
        <p className={styles.note}>
          Members make most of these series. Staff help with recording and captions.{' '}
          <a
            className={styles.link}
            href={`mailto:${supportEmail}?subject=${encodeURIComponent('A series for the Learning Hub')}`}
          >
            Suggest a series
          </a>
        </p>
      </SideNote>
    </>
  )
}

function OwnProgress() {
  const own = useQuery(ownSeriesQuery).data?.own_series ?? []
  return (
    <SideNote title="Your progress">
      {own.length === 0 ? (
        <p className={styles.note}>Series that you begin appear here.</p>
      ) : (
        <ul>
          {own.map(({ id, title, num_of_videos, progress }) => (
            <li key={id}>
              <p className={styles.sideTitle}>
                <Link to={seriesPath(id)}>{title}</Link>
              </p>
              {progress && <p className={styles.facts}>{progressOf(progress, num_of_videos)}</p>}
            </li>
          ))}
        </ul>
      )}
    </SideNote>
  )
}

function Documents() {
  const documents = useQuery(documentsQuery).data?.series_documents.items ?? []
  if (documents.length === 0) return null
  return (
    <SideNote title="Documents of series">
      <ul>
        {documents.map(({ id, title, series }) => (
          <li key={id}>
            <p className={styles.sideTitle}>
              <Link to={seriesPath(series.id)}>{title}</Link>
            </p>
            <p className={styles.facts}>{series.title}</p>
          </li>
        ))}
      </ul>
    </SideNote>
  )
}

/** The token is made on the click: it is valid for a few minutes. */
function PartnerSite() {
  const opening = useCommand(GenerateLPlusToken, {
    onSuccess: ({ generateLPlusToken: { url } }) => location.assign(url),
    messages: { title: 'The partner’s site wasn’t opened' },
  })
  return (
    <SideNote title="Courses of our partner">
      <p className={styles.note}>
        You are signed in there with your name and email address.{' '}
        <button
          type="button"
          className={styles.link}
          aria-disabled={opening.isPending || undefined}
          onClick={() => void opening.run({})}
        >
          Open the partner’s site
        </button>
      </p>
    </SideNote>
  )
}
