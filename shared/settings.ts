/** Limits and rules of members' own settings, shared by server and browser. */
import { NAME_LENGTH } from './accounts.ts'

/** The base URL of member pictures; the key of a picture follows. */
export const PICTURES = '/api/people/pictures'
export const PICTURE_PIXELS = 640
export const THUMBNAIL_PIXELS = 192

export const EMAIL_PREFERENCES = ['all', 'daily_digest', 'default', 'none'] as const
export type EmailPreference = (typeof EMAIL_PREFERENCES)[number]

/** Line breaks, direction marks and invisible characters: a name with them could forge a line or another name. */
const UNSHOWN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/** What is wrong with a part of a name, in one sentence. */
export function nameProblem(what: string, text: string): string | undefined {
  if (text === '') return `Enter the ${what}.`
  const { length } = [...text]
  if (length > NAME_LENGTH) return `The ${what} is ${length} characters long. The limit is ${NAME_LENGTH}.`
  if (UNSHOWN.test(text)) return `The ${what} contains characters that can’t be displayed. Remove them.`
  return undefined
}

export const TIME_ZONES: readonly string[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
]
/** Also accepts names that only the other side lists: time zones are renamed now and then. */
export function isTimeZone(name: string): boolean {
  try {
    return (
      /^[A-Za-z][\w+-]*(?:\/[\w+-]+){0,2}$/.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
    )
  } catch {
    return false
  }
}

export const UNDO_HOURS = 72
export const CONFIRM_HOURS = 24
/** Per member, so that nobody can test email addresses to find out who is a member. */
export const EMAIL_CHANGES_A_DAY = 10
export const EXPORT_HOURS = 24
export const DELETION_DAYS = 14
export const PASSKEY_NAME_LENGTH = 60
export const PASSKEYS = 20
/** First and last name of a former member. */
export const FORMER_MEMBER = ['Former', 'member'] as const
