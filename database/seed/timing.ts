/** Dates of threads and replies, relative to the moment of seeding. */
import { seededRandom } from './seeded-random.ts'
import type { ThreadSeed } from './discussions/thread.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** The last message of a thread is at least this old, so that nothing is in the future. */
const FRESHEST = 90_000

/** Nominal age in minutes, for an order that does not depend on the weekday of seeding. */
export function nominalAge(at: ThreadSeed['at']): number {
  const minutes = /^(\d+)m$/.exec(at)
  if (minutes) return Number(minutes[1])
  const [days, hour, minute] = dayAndTime(at)
  return (days + 1) * 24 * 60 - hour * 60 - minute
}

export function startOf(at: ThreadSeed['at'], now: Date): Date {
  const minutes = /^(\d+)m$/.exec(at)
  if (minutes) return new Date(now.getTime() - Number(minutes[1]) * MINUTE)
  const [days, hour, minute] = dayAndTime(at)
  const date = new Date(now.getTime() - days * DAY)
  date.setUTCHours(hour, minute, 0, 0)
  if (now.getTime() - date.getTime() < 5 * HOUR) date.setTime(date.getTime() - DAY)
  while (isWeekend(date)) date.setTime(date.getTime() - DAY)
  return date
}

/** Times of the replies, ascending, all after the start and before now. */
export function replyTimes(thread: ThreadSeed, start: Date, now: Date): Date[] {
  const replies = thread.replies ?? []
  const times: number[] = []
  let time = start.getTime()
  replies.forEach(({ after }, index) => {
    const pause = after ?? plausiblePause(`${thread.topic}/${index}`, index)
    const written = time + pause * HOUR
    // Threads with times in minutes are active now, at any hour of the day.
    time = thread.at.endsWith('m') ? written : atWork(written, `${thread.topic}/${index}`)
    times.push(time)
  })
  const span = (times.at(-1) ?? 0) - start.getTime()
  // Threads that would extend into the future are compressed to end at different times in the recent past.
  const room = (now.getTime() - FRESHEST - start.getTime()) * (0.7 + 0.3 * seededRandom(thread.topic))
  const scale = span > room ? room / span : 1
  return times.map((each) => new Date(start.getTime() + (each - start.getTime()) * scale))
}

const plausiblePause = (name: string, index: number) =>
  index === 0 ? 0.3 + 3 * seededRandom(name) ** 2 : 0.2 + 7 * seededRandom(name) ** 2

/** Evenings and weekends move to the next morning, except for the few members who work at any time. */
function atWork(time: number, name: string): number {
  if (seededRandom(`${name} late`) < 0.08) return time
  const date = new Date(time)
  if (date.getUTCHours() >= 21) date.setTime(morningAfter(date, name))
  while (isWeekend(date)) date.setTime(morningAfter(date, name))
  return date.getTime()
}

function morningAfter(date: Date, name: string): number {
  const morning = new Date(date.getTime() + DAY)
  return morning.setUTCHours(6, 30, 0, 0) + seededRandom(`${name} morning`) * 3 * HOUR
}

const isWeekend = (date: Date) => date.getUTCDay() === 0 || date.getUTCDay() === 6

function dayAndTime(at: string): [days: number, hour: number, minute: number] {
  const match = /^(\d+)d (\d\d):(\d\d)$/.exec(at)
  if (match === null) throw new Error(`“${at}” is not a time like “3d 10:20” or “90m”.`)
  return [Number(match[1]), Number(match[2]), Number(match[3])]
}
