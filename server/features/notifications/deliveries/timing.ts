/** When email and push may be sent: by the member's choices, in the member's time zone. */
import { DAILY_HOUR, type NotificationTiming } from '#shared/notifications.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const STEP_MS = 15 * MINUTE_MS
/** A member with the page open reads the notification within this time and needs no email. */
export const READ_MEANWHILE_MS = 2 * MINUTE_MS
/** One day of steps, plus an hour for the end of daylight saving time. */
const STEPS = 25 * 4

export interface Quiet {
  quiet_from: number | null
  quiet_until: number | null
  time_zone: string
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(time_zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(time_zone)
  if (!clock) {
    const options = { hour: 'numeric', minute: 'numeric', hourCycle: 'h23' } as const
    try {
      clock = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: time_zone })
    } catch {
      clock = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
    }
    clocks.set(time_zone, clock)
  }
  return clock
}

function localTime(at: number, time_zone: string): { hour: number; minute: number } {
  const parts = clockOf(time_zone).formatToParts(at)
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value)
  return { hour: part('hour'), minute: part('minute') }
}

export function isQuiet(at: Date, { quiet_from, quiet_until, time_zone }: Quiet): boolean {
  if (quiet_from === null || quiet_until === null) return false
  const { hour } = localTime(at.getTime(), time_zone)
  return quiet_from < quiet_until ? hour >= quiet_from && hour < quiet_until : hour >= quiet_from || hour < quiet_until
}

/**
 * The first quarter hour at or after `from` for which `fits` is true; quarters, because some time zones have offsets of
 * 30 or 45 minutes.
 */
function firstStep(from: number, fits: (at: number) => boolean): number {
  const start = Math.ceil(from / STEP_MS) * STEP_MS
  for (let step = 0; step <= STEPS; step++) if (fits(start + step * STEP_MS)) return start + step * STEP_MS
  return from
}

/** Returns `at`, or the end of the quiet hours that contain it. */
export const afterQuiet = (at: Date, quiet: Quiet): Date =>
  isQuiet(at, quiet) ? new Date(firstStep(at.getTime(), (step) => !isQuiet(new Date(step), quiet))) : at

/** When to email about something that happened at `since`, unless it is read first. */
export function mailDueAt(since: Date, choices: Quiet & { timing: NotificationTiming }): Date {
  const { timing, time_zone } = choices
  const at = since.getTime()
  const due = {
    immediate: () => at + READ_MEANWHILE_MS,
    hourly: () => Math.ceil((at + 1) / HOUR_MS) * HOUR_MS,
    daily: () =>
      firstStep(at + 1, (step) => {
        const { hour, minute } = localTime(step, time_zone)
        return hour === DAILY_HOUR && minute === 0
      }),
  }[timing]()
  return afterQuiet(new Date(due), choices)
}
