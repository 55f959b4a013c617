/** Checks of what staff enter about an event, each with a sentence. */
import { problem } from '#server/platform/problems.ts'
import { CAPACITY, EVENT_DESCRIPTION, EVENT_TITLE, type EventRole } from '#shared/events.ts'
import { isTimeZone } from '#shared/settings.ts'
import { instantsOf } from '../calendar/zones.ts'

export interface PersonInput {
  role: EventRole
  user_id?: number | null
  email?: string | null
  name?: string | null
  title?: string | null
  time_zone?: string | null
}

export interface EventFields {
  peer_network_id: number
  category_id: number
  title: string
  description: string
  wall_start: string
  wall_end: string
  time_zone: string
  location_id?: number | null
  venue?: string | null
  capacity?: number | null
  areas_of_expertise: number[]
  people: PersonInput[]
}

const WALL = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/
export const refuse = (field: string, message: string) => problem('events.staff', { message, field })

export function requireText(
  value: string,
  { field, name, limit }: { field: string; name: string; limit: number },
): string {
  const text = value.trim()
  const { length } = [...text]
  if (length === 0) throw refuse(field, `Enter ${name}.`)
  if (length > limit)
    throw refuse(
      field,
      `This is ${length.toLocaleString('en-US')} characters long. The limit is ${limit.toLocaleString('en-US')}.`,
    )
  return text
}

/** The first instant of a wall time. Refuses one that the clocks skip. */
export function instantOf(wall: string, zone: string, field: string): number {
  const ms = WALL.test(wall) ? Date.parse(`${wall}:00Z`) : Number.NaN
  if (Number.isNaN(ms)) throw refuse(field, 'Enter a day and a time.')
  const [instant] = instantsOf(zone, ms)
  if (instant === undefined)
    throw refuse(
      field,
      `This time doesn’t exist in ${zone.split('/').at(-1)!.replaceAll('_', ' ')}: the clocks go forward then. Choose another one.`,
    )
  return instant
}

export function checkedEvent(event: EventFields): EventFields & { title: string } {
  const title = requireText(event.title, { field: 'title', name: 'a title', limit: EVENT_TITLE })
  if ([...event.description].length > EVENT_DESCRIPTION)
    throw refuse('description', `The limit is ${EVENT_DESCRIPTION.toLocaleString('en-US')} characters.`)
  if (!isTimeZone(event.time_zone)) throw refuse('time_zone', 'Choose a time zone from the list.')
  const starts = instantOf(event.wall_start, event.time_zone, 'wall_start')
  const ends = instantOf(event.wall_end, event.time_zone, 'wall_end')
  if (ends <= starts || event.wall_end <= event.wall_start) throw refuse('wall_end', 'The end must be after the start.')
  const { capacity = null } = event
  if (capacity !== null && (capacity < 1 || capacity > CAPACITY))
    throw refuse('capacity', `Enter 1 to ${CAPACITY.toLocaleString('en-US')} places, or leave it empty.`)
  for (const { time_zone } of event.people)
    if (time_zone && !isTimeZone(time_zone)) throw refuse('people', `“${time_zone}” isn’t a time zone.`)
  return { ...event, title }
}
