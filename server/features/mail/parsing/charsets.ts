/**
 * Mends text whose declared charset is not the one that it was written in.
 *
 * Valid UTF-8 beyond ASCII is never something else by accident. Other charsets are told apart by the words that they
 * would make: letters of one script, small after the first. The decoders of the platform are enough for that.
 */
const DAMAGED = '\ufffd'
// UTF-8 that was read as Latin: "é" as "Ã©", "’" as "â€™", "П" as "ÐŸ".
const TWICE_ENCODED =
  /[\u00c2-\u00c5\u00d0\u00d1\u00e2][\u0080-\u00bf\u0152-\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]/
const SINGLE_BYTE = ['windows-1252', 'windows-1251', 'koi8-r', 'windows-1250', 'windows-1253']
/** Frequent characters: the bytes of one charset make valid but rare characters of another. */
const EAST_ASIAN: [charset: string, frequent: RegExp][] = [
  ['euc-kr', /[이다는을를의에가고한지하로서기도사인어니습요안녕]/gu],
  ['shift_jis', /[\p{Script=Hiragana}]/gu],
  ['euc-jp', /[\p{Script=Hiragana}]/gu],
  ['gb18030', /[的一是不了在有人我他这中大来上国个到说们为你和地出会可也时要就好请您谢]/gu],
  ['big5', /[的一是不了在有人我他這中大來上國個到說們為你和地出會可也時要就好請您謝]/gu],
]
const ENOUGH_WORDS = 0.7
const ENOUGH_EAST_ASIAN = 0.1
const VOWELS_OF_CYRILLIC = /[аеёиоуыэюяіїєАЕЁИОУЫЭЮЯІЇЄ]/g
const VOWELS_OF_GREEK = /[αεηιουωάέήίόύώΑΕΗΙΟΥΩ]/g

export const isDoubtful = (text: string) => text.includes(DAMAGED) || TWICE_ENCODED.test(text)

/** `bytes`: the same text with every byte as one character. Only damaged lines are replaced. */
export function mendText(text: string, bytes: string): string {
  const lines = text.split('\n')
  const raw = bytes.split('\n')
  // A charset whose bytes are not aligned with its lines was decoded as declared, or is beyond guessing.
  if (lines.length !== raw.length) return text
  const doubtful = lines.flatMap((line, index) => (isDoubtful(line) ? [index] : []))
  const charset = guessCharset(Buffer.from(doubtful.map((index) => raw[index]!).join('\n'), 'latin1'))
  if (charset === null) return text
  const decoder = new TextDecoder(charset)
  for (const index of doubtful) lines[index] = decoder.decode(Buffer.from(raw[index]!, 'latin1'))
  return lines.join('\n')
}

export function guessCharset(bytes: Buffer): string | null {
  if (decode('utf-8', bytes) !== null) return 'utf-8'
  const scored = SINGLE_BYTE.map((charset) => ({ charset, score: scoreOfWords(decode(charset, bytes) ?? '') }))
  const best = scored.toSorted((one, other) => other.score - one.score)[0]!
  if (best.score >= ENOUGH_WORDS) return best.charset
  const eastAsian = EAST_ASIAN.map(([charset, frequent]) => ({
    charset,
    score: shareOf(decode(charset, bytes) ?? '', frequent),
  })).toSorted((one, other) => other.score - one.score)[0]!
  if (eastAsian.score >= ENOUGH_EAST_ASIAN) return eastAsian.charset
  return best.score > 0 ? best.charset : null
}

function decode(charset: string, bytes: Buffer): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Share of the words beyond ASCII that look like words. */
function scoreOfWords(text: string): number {
  const words = text.split(/[\s\p{P}\d<>=+|$€£]+/u).filter((word) => /[^\0-\x7f]/.test(word))
  // Quotation marks and dashes are no words, but as likely as any: Word puts them into English.
  if (words.length === 0) return /[^\0-\x7f]/.test(text) && /^[\0-\x7f\p{P}\p{Zs}€£©®™°§·]*$/u.test(text) ? 1 : 0
  return words.reduce((sum, word) => sum + (isWord(word) ? 1 : 0), 0) / words.length
}

function isWord(word: string): boolean {
  if (!/^\p{Lu}?\p{Ll}*$|^\p{Lu}+$/u.test(word)) return false
  if (/^\p{Script=Cyrillic}+$/u.test(word)) return hasVowels(word, VOWELS_OF_CYRILLIC)
  if (/^\p{Script=Greek}+$/u.test(word)) return hasVowels(word, VOWELS_OF_GREEK)
  return /^\p{Script=Latin}+$/u.test(word) && !/[^\0-\x7f]{3}/.test(word)
}

const hasVowels = (word: string, vowels: RegExp) =>
  word.length < 3 || (word.match(vowels)?.length ?? 0) >= word.length / 5

function shareOf(text: string, frequent: RegExp): number {
  const beyond = text.match(/[^\0-\x7f]/gu)?.length ?? 0
  return beyond === 0 ? 0 : (text.match(frequent)?.length ?? 0) / beyond
}
