/** Validation of profiles. Each problem is one sentence about the field to change. */
import { problem } from '#server/platform/problems.ts'
import {
  BAR_NUMBER_LENGTH,
  BAR_QUALIFICATIONS,
  CHOICES,
  isLinkedinLink,
  isTwitterLink,
  LARGEST_NUMBER,
  lengthProblem,
  LINKEDIN_PROBLEM,
  PLACE_LENGTH,
  TWITTER_PROBLEM,
  yearProblem,
} from '#shared/profiles.ts'
import { PROFILE_FIELDS, subjectOf, type ProfileField, type ProfileFieldName } from '#shared/profile-fields.ts'
import { withScheme } from '#shared/kit/links.ts'

export type Given = Readonly<Record<string, unknown>>

const SITES = {
  linkedin: { isLink: isLinkedinLink, message: LINKEDIN_PROBLEM },
  twitter: { isLink: isTwitterLink, message: TWITTER_PROBLEM },
} as const

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

/** Returns the value as stored; throws if it is invalid. */
export function validateField(name: ProfileFieldName, given: unknown): unknown {
  const field: ProfileField = PROFILE_FIELDS[name]
  if ('list' in field) return given
  if (!('max' in field)) return given === null ? null : validateNumber(field.kind, name, given)
  const text = typeof given !== 'string' ? null : field.kind === 'area' ? bioOf(given) : lineOf(given)
  if (text === null) return field.required ? refuse('required', field.required, name) : null
  const long = lengthProblem(subjectOf(field), text, field.max)
  if (long) refuse('too_long', long, name)
  if (field.kind === 'words' && !field.words.includes(text))
    refuse('choice', 'Choose from the list, or leave it blank.', name)
  if (field.kind !== 'link') return text
  if (!SITES[field.site].isLink(text)) refuse('link', SITES[field.site].message, name)
  return withScheme(text)
}

function validateNumber(kind: 'year' | 'number', name: string, given: unknown): unknown {
  const number = Number(given)
  const wrong =
    kind === 'year'
      ? yearProblem(number, new Date())
      : number < 0 || number > LARGEST_NUMBER
        ? `Enter a number from 0 to ${LARGEST_NUMBER.toLocaleString('en-US')}.`
        : null
  if (wrong) refuse('number', wrong, name)
  return number
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
