/** The text of a file as it is indexed. */
import type { FileOutcome, FilePage, FilePages } from '#server/platform/files/file-tools.ts'

/** About a hundred pages of a contract; the rest is not indexed. */
export const TEXT_LENGTH = 300_000

export interface FileText {
  outcome: Exclude<FileOutcome, 'unsupported'> | 'empty' | 'of_no_words'
  content: string
}

export function indexedText({ outcome, pages }: FilePages): FileText {
  if (outcome !== 'read') return { outcome: outcome === 'unsupported' ? 'of_no_words' : outcome, content: '' }
  const content = inOneLine(pages)
  return { outcome: content === '' ? 'empty' : 'read', content }
}

/** Control characters (which include our highlight markers) are removed, and hyphenated words are rejoined. */
const inOneLine = (pages: readonly FilePage[]) =>
  pages
    .map(({ text }) => text)
    .join('\n')
    .slice(0, TEXT_LENGTH)
    .toWellFormed()
    .replaceAll(/(\p{L})[-\u00ad]\n\s*(\p{Ll})/gu, '$1$2')
    .replaceAll('\u00ad', '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
