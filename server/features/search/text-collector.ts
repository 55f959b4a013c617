/** What the readers of files gather, and how they say that there is nothing to gather. */

/** Some hundred pages of a contract; what follows is not searched. */
export const TEXT_LENGTH = 300_000

export type Outcome = 'read' | 'empty' | 'encrypted' | 'broken' | 'unpacks_too_much' | 'of_no_words'

/** A file that says why it has no words for us. */
export class Unreadable extends Error {
  readonly outcome: Outcome
  constructor(outcome: Outcome) {
    super(outcome)
    this.outcome = outcome
  }
}

/** Pieces of text as they are found, up to what is searched. */
export class TextCollector {
  #text = ''
  add(piece: string): void {
    if (!this.isFull) this.#text += piece
  }
  get isFull(): boolean {
    return this.#text.length >= TEXT_LENGTH
  }
  /** In one line: no control characters, among which are the marks of what was found, and words joined again. */
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
