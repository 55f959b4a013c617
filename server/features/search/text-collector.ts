/** Collects extracted text, and the reasons why a file has none. */

/** About a hundred pages of a contract; the rest is not indexed. */
export const TEXT_LENGTH = 300_000

export type Outcome = 'read' | 'empty' | 'encrypted' | 'broken' | 'unpacks_too_much' | 'of_no_words'

/** Thrown for a file without usable text; `outcome` is the reason. */
export class Unreadable extends Error {
  readonly outcome: Outcome
  constructor(outcome: Outcome) {
    super(outcome)
    this.outcome = outcome
  }
}

/** Collects pieces of text up to the indexed length. */
export class TextCollector {
  #text = ''
  add(piece: string): void {
    if (!this.isFull) this.#text += piece
  }
  get isFull(): boolean {
    return this.#text.length >= TEXT_LENGTH
  }
  /**
   * As one line: control characters (which include our highlight markers) are removed, and hyphenated words are
   * rejoined.
   */
  get text(): string {
    return this.#text
      .slice(0, TEXT_LENGTH)
      .toWellFormed()
      .replaceAll(/(\p{L})[-\u00ad]\n\s*(\p{Ll})/gu, '$1$2')
      .replaceAll('\u00ad', '')
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .trim()
  }
}
