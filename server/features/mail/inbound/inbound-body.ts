/** What the member wrote in an email, what was cut, and the files. */
import { linesOfHtml } from '../text/html-lines.ts'
import { bodyOf, type Line } from '../text/lines.ts'
import { cutQuotes } from '../text/quotes.ts'
import { linesOfText } from '../text/text-lines.ts'
import { fileName } from '../parsing/file-names.ts'
import { readMail, storable, type MailFile } from '../parsing/mime.ts'
import { withoutKeys } from './keys-in-text.ts'

export interface InboundFile {
  name: string
  content: Uint8Array
}

export interface InboundBody {
  subject: string
  html: string
  text: string
  cutText: string
  /** Nothing of it was written for this email. */
  isEmpty: boolean
  isCalendarReply: boolean
  files: InboundFile[]
}

const BODY_CHARACTERS = 400_000
const BODY_LINES = 12_000
const CUT_CHARACTERS = 100_000
/** Pictures in the text below this size are logos of signatures. */
const LOGO_BYTES = 48 * 1024

export async function readBody(raw: Buffer, domain: string): Promise<InboundBody> {
  const mail = await readMail(raw, '')
  const isWrapped = mail.html.trim() === ''
  const lines = (
    isWrapped ? linesOfText(mail.text.slice(0, BODY_CHARACTERS)) : linesOfHtml(mail.html.slice(0, BODY_CHARACTERS))
  ).slice(0, BODY_LINES)
  const kept = cutQuotes(lines)
  // If nothing was the author's own, the lines come back as they are.
  const isOnlyQuoted = kept.some((line) => lines.includes(line))
  const body = bodyOf(isOnlyQuoted ? [] : kept, isWrapped)
  const [files, logos] = [mail.files.filter((file) => !isLogo(file)), mail.files.filter(isLogo)]
  const isCalendarReply = mail.files.some(isReplyOfCalendar)
  return {
    subject: unmasked(mail.subject).slice(0, 1_000),
    html: withoutKeys(unmasked(body.html), domain),
    text: withoutKeys(unmasked(body.text), domain),
    cutText: withoutKeys(
      [...cutLines(lines, isOnlyQuoted ? [] : kept), ...logos.map(({ name }) => name)].join('\n'),
      domain,
    ).slice(0, CUT_CHARACTERS),
    isEmpty: body.text.trim() === '',
    isCalendarReply,
    files: files.map(({ name, file_type, content }) => ({ name: storable(fileName(name, file_type)), content })),
  }
}

/** Archives hide addresses, because nobody there was asked. Here the member wrote them. */
const unmasked = (text: string) => text.replaceAll(/(@(?:[a-z0-9-]+\.)+[a-z]{2,24})\.invalid\b/gi, '$1')

const isLogo = ({ inline, file_type, content }: MailFile) =>
  inline && file_type.startsWith('image/') && content.length < LOGO_BYTES

const isReplyOfCalendar = ({ file_type, content }: MailFile) =>
  file_type === 'text/calendar' && /^METHOD:(REPLY|COUNTER)/im.test(Buffer.from(content).toString('latin1'))

/** The lines of the email that are not in the post. */
function cutLines(lines: readonly Line[], kept: readonly Line[]): string[] {
  const posted = new Map<string, number>()
  for (const { text } of kept) posted.set(text, (posted.get(text) ?? 0) + 1)
  return lines
    .filter(({ text }) => {
      const left = posted.get(text) ?? 0
      if (left > 0) posted.set(text, left - 1)
      return left === 0 && text.trim() !== ''
    })
    .map(({ text, depth }) => `${'> '.repeat(Math.min(depth, 5))}${text}`)
}
