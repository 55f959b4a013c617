/** Accents do not count; each letter stays one letter, so that positions hold. */
const plain = (text: string) =>
  [...text].map((letter) => letter.normalize('NFD')[0]!.toLocaleLowerCase('en-US')).join('')

const isWordStart = (text: string, at: number) => at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]!)

/** Too common to mark in a result, unless nothing else was typed. */
const COMMON = new Set(
  'an and any are as at be by can did do does for from has have how if in is it me my no not of on or our that the their this to us was we were what when where which who why will with you your'.split(
    ' ',
  ),
)

function wordsToMark(typed: string): string[] {
  const words = plain(typed).split(/\s+/)
  const specific = words.filter((word) => !COMMON.has(word))
  return specific.length > 0 ? specific : words
}

/** The text in parts: every second one begins a word as typed. `markedParts('No vendor', 'ven')` → `No `, `ven`, `dor`. */
export function markedParts(text: string, typed: string): string[] {
  const letters = [...text]
  const [lower, words] = [plain(text), wordsToMark(typed)]
  const parts = ['']
  for (let at = 0; at < letters.length;) {
    const word = words.find((each) => each.length > 1 && isWordStart(lower, at) && lower.startsWith(each, at))
    const length = word?.length ?? 1
    const piece = letters.slice(at, at + length).join('')
    if (word) parts.push(piece, '')
    else parts[parts.length - 1] += piece
    at += length
  }
  return parts
}
