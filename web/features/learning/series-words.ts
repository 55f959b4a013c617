/** Sentences about parts, lengths and progress. */
import { counted } from '#shared/kit/text.ts'

export const partsOf = (count: number) => counted(count, 'part')

/** "40 sec", "48 min", "1 hr 36 min". */
export function lengthOf(seconds: number): string {
  if (seconds < 60) return `${seconds} sec`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  return rest === 0 ? `${Math.floor(minutes / 60)} hr` : `${Math.floor(minutes / 60)} hr ${rest} min`
}

interface Progress {
  num_of_completed: number
  left: number
  completed_at: string | null
}

/** "1 of 4 parts, 26 min left". */
export function progressOf({ num_of_completed, left, completed_at }: Progress, parts: number): string {
  if (completed_at) return `${num_of_completed} of ${partsOf(parts)}. Completed`
  return `${num_of_completed} of ${partsOf(parts)}, ${lengthOf(left)} left`
}

/** "Marcus Oyelaran and 2 others". */
export function namesOf(people: readonly { name: string }[]): string {
  const [first, second] = people
  if (!first) return ''
  if (!second) return first.name
  return people.length === 2 ? `${first.name} and ${second.name}` : `${first.name} and ${people.length - 1} others`
}
