/** What a question asks for: its words, with other words for them. */
import type { Question } from './answer.ts'
import { otherWordsFor, synonymsOf } from './synonyms.ts'
import { isCommon } from './common-words.ts'
import { wordsIn, type Word } from './words.ts'

export interface Term {
  stem: string
  /** As it was typed, and the parts of a word with a hyphen. */
  words: readonly string[]
  /** Stems that mean nearly the same, with spaces between those that mean it together. */
  synonyms: readonly string[]
  isCommon: boolean
}

export interface Asked {
  terms: readonly Term[]
  /** "How much", "how many", "how long": a number is expected. */
  wantsNumber: boolean
  /** "Who", "does anyone know": the answer can be a member. */
  wantsPerson: boolean
  /** It asks for a person, or contains what looks like a name. */
  mentionsPerson: boolean
}

/** With fewer words of its own, a question continues the one before. */
const FEW_WORDS = 2
const CONTINUES =
  /^(and|but|so|what about|how about|why|ok|okay)\b|\b(it|that|this|they|them|those|these|there|one|ones|he|she)\b/i
/** An argument of a query can be a little longer. */
const SEARCH_LENGTH = 900
const MOST_TERMS = 24
const OF_FILES = 8
const MENTIONS_FILE =
  /\b(attach(ed|ment|ments)?|file|files|document|draft|enclosed|this (contract|agreement|clause|policy|letter|text|paper))\b/i

const WANTS_NUMBER =
  /\bhow (much|many|long|often|big|large|fast|quickly|soon|old|far|high)\b|\bwhat (percentage|share|number|amount|price|multiple)\b/i
const WANTS_PERSON =
  /\bwho(m|se)?\b|\b(anyone|anybody|someone|members?|peers?)\b.*\b(know|knows|experienced?|background|done|worked)\b/i
const NAME = /\p{Lu}[\p{L}’-]+ \p{Lu}/u

const unique = (words: readonly Word[]) => [...new Map(words.map((word) => [word.stem, word])).values()]

/** Of files that the question refers to: the words that stand there most often. */
function wordsOfFiles({ text, files }: Question): Word[] {
  if (files.length === 0 || !MENTIONS_FILE.test(text)) return []
  const counts = new Map<string, { word: Word; count: number }>()
  for (const word of files.flatMap((file) => wordsIn(file.text.slice(0, 20_000)))) {
    if (isCommon(word.stem) || /\d/.test(word.word)) continue
    const known = counts.get(word.stem)
    if (known) known.count += 1
    else counts.set(word.stem, { word, count: 1 })
  }
  return [...counts.values()]
    .filter(({ count }) => count > 1)
    .sort((a, b) => b.count - a.count || a.word.stem.localeCompare(b.word.stem))
    .slice(0, OF_FILES)
    .map(({ word }) => word)
}

/** A word with a hyphen is one term, which texts can have in parts. */
const termOf = ({ stem, word, parts }: Word): Term => ({
  stem,
  words: [word, ...parts.map((part) => part.word)],
  synonyms: [...synonymsOf(stem), ...(parts.length > 0 ? [parts.map((part) => part.stem).join(' ')] : [])],
  isCommon: isCommon(stem),
})

export function askedBy(question: Question): Asked {
  const own = unique(wordsIn(question.text))
  const continues = own.length <= FEW_WORDS && (CONTINUES.test(question.text) || own.length === 0)
  const earlier = continues ? unique(wordsIn(question.earlier.at(-1) ?? '')) : []
  const words = unique([...own, ...earlier, ...(own.length <= FEW_WORDS ? wordsOfFiles(question) : [])]).slice(
    0,
    MOST_TERMS,
  )
  const wantsPerson = WANTS_PERSON.test(question.text)
  return {
    terms: words.map(termOf),
    wantsNumber: WANTS_NUMBER.test(question.text),
    wantsPerson,
    mentionsPerson: wantsPerson || NAME.test(question.text),
  }
}

/** The words of the question, and those with other words for them. */
export function searchesFor({ terms }: Asked): string[] {
  const words = terms.flatMap((term) => term.words)
  const more = [...new Set(terms.flatMap(({ stem }) => otherWordsFor(stem)))]
  const searches = [words.join(' '), ...(more.length > 0 ? [[...words, ...more].join(' ')] : [])]
  return searches.filter((search) => search !== '').map((search) => search.slice(0, SEARCH_LENGTH))
}
