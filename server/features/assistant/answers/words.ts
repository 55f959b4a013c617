/** The words of a text that say something, as stems. */
import { isEmptyWord } from './common-words.ts'
import { stemOf } from './stems.ts'

export interface Word {
  stem: string
  /** As it stands, in lower case. */
  word: string
  /** Of a word with a hyphen, the words after it. */
  parts: readonly Omit<Word, 'parts'>[]
}

const TOKEN = /[\p{L}\p{N}]+(?:['’.,&-][\p{L}\p{N}]+)*/gu
const plain = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('’', "'")
/** "sub-processor" is also "subprocessor", and its parts. */
const partsOf = (token: string) => {
  const parts = token.split(/[-.,&]/)
  return parts.length > 1 ? [parts.join(''), ...parts.filter((part) => part.length > 1)] : [token]
}

const saysSomething = (word: string) => !isEmptyWord(word) && (word.length > 1 || /\d/.test(word))

/** In their order, with repetitions. */
export function wordsIn(text: string): Word[] {
  return [...plain(text).matchAll(TOKEN)].flatMap(([token]) => {
    if (isEmptyWord(token)) return []
    const [whole, ...parts] = partsOf(token)
      .filter(saysSomething)
      .map((word) => ({ word, stem: stemOf(word) }))
    return whole ? [{ ...whole, parts }] : []
  })
}

export const stemsIn = (text: string): Set<string> =>
  new Set(wordsIn(text).flatMap(({ stem, parts }) => [stem, ...parts.map((part) => part.stem)]))
