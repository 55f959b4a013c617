import { creditsOf, minutesInWords } from '#shared/cle.ts'
import { ROUTES } from '#shared/routes.ts'
import type { EventView } from '#web/features/events/events.queries.ts'
import { SideNote } from '#web/kit/layout/SideNote.tsx'
import { Link } from '#web/platform/router/Link.tsx'
import styles from '#web/features/events/Events.module.css'

/** The credits that attending the event or watching its recording earns, by state. */
export const EventCle = ({ accreditations }: { accreditations: EventView['cle'] }) =>
  accreditations.length > 0 && (
    <SideNote title="CLE credit">
      <ul>
        {accreditations.map(({ id, state, credits, number, minutes, video_id, is_earned }) => (
          <li key={id} className={styles.cle}>
            <p className={styles.personName}>
              {state}, {creditsOf(credits)} {credits === 1 ? 'credit' : 'credits'}
            </p>
            <p className={styles.facts}>
              {video_id === null ? 'For attending' : 'For watching the recording'} ({minutesInWords(minutes)}).
              Accreditation {number}.
            </p>
            {is_earned && (
              <p className={styles.facts}>
                Earned. <Link to={ROUTES.profileCle}>Certificate</Link>
              </p>
            )}
          </li>
        ))}
      </ul>
    </SideNote>
  )
