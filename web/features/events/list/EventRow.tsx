import { eventPath } from '#shared/events.ts'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { AttendButton, attendanceLine } from '#web/features/events/AttendButton.tsx'
import { dayNumber } from '#shared/kit/zoned.ts'
import { timesOf, weekday } from '#web/features/events/event-times.ts'
import type { EventLine } from '#web/features/events/events.queries.ts'
import { Link } from '#web/platform/router/Link.tsx'
import styles from '#web/features/events/Events.module.css'

const FACES = 3

/** "Laura Benning and Mei Tanaka". */
const named = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** A day, and what happens on it. */
export function EventRow({ event, zone, now }: { event: EventLine; zone: string; now: number }) {
  const { id, title, venue, location, hosts, attending, start_date } = event
  const where = [venue, location?.name].filter((part, at, all) => part && all.indexOf(part) === at).join(', ')
  const isNow = Date.parse(start_date) <= now && now < Date.parse(event.end_date)
  const attendance = Date.parse(event.end_date) > now && !event.cancelled_at ? attendanceLine(event) : ''
  return (
    <li className={styles.row}>
      <p className={styles.day}>
        <b>{dayNumber(start_date, zone)}</b>
        <span>{weekday(start_date, zone)}</span>
      </p>
      <div className={styles.about}>
        <h3 className={styles.title}>
          <Link to={eventPath(id)}>{title}</Link>
        </h3>
        <p className={styles.facts}>
          {isNow && <b className={styles.now}>Happening now. </b>}
          {[where, timesOf(event, zone), hosts.length > 0 && `Hosted by ${named.format(hosts.map(({ name }) => name))}`]
            .filter(Boolean)
            .join('. ')}
        </p>
        {event.cancelled_at && <p className={styles.canceled}>Canceled</p>}
        {attendance && (
          <p className={styles.faces}>
            {attending.length > 0 && (
              <span>
                {attending.slice(0, FACES).map((person) => (
                  <Avatar key={person.id} person={person} size={28} />
                ))}
              </span>
            )}
            {attendance}
          </p>
        )}
      </div>
      <div className={styles.act}>
        <AttendButton event={event} now={now} />
      </div>
    </li>
  )
}
