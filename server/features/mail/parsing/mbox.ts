/**
 * Splits an mbox stream into messages; holds at most one message in memory.
 *
 * An mbox has no formal structure, only a convention: a line "From someone, some date" starts a message. Writers that
 * follow mboxrd prefix such lines in bodies with `>`, others do not. So a line counts only if it contains a time and a
 * year and the next line is a header, which prose never matches; or if it has nothing but an address, after an empty
 * line, and the next line is a header of every email.
 */
export interface MboxEntry {
  fromLine: string
  raw: Buffer
  /** Contains only the start: the message exceeded the size limit. */
  isCut: boolean
}

export class NotAnMbox extends Error {
  constructor() {
    super(
      'This isn’t an archive of emails. An mbox begins with a line such as “From someone Mon Jan  4 09:30:00 2021,” an email with its headers.',
    )
  }
}

const MESSAGE_BYTES = 64 * 1024 * 1024
const FROM = Buffer.from('From ')
const FROM_LINE = /^From \S.*\b\d{1,2}:\d{2}(:\d{2})?\b.*\b(19|20)\d{2}\b/
const HEADER = /^(>?From |[\x21-\x39\x3b-\x7e]+[ \t]*:)/
const BARE_FROM_LINE = /^From (\S+@\S+|-|MAILER-DAEMON)\s*$/
const USUAL_HEADER =
  /^(From|To|Cc|Date|Subject|Message-ID|Received|Return-Path|Delivered-To|MIME-Version|X-[\w-]+|List-[\w-]+|DKIM-Signature)[ \t]*:/i
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])
const NEWLINE = 10
const ENOUGH_FOR_TWO_LINES = 2_000

export async function* splitMbox(chunks: AsyncIterable<Uint8Array>, limit = MESSAGE_BYTES): AsyncGenerator<MboxEntry> {
  let pending: Buffer = Buffer.alloc(0)
  let searched = 0
  let isBegun = false
  let isCut = false

  const entry = (bytes: Buffer): MboxEntry => {
    const end = bytes.indexOf(NEWLINE)
    const found = {
      fromLine: text(bytes.subarray(0, end)).trimEnd(),
      raw: ownBytes(unquoted(bytes.subarray(end + 1))),
      isCut,
    }
    isCut = false
    return found
  }

  for await (const chunk of chunks) {
    pending = pending.length === 0 ? Buffer.from(chunk) : Buffer.concat([pending, chunk])
    if (!isBegun) {
      pending = withoutPreamble(pending)
      if (pending.length < ENOUGH_FOR_TWO_LINES) continue
      requireMbox(pending)
      isBegun = true
    }
    for (let next = findBoundary(pending, searched, false); next.at >= 0; next = findBoundary(pending, 0, false)) {
      yield entry(pending.subarray(0, next.at))
      pending = pending.subarray(next.at)
    }
    searched = Math.max(0, pending.length - ENOUGH_FOR_TWO_LINES)
    if (pending.length > limit) {
      isCut = true
      // The start identifies the message in the report; the tail may contain the start of the next boundary.
      pending = Buffer.concat([pending.subarray(0, 64 * 1024), pending.subarray(searched)])
      searched = 0
    }
  }
  pending = isBegun ? pending : withoutPreamble(pending)
  if (pending.length === 0) return
  if (!isBegun) requireMbox(pending)
  for (let next = findBoundary(pending, 0, true); next.at >= 0; next = findBoundary(pending, 0, true)) {
    yield entry(pending.subarray(0, next.at))
    pending = pending.subarray(next.at)
  }
  yield entry(pending)
}

/** Position of the next message, or -1. Ignores a boundary whose two lines are not complete yet. */
function findBoundary(bytes: Buffer, start: number, isEnd: boolean): { at: number } {
  for (let at = bytes.indexOf(FROM, start); at >= 0; at = bytes.indexOf(FROM, at + 1)) {
    if (at === 0 || bytes[at - 1] !== NEWLINE) continue
    const isAfterEmpty = /\r?\n\r?\n$/.test(text(bytes.subarray(Math.max(0, at - 4), at)))
    if (!isEnd && bytes.length - at < ENOUGH_FOR_TWO_LINES) return { at: -1 }
    if (beginsMessage(bytes.subarray(at, at + ENOUGH_FOR_TWO_LINES), isAfterEmpty)) return { at }
  }
  return { at: -1 }
}

function beginsMessage(bytes: Buffer, isAfterEmpty: boolean): boolean {
  const [first = '', second = ''] = text(bytes).split(/\r?\n/, 2)
  return FROM_LINE.test(first)
    ? HEADER.test(second)
    : isAfterEmpty && BARE_FROM_LINE.test(first) && USUAL_HEADER.test(second)
}

export const beginsMbox = (bytes: Buffer): boolean => beginsMessage(bytes.subarray(0, ENOUGH_FOR_TWO_LINES), true)

/** Header lines from the first on, one of them usual. */
export function beginsEmail(bytes: Buffer): boolean {
  const lines = text(bytes).split(/\r?\n/)
  const head = lines.slice(0, lines.includes('') ? lines.indexOf('') : -1)
  return (
    head.every((line, at) => (at > 0 && /^[ \t]/.test(line)) || /^[\x21-\x39\x3b-\x7e]+[ \t]*:/.test(line)) &&
    head.some((line) => USUAL_HEADER.test(line))
  )
}

function requireMbox(bytes: Buffer): void {
  if (!beginsMbox(bytes)) throw new NotAnMbox()
}

export function withoutPreamble(bytes: Buffer): Buffer {
  let start = bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0
  while (bytes[start] === NEWLINE || bytes[start] === 13) start += 1
  return bytes.subarray(start)
}

/** Removes the one `>` that the writer put before lines starting with "From ". */
function unquoted(bytes: Buffer): Buffer {
  if (!bytes.includes('>From ')) return bytes
  return Buffer.from(text(bytes).replaceAll(/^>(>*From )/gm, '$1'), 'latin1')
}

// A view would retain the whole file chunk in memory and send all of it to a worker.
const ownBytes = (bytes: Buffer) => Buffer.from(new Uint8Array(bytes).buffer)

// Latin-1 preserves every byte, whatever the charset of the message.
const text = (bytes: Buffer) => bytes.toString('latin1')
