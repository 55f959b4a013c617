/**
 * Finds a person or an employer in text, although written in another way: “Helen Wu”, “WU, Helen”, “helen.wu@…”.
 * Common words are not looked for: a surname “Law” or an author “User” would be found everywhere.
 */
import { COMMON_WORDS, FREE_MAIL, LEGAL_FORMS, NAMES_OF_PROGRAMS } from './common-words.ts'

/** Shorter words identify nobody. */
const LETTERS = 3
const LETTERS_ALONE = 4
/** Of the sentence that is shown around a hit. */
const AROUND = 80
/** Scripts that put no spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

interface Phrase {
  token: string
  words: string[]
  pattern: RegExp
  /** Part of a name, not the whole. */
  isPart: boolean
  /** Only where it begins with a capital, because many names and short forms are words too. */
  needsCapital: boolean
}

/** Without accents, invisible characters and double spaces; the same length in lower case. */
const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\u00ad\u200b-\u200f\u2060\ufeff]/gu, '')
    .replace(/\s+/g, ' ')
const wordsOf = (token: string) =>
  folded(token)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []
const isCommon = (words: readonly string[]) => words.every((word) => COMMON_WORDS.has(word))
const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** “Mark Law”, but not “mark law” or “Mark the law”. */
const isCapitalized = (text: string) =>
  (text.match(/[\p{L}\p{N}]+/gu) ?? []).every((word) => /^[\p{Lu}\p{N}]/u.test(word))

export class Identity {
  readonly #phrases = new Map<string, Phrase>()

  /** `tokens`: the member's name first, then email and employer. */
  constructor(tokens: readonly string[]) {
    const [name, ...others] = tokens.map((token) => token.trim())
    if (name !== undefined) this.#addName(name)
    for (const token of others) {
      if (token.includes('@')) this.#addEmail(token)
      else this.#addEmployer(token)
    }
  }

  /** Somebody named in the properties, comments or changes of the file: only as a whole. */
  addFound(value: string): void {
    const token = value.trim().slice(0, 200)
    if (token.includes('@') && token.includes('.')) return this.#addEmail(token, true)
    const words = wordsOf(token)
    const isTooShort = words.length === 1 && words[0]!.length < LETTERS_ALONE
    if (!isTooShort && !NAMES_OF_PROGRAMS.test(token)) this.#add(token, words, { isFound: true })
  }

  /** Named where a text cannot be shown. */
  get first(): string {
    return [...this.#phrases.values()][0]?.token ?? ''
  }

  #addName(name: string) {
    if (name.includes('@')) return this.#addEmail(name)
    const words = wordsOf(name)
    this.#add(name, words)
    if (words.length < 2) return
    this.#add(name, [words.at(-1)!, ...words.slice(0, -1)])
    if (words.length > 2) this.#add(name, [words[0]!, words.at(-1)!])
    for (const word of [words[0]!, words.at(-1)!]) this.#add(name, [word], { isPart: true })
  }

  #addEmail(email: string, isFound = false) {
    const [box, domain] = email.toLowerCase().split('@') as [string, string]
    this.#add(email, wordsOf(email))
    const boxWords = wordsOf(box)
    if (boxWords.join('').length >= LETTERS_ALONE) this.#add(email, boxWords)
    if (!isFound && domain && !FREE_MAIL.test(domain)) this.#add(email, wordsOf(domain))
  }

  #addEmployer(employer: string) {
    const words = wordsOf(employer)
    this.#add(employer, words)
    const short = words.filter((word) => !LEGAL_FORMS.has(word))
    if (short.length < words.length) this.#add(employer, short)
  }

  #add(token: string, words: readonly string[], { isPart = false, isFound = false } = {}) {
    const letters = words.join('')
    const isUnspaced = UNSPACED.test(letters)
    if (letters.length < (isUnspaced ? 2 : words.length === 1 ? LETTERS_ALONE - 1 : LETTERS)) return
    if (words.length === 1 && /^\d+$/.test(letters)) return
    const isOrdinary = isCommon(words)
    if (isOrdinary && (words.length === 1 || isFound)) return
    const [before, after] = isUnspaced ? ['', ''] : [String.raw`(?<![\p{L}\p{N}])`, String.raw`(?![\p{L}\p{N}])`]
    const pattern = new RegExp(before + words.map(escaped).join(String.raw`[^\p{L}\p{N}\n]{1,3}`) + after, 'gu')
    const needsCapital =
      isPart || isOrdinary || (words.length === 1 && letters.length <= LETTERS_ALONE && /^\p{Lu}/u.test(token))
    const key = words.join(' ')
    if (!this.#phrases.has(key)) this.#phrases.set(key, { token, words: [...words], pattern, isPart, needsCapital })
  }

  /** The first hit of each phrase in a text that people read. */
  findIn(text: string): { token: string; text: string }[] {
    return this.#hits(text).map(({ token, at, length, within }) => ({
      token,
      text: sentenceAround(within, at, length),
    }))
  }

  /** A hit in a value that programs read. Single words must match exactly: “Black” may be a color. */
  isIn(value: string): boolean {
    return this.#hits(value).some(
      ({ phrase, token, at, length, within }) =>
        !phrase.isPart && (phrase.words.length > 1 || within.slice(at, at + length) === folded(token)),
    )
  }

  /** A quick test for large texts. */
  mayBeIn(text: string): boolean {
    const lower = folded(text).toLowerCase()
    return [...this.#phrases.values()].some(({ words }) => words.every((word) => lower.includes(word)))
  }

  /** For values in bytes, for example of a picture: as UTF-8 or as UTF-16. */
  isInBytes(bytes: Uint8Array): boolean {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return [...this.#phrases.values()].some(
      ({ token, isPart, words }) =>
        !isPart &&
        words.join('').length >= 6 &&
        (['utf8', 'utf16le'] as const).some((encoding) => buffer.includes(Buffer.from(token, encoding))),
    )
  }

  #hits(text: string) {
    const within = folded(text)
    const lower = within.toLowerCase()
    const hits: { phrase: Phrase; token: string; at: number; length: number; within: string }[] = []
    for (const phrase of this.#phrases.values()) {
      if (!lower.includes(phrase.words[0]!)) continue
      for (const match of lower.matchAll(phrase.pattern)) {
        if (phrase.needsCapital && !isCapitalized(within.slice(match.index, match.index + match[0].length))) continue
        hits.push({ phrase, token: phrase.token, at: match.index, length: match[0].length, within })
        break
      }
    }
    // “Helen” is not told again where “Helen Wu” is.
    return hits.filter(
      (hit) =>
        !hits.some(
          (other) =>
            other !== hit && other.length > hit.length && other.at <= hit.at && other.at + other.length >= hit.at,
        ),
    )
  }
}

function sentenceAround(text: string, at: number, length: number): string {
  const start = Math.max(text.lastIndexOf('\n', at) + 1, text.lastIndexOf('. ', at) + 1, at - AROUND)
  const end = Math.min(text.length, at + length + AROUND)
  const stop = /[.!?](\s|$)/.exec(text.slice(at + length, end))
  const piece = text.slice(start, stop ? at + length + stop.index + 1 : end).trim()
  const isCut = (place: number) => place > 0 && place < text.length && /[\p{L}\p{N}]/u.test(text[place - 1]!)
  return (isCut(start) ? '…' : '') + piece + (!stop && isCut(end) && /[\p{L}\p{N}]/u.test(text[end] ?? '') ? '…' : '')
}
