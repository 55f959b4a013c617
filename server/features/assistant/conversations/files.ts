/** The text of files that were sent with a question: read once, and kept with them. */
import { buffer } from 'node:stream/consumers'
import type pg from 'pg'
import { openIfStored, type Blobs } from '#server/platform/blobs.ts'
import { UNKNOWN } from '#server/platform/files/file-kinds.ts'
import type { FileTools } from '#server/platform/files/file-tools.ts'
import { saveFileText } from './conversations.sql.ts'

/** Of one file. */
export const FILE_TEXT_LENGTH = 100_000

export interface AskedFile {
  id: number
  name: string
  storage_key: string
  content: string
}

interface Tools {
  pool: pg.Pool
  blobs: Blobs
  fileTools: FileTools
}

export async function readFiles(tools: Tools, files: readonly AskedFile[]): Promise<{ name: string; text: string }[]> {
  const texts: { name: string; text: string }[] = []
  for (const file of files) texts.push({ name: file.name, text: file.content || (await readFile(tools, file)) })
  return texts
}

/** A file that cannot be read has no text: the question is answered without it. */
async function readFile({ pool, blobs, fileTools }: Tools, { id, storage_key }: AskedFile): Promise<string> {
  const stored = await openIfStored(blobs, storage_key)
  if (!stored) return ''
  const bytes = await buffer(stored)
  const { pages } = await fileTools.pages(new Uint8Array(bytes), UNKNOWN, FILE_TEXT_LENGTH)
  const text = pages
    .map((page) => page.text)
    .join('\n\n')
    .replaceAll('\0', '')
    .slice(0, FILE_TEXT_LENGTH)
  if (text !== '') await pool.query(saveFileText({ id, content: text }))
  return text
}
