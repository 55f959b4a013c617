/** What the member wrote in an email, what was cut, and the files. */
import { bestPart } from '../text/best-part.ts'
import { bodyOf } from '../text/lines.ts'
import { cutBody, type CutBody } from '../text/quotes.ts'
import { fileName } from '../parsing/file-names.ts'
import { readMail, storable, type MailFile } from '../parsing/mime.ts'
import { withoutKeys } from '../addresses/keys-in-text.ts'

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
  const { lines, isWrapped } = bestPart(mail.text.slice(0, BODY_CHARACTERS), mail.html.slice(0, BODY_CHARACTERS))
  const cut = cutBody(lines.slice(0, BODY_LINES))
  const body = bodyOf(cut.hasOwn ? cut.kept : [], isWrapped)
  const [files, logos] = [mail.files.filter((file) => !isLogo(file)), mail.files.filter(isLogo)]
  const isCalendarReply = mail.files.some(isReplyOfCalendar)
  return {
    subject: unmasked(mail.subject).slice(0, 1_000),
    html: withoutKeys(unmasked(body.html), domain),
    text: withoutKeys(unmasked(body.text), domain),
    cutText: withoutKeys([...cutLines(cut), ...logos.map(({ name }) => name)].join('\n'), domain).slice(
      0,
      CUT_CHARACTERS,
    ),
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
const cutLines = ({ kept, cuts, hasOwn }: CutBody): string[] =>
  [...(hasOwn ? [] : kept), ...cuts.flatMap(({ lines }) => lines)]
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, depth }) => `${'> '.repeat(Math.min(depth, 5))}${text}`)
