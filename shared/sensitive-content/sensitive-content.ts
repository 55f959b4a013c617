/**
 * Warns members about content that they might regret posting. The check runs on the device before sending and sends
 * nothing anywhere. It warns and never blocks, so it may miss a name but must rarely be wrong: a warning that is
 * usually wrong is soon dismissed without reading. Numbers are recognized by their format, names by the words around
 * them, arrangements and legal advice by weights learned from labeled sentences (`npm run train:sensitive`).
 */
import { formsIn } from './sensitive-formats.ts'
import { namesIn } from './sensitive-names.ts'
import { phrasesOf, scoreOf, type Weighed, type Weights } from './sensitive-phrases.ts'
import weights from './sensitive-weights.json' with { type: 'json' }

export const SENSITIVE_KINDS = ['party', 'email', 'phone', 'account', 'price', 'privilege'] as const
export type SensitiveKind = (typeof SENSITIVE_KINDS)[number]

export interface SensitiveFinding {
  kind: SensitiveKind
  /** The words that the warning is about, exactly as in the text. */
  words: string
}

/** The reason for each kind, used in the sentence of the warning. */
export const SENSITIVE_REASONS: Record<SensitiveKind, string> = {
  party: 'may identify a client, counterparty, or colleague in a confidential matter',
  email: 'looks like an email address',
  phone: 'looks like a phone number',
  account: 'looks like an account, card, or ID number',
  price: 'could be read as an agreement between competitors on prices, pay, or markets',
  privilege: 'may disclose legal advice or strategy and put privilege at risk',
}

/** Findings without duplicates: numbers and addresses first, then what groups of words suggest. */
export function findSensitiveContent(text: string): SensitiveFinding[] {
  const found: SensitiveFinding[] = [...formsIn(text)]
  for (const passage of splitPassages(text)) {
    const phrases = phrasesOf(passage)
    // Two or three words are too few to score.
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

/** Three sentences at a time: a pronoun refers to something in the sentence before. */
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
