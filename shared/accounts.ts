/** Rules and limits of accounts, said once for both sides. */

export const PASSWORD_LENGTH = { min: 10, max: 256 }
export const EMAIL_LENGTH = 254
export const NAME_LENGTH = 100
export const NOTE_LENGTH = 1_000
/** Shown beside every field for a new password. */
export const PASSWORD_HINT = `At least ${PASSWORD_LENGTH.min} characters. A few words that do not belong together are easy to keep in mind.`

export const CODE_DIGITS = 6
export const CODE_MINUTES = 10
export const CODE_TRIES = 5
export const RESEND_SECONDS = 30
export const RESET_HOURS = 1
export const INVITATION_DAYS = 14
export const PREVIEW_MEMBERS = 3
export const TRIAL_DAYS = { min: 1, usual: 30, max: 90 }
export const TRIAL_USES = { min: 1, usual: 25, max: 1_000 }

/** What most lists of stolen passwords begin with; digits and signs around them are no help. */
const COMMON = [
  'password',
  'passwort',
  'passw',
  'qwerty',
  'qwertz',
  'azerty',
  'asdfgh',
  'letmein',
  'welcome',
  'iloveyou',
  'monkey',
  'dragon',
  'football',
  'baseball',
  'sunshine',
  'princess',
  'superman',
  'batman',
  'master',
  'michael',
  'jordan',
  'shadow',
  'trustno',
  'administrator',
  'admin',
  'login',
  'abcdef',
  'abc',
  'changeme',
  'secret',
  'whatever',
  'summer',
  'winter',
  'spring',
  'autumn',
  'january',
  'counterpart',
  'counsel',
  'lawyer',
  'finance',
  'company',
  'starwars',
  'freedom',
  'zxcvbn',
  'qazwsx',
  'hello',
  'google',
  'test',
  'guest',
  'default',
  'temporary',
]
const DISGUISES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const SEQUENCES = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
]
/** Below this many letters that nobody could guess, the rest does not count as a secret. */
const UNGUESSED = 6

/**
 * What is wrong with a new password, in one sentence. `about` are words that others know of the person: names, the
 * address. What can be guessed from lists, sequences, repetitions and those words is taken away; enough must be left.
 */
export function passwordProblem(password: string, about: readonly string[] = []): string | undefined {
  const { length } = [...password]
  if (length < PASSWORD_LENGTH.min)
    return `The password has ${length} ${length === 1 ? 'character' : 'characters'}; at least ${PASSWORD_LENGTH.min} are needed. Add some.`
  if (length > PASSWORD_LENGTH.max)
    return `The password has ${length} characters; at most ${PASSWORD_LENGTH.max} fit. Shorten it.`
  const lower = password.normalize('NFKC').toLowerCase()
  const known = about.flatMap((word) => word.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((word) => word.length > 2)
  if (known.some((word) => lower.includes(word)) && unguessed(lower, known) < UNGUESSED)
    return 'The password is mostly your name or address, which others know. Choose other words.'
  if (unguessed(lower, known) < UNGUESSED)
    return 'The password would be guessed soon: it is common, or repeats itself. Choose words that do not belong together.'
  return undefined
}

/** How many letters remain when all that is guessed first is gone. */
function unguessed(lower: string, known: readonly string[]): number {
  const plain = [...lower].map((sign) => DISGUISES[sign] ?? sign).join('')
  const rest = (text: string) => {
    let left = text
    for (const word of [...known, ...COMMON].toSorted((a, b) => b.length - a.length)) left = left.replaceAll(word, '')
    return withoutRuns(left)
  }
  return Math.min(rest(lower), rest(plain), new Set(lower).size)
}

/** Letters that do not merely continue or repeat what stands before them. */
function withoutRuns(text: string): number {
  const letters = [...text]
  const follows = (a: string, b: string) =>
    a === b || SEQUENCES.some((row) => row.includes(a + b) || row.includes(b + a))
  return letters.filter((letter, index) => {
    const before = letters[index - 1]
    return before === undefined || !follows(before, letter)
  }).length
}
