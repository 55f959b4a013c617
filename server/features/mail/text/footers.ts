/**
 * Footers that a mailing list appends to every message. Their words are the list's own, so they are learned: what
 * several authors of one list end with alike is no author's text.
 */

const LONGEST_FOOTER = 15
const FEWEST_TAILS = 3
const SHARE = 0.6
const FEWEST_CHARACTERS = 20

/** The form in which footers are compared: addresses, links and numbers differ from message to message. */
export const footerLine = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/<?\bhttps?:\/\/\S+/g, '')
    .replaceAll(/\S+@\S+/g, '@')
    .replaceAll(/\d+/g, '0')
    .replaceAll(/[^\p{L}\p{N}@]+/gu, ' ')
    .trim()

/**
 * The longest ending that most of the tails share, or nothing. Each tail is the last lines of a message; pass one of each
 * author, so that a signature is not taken for a footer.
 */
export function learnFooter(tails: readonly (readonly string[])[]): string[] {
  const endings = tails.map((tail) => tail.map(footerLine).filter(Boolean).slice(-LONGEST_FOOTER))
  const enough = Math.max(FEWEST_TAILS, Math.ceil(SHARE * endings.length))
  let learned: string[] = []
  for (let length = 1; length <= LONGEST_FOOTER; length += 1) {
    const counted = Map.groupBy(
      endings.filter((ending) => ending.length >= length).map((ending) => ending.slice(-length)),
      (ending) => ending.join('\n'),
    )
    const common = [...counted.values()].toSorted((one, other) => other.length - one.length)[0]
    if (!common || common.length < enough) break
    learned = common[0]!
  }
  return learned.join(' ').length < FEWEST_CHARACTERS ? [] : learned
}

/** Indexes of the lines that are the footer; `texts` are consecutive lines of a body. */
export function footerIndexes(texts: readonly string[], footer: readonly string[]): number[] {
  if (footer.length === 0) return []
  const said = texts.map((text, index) => ({ text: footerLine(text), index })).filter((line) => line.text !== '')
  for (let start = said.length - footer.length; start >= 0; start -= 1)
    if (footer.every((text, offset) => said[start + offset]!.text === text))
      return said.slice(start, start + footer.length).map((line) => line.index)
  return []
}
