/**
 * Decides whether a sentence says only what its quotes say. Every number, name, date and negation must stand in them,
 * and most of its words: a source of answers may rephrase, and must not add.
 */
import type { Quote } from './answer.ts'
import { stemsIn, wordsIn } from './words.ts'

export const SHARE_OF_WORDS = 0.6

const MONTHS = 'january|february|march|april|may|june|july|august|september|october|november|december'
const WEEKDAYS = 'monday|tuesday|wednesday|thursday|friday|saturday|sunday'
const NUMERALS =
  'zero|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|half|third|quarter|twice|double|triple'
const NEGATION = /\b(not|no|never|none|nobody|nothing|neither|nor|without|cannot|\w+n['’]t)\b/gi

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([match]) => match.toLowerCase())
const numbersIn = (text: string) => [
  ...matches(text, /\d+(?:[.,:/-]\d+)*\s?%?/g).map((number) => number.replaceAll(/\s|,(?=\d{3})/g, '')),
  ...matches(text, new RegExp(`\\b(${NUMERALS}|${MONTHS}|${WEEKDAYS})\\b`, 'gi')),
]
/** Capitalized words that do not begin a sentence. */
const namesIn = (text: string) =>
  [...text.matchAll(/(?<=[\p{L}\p{N},;:)”"’']\s+[“"‘(@]?|@)\p{Lu}[\p{L}\p{N}’'&-]*/gu)]
    .map(([name]) => name.replace(/['’]s$/, ''))
    .filter((name) => !/^I(['’]|$)/.test(name))
/** Also of what only a reader of Markdown or HTML would follow. */
const linksIn = (text: string) => matches(text, /\w+:\/\/\S+|\bwww\.\S+|!?\[[^\]]*\]\([^)]*\)|<[a-z/!][^>]*>?/gi)
const isNegated = (text: string) => matches(text, NEGATION).length > 0

export function isSupported(sentence: string, quotes: readonly Quote[]): boolean {
  if (quotes.length === 0) return false
  if (quotes.some(({ passage, quote }) => quote.trim() === '' || !passage.text.includes(quote))) return false
  // The whole quote: a part of it may have lost the word that denies it.
  if (quotes.some(({ quote }) => quote.trim() === sentence.trim())) return true
  const said = quotes.map(({ quote }) => quote).join('\n')
  if (linksIn(sentence).some((link) => !said.includes(link))) return false
  const saidNumbers = new Set(numbersIn(said))
  if (numbersIn(sentence).some((number) => !saidNumbers.has(number))) return false
  const saidWords = new Set(said.match(/[\p{L}\p{N}’'&-]+/gu)?.map((word) => word.replace(/['’]s$/, '')) ?? [])
  if (namesIn(sentence).some((name) => !saidWords.has(name))) return false
  // Both ways: what was denied must not be stated either.
  if (isNegated(sentence) !== isNegated(said)) return false
  const words = wordsIn(sentence)
  const saidStems = stemsIn(said)
  // The first word may be a name or not; a new one may not stand there.
  const [first] = wordsIn(/^\P{L}*(\p{Lu}[\p{L}’'-]*)/u.exec(sentence)?.[1] ?? '')
  if (first && !saidStems.has(first.stem)) return false
  const shared = words.filter(({ stem }) => saidStems.has(stem)).length
  return words.length > 0 && shared / words.length >= SHARE_OF_WORDS
}
