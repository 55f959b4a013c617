/** An archived message, ready to be stored: parsed, trimmed, sanitized, its files keyed by content. */
import { keyOfBytes } from '#server/platform/blobs.ts'
import { fileName } from './file-names.ts'
import { bestPart, type Part } from '#server/features/mail/text/best-part.ts'
import { learnFooter } from '#server/features/mail/text/footers.ts'
import { bodyOf, type Body, type Line } from '#server/features/mail/text/lines.ts'
import { readMail, storable, type Mail } from './mime.ts'
import { cutBody, type CutBody } from '#server/features/mail/text/quotes.ts'

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

export async function prepareMail(raw: Buffer, fromLine: string): Promise<PreparedMail> {
  const mail = await readMail(raw, fromLine)
  return prepare(mail, bestPart(mail.text, mail.html), [])
}

export type Prepared = { mail: PreparedMail } | { failure: string }

/** Prepares messages that arrived together: what those of one list end with alike is its footer. */
export async function prepareMails(raws: readonly { raw: Buffer; fromLine: string }[]): Promise<Prepared[]> {
  const results: ({ mail: Mail; part: Part } | { failure: string })[] = []
  for (const { raw, fromLine } of raws)
    results.push(await orFailure(async () => readPart(await readMail(raw, fromLine))))
  const footers = learnFooters(results.filter((result) => 'mail' in result))
  const prepared: Prepared[] = []
  for (const result of results)
    prepared.push(
      'mail' in result
        ? await orFailure(async () => ({ mail: prepare(result.mail, result.part, footersOf(result.mail, footers)) }))
        : result,
    )
  return prepared
}

/**
 * What was cut from a stored original, so that a reader can open it. `footers` are those of its list, learned from other
 * originals of the list; without them, only footers with the usual words are known.
 */
export async function readCuts(raw: Buffer, footers: readonly (readonly string[])[] = []): Promise<CutBody> {
  const { text, html } = await readMail(raw, '')
  return cutBody(bestPart(text, html).lines, footers)
}

/** The footer of each list, learned from one message of each author. */
export function learnFooters(read: readonly { mail: Mail; part: Part }[]): Map<string, string[]> {
  const byList = Map.groupBy(
    read.flatMap(({ mail, part }) => mail.list_names.slice(0, 1).map((list) => ({ list, mail, part }))),
    (one) => one.list,
  )
  return new Map(
    [...byList].map(([list, ones]) => {
      const byAuthor = new Map(ones.map((one) => [one.mail.sender?.email ?? '', one.part.lines]))
      return [list, learnFooter([...byAuthor.values()].map((lines) => lines.map((line) => line.text)))]
    }),
  )
}

const readPart = (mail: Mail) => ({ mail, part: bestPart(mail.text, mail.html) })
const footersOf = (mail: Mail, footers: ReadonlyMap<string, string[]>) =>
  mail.list_names.slice(0, 1).flatMap((list) => (footers.has(list) ? [footers.get(list)!] : []))

async function orFailure<Result>(work: () => Promise<Result>): Promise<Result | { failure: string }> {
  try {
    return await work()
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

function prepare(
  { text: _text, html: _html, files, ...mail }: Mail,
  part: Part,
  footers: readonly string[][],
): PreparedMail {
  return {
    ...mail,
    full_html: bodyOf(part.lines.filter(isShown), part.isWrapped).html,
    read: bodyOf(cutBody(part.lines, footers).kept, part.isWrapped),
    files: files.map(({ content, ...file }) => ({
      ...file,
      name: storable(fileName(file.name, file.file_type)),
      storage_key: keyOfBytes(content),
      content,
    })),
  }
}

const isShown = (line: Line) => line.text !== '[[alternative HTML version deleted]]'
