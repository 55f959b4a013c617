import { useQuery } from '@tanstack/react-query'
import { ROUTES } from '#shared/routes.ts'
import { counted } from '#shared/kit/text.ts'
import { allQuery } from '#web/features/learning/learning.queries.ts'
import { DocumentRow, SeriesItem, VideoRow } from '#web/features/learning/SeriesParts.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { FoundFailed } from '#web/platform/search/FirstFound.tsx'
import { Link } from '#web/platform/router/Link.tsx'
import { useUser } from '#web/platform/session/session.ts'
import styles from '#web/features/learning/Learning.module.css'

interface Props {
  words: string
  /** Of each kind. */
  atMost: number
  onOpen: () => void
}

/** The first series, parts and documents for a search over everything; the Learning Hub has the others. */
export function FoundInHub({ words, atMost, onOpen }: Props) {
  const { time_zone: zone } = useUser()
  const { data, isError, error, refetch } = useQuery({ ...allQuery(words), enabled: words !== '' })
  if (words === '') return <p>To search series, add at least one word to your filters.</p>
  if (!data) return isError ? <FoundFailed error={error} again={() => void refetch()} /> : <Skeleton width="most" />
  const { series_list, series_videos, series_documents } = data
  const count = series_list.count + series_videos.count + series_documents.count
  if (count === 0) return <p>No series found.</p>
  return (
    <>
      <ul onClick={onOpen}>
        {series_list.items.slice(0, atMost).map((series) => (
          <SeriesItem key={`series ${series.id}`} series={series} />
        ))}
        {series_videos.items.slice(0, atMost).map((line) => (
          <VideoRow key={`video ${line.id}`} line={line} zone={zone} />
        ))}
        {series_documents.items.slice(0, atMost).map((line) => (
          <DocumentRow key={`document ${line.id}`} line={line} zone={zone} />
        ))}
      </ul>
      <p>
        <Link to={ROUTES.learningHub} search={{ search: words } as never} className={styles.link}>
          {counted(count, 'result')} in the Learning Hub
        </Link>
      </p>
    </>
  )
}
