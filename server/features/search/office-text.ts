import { Parser } from 'htmlparser2'
import { fromBuffer, type Entry, type ZipFile } from 'yauzl'
import { Unreadable, type TextCollector } from './text-collector.ts'

const ENTRIES = 10_000
/** Limit for the total unpacked size of the text parts. The ZIP reader enforces the declared size of each. */
const UNPACKED_BYTES = 64_000_000

/** Parts that contain text, in reading order. */
const PARTS: readonly RegExp[] = [
  /^word\/document\.xml$/,
  /^word\/(header|footer|footnotes|endnotes)\d*\.xml$/,
  /^xl\/workbook\.xml$/,
  /^xl\/sharedStrings\.xml$/,
  /^xl\/worksheets\/sheet\d+\.xml$/,
  /^ppt\/slides\/slide\d+\.xml$/,
  /^ppt\/notesSlides\/notesSlide\d+\.xml$/,
  /^content\.xml$/,
]
/** Elements that contain text; text deleted under tracked changes is in other elements. */
const WORDS = new Set(['w:t', 'a:t', 't'])
/** Elements that end a word. */
const BREAKS = new Set([
  ...['w:p', 'w:tab', 'w:br', 'w:tc', 'a:p', 'a:br', 'si', 'is', 'sheet'],
  ...['text:p', 'text:h', 'text:tab', 'text:s', 'text:line-break', 'table:table-cell'],
])

/** Extracts the text of Office and OpenDocument files: XML in a ZIP. */
export async function officeText(bytes: Uint8Array, into: TextCollector): Promise<void> {
  const zip = await opened(bytes)
  try {
    const parts = await partsOf(zip)
    if (parts.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > UNPACKED_BYTES)
      throw new Unreadable('unpacks_too_much')
    for (const part of parts) {
      if (part.isEncrypted()) throw new Unreadable('encrypted')
      await readPart(zip, part, into)
      into.add('\n')
    }
  } finally {
    zip.close()
  }
}

const opened = (bytes: Uint8Array) =>
  new Promise<ZipFile>((resolve, reject) =>
    fromBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { lazyEntries: true }, (error, zip) =>
      error ? reject(error) : resolve(zip),
    ),
  )

const partIndex = ({ fileName }: Entry) => PARTS.findIndex((part) => part.test(fileName))

/** The text parts, with sheets and slides in numerical order. */
function partsOf(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > ENTRIES) throw new Unreadable('unpacks_too_much')
  const parts: Entry[] = []
  return new Promise((resolve, reject) => {
    zip.on('error', reject)
    zip.on('entry', (entry: Entry) => {
      if (partIndex(entry) >= 0) parts.push(entry)
      zip.readEntry()
    })
    zip.on('end', () =>
      resolve(
        parts.toSorted(
          (a, b) => partIndex(a) - partIndex(b) || a.fileName.localeCompare(b.fileName, 'en', { numeric: true }),
        ),
      ),
    )
    zip.readEntry()
  })
}

function readPart(zip: ZipFile, part: Entry, into: TextCollector): Promise<void> {
  const isOpen = part.fileName === 'content.xml'
  let depth = 0
  const parser = new Parser(
    {
      onopentag: (name, { name: label }) => {
        if (WORDS.has(name)) depth += 1
        // A sheet's name is searchable.
        if (name === 'sheet' && label !== undefined) into.add(label)
        if (BREAKS.has(name)) into.add('\n')
      },
      onclosetag: (name) => {
        if (WORDS.has(name)) depth -= 1
        if (BREAKS.has(name)) into.add('\n')
      },
      ontext: (text) => {
        if (isOpen || depth > 0) into.add(text)
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  return new Promise((resolve, reject) =>
    zip.openReadStream(part, (error, stream) => {
      if (error) return reject(error)
      stream.setEncoding('utf8')
      stream.on('data', (chunk: string) => {
        if (into.isFull) stream.destroy()
        else parser.write(chunk)
      })
      // Also emitted after the stream is destroyed because the limit was reached.
      stream.on('close', resolve)
      stream.on('end', () => {
        parser.end()
        resolve()
      })
      stream.on('error', reject)
    }),
  )
}
