/** Tells sentences from names, titles, addresses and legal notices: what is prose is never cut as a signature. */

const CONTACT = /@|https?:|www\.|\+?\d[\d\s().-]{6,}\d|\b(tel|phone|fax|mobile|mobil|cell|tél)\b/iu
const PROSE_WORDS = 5
const PROSE_SHARE = 0.6
const WORDS_OF_PROSE = 12
const LINES_OF_MOTTO = 6

/** What mail systems append speaks about secrecy and about the mail itself; a lawyer's own words rarely do both. */
const SECRECY =
  /confidential|privileged|proprietary|unauthori[sz]ed|vertraulich|confidentiel|confidencial|riservat|rozpowszechnia|poufn|vertrouwelijk|fortrolig|конфиденциальн|virus|monitored|liab(?:le|ility)|prohibited|interdit|strictly|prohibid/iu
const ITSELF =
  /\be-?mails?\b|\b(?:this|the) (?:message|communication|transmission|information contained)\b|\b(?:intended|sole) (?:recipient|addressee|use|for|only|solely)|\bsender\b|courriel|électronique|electronique|destinatar|destinataire|adressat|empfänger|nachricht|correo|messaggio|wiadomo|bericht|сообщени/iu

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}'’-]+/gu) ?? []
const isLower = (word: string) => /^\p{Ll}/u.test(word)

/** A line of running text: mostly small words, no address and no phone number. */
export function isSentenceLine(text: string): boolean {
  if (CONTACT.test(text)) return false
  const words = wordsOf(text)
  const small = words.filter(isLower)
  return small.length >= PROSE_WORDS && small.length >= PROSE_SHARE * words.length
}

/** A paragraph that somebody wrote to be read: more than a few words in sentences, or a question. */
export function isProse(paragraph: readonly string[]): boolean {
  if (isMotto(paragraph)) return false
  const sentences = paragraph.filter(isSentenceLine)
  const words = sentences.reduce((sum, text) => sum + wordsOf(text).length, 0)
  const asks = paragraph.some((text) => /[?？]\s*$/.test(text) && wordsOf(text).filter(isLower).length >= 3)
  return words >= WORDS_OF_PROSE || asks || hasLongLine(paragraph)
}

// HTML and some programs do not wrap: one line is a paragraph, and an address in it does not make it a signature.
const hasLongLine = (paragraph: readonly string[]) =>
  paragraph.some((text) => {
    const words = wordsOf(text)
    return words.length >= 20 && words.filter(isLower).length >= PROSE_SHARE * words.length
  })

/** A saying below a name: in quotation marks, or with its author after a dash. */
function isMotto(paragraph: readonly string[]): boolean {
  if (paragraph.length > LINES_OF_MOTTO) return false
  const first = paragraph.findIndex((text) => /^[\s*_]*["“„«‘'][^"”]/u.test(text))
  if (first < 0) return paragraph.length > 1 && /^\s*(?:--?|–|—|~|―)\s?\p{Lu}/u.test(paragraph.at(-1)!)
  return paragraph.length - first <= LINES_OF_MOTTO && /["”“»’']/u.test(paragraph.slice(first).join(' ').slice(1))
}

export const isLegal = (paragraph: readonly string[]) => {
  const text = paragraph.join(' ')
  return SECRECY.test(text) && ITSELF.test(text)
}
