import type pg from 'pg'
import { selectRows } from '#server/platform/database/select.ts'
import { plainText } from '#server/platform/html.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Viewer } from '#server/platform/graph/sql.ts'
import {
  ALWAYS_REFUSED,
  ANONYMITY_FLOOR,
  TITLE_PHRASES,
  meterProblem,
  type AnonymityFact,
  type Meter,
} from '#shared/anonymity.ts'
import { maskOf, selectMeter, selectProfile } from './anonymity.sql.ts'

interface Profile {
  first_name: string
  last_name: string
  email: string
  city: string | null
  country: string | null
  title: string | null
  company_name: string | null
  year_started_profession: number | null
  num_of_employees: string | null
  num_of_lawyers: number | null
}

/** What the text reveals, as the number from which the answer is read. */
export async function anonymityMeter(pool: pg.Pool, { viewer, args }: Call<{ text: string }>): Promise<number> {
  return revealedBy(plainText(args.text), await profileOf(pool, viewer))
}

/** Refuses a text that tells who wrote it. In a reply only a name does: the question was measured before. */
export async function refuseRevealing(
  pool: pg.Pool,
  viewer: Viewer,
  text: string,
  networkIds: readonly number[] | null,
): Promise<void> {
  const mask = revealedBy(text, await profileOf(pool, viewer))
  const [measured] = await selectRows<{ fitting: number; facts: Meter['facts'] }>(
    pool,
    selectMeter(mask, networkIds ?? []),
    viewer,
  )
  const { fitting, facts } = measured!
  const isNamed = facts.some(({ kind }) => ALWAYS_REFUSED.includes(kind))
  const may_post = !isNamed && (networkIds === null || fitting >= ANONYMITY_FLOOR)
  const message = meterProblem({ facts, num_of_members: 0, may_post })
  if (message !== null) throw problem('discussions.not_anonymous_enough', { message, field: 'body' })
}

async function profileOf(pool: pg.Pool, viewer: Viewer): Promise<Profile> {
  const [profile] = await selectRows<Profile>(pool, selectProfile, viewer)
  return profile!
}

const SMALL = 3
const escaped = (words: string) =>
  words
    .trim()
    .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/\s+/g, '\\s+')
const says = (text: string, words: string | null | undefined, flags = 'iu') =>
  !!words &&
  words.trim().length >= SMALL &&
  new RegExp(`(?<![\\p{L}\\d])${escaped(words)}(?![\\p{L}\\d])`, flags).test(text)

/** Compares a text with the profile of who wrote it; nobody else's is looked at. */
export function revealedBy(text: string, profile: Profile): number {
  const { first_name, last_name, email, company_name, title } = profile
  const facts = new Set<AnonymityFact>()
  const phrase = titlePhrase(text, title ?? '')
  // A first name may be a word too, so only its capital tells.
  if (says(text, last_name) || says(text, first_name, 'u') || says(text, email)) facts.add('name')
  if (says(text, company_name) || says(text, distinctiveWord(company_name))) facts.add('company')
  if (says(text, profile.city)) facts.add('city')
  if (says(text, profile.country)) facts.add('country')
  if (phrase > 0 || says(text, title)) facts.add('title')
  if (
    numbersBefore(text, 'employees|people|staff|headcount').some((count) => isWithin(count, profile.num_of_employees))
  )
    facts.add('employees')
  if (numbersBefore(text, 'lawyers|attorneys').includes(profile.num_of_lawyers ?? -1)) facts.add('lawyers')
  if (profile.year_started_profession && says(text, String(profile.year_started_profession))) facts.add('started')
  return maskOf(facts, phrase)
}

const WORD_OF_COMPANY = 5
/** The first word of "Norvane Energy" is enough to know it. */
const distinctiveWord = (company: string | null) => {
  const [first = ''] = (company ?? '').split(/\s+/)
  return first.length >= WORD_OF_COMPANY ? first : null
}

/** The first phrase that text and title share; 0 for none. The longer ones stand first. */
const titlePhrase = (text: string, title: string) =>
  1 +
  TITLE_PHRASES.findIndex((phrase) => {
    const pattern = new RegExp(`\\b(${phrase})s?\\b`, 'i')
    return pattern.test(text) && pattern.test(title)
  })

const numbersBefore = (text: string, what: string) =>
  [...text.matchAll(new RegExp(`(\\d[\\d,.]*)\\+?\\s+(?:\\p{L}+\\s+)?(?:${what})\\b`, 'giu'))].map(([, digits]) =>
    Number(digits!.replaceAll(/[,.]/g, '')),
  )

function isWithin(count: number, bracket: string | null): boolean {
  const [from, to] = (bracket ?? '').split('-').map((digits) => Number(digits.replaceAll(/\D/g, '')))
  return !!from && count >= from && (!to || count <= to)
}
