import { IconCircleCheckFilled } from '@tabler/icons-react'
import { dayOf } from '#shared/kit/dates.ts'
import { partPath } from '#shared/learning.ts'
import { counted } from '#shared/kit/text.ts'
import type { SeriesView } from '#web/features/learning/learning.queries.ts'
import { Bar } from '#web/features/learning/SeriesParts.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import { clockOf } from '#web/media/clock.ts'
import { Link } from '#web/platform/router/Link.tsx'
import styles from '#web/features/learning/Learning.module.css'

type Part = SeriesView['videos'][number]

/** The parts in order: done, where the member is, and those to come. */
export function Parts({ series, zone }: { series: SeriesView; zone: string }) {
  const { id, videos, progress } = series
  const current = progress?.next_video?.id
  return (
    <Section title="Parts">
      {videos.length === 0 ? (
        <p className={styles.note}>No parts have been published yet.</p>
      ) : (
        <ol className={styles.parts}>
          {videos.map((part) => (
            <PartRow key={part.id} part={part} seriesId={id} zone={zone} isCurrent={part.id === current} />
          ))}
        </ol>
      )}
    </Section>
  )
}

interface RowProps {
  part: Part
  seriesId: number
  zone: string
  isCurrent: boolean
}

function PartRow({ part, seriesId, zone, isCurrent }: RowProps) {
  const { id, index, title, can_view, duration, video } = part
  const watched = video?.progress
  const isDone = Boolean(watched?.completed_at)
  return (
    <li className={styles.part} aria-current={isCurrent ? 'step' : undefined}>
      <span className={styles.number}>
        {isDone ? <IconCircleCheckFilled size={20} role="img" aria-label={`Part ${index}, completed`} /> : index}
      </span>
      <div className={styles.about}>
        <h3 className={styles.rowTitle}>{can_view ? <Link to={partPath(seriesId, id)}>{title}</Link> : title}</h3>
        <p className={styles.facts}>{factsOf(part, zone)}</p>
      </div>
      {isCurrent && <Bar done={watched?.position ?? 0} of={duration} className={styles.short} />}
      <span className={styles.length}>{clockOf(duration)}</span>
    </li>
  )
}

function factsOf({ can_view, available_from, description, video }: Part, zone: string): string {
  if (!can_view) return `Opens on ${dayOf(available_from!, zone)}`
  const watched = video?.progress
  if (watched?.completed_at) return `Completed ${dayOf(watched.completed_at, zone)}`
  if (watched) return `Stopped at ${clockOf(watched.position)}, ${dayOf(watched.updated_at, zone)}`
  const chapters = video?.chapters.length ?? 0
  return description || (chapters > 0 ? counted(chapters, 'chapter') : 'Not watched yet')
}
