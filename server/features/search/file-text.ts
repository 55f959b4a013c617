/** The words that stand in a file. Its name and what was said of its type are believed in nothing: the bytes decide. */
import { fileTypeFromBuffer } from 'file-type'
import { officeText } from './office-text.ts'
import { pdfText } from './pdf-text.ts'

/** Some hundred pages of a contract; what follows is not searched. */
export const TEXT_LENGTH = 300_000

export type Outcome = 'read' | 'empty' | 'encrypted' | 'broken' | 'unpacks_too_much' | 'of_no_words'
export interface FileText {
  outcome: Outcome
  content: string
}

/** A file that says why it has no words for us. */
export class Unreadable extends Error {
  readonly outcome: Outcome
  constructor(outcome: Outcome) {
    super(outcome)
    this.outcome = outcome
  }
}

/** Pieces of text as they are found, up to what is searched. */
export class Gathered {
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

type Read = (bytes: Uint8Array, into: Gathered) => Promise<void>

export async function readFileText(bytes: Uint8Array): Promise<FileText> {
  const into = new Gathered()
  try {
    const read = readerFor((await fileTypeFromBuffer(bytes).catch(() => null))?.ext, bytes)
    if (!read) return { outcome: 'of_no_words', content: '' }
    await read(bytes, into)
  } catch (error) {
    return { outcome: error instanceof Unreadable ? error.outcome : 'broken', content: '' }
  }
  const content = into.text
  return { outcome: content === '' ? 'empty' : 'read', content }
}

function readerFor(extension: string | undefined, bytes: Uint8Array): Read | undefined {
  if (extension === 'pdf') return pdfText
  if (extension !== undefined && /^(docx|xlsx|pptx|odt|ods|odp)$/.test(extension)) return officeText
  return extension === undefined && isPlain(bytes) ? plainText : undefined
}

const isPlain = (bytes: Uint8Array) =>
  !bytes.some((byte) => (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13) || byte === 127)

/** UTF-8, else the Windows page of Western Europe; some bytes more than letters that are looked at. */
const plainText: Read = async (bytes, into) => {
  const head = bytes.subarray(0, 4 * TEXT_LENGTH)
  try {
    into.add(new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true }))
  } catch {
    into.add(new TextDecoder('windows-1252').decode(head))
  }
}
