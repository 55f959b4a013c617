import type pg from 'pg'
import { communitySetting } from '#server/platform/community-settings.ts'
import { selectRows } from '#server/platform/database/select.ts'
import { plainText } from '#server/platform/html.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Viewer } from '#server/platform/graph/sql.ts'
import { findUploads } from '#server/platform/uploads/claim-uploads.ts'
import type { CleanUploads } from '#server/platform/uploads/clean-uploads.ts'
import { ALWAYS_REFUSED, ANONYMITY_FLOOR, TITLE_PHRASES, type AnonymityFact } from '#shared/anonymity.ts'
import { meterProblem, type Meter } from '#shared/anonymity-texts.ts'
import {
  fileNamesWriter,
  fileTextNamesWriter,
  hiddenParts,
  uncleanFileProblem,
  unnamedFileProblem,
  type UploadedFile,
} from '#shared/uploads.ts'
import { NAMED, factMask, selectMeter, selectProfile } from './anonymity.sql.ts'

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

/** Returns what the text reveals as a bit mask, from which the response is read. */
export async function anonymityMeter(pool: pg.Pool, { viewer, args }: Call<{ text: string }>): Promise<number> {
  return findRevealingText(plainText(args.text), await profileOf(pool, viewer))
}

/** If anonymous posts are delayed, refuses to publish one immediately. */
export async function refuseAtOnce(pool: pg.Pool, isAnonymous: boolean): Promise<void> {
  if (!isAnonymous || (await communitySetting(pool, 'anonymous_delay_minutes')) === 0) return
  throw problem('discussions.waits', {
    message: 'Anonymous posts appear after a delay here. Reload the page and post it again. Your text is saved.',
  })
}

interface AnonymousContent {
  text: string
  files?: { asked: readonly UploadedFile[]; clean: CleanUploads }
}

/**
 * Refuses a text that identifies its author, and files that do so by name or text; cleans the properties of files. In a
 * reply (`networkIds` is null) only a name is refused: the question was measured before.
 */
export async function requireAnonymousText(
  pool: pg.Pool,
  viewer: Viewer,
  { text, files }: AnonymousContent,
  networkIds: readonly number[] | null,
): Promise<void> {
  const profile = await profileOf(pool, viewer)
  const attached = files ? await findUploads(pool, viewer.id, files.asked) : []
  refuseFiles(attached, profile)
  const mask = findRevealingText([text, ...attached.map(({ name }) => name)].join('\n'), profile)
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
  // Last, because it takes longest.
  if (!files) return
  const agreed = new Set(files.asked.flatMap(({ key, removes_hidden }) => (removes_hidden ? [key] : [])))
  const decided = attached.map((file) => ({ ...file, removes_hidden: agreed.has(file.key) }))
  await cleanFiles(decided, profile, files.clean)
}

async function cleanFiles(attached: Parameters<CleanUploads>[0], profile: Profile, clean: CleanUploads): Promise<void> {
  const own = [`${profile.first_name} ${profile.last_name}`, profile.email, profile.company_name ?? '']
  const uncleaned = await clean(attached, own)
  if (!uncleaned) return
  const { name, outcome, findings, hidden } = uncleaned
  if (outcome === 'has_hidden_parts')
    throw problem('discussions.hidden_parts', { message: hiddenParts(name, hidden), field: 'attachments' })
  const named = findings.find(({ token }) => own.includes(token)) ?? findings[0]
  const message =
    outcome === 'names_somebody' && named
      ? fileTextNamesWriter(name, { ...named, isOwn: own.includes(named.token), others: findings.length - 1 })
      : uncleanFileProblem(name, outcome)
  throw problem('discussions.not_anonymous_enough', { message, field: 'attachments' })
}

/** Whether a text says the viewer's name or address, or where they work. */
export async function namesViewer(pool: pg.Pool, viewer: Viewer, text: string): Promise<boolean> {
  return (findRevealingText(text, await profileOf(pool, viewer)) & NAMED) !== 0
}

function refuseFiles(files: readonly { name: string; file_type: string }[], profile: Profile): void {
  const telling = files.find(
    ({ name }) => (findRevealingText(name, profile) & NAMED) !== 0 || isNamedAfter(name, profile),
  )
  const message = telling ? fileNamesWriter(telling.name) : unnamedFileProblem(files)
  if (message !== null) throw problem('discussions.not_anonymous_enough', { message, field: 'attachments' })
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

/** Compares a text with its author's profile; no other profile is read. */
export function findRevealingText(text: string, profile: Profile): number {
  const { first_name, last_name, email, company_name, title } = profile
  const facts = new Set<AnonymityFact>()
  const phrase = titlePhrase(text, title ?? '')
  // A first name may also be a common word, so it only counts when capitalized.
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
  return factMask(facts, phrase)
}

const WORD_OF_COMPANY = 5
/** The first word of "Norvane Energy" is enough to identify it. */
const distinctiveWord = (company: string | null) => {
  const [first = ''] = (company ?? '').split(/\s+/)
  return first.length >= WORD_OF_COMPANY ? first : null
}

const LETTERS_OF_NAME = 4
const lettersOf = (words: string | null) => (words ?? '').toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')
/** File names often lose the separators between words, so a long enough name also counts inside a word. */
const isNamedAfter = (file: string, { last_name, company_name }: Profile) =>
  [last_name, company_name, distinctiveWord(company_name)]
    .map(lettersOf)
    .some((letters) => letters.length >= LETTERS_OF_NAME && lettersOf(file).includes(letters))

/** One-based index of the first phrase that text and title share; 0 if none. Longer phrases are listed first. */
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
