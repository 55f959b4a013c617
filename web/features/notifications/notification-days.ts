import { dayHeading } from '#shared/kit/dates.ts'

export interface Day<Line> {
  day: string
  lines: Line[]
}

/** Groups lines by the day of `latest_at`, in order. */
export function daysOf<Line extends { latest_at: string }>(
  lines: readonly Line[],
  timeZone: string,
  now: number,
): Day<Line>[] {
  const days: Day<Line>[] = []
  for (const line of lines) {
    const day = dayHeading(line.latest_at, timeZone, now)
    const last = days.at(-1)
    if (last?.day === day) last.lines.push(line)
    else days.push({ day, lines: [line] })
  }
  return days
}
