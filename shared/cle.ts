/** CLE credits: limits, words of the states' rules, and the sentences for refusals, shared by server and browser. */
import { dayOf, isCalendarDay } from '#shared/kit/dates.ts'
import { counted } from '#shared/kit/text.ts'

/** A code is shown so long, and a field waits for it. */
export const CLE_CODE_SECONDS = 60
export const CLE_CODE_TRIES = 5
/** States ask for a code at least this often. One in each half of it never leaves a longer gap. */
export const CLE_CODE_MINUTES = 50
/** Players ask this often whether a code is due. */
export const CLE_CHECK_SECONDS = 5
/** A due code is shown while the position is within so many seconds after its place. */
export const CLE_CODE_WINDOW_SECONDS = 20
export const CLE_TITLE_LENGTH = 200
export const CLE_NUMBER_LENGTH = 60
export const CLE_REASON_LENGTH = 500
export const CLE_MINUTES = 6_000
/** Credits of one member, rules, accreditations, and rows of a staff page. */
export const CLE_CREDITS = 500
export const CLE_RULES = 200
export const CLE_ACCREDITATIONS = 200
export const CLE_PAGE = 25

export const CLE_CERTIFICATES_PATH = '/api/cle-certificates'
export const CERTIFICATE_PATH = '/api/certificates'
export const CLE_KEY_PATH = '/.well-known/cle-certificate-key.json'
export const CLE_REVOKED_PATH = '/.well-known/cle-revoked-certificates.json'
export const VERIFY_PATH = '/verify'

export const CLE_ORIGINS = ['staff', 'import', 'watched', 'attended'] as const
export type CleOrigin = (typeof CLE_ORIGINS)[number]

export interface CleRuleWords {
  minutes_per_credit: number
  step: number
  rounding: string
  is_rounding_known: boolean
  minimum: number
}

const STEPS: Record<string, string> = { 0.25: 'quarter', 0.5: 'half', 1: 'whole credit' }

/** "50 minutes are one credit, rounded down to the half." */
export function ruleInWords({ minutes_per_credit, step, rounding, is_rounding_known, minimum }: CleRuleWords): string {
  const part = STEPS[step] ?? String(step)
  const rounded = rounding === 'down' ? `rounded down to the ${part}` : `to the nearest ${part}`
  const least = minimum > step ? `, from ${creditsOf(minimum)} on` : ''
  const ours = is_rounding_known ? '' : '. The source doesn’t say how to round, so we round down'
  return `${minutes_per_credit} minutes are one credit, ${rounded}${least}${ours}.`
}

/** "1.0", "0.25": one digit at least, two if needed. */
export const creditsOf = (credits: number): string =>
  credits.toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 2 })

export const minutesInWords = (minutes: number) => counted(minutes, 'minute')

/** "November 5, 2026" of a calendar day, which has no time zone. The year is shown because it is not 1970. */
export const longDay = (day: string): string => dayOf(day, 'UTC', 0)

export interface GivenCredit {
  title: string
  event_date: string
  minutes: number
}

/** The first thing wrong with a credit, or null. */
export function creditProblem({ title, event_date, minutes }: GivenCredit): { field: string; message: string } | null {
  const name = title.trim()
  if (name === '') return { field: 'title', message: 'Enter the title of the program.' }
  if (name.length > CLE_TITLE_LENGTH)
    return { field: 'title', message: `The title is ${name.length} characters long. The limit is ${CLE_TITLE_LENGTH}.` }
  if (!isCalendarDay(event_date))
    return { field: 'event_date', message: 'Enter the date as YYYY-MM-DD, such as 2026-11-05.' }
  return minutesProblem(minutes)
}

export const minutesProblem = (minutes: number): { field: string; message: string } | null =>
  Number.isInteger(minutes) && minutes >= 1 && minutes <= CLE_MINUTES
    ? null
    : {
        field: 'minutes',
        message: `Enter the minutes as a whole number from 1 to ${CLE_MINUTES.toLocaleString('en-US')}.`,
      }
