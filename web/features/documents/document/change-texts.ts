/** Changes between two versions, numbered and in words. */
import type { ChangedPart } from '#shared/documents.ts'

export interface NumberedChange {
  number: number
  /** Among all paragraphs. */
  index: number
  part: ChangedPart
}

export const numberedChanges = (parts: readonly ChangedPart[]): NumberedChange[] =>
  parts
    .flatMap((part, index) => (part.kind === 'same' ? [] : [{ part, index }]))
    .map((change, at) => ({ ...change, number: at + 1 }))

const TITLE_LETTERS = 60
const WORDS_LETTERS = 40
const shortened = (text: string, letters: number) => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > letters ? `${line.slice(0, letters).replace(/\s+\S*$/, '')}…` : line
}

/** “5.3 Customer may object …”, and “fourteen (14) became thirty (30)”. */
export function changeInWords({ kind, text, words = [] }: ChangedPart): { title: string; what: string } {
  const title = shortened(text, TITLE_LETTERS)
  if (kind === 'added') return { title, what: 'New paragraph' }
  if (kind === 'removed') return { title, what: 'Paragraph removed' }
  const said = (which: 'added' | 'removed') =>
    shortened(
      words
        .filter((word) => word.kind === which)
        .map((word) => word.text.trim())
        .join(' '),
      WORDS_LETTERS,
    )
  const [before, after] = [said('removed'), said('added')]
  if (before === '') return { title, what: `“${after}” added` }
  return { title, what: after === '' ? `“${before}” removed` : `“${before}” became “${after}”` }
}
