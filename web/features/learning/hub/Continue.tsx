import { IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { dayOf } from '#shared/kit/dates.ts'
import { partPath } from '#shared/learning.ts'
import { ownSeriesQuery } from '#web/features/learning/learning.queries.ts'
import { Bar, Cover } from '#web/features/learning/SeriesParts.tsx'
import { namesOf, partsOf } from '#web/features/learning/series-words.ts'
import { buttonClass } from '#web/kit/Button.tsx'
import { clockOf } from '#web/media/clock.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { useUser } from '#web/platform/session/session.ts'
import styles from '#web/features/learning/Learning.module.css'

/** The series that the member watched last and has not completed. Nothing is shown without one. */
export function Continue() {
  const { time_zone: zone } = useUser()
  const { data } = useQuery(ownSeriesQuery)
  const series = data?.own_series.find(({ progress }) => progress?.next_video)
  const part = series?.progress?.next_video
  if (!series || !part) return null
  const watched = part.video?.progress
  const speakers = namesOf(series.speakers)
  const stopped = watched
    ? `You stopped at ${clockOf(watched.position)}, ${dayOf(watched.updated_at, zone)}.`
    : `You completed ${series.progress!.num_of_completed} of ${partsOf(series.num_of_videos)}.`
  return (
    <section className={styles.continue} aria-label="Continue">
      <Cover series={series} />
      <div className={styles.about}>
        <p className={styles.facts}>
          Continue, part {part.index} of {series.num_of_videos}
        </p>
        <h2 className={styles.continueTitle}>
          <Link to={partPath(series.id, part.id)}>{part.title}</Link>
        </h2>
        <p className={styles.facts}>
          {speakers && `With ${speakers}. `}
          {stopped}
        </p>
        <Bar done={watched?.position ?? 0} of={part.duration} className={styles.wide} />
      </div>
      <Link to={partPath(series.id, part.id)} className={buttonClass('filled')} aria-label={`Continue: ${part.title}`}>
        <IconPlayerPlay stroke={1.6} aria-hidden />
        Continue
      </Link>
    </section>
  )
}
