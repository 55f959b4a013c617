/**
 * Estimates how easily a password is guessed, using zxcvbn with its lists of leaked passwords, words and names. The
 * lists are large, so both sides load this file only when someone chooses a password.
 */
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english, translations } from '@zxcvbn-ts/language-en'
import { lengthProblem } from './accounts.ts'

/** On the scale from 0 to 4: "safely unguessable", more than 10^8 guesses. */
export const MIN_STRENGTH = 3
/** Characters after these only make a password stronger and take long to analyze. */
const SIGNS_JUDGED = 64
/** If fewer characters remain after removing publicly known words, the rest is no secret. */
const UNKNOWN_SIGNS = 6
const PRODUCT_WORDS = ['counterpart', 'counsel']

const zxcvbn = new ZxcvbnFactory({
  translations,
  graphs: adjacencyGraphs,
  dictionary: { ...common, ...english },
  maxLength: SIGNS_JUDGED,
})

export interface Strength {
  score: 0 | 1 | 2 | 3 | 4
  /** Why the password is refused, in one sentence. */
  problem: string | undefined
}

/** `about` contains words that others know about the person: names, the email address. */
export function strengthOf(password: string, about: readonly string[] = []): Strength {
  const length = lengthProblem(password)
  const known = about.flatMap((word) => word.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((word) => word.length > 2)
  const { score } = zxcvbn.check(password.normalize('NFKC'), [...about, ...known, ...PRODUCT_WORDS])
  if (length) return { score: Math.min(score, MIN_STRENGTH - 1) as Strength['score'], problem: length }
  if (isMostly(known, password))
    return {
      score: 1,
      problem: 'Your password is mostly your name or email address, which other people know. Choose something else.',
    }
  if (score < MIN_STRENGTH)
    return {
      score,
      problem: 'This password is easy to guess because it’s common or repetitive. Try several unrelated words.',
    }
  return { score, problem: undefined }
}

/** zxcvbn scores each known word as if the others were secret, so two of them look strong. Here they do not count. */
function isMostly(known: readonly string[], password: string): boolean {
  const lower = password.normalize('NFKC').toLowerCase()
  let rest = lower
  for (const word of known.toSorted((a, b) => b.length - a.length)) rest = rest.replaceAll(word, '')
  return rest !== lower && [...rest].length < UNKNOWN_SIGNS
}
