import { useState } from 'react'
import { sessionPath } from '#shared/events.ts'
import { timeOf } from '#shared/kit/dates.ts'
import { longDay, longWallDay, wallTime } from '#web/features/events/event-times.ts'
import type { EventView } from '#web/features/events/events.queries.ts'
import { Section } from '#web/kit/layout/Section.tsx'
import { Link } from '#web/platform/router/Link.tsx'
import page from '#web/features/events/EventPage.module.css'
import styles from '#web/features/events/Events.module.css'

type Session = EventView['mainstage_sessions'][number]

/** Sessions by day, in the time of the venue or of the reader. */
export function Program({ event, zone }: { event: EventView; zone: string }) {
  const { mainstage_sessions: sessions, time_zone } = event
  const [isInMine, setInMine] = useState(false)
  if (sessions.length === 0) return null
  const dayOfSession = ({ start_date, wall_start }: Session) =>
    start_date && wall_start ? (isInMine ? longDay(start_date, zone) : longWallDay(wall_start)) : 'Program'
  const time = ({ start_date, wall_start }: Session) =>
    start_date && wall_start ? (isInMine ? timeOf(start_date, zone) : wallTime(wall_start)) : ''
  const days = [...Map.groupBy(sessions, dayOfSession)]
  return days.map(([day, lines]) => (
    <Section key={day} title={day}>
      {zone !== time_zone && (
        <button type="button" className={page.mine} aria-pressed={isInMine} onClick={() => setInMine(!isInMine)}>
          {isInMine ? 'In the time of the venue' : 'In my time zone'}
        </button>
      )}
      <ul>
        {lines.map((session) => (
          <li key={session.id} className={styles.session}>
            <p className={styles.time}>{time(session)}</p>
            <div>
              <h3 className={styles.materialTitle}>
                <Link to={sessionPath(session.id)}>{session.title}</Link>
              </h3>
              <p className={styles.facts}>
                {[session.speakers, session.room, session.has_video && 'Recorded'].filter(Boolean).join('. ')}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  ))
}
