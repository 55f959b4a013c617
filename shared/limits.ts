/**
 * How much one member may post: for each kind, its time windows, with lower limits for new and trial members. Staff
 * scale each kind by a percentage under Settings. The windows of a kind are sorted from shortest to longest, and so are
 * their limits.
 */
import { dayKey, dayOf, timeOf } from '#shared/kit/dates.ts'

export interface LimitWindow {
  hours: number
  member: number
  newcomer: number
}
export interface PostingLimit {
  /** The label for staff. */
  label: string
  /** The counted noun, singular and plural: "discussion", "discussions". */
  counted: readonly [one: string, several: string]
  /** The verb in "You’ve started …" and "… can be started". */
  done: string
  /** What happens to the text that was written; undefined if there is none. */
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

/** Days after joining. Members on trial or still in onboarding also count as newcomers. */
export const NEWCOMER_DAYS = 14
/** How long staff see which members reached a limit. */
export const LIMIT_HITS_DAYS = 90
export const LIMIT_HITS_PAGE = 50

/** The limit as scaled by staff: 100 is the usual number, at least one stays possible. Callers handle 0 (no limit). */
export const scaledLimit = (usual: number, percent: number): number => Math.max(1, Math.round((usual * percent) / 100))

export interface LimitReached {
  kind: LimitKind
  /** The acts done within the window so far, and those requested now. */
  used: number
  asked: number
  limit: number
  hours: number
  /** When the requested acts fit; null if they never do. */
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

/** "at 2:05 PM", with the day if it is not today. Rounded up, so never earlier than the actual time. */
function momentOf(at: Date, timeZone: string, now: Date): string {
  const minute = new Date(Math.ceil(at.getTime() / MINUTE_MS) * MINUTE_MS)
  const time = `at ${timeOf(minute, timeZone)}`
  return dayKey(minute, timeZone) === dayKey(now, timeZone) ? time : `on ${dayOf(minute, timeZone, now)} ${time}`
}
