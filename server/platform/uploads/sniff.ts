/**
 * Detects what a file really is. The file name and the declared type are not trusted: the bytes decide. They must be
 * one format only, and it must be the one that the name claims.
 */
import { open, type FileHandle } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { problem } from '#server/platform/problems.ts'
import { cleanFileName, extensionOf } from '#shared/kit/file-names.ts'
import { FILE_TYPES, fileOfWrongKind } from '#shared/uploads.ts'
import { bytesAt, namesInZip } from './zip.ts'

const HEAD = 4_096
const TAIL = 2_048
const CHUNK = 1 << 16
/** Text formats cannot be distinguished by their bytes, so the name decides. */
const TEXTS = new Set(['txt', 'csv', 'md'])
const OLD_OFFICE: readonly (readonly [extension: string, streams: readonly string[]])[] = [
  ['doc', ['WordDocument']],
  ['xls', ['Workbook', 'Book']],
  ['ppt', ['PowerPoint Document']],
]
const ZIPPED = new Set(['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp'])
const MARKUP = /^\s*(<!doctype|<html|<head|<body|<script|<svg|<\?xml|<\?php|<!--|#!)/i

export interface Kind {
  extension: string
  file_type: string
}

/** The kind of the file; throws a problem with a sentence if it is not accepted. */
export async function sniff(path: string, name: string, size: number): Promise<Kind> {
  const wrong = () => problem('uploads.kind', { message: fileOfWrongKind(name), field: 'file' })
  const file = await open(path)
  try {
    const extension = await extensionByBytes(path, file, name, size)
    if (extension === undefined) throw wrong()
    const claimed = extensionOf(name)
    if (claimed !== '' && FILE_TYPES[claimed] !== FILE_TYPES[extension])
      throw problem('uploads.lies', {
        message: `“${cleanFileName(name)}” doesn’t match its file type. Save it in the right format and attach it again.`,
        field: 'file',
      })
    return { extension, file_type: FILE_TYPES[extension]! }
  } finally {
    await file.close()
  }
}

async function extensionByBytes(path: string, file: FileHandle, name: string, size: number) {
  // The library may throw on a damaged file; treat it as an unknown kind.
  const found = await fileTypeFromFile(path).catch(() => null)
  if (found === null) return undefined
  if (found === undefined) return (await isText(file, size)) ? textByName(name) : undefined
  if (found.ext === 'cfb') return oldOffice(file, size)
  // Some formats are detected by two letters only, which a text file may begin with.
  if (!(found.ext in FILE_TYPES))
    return TEXTS.has(extensionOf(name)) && (await isText(file, size)) ? textByName(name) : undefined
  if (found.ext === 'pdf' && !(await isPdfOnly(file, size))) return undefined
  if (ZIPPED.has(found.ext) && !(await isDocumentOnly(file, size))) return undefined
  if (found.ext === 'rtf' && !(await isText(file, size))) return undefined
  return found.ext
}

const textByName = (name: string) => (TEXTS.has(extensionOf(name)) ? extensionOf(name) : 'txt')

/** Starts as a PDF, ends as a PDF, and has no archive after its end. */
async function isPdfOnly(file: FileHandle, size: number) {
  const head = await bytesAt(file, 0, 5)
  const tail = await bytesAt(file, Math.max(0, size - TAIL), size)
  const end = tail.lastIndexOf('%%EOF')
  return head.toString('latin1') === '%PDF-' && end >= 0 && /^%%EOF[\s\0]*$/.test(tail.toString('latin1', end))
}

/** An Office document without macros and without extra bytes before, between or after its parts. */
async function isDocumentOnly(file: FileHandle, size: number) {
  const names = await namesInZip(file, size)
  const isDocument = names?.some((name) => name === '[Content_Types].xml' || name === 'mimetype') ?? false
  return isDocument && !names!.some((name) => /vbaproject\.bin$|\.(exe|dll|js|vbs|html?|svg|jar|bat|cmd)$/i.test(name))
}

/** The name of the main stream tells which old Office format a compound file has. */
async function oldOffice(file: FileHandle, size: number): Promise<string | undefined> {
  const wanted = OLD_OFFICE.flatMap(([extension, streams]) =>
    streams.map((stream) => ({ extension, bytes: Buffer.from(`${stream}\0`, 'utf16le') })),
  )
  for await (const chunk of chunksOf(file, size, TAIL)) {
    const hit = wanted.find(({ bytes }) => chunk.includes(bytes))
    if (hit) return hit.extension
  }
  return undefined
}

/** Plain text: UTF-8 or Windows-1252, no control characters, no web markup. */
async function isText(file: FileHandle, size: number): Promise<boolean> {
  const head = (await bytesAt(file, 0, HEAD)).toString('utf8').replace(/^\uFEFF/, '')
  if (MARKUP.test(head)) return false
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let [isUtf8, isWindows] = [true, true]
  for await (const chunk of chunksOf(file, size, 0)) {
    if (chunk.some((byte) => (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13) || byte === 127))
      return false
    if (chunk.some((byte) => byte === 0x81 || byte === 0x8d || byte === 0x8f || byte === 0x90 || byte === 0x9d))
      isWindows = false
    try {
      if (isUtf8) decoder.decode(chunk, { stream: true })
    } catch {
      isUtf8 = false
    }
    if (!isUtf8 && !isWindows) return false
  }
  try {
    if (isUtf8) decoder.decode()
  } catch {
    return isWindows
  }
  return true
}

/** The file in chunks; each begins with the last `overlap` bytes of the previous one. */
async function* chunksOf(file: FileHandle, size: number, overlap: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < size; from += CHUNK) yield bytesAt(file, Math.max(0, from - overlap), from + CHUNK)
}
