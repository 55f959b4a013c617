/** The day and hour of members, by time zone. Intl decides, so days with a change of the clocks need no rule of ours. */
import { DIGEST_HOUR } from '#shared/mail.ts'
import { dayKey } from '#shared/kit/dates.ts'

/** An unknown zone counts as UTC. */
function hourIn(timeZone: string, now: Date): number {
  const options = { hour: 'numeric', hourCycle: 'h23' } as const
  try {
    return Number(new Intl.DateTimeFormat('en-GB', { ...options, timeZone }).format(now))
  } catch {
    return now.getUTCHours()
  }
}

/** The day ("2026-12-03") whose digest is due, or undefined before DIGEST_HOUR. */
export const dueDay = (timeZone: string, now: Date): string | undefined =>
  hourIn(timeZone, now) >= DIGEST_HOUR ? dayKey(now, timeZone) : undefined
