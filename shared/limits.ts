/**
 * How much one member can post: for each kind the windows in which it is counted, with a lower number for new and trial
 * members. Staff change each kind by a percentage under Settings. The windows of a kind stand from the shortest to the
 * longest, and so do their numbers.
 */
import { dayKey, dayOf, timeOf } from '#shared/kit/dates.ts'

export interface LimitWindow {
  hours: number
  member: number
  newcomer: number
}
export interface PostingLimit {
  /** What staff call it. */
  label: string
  /** What is counted, for one and for several: "discussion", "discussions". */
  counted: readonly [one: string, several: string]
  /** "You’ve started …", "… can be started". */
  done: string
  /** What happens to what was written; nothing where nothing is written. */
  kept?: string
  windows: readonly LimitWindow[]
}

const HOUR = 1
const DAY = 24

export const POSTING_LIMITS = {
  thread: {
    label: 'Discussions',
    counted: ['discussion', 'discussions'],
    done: 'started',
    kept: 'Your draft is saved.',
    windows: [
      { hours: HOUR, member: 10, newcomer: 4 },
      { hours: DAY, member: 30, newcomer: 10 },
    ],
  },
  reply: {
    label: 'Replies',
    counted: ['reply', 'replies'],
    done: 'posted',
    kept: 'Your reply is saved.',
    windows: [
      { hours: HOUR, member: 60, newcomer: 20 },
      { hours: DAY, member: 200, newcomer: 60 },
    ],
  },
  first_message: {
    label: 'First messages to a member',
    counted: ['new conversation', 'new conversations'],
    done: 'started',
    kept: 'Your message is still here.',
    windows: [
      { hours: HOUR, member: 10, newcomer: 4 },
      { hours: DAY, member: 20, newcomer: 8 },
    ],
  },
  group_invitation: {
    label: 'Invitations to a group',
    counted: ['member', 'members'],
    done: 'invited',
    windows: [
      { hours: HOUR, member: 40, newcomer: 12 },
      { hours: DAY, member: 100, newcomer: 24 },
    ],
  },
  nomination: {
    label: 'Colleagues invited to join',
    counted: ['colleague', 'colleagues'],
    done: 'invited',
    kept: 'What you wrote is still here.',
    windows: [
      { hours: HOUR, member: 10, newcomer: 5 },
      { hours: DAY, member: 20, newcomer: 10 },
    ],
  },
  mention: {
    label: 'Mentions',
    counted: ['mention', 'mentions'],
    done: 'made',
    kept: 'Your text is saved. Remove mentions to post it now.',
    windows: [
      { hours: HOUR, member: 60, newcomer: 20 },
      { hours: DAY, member: 150, newcomer: 40 },
    ],
  },
  upload: {
    label: 'Files uploaded',
    counted: ['file', 'files'],
    done: 'uploaded',
    kept: 'Your text is saved.',
    windows: [
      { hours: HOUR, member: 60, newcomer: 60 },
      { hours: DAY, member: 200, newcomer: 100 },
    ],
  },
  report: {
    label: 'Reports to staff',
    counted: ['report', 'reports'],
    done: 'sent',
    kept: 'What you wrote is still here.',
    windows: [
      { hours: HOUR, member: 20, newcomer: 10 },
      { hours: DAY, member: 50, newcomer: 20 },
    ],
  },
  expert: {
    label: 'Recommendations and new experts',
    counted: ['recommendation', 'recommendations'],
    done: 'added',
    kept: 'What you wrote is still here.',
    windows: [
      { hours: HOUR, member: 20, newcomer: 8 },
      { hours: DAY, member: 50, newcomer: 20 },
    ],
  },
} as const satisfies Record<string, PostingLimit>

export type LimitKind = keyof typeof POSTING_LIMITS
export const LIMIT_KINDS = Object.keys(POSTING_LIMITS) as LimitKind[]

/** Since joining; as long as somebody is on trial or has not finished joining, too. */
export const NEWCOMER_DAYS = 14
/** How long staff see who ran into a limit. */
export const LIMIT_HITS_DAYS = 90
export const LIMIT_HITS_PAGE = 50

/** As staff set it: 100 is the usual number, 0 no limit. At least one stays possible. */
export const scaledLimit = (usual: number, percent: number): number => Math.max(1, Math.round((usual * percent) / 100))

export interface LimitReached {
  kind: LimitKind
  /** Done within the window so far, and asked for now. */
  used: number
  asked: number
  limit: number
  hours: number
  /** When what was asked for fits; null when it never does. */
  at: Date | null
}

/** "You’ve started 10 discussions in the past hour; the next can be started at 2:05 PM. Your draft is saved." */
export function limitSentence(reached: LimitReached, timeZone: string, now: Date = new Date()): string {
  const { kind, used, asked, limit, hours, at } = reached
  const { counted, done, kept }: PostingLimit = POSTING_LIMITS[kind]
  const span = hours === HOUR ? 'hour' : `${hours} hours`
  const many = (count: number) => `${count} ${counted[count === 1 ? 0 : 1]}`
  const rest = kept === undefined ? '' : ` ${kept}`
  if (at === null) return `At most ${many(limit)} can be ${done} in ${hours === HOUR ? 'an hour' : span}.${rest}`
  const when = momentOf(at, timeZone, now)
  const had = `You’ve ${done} ${many(used)} in the past ${span}`
  if (asked === 1) return `${had}; the next can be ${done} ${when}.${rest}`
  return `${had}. The limit is ${limit}; these ${asked} can be ${done} ${when}.${rest}`
}

const MINUTE_MS = 60_000

/** "at 2:05 PM", and the day where it is not today. Never earlier than the moment itself. */
function momentOf(at: Date, timeZone: string, now: Date): string {
  const minute = new Date(Math.ceil(at.getTime() / MINUTE_MS) * MINUTE_MS)
  const time = `at ${timeOf(minute, timeZone)}`
  return dayKey(minute, timeZone) === dayKey(now, timeZone) ? time : `on ${dayOf(minute, timeZone, now)} ${time}`
}
