/** Extracts the text of a file. Its name and declared type are not trusted: the bytes determine the format. */
import { fileTypeFromBuffer } from 'file-type'
import { officeText } from './office-text.ts'
import { pdfText } from './pdf-text.ts'
import { TextCollector, TEXT_LENGTH, Unreadable, type Outcome } from './text-collector.ts'

export interface FileText {
  outcome: Outcome
  content: string
}

type Read = (bytes: Uint8Array, into: TextCollector) => Promise<void>

export async function readFileText(bytes: Uint8Array): Promise<FileText> {
  const into = new TextCollector()
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

/** UTF-8, otherwise windows-1252; reads more bytes than the indexed length, because a character may take several. */
const plainText: Read = async (bytes, into) => {
  const head = bytes.subarray(0, 4 * TEXT_LENGTH)
  try {
    into.add(new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true }))
  } catch {
    into.add(new TextDecoder('windows-1252').decode(head))
  }
}
