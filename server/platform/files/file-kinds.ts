/** What a file is, told by its bytes. */
import { fileTypeFromBuffer } from 'file-type'
import { Unreadable } from './unreadable.ts'

export type FileKind = 'pdf' | 'office' | 'open' | 'picture' | 'text'

/** Of a file whose claimed type is not trusted. */
export const UNKNOWN = 'application/octet-stream'
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le')

export async function kindOf(bytes: Uint8Array, file_type: string): Promise<FileKind> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer.subarray(0, 1_024).includes('%PDF-')) return 'pdf'
  if (buffer.length > 4 && buffer.readUInt32LE(0) === 0x04_03_4b_50)
    return /opendocument/.test(file_type) || isOpenDocument(buffer) ? 'open' : 'office'
  const found = await fileTypeFromBuffer(bytes).catch(() => null)
  // Old Office, or a new file that a password encrypts.
  if (found?.ext === 'cfb') throw new Unreadable(buffer.includes(ENCRYPTED_PACKAGE) ? 'encrypted' : 'unsupported')
  if (found?.mime.startsWith('image/')) return 'picture'
  if (!found && (file_type.startsWith('text/') || (file_type === UNKNOWN && isPlain(bytes)))) return 'text'
  throw new Unreadable(/office|opendocument|pdf/.test(file_type) ? 'broken' : 'unsupported')
}

const isPlain = (bytes: Uint8Array) =>
  !bytes.some((byte) => (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13) || byte === 127)

/** Their first entry is `mimetype`, stored. */
const isOpenDocument = (buffer: Buffer) =>
  buffer.toString('latin1', 30, 85).startsWith('mimetypeapplication/vnd.oasis.opendocument')
