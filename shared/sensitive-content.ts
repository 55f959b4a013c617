/**
 * What a member might regret to have posted: a look at the text before it leaves, done on the device and sent nowhere.
 * It points and never forbids, so it may miss a name and must not cry wolf: a warning that is usually wrong is soon
 * clicked away. Numbers are recognised by their form, names by the words around them, arrangements and legal advice by
 * weights learned from labelled sentences (`npm run train:sensitive`).
 */
import { formsIn } from './sensitive-formats.ts'
import { namesIn } from './sensitive-names.ts'
import { phrasesOf, scoreOf, type Weighed, type Weights } from './sensitive-phrases.ts'
import weights from './sensitive-weights.json' with { type: 'json' }

export const SENSITIVE_KINDS = ['party', 'email', 'phone', 'account', 'price', 'privilege'] as const
export type SensitiveKind = (typeof SENSITIVE_KINDS)[number]

export interface SensitiveFinding {
  kind: SensitiveKind
  /** The words that it is about, as they stand in the text. */
  words: string
}

/** What each kind may be, for the sentence that points at it. */
export const SENSITIVE_REASONS: Record<SensitiveKind, string> = {
  party: 'may identify a client, counterparty, or colleague in a confidential matter',
  email: 'looks like an email address',
  phone: 'looks like a phone number',
  account: 'looks like an account, card, or ID number',
  price: 'could be read as an agreement between competitors on prices, pay, or markets',
  privilege: 'may disclose legal advice or strategy and put privilege at risk',
}

/** Findings, each once: numbers and addresses first, then what the words together suggest. */
export function findSensitiveContent(text: string): SensitiveFinding[] {
  const found: SensitiveFinding[] = [...formsIn(text)]
  for (const passage of splitPassages(text)) {
    const phrases = phrasesOf(passage)
    // Two or three words weigh too much to be weighed.
    const isLong = passage.split(/\s+/).length > 3
    const speaksOf = (kind: Weighed) => {
      const known = (weights as Weights)[kind]
      return isLong && scoreOf(phrases, known) > known.threshold
    }
    const isConfidential = speaksOf('party') || speaksOf('privilege')
    found.push(...namesIn(passage, isConfidential).map((words) => ({ kind: 'party' as const, words })))
    for (const kind of ['price', 'privilege'] as const)
      if (speaksOf(kind)) found.push({ kind, words: beginningOf(passage) })
  }
  return found.filter(
    ({ kind, words }, place) => found.findIndex((one) => one.kind === kind && one.words === words) === place,
  )
}

const SENTENCES_TOGETHER = 3

/** Some sentences at a time: what is said of "them" stands in the sentence before. */
export function splitPassages(text: string): string[] {
  return text.split(/\n+/).flatMap((paragraph) => {
    const sentences = paragraph.match(/[^.!?]+(?:[.!?]+(?!\s|$)[^.!?]*)*[.!?]*/g) ?? []
    const passages: string[] = []
    for (let at = 0; at < sentences.length; at += SENTENCES_TOGETHER)
      passages.push(
        sentences
          .slice(at, at + SENTENCES_TOGETHER)
          .join('')
          .trim(),
      )
    return passages.filter((passage) => passage !== '')
  })
}

const QUOTED_LENGTH = 90
const beginningOf = (passage: string) =>
  passage.length <= QUOTED_LENGTH ? passage : `${passage.slice(0, passage.lastIndexOf(' ', QUOTED_LENGTH))} …`
