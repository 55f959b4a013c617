/** Validation of profiles. Each problem is one sentence about the field to change. */
import { problem } from '#server/platform/problems.ts'
import {
  BAR_NUMBER_LENGTH,
  BAR_QUALIFICATIONS,
  BIO_LENGTH,
  CHOICES,
  GENDER_IDENTITIES,
  isLinkedinLink,
  isTwitterLink,
  LARGEST_NUMBER,
  lengthProblem,
  LINK_LENGTH,
  LINKEDIN_PROBLEM,
  NAME_LENGTH,
  PLACE_LENGTH,
  PRACTICE_LENGTH,
  STATUS_LENGTH,
  TITLE_LENGTH,
  TWITTER_PROBLEM,
  yearProblem,
} from '#shared/profiles.ts'
import { withScheme } from '#shared/kit/links.ts'

export type Given = Readonly<Record<string, unknown>>

const TEXTS: Readonly<Record<string, { what: string; most: number }>> = {
  first_name: { what: 'The first name', most: NAME_LENGTH },
  last_name: { what: 'The last name', most: NAME_LENGTH },
  title: { what: 'The title', most: TITLE_LENGTH },
  bio: { what: 'The bio', most: BIO_LENGTH },
  status: { what: 'The status', most: STATUS_LENGTH },
  city: { what: 'The city', most: PLACE_LENGTH },
  state: { what: 'The state or region', most: PLACE_LENGTH },
  country: { what: 'The country', most: PLACE_LENGTH },
  linkedin: { what: 'The link', most: LINK_LENGTH },
  twitter_url: { what: 'The link', most: LINK_LENGTH },
  gender_identity: { what: 'The gender identity', most: PLACE_LENGTH },
  previous_practice: { what: 'The previous practice', most: PRACTICE_LENGTH },
}
const REQUIRED: Readonly<Record<string, string>> = {
  first_name: 'Enter your first name.',
  last_name: 'Enter your last name.',
}
const YEARS = new Set(['year_started_profession', 'year_started_inhouse'])

export function refuse(reason: string, message: string, field: string): never {
  throw problem(`people.${reason}`, { message, field })
}

/** A single line without control characters; null if empty. */
const lineOf = (text: string) => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim() || null
/** The bio keeps its paragraphs. */
const bioOf = (text: string) =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n]/gu, ' ')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim() || null

/** The value as it is stored; refuses what does not fit. */
export function validateField(field: string, given: unknown): unknown {
  const required = REQUIRED[field]
  if (typeof given === 'string') {
    const text = field === 'bio' ? bioOf(given) : lineOf(given)
    if (text === null) return required ? refuse('required', required, field) : null
    const { what, most } = TEXTS[field]!
    const long = lengthProblem(what, text, most)
    if (long) refuse('too_long', long, field)
    if (field === 'twitter_url' && !isTwitterLink(text)) refuse('link', TWITTER_PROBLEM, field)
    if (field === 'linkedin' && !isLinkedinLink(text)) refuse('link', LINKEDIN_PROBLEM, field)
    if (field === 'gender_identity' && !(GENDER_IDENTITIES as readonly string[]).includes(text))
      refuse('choice', 'Choose from the list, or leave it blank.', field)
    return field === 'twitter_url' || field === 'linkedin' ? withScheme(text) : text
  }
  if (given === null && required) refuse('required', required, field)
  if (typeof given === 'number') {
    const wrong = YEARS.has(field)
      ? yearProblem(given, new Date())
      : given < 0 || given > LARGEST_NUMBER
        ? `Enter a number from 0 to ${LARGEST_NUMBER.toLocaleString('en-US')}.`
        : null
    if (wrong) refuse('number', wrong, field)
  }
  return given
}

/** The ids without duplicates; throws if there are more than `CHOICES`. */
export function validateChoices(field: string, given: readonly number[]): number[] {
  const ids = [...new Set(given)]
  if (ids.length > CHOICES) refuse('too_many', `Choose up to ${CHOICES}.`, field)
  return ids
}

export interface Qualification {
  state: string
  bar_number?: string | null
  year_passed?: number | null
}

/** Bar admissions, one per state. */
export function checkedQualifications(given: readonly Qualification[]): Qualification[] {
  const field = 'bar_qualifications'
  if (given.length > BAR_QUALIFICATIONS)
    refuse('too_many', `You can add up to ${BAR_QUALIFICATIONS} bar admissions.`, field)
  const made = given.map(({ state, bar_number, year_passed }) => {
    const name = lineOf(state)
    if (name === null) return refuse('required', 'Enter a state or country for each bar admission.', field)
    const number = bar_number ? lineOf(bar_number) : null
    const wrong =
      lengthProblem('The state', name, PLACE_LENGTH) ??
      (number && lengthProblem('The bar number', number, BAR_NUMBER_LENGTH)) ??
      (year_passed ? yearProblem(year_passed, new Date()) : null)
    if (wrong) return refuse('qualification', wrong, field)
    return { state: name, bar_number: number, year_passed: year_passed ?? null }
  })
  if (new Set(made.map(({ state }) => state)).size < made.length)
    refuse('twice', 'The same state appears twice. Remove one.', field)
  return made
}
