/** Parses one archived message from MIME. */
import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { simpleParser, type AddressObject, type Attachment, type ParsedMail } from 'mailparser'
import { masked } from '#server/features/mail/text/lines.ts'
import { guessCharset, isDoubtful, mendText } from './charsets.ts'
import { readDate } from './mail-dates.ts'
import { readSender, type Mailbox, type Sender } from '#server/features/mail/import/senders.ts'

export interface Mail {
  external_id: string
  /** Oldest first; the last one is the parent. */
  references: string[]
  sender: Sender | null
  /** Null if neither the message nor the servers on its way state a date. */
  sent_at: string | null
  subject: string
  list_names: string[]
  text: string
  html: string
  files: MailFile[]
}

export interface MailFile {
  name: string
  file_type: string
  inline: boolean
  content: Uint8Array
}

const HEADER_BYTES = 256 * 1024
const EXTERNAL_ID_LENGTH = 500
const REFERENCES = 200
// Signatures are useless to readers; the stored original contains them.
const SIGNATURES = new Set([
  'application/pkcs7-signature',
  'application/x-pkcs7-signature',
  'application/pgp-signature',
  'application/pgp-keys',
])

export async function readMail(raw: Buffer, fromLine: string): Promise<Mail> {
  const parsed = await parse(withoutFlowing(withPlainAddresses(raw)))
  const header = headersOf(parsed)
  const ownId = idsIn(header('message-id')[0] ?? '')[0] ?? header('message-id')[0]?.trim()
  const external_id = ownId && ownId.length <= EXTERNAL_ID_LENGTH ? storable(ownId) : digestOf(raw, header)
  const answered = idsIn(header('in-reply-to')[0] ?? '')
  const chain = [...idsIn(header('references').join(' ')), ...answered.slice(0, 1)]
  // The last occurrence counts: a client that repeats an id means the parent.
  const references = chain
    .filter((id, index) => id !== external_id && chain.lastIndexOf(id) === index)
    .slice(-REFERENCES)
  const lists = listAddresses(header)
  return {
    external_id,
    references,
    sender: readSender(senderCandidates(parsed, header), lists),
    sent_at: readDate(header('date')[0], header('received'), fromLine),
    subject: masked(storable(parsed.subject ?? '')),
    list_names: [...lists].map((address) => address.split('@')[0]!),
    text: storable(parsed.text ?? ''),
    html: storable(parsed.html || ''),
    files: parsed.attachments.filter((file) => !SIGNATURES.has(file.contentType)).map(readFile),
  }
}

const parseOnce = (raw: Buffer) =>
  simpleParser(raw, { skipHtmlToText: true, skipImageLinks: true, skipTextLinks: true })

/**
 * Bytes without a declared charset are read as UTF-8, or else as windows-1252. If what was declared does not fit the
 * bytes, damaged lines are decoded again.
 */
async function parse(raw: Buffer): Promise<ParsedMail> {
  const parsed = await parseOnce(raw)
  if (!isDoubtful(`${parsed.text}${parsed.html}`)) return parsed
  if (!/charset\s*=\s*"?(?!us-ascii|ascii|unknown)/i.test(raw.toString('latin1'))) {
    if (isUtf8(raw)) return parsed
    const bytes = guessCharset(raw) ?? 'windows-1252'
    return parseOnce(Buffer.from(new TextDecoder(bytes).decode(raw)))
  }
  const bytes = await parseOnce(withOneByteCharsets(raw))
  if (parsed.text) parsed.text = mendText(parsed.text, bytes.text ?? '')
  if (parsed.html) parsed.html = mendText(parsed.html, bytes.html || '')
  return parsed
}

/** Declares a charset in which every byte is a character, so that the bytes can be read from the parsed text. */
const withOneByteCharsets = (raw: Buffer) =>
  Buffer.from(
    raw
      .toString('latin1')
      .replaceAll(/^((?:Content-Type:|[ \t]).{0,300}?\bcharset[ \t]*=[ \t]*)"?[\w.:-]+"?/gim, '$1iso-8859-1'),
    'latin1',
  )

/** PostgreSQL cannot store NUL, and JSON cannot store lone surrogates. */
export const storable = (text: string) => text.replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '').toWellFormed()

