import { IconCheck } from '@tabler/icons-react'
import { counted } from '#shared/kit/text.ts'
import { useLeaving, useRegistering, type Attendance } from '#web/features/events/events.queries.ts'
import { Button } from '#web/kit/Button.tsx'
import { Menu, menuItemClass } from '#web/kit/overlay/Menu.tsx'
import styles from './Events.module.css'

interface Props {
  event: Attendance & { title: string }
  now: number
  /** True on the page of the event. */
  isMain?: boolean
}

/** Attend, Attending, Join or Leave waiting list; nothing for what is over, canceled, or has no registration here. */
export function AttendButton({ event, now, isMain = false }: Props) {
  const { id, title, registration, places_left } = event
  const registering = useRegistering()
  const leaving = useLeaving()
  if (event.cancelled_at || event.capacity === null || Date.parse(event.end_date) < now) return null
  const look = isMain ? 'filled' : 'quiet'
  const leave = () => void leaving.run({ event_id: id })
  if (registration?.status === 'going')
    return (
      <Menu
        label={`Attendance of ${title}`}
        trigger={(props) => (
          <button type="button" {...props} className={styles.attending} aria-label={`Attending ${title}`}>
            <IconCheck size={16} stroke={1.8} aria-hidden />
            Attending
          </button>
        )}
      >
        <button type="button" role="menuitem" className={menuItemClass} onClick={leave}>
          Cancel attendance
        </button>
      </Menu>
    )
  if (registration)
    return (
      <Button aria-disabled={leaving.isPending} aria-label={`Leave waiting list of ${title}`} onClick={leave}>
        Leave waiting list
      </Button>
    )
  const isFull = (places_left ?? 0) === 0 || event.num_of_waiting > 0
  return (
    <Button
      look={look}
      aria-disabled={registering.isPending}
      aria-label={isFull ? `Join waiting list of ${title}` : `Attend ${title}`}
      onClick={() => void registering.run({ event_id: id })}
    >
      {isFull ? 'Join waiting list' : 'Attend'}
    </Button>
  )
}

const ordinal = (place: number) => {
  const rule = new Intl.PluralRules('en-US', { type: 'ordinal' }).select(place)
  return `${place}${{ one: 'st', two: 'nd', few: 'rd' }[rule as 'one'] ?? 'th'}`
}
const members = (count: number) => count.toLocaleString('en-US')

/** "24 of 24 places taken. You’re 2nd on the waiting list." */
export function attendanceLine({ capacity, places_left, num_of_attending, num_of_waiting, registration }: Attendance) {
  if (capacity === null) return ''
  const place = registration?.place_in_line
  const taken =
    places_left === 0
      ? `Full: ${members(capacity)} of ${members(capacity)} places taken`
      : `${members(num_of_attending)} attending, ${counted(places_left ?? 0, 'place')} left`
  if (place) return `${taken}. You’re ${ordinal(place)} on the waiting list`
  return num_of_waiting > 0 ? `${taken}, ${members(num_of_waiting)} waiting` : taken
}
