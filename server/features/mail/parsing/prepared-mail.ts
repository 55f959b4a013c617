/** An archived message, ready to be stored: parsed, trimmed, sanitized, its files keyed by content. */
import { createHash } from 'node:crypto'
import { fileName } from './file-names.ts'
import { linesOfHtml } from '#server/features/mail/text/html-lines.ts'
import { bodyOf, type Body, type Line } from '#server/features/mail/text/lines.ts'
import { readMail, storable, type Mail } from './mime.ts'
import { cutQuotes } from '#server/features/mail/text/quotes.ts'
import { linesOfText } from '#server/features/mail/text/text-lines.ts'

export interface PreparedFile {
  name: string
  file_type: string
  inline: boolean
  storage_key: string
  content: Uint8Array
}

export interface PreparedMail extends Omit<Mail, 'text' | 'html' | 'files'> {
  /** The complete body, including quotes and signature. */
  full_html: string
  /** Only the text that the author wrote for this message. */
  read: Body
  files: PreparedFile[]
}

// Enough for any email; a longer body is pasted log output, which the stored original keeps complete.
const BODY_CHARACTERS = 400_000
const BODY_LINES = 12_000

export async function prepareMail(raw: Buffer, fromLine: string): Promise<PreparedMail> {
  const { text, html, files, ...mail } = await readMail(raw, fromLine)
  const isWrapped = html.trim() === ''
  const lines = (
    isWrapped ? linesOfText(text.slice(0, BODY_CHARACTERS)) : linesOfHtml(html.slice(0, BODY_CHARACTERS))
  ).slice(0, BODY_LINES)
  const kept = cutQuotes(lines)
  return {
    ...mail,
    full_html: bodyOf(lines.filter(isShown), isWrapped).html,
    read: bodyOf(kept, isWrapped),
    files: files.map(({ content, ...file }) => ({
      ...file,
      name: storable(fileName(file.name, file.file_type)),
      storage_key: createHash('sha256').update(content).digest('hex'),
      content,
    })),
  }
}

const isShown = (line: Line) => line.text !== '[[alternative HTML version deleted]]'