function readFile(file: Attachment): MailFile {
  const name = storable(file.filename ?? (file.contentType === 'message/rfc822' ? 'message.eml' : ''))
  return {
    name,
    file_type: storable(file.contentType),
    inline: file.related || file.contentDisposition === 'inline',
    content: file.content,
  }
}

function headersOf(parsed: ParsedMail): (name: string) => string[] {
  const values = new Map<string, string[]>()
  for (const { key, line } of parsed.headerLines) {
    const value = line
      .slice(line.indexOf(':') + 1)
      .replaceAll(/\r?\n/g, '')
      .trim()
    values.set(key, [...(values.get(key) ?? []), value])
  }
  return (name) => values.get(name) ?? []
}

const idsIn = (value: string) =>
  [...value.matchAll(/<([^<>]+)>/g)].map((found) => storable(found[1]!.replaceAll(/\s/g, ''))).filter(Boolean)

// Hashes what the author wrote, not the transport headers: the same message in two archives has one id.
function digestOf(raw: Buffer, header: (name: string) => string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(['from', 'date', 'subject'].map(header)))
  const body = raw.indexOf('\n\n')
  const bodyCrlf = raw.indexOf('\r\n\r\n')
  const start = bodyCrlf >= 0 && (body < 0 || bodyCrlf < body) ? bodyCrlf : body
  return `digest:${hash.update(raw.subarray(Math.max(0, start)).toString('latin1').replaceAll('\r', '').trim(), 'latin1').digest('hex')}`
}

function senderCandidates(parsed: ParsedMail, header: (name: string) => string[]): Mailbox[] {
  const bare = ['x-original-from', 'x-mailfrom', 'x-original-sender'].flatMap(header)
  return [
    ...boxesOf(parsed.from),
    ...boxesOf(parsed.replyTo),
    ...bare.map((value) => ({
      name: value.replace(/<.*>/, '').replaceAll('"', '').trim(),
      address: /[^\s<>"]+@[^\s<>"]+/.exec(value)?.[0] ?? '',
    })),
  ]
}

const boxesOf = (addresses: AddressObject | AddressObject[] | undefined): Mailbox[] =>
  [addresses ?? []]
    .flat()
    .flatMap((one) => one.value.flatMap((box) => box.group ?? [box]))
    .map((box) => ({ name: storable(box.name ?? ''), address: storable(box.address ?? '') }))

function listAddresses(header: (name: string) => string[]): Set<string> {
  const posts = header('list-post').flatMap((value) =>
    [...value.matchAll(/mailto:([^>?\s]+)/gi)].map((found) => found[1]!),
  )
  const ids = header('list-id')
    .map((value) => /<([^>]+)>/.exec(value)?.[1] ?? value)
    .map((id) => id.replace('.', '@'))
  return new Set([...posts, ...ids, ...header('x-beenthere')].map((address) => address.trim().toLowerCase()))
}

// The parser would join format=flowed lines across quote depths; we join lines later, when quotes are known.
function withoutFlowing(raw: Buffer): Buffer {
  if (!/flowed/i.test(raw.toString('latin1'))) return raw
  return Buffer.from(
    raw.toString('latin1').replaceAll(/^((?:Content-Type:|[ \t]).*?);?[ \t]*\bformat[ \t]*=[ \t]*"?flowed"?/gim, '$1'),
    'latin1',
  )
}

/** Archives obfuscate addresses as "ann at firm.com (Ann Lee)", which address parsers reject. */
function withPlainAddresses(raw: Buffer): Buffer {
  const head = raw.subarray(0, HEADER_BYTES).toString('latin1')
  const end = /\r?\n\r?\n/.exec(head)?.index ?? head.length
  const header = head.slice(0, end)
  const plain = header.replace(
    /^(From:[ \t]*)"?([^\s"<>()@]+)[ \t]+(?:at|AT|\(at\)|\[at\])[ \t]+([^\s"<>()@]+\.[^\s"<>()@]+)"?(?:[ \t\r\n]+\(([^\r\n]*)\))?[ \t]*$/im,
    (...[, field, local, domain, name]) =>
      `${field}${name ? `"${name.replaceAll('"', '')}" ` : ''}<${local}@${domain}>`,
  )
  return plain === header ? raw : Buffer.concat([Buffer.from(plain, 'latin1'), raw.subarray(end)])
}
