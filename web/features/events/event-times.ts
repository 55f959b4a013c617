/** Days and times of events, in the reader's zone and in that of the venue. */
import { timeOf } from '#shared/kit/dates.ts'
import { inZone } from '#shared/kit/zoned.ts'

/** A wall time as if it were UTC, for formatting only. */
const asUtc = (wall: string) => `${wall}:00Z`

export const weekday = (at: string, zone: string) => inZone(at, zone, { weekday: 'short' })
export const monthOf = (at: string, zone: string) => inZone(at, zone, { month: 'long', year: 'numeric' })
/** "Thursday, December 3". */
export const longDay = (at: string, zone: string) =>
  inZone(at, zone, { weekday: 'long', month: 'long', day: 'numeric' })
export const longWallDay = (wall: string) => longDay(asUtc(wall), 'UTC')
export const wallTime = (wall: string) => timeOf(asUtc(wall), 'UTC')

/** "New York". */
export const cityOf = (zone: string) => zone.split('/').at(-1)!.replaceAll('_', ' ')
/** "EST". */
export const abbreviation = (zone: string, at: string) =>
  inZone(at, zone, { timeZoneName: 'short', hour: 'numeric' }).split(/\s/).at(-1)!
/** "New York time (EST)". */
export const zoneName = (zone: string, at: string) => `${cityOf(zone)} time (${abbreviation(zone, at)})`

interface Timed {
  start_date: string
  end_date: string
  time_zone: string
}

const isSameDay = (a: string, b: string, zone: string) => longDay(a, zone) === longDay(b, zone)
const sameTime = (at: string, zone: string, other: string) =>
  inZone(at, zone, { hour: 'numeric', day: 'numeric' }) === inZone(at, other, { hour: 'numeric', day: 'numeric' })

/** "12:00 PM to 1:00 PM", or both times if the venue is elsewhere: "6:00 PM in London, 1:00 PM for you". */
export function timesOf({ start_date, end_date, time_zone }: Timed, zone: string): string {
  if (!isSameDay(start_date, end_date, time_zone)) {
    const begins = `Begins ${timeOf(start_date, time_zone)}`
    return sameTime(start_date, zone, time_zone)
      ? `${begins}, until ${longDay(end_date, time_zone)}`
      : `${begins} in ${cityOf(time_zone)}, ${timeOf(start_date, zone)} for you`
  }
  return sameTime(start_date, zone, time_zone)
    ? `${timeOf(start_date, zone)} to ${timeOf(end_date, zone)}`
    : `${timeOf(start_date, time_zone)} in ${cityOf(time_zone)}, ${timeOf(start_date, zone)} for you`
}

/** "January 2027, Thursday and Friday", at the venue. */
export function bandDays({ start_date, end_date, time_zone }: Timed): string {
  const days = [inZone(start_date, time_zone, { weekday: 'long' })]
  if (!isSameDay(start_date, end_date, time_zone)) days.push(inZone(end_date, time_zone, { weekday: 'long' }))
  return `${monthOf(start_date, time_zone)}, ${days.join(' to ')}`
}

export interface ZoneTime {
  label: string
  time: string
}

/** At most three: the reader's, the venue's, and one where speakers are; one if all show the same time. */
export function zoneTimes(
  at: string,
  { zone, venue, speakers }: { zone: string; venue: string; speakers: readonly string[] },
) {
  const times: ZoneTime[] = []
  const shown: string[] = []
  const add = (label: string, each: string) => {
    if (shown.some((known) => sameTime(at, known, each))) return
    shown.push(each)
    times.push({ label, time: `${timeOf(at, each)} ${abbreviation(each, at)}` })
  }
  add(`For you, in ${cityOf(zone)}`, zone)
  add(`In ${cityOf(venue)}`, venue)
  const [other] = speakers.filter((each) => !shown.some((known) => sameTime(at, known, each)))
  const many = speakers.filter((each) => each === other).length
  if (other) add(`In ${cityOf(other)}, for ${many === 1 ? 'a speaker' : `${many} speakers`}`, other)
  return times
}

/** "48 min", "1 min". */
export const minutesOf = (seconds: number) => `${Math.max(1, Math.round(seconds / 60))} min`
