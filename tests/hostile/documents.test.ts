/** Documents that broke readers, and the identity in them: cleaned, proven, opened again; or refused in words. */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { deflateSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import { afterAll, describe, expect, it } from 'vitest'
import { openFileTools, type Cleaned, type FilePages } from '#server/platform/files/file-tools.ts'
import { isHiddenPart } from '#shared/uploads.ts'
import { docx, pdf, WORD, zip } from '../harness/documents.ts'

const DATA = process.env['SHARED_DATA'] ?? fileURLToPath(new URL('../../../shared/data/', import.meta.url))
const FILES = ['office-poi', 'seed-docs'].flatMap((folder) =>
  globSync('**/*.{docx,docm,dotx,xlsx,xlsm,xlsb,pptx,pptm,odt,pdf}', { cwd: path.join(DATA, folder) }).map((name) =>
    path.join(DATA, folder, name),
  ),
)
const WITHIN_MS = 20_000
const GOAL = 0.99
/** A member whom no file of the corpora names. */
const TOKENS = ['Ottoline Ravensworth', 'ottoline@ravensworth-legal.example', 'Ravensworth Legal LLP']
/** Of the system, if it has one: its packages are what CI installs. */
const PYTHON = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3'
const READERS = path.join(path.dirname(fileURLToPath(import.meta.url)), 'python_readers.py')

function readInPython(pairs: string[][]) {
  const { stdout, status } = spawnSync(PYTHON, [READERS], { input: JSON.stringify(pairs), encoding: 'utf8' })
  if (status !== 0) return { missing: ['docx', 'openpyxl', 'pptx', 'pypdf'], opened: 0, lost: [] }
  return JSON.parse(stdout) as { missing: string[]; opened: number; lost: string[] }
}
const MISSING = readInPython([]).missing

const tools = openFileTools()
afterAll(() => tools.close())

interface Result {
  file: string
  bytes: Uint8Array
  before: FilePages
  cleaned: Cleaned
  after: FilePages | undefined
  tookMs: number
}

async function resultOf(file: string): Promise<Result> {
  const bytes = new Uint8Array(readFileSync(file))
  const before = await tools.pages(bytes, 'application/octet-stream')
  const began = performance.now()
  const cleaned = await tools.clean(bytes, 'application/octet-stream', { tokens: TOKENS })
  const tookMs = performance.now() - began
  const after = cleaned.bytes ? await tools.pages(cleaned.bytes, 'application/octet-stream') : undefined
  return { file, bytes, before, cleaned, after, tookMs }
}
const textOf = ({ pages }: FilePages) => pages.map(({ text }) => text).join('\n')

/** Without the corpora, the tests below have nothing to read. */
describe.skipIf(!existsSync(path.join(DATA, 'office-poi')))('of the corpora', () => {
  const results: Result[] = []
  const withoutHidden: { file: string; bytes: Uint8Array }[] = []

  it('every file ends in time with an outcome, and nothing stops the others', { timeout: 400_000 }, async () => {
    for (const file of FILES) results.push(await resultOf(file))
    expect(results.filter(({ tookMs }) => tookMs > WITHIN_MS).map(({ file }) => file)).toEqual([])
    expect(results.length).toBeGreaterThan(190)
  })

  it('what opened before is cleaned, opens again, and says the same', () => {
    // Macro sheets are part of a workbook and refused.
    const opened = results.filter(
      ({ before, cleaned }) => before.outcome === 'read' && cleaned.outcome !== 'unsupported',
    )
    const again = opened.filter(({ after }) => after?.outcome === 'read')
    const lost = opened.filter((each) => !again.includes(each)).map(({ file, cleaned }) => `${file} ${cleaned.outcome}`)
    expect(again.length / opened.length, lost.join('\n')).toBeGreaterThanOrEqual(GOAL)
    const changed = again.filter(({ before, after }) => textOf(before) !== textOf(after!)).map(({ file }) => file)
    expect(changed).toEqual([])
  })

  it('every name of its people is gone, or told with its place', async () => {
    const untold: string[] = []
    let tokens = 0
    for (const { file, bytes, cleaned } of results) {
      if (!cleaned.bytes || file.endsWith('.pdf')) continue
      const names = peopleIn(await partsOf(bytes))
      tokens += names.size
      const told = new Set(cleaned.findings.map(({ token }) => token))
      for (const [part, text] of await partsOf(cleaned.bytes))
        for (const name of names)
          if (!told.has(name) && wholeWord(name).test(text)) untold.push(`${path.basename(file)} ${part}: ${name}`)
    }
    expect(untold).toEqual([])
    expect(tokens).toBeGreaterThan(100)
  })

  it('another reader of Word opens them again, and reads the same', { timeout: 120_000 }, async () => {
    const { default: mammoth } = await import('mammoth')
    const read = async (bytes: Uint8Array) => {
      try {
        return (await mammoth.extractRawText({ buffer: Buffer.from(bytes) })).value
      } catch {
        return undefined
      }
    }
    const changed: string[] = []
    let opened = 0
    for (const { file, bytes, cleaned } of results) {
      const before = cleaned.bytes && file.endsWith('.docx') ? await read(bytes) : undefined
      if (before === undefined) continue
      opened += 1
      // It reads the text of comments too.
      const after = await read(cleaned.bytes!)
      if (after === undefined || (cleaned.questions.length === 0 && after !== before)) changed.push(path.basename(file))
    }
    expect(opened).toBeGreaterThan(25)
    expect(changed).toEqual([])
  })

  it(
    'what is hidden is gone once the member agreed, and the rest opens and says the same',
    { timeout: 200_000 },
    async () => {
      const hiding = results.filter(({ cleaned }) => cleaned.bytes && cleaned.questions.some(isHiddenPart))
      const wrong: string[] = []
      for (const { file, bytes, after } of hiding) {
        const again = await tools.clean(bytes, 'application/octet-stream', { tokens: TOKENS, removesHidden: true })
        const pages = again.bytes && (await tools.pages(again.bytes, 'application/octet-stream'))
        // By cells: a row of a sheet is shorter without its hidden columns.
        const piecesOf = (text: string) => text.split(/[\n\t]/)
        const known = new Set(piecesOf(textOf(after!)))
        const isSame = pages && piecesOf(textOf(pages)).every((piece) => known.has(piece) || piece.length < 200)
        if (!isSame || again.questions.some(isHiddenPart))
          wrong.push(`${path.basename(file)}: ${again.outcome} ${again.findings.map(({ where }) => where).join()}`)
        else withoutHidden.push({ file, bytes: again.bytes! })
      }
      expect(hiding.length).toBeGreaterThan(5)
      expect(wrong).toEqual([])
    },
  )

  it('Python’s readers open what they opened before, if they are installed', { timeout: 400_000 }, ({ skip }) => {
    if (MISSING.length === 4) skip('python-docx, openpyxl, python-pptx and pypdf are not installed (CI installs them)')
    const folder = mkdtempSync(path.join(tmpdir(), 'documents-'))
    const cleaned = results.flatMap(({ file, cleaned: { bytes } }) => (bytes ? [{ file, bytes }] : []))
    const pairs = [...cleaned, ...withoutHidden].map(({ file, bytes }, index) => {
      const copy = path.join(folder, `${index}${path.extname(file)}`)
      writeFileSync(copy, bytes)
      return [file, copy]
    })
    const { opened, lost } = readInPython(pairs)
    rmSync(folder, { recursive: true })
    expect(opened).toBeGreaterThan(30 * (4 - MISSING.length))
    expect(1 - lost.length / opened, lost.join('\n')).toBeGreaterThanOrEqual(GOAL)
  })
})

const wholeWord = (name: string) =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])${name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?![\p{L}\p{N}])`, 'iu')

/** Read by another library than the one that is tested. */
async function partsOf(bytes: Uint8Array): Promise<Map<string, string>> {
  const parts = new Map<string, string>()
  for (const [name, content] of Object.entries(
    unzipSync(bytes, { filter: ({ name: each }) => /\.(xml|rels)$/i.test(each) }),
  )) {
    const xml = new TextDecoder().decode(content)
    parts.set(name, `${xml}\n${xml.replace(/<[^>]+>/g, '')}`)
  }
  return parts
}

const NAMED = [
  /<dc:creator[^>]*>([^<]+)</g,
  /<cp:lastModifiedBy[^>]*>([^<]+)</g,
  /<Company>([^<]+)</g,
  /<Manager>([^<]+)</g,
  /(?:w:author|refreshedBy|userName|userId)="([^"]+)"/g,
  /<author>([^<]+)</g,
  /cmAuthor [^>]*name="([^"]+)"/g,
  /Users[\\/]+([^\\/"<]+)[\\/]/g,
]
/** What programs fill in, words, and what is too short to identify anybody. */
const NOBODY =
  /^(microsoft.*|.*office.*|user|admin.*|author|apache poi|openpyxl|python-docx|steve canny|windows.*|unknown.*|test( user)?|.{0,3})$/i

function peopleIn(parts: Map<string, string>): Set<string> {
  const names = [...parts.values()].flatMap((text) =>
    NAMED.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => name!.trim())),
  )
  return new Set(names.filter((name) => !NOBODY.test(name)))
}

describe('made for the purpose', () => {
  const body = (xml: string) => docx({ body: xml })
  const garbage = (bytes: Uint8Array, step: number) =>
    bytes.map((byte, at) => (at > 200 && at % step === 0 ? byte ^ 0x55 : byte))

  it.each([
    ['a ZIP bomb', 'unpacks_too_much', () => zip({ '[Content_Types].xml': new Uint8Array(97_000_000) })],
    [
      'ten thousand parts',
      'unpacks_too_much',
      () => zip(Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`a${at}`, '']))),
    ],
    ['endless nesting', 'broken', () => body(`${'<w:p>'.repeat(100_000)}${'</w:p>'.repeat(100_000)}`)],
    ['a tag that never ends', 'broken', () => body(`<w:p ${'a="b" '.repeat(200_000)}`)],
    [
      'entities',
      'broken',
      () => docx({ body: '', parts: { 'word/document.xml': '<!DOCTYPE a [<!ENTITY b "bbbb">]><w:document/>' } }),
    ],
    [
      'parts that refer to each other',
      'cleaned',
      () =>
        docx({
          body: '',
          links: [
            ['chart', 'document.xml'],
            ['header', '../word/document.xml'],
          ],
        }),
    ],
    [
      'a name that leaves the archive',
      'broken',
      () => zip({ '../../etc/passwd': 'x', '[Content_Types].xml': '<Types/>' }),
    ],
  ])('%s: %s, at once', { timeout: 30_000 }, async (_, outcome, make) => {
    const bytes = make()
    const began = performance.now()
    expect((await tools.clean(bytes, WORD, { tokens: TOKENS })).outcome).toBe(outcome)
    expect(performance.now() - began).toBeLessThan(WITHIN_MS / 2)
  })

  it('damaged PDFs and Office files end with an outcome, and the next is read', { timeout: 120_000 }, async () => {
    const sources: [Uint8Array, string][] = [
      [await pdf(['One', 'Two']), 'application/pdf'],
      [docx({ body: '<w:p><w:r><w:t>One</w:t></w:r></w:p>' }), WORD],
    ]
    for (const [source, type] of sources)
      for (const step of [7, 31, 127, 509]) {
        const bytes = garbage(source, step)
        for (const { outcome } of [
          await tools.clean(bytes, type, { tokens: TOKENS }),
          await tools.previews(bytes, type, { pages: 1, width: 100 }),
          await tools.watermark(bytes, type, 'x'),
          await tools.pages(bytes, type),
        ])
          expect(outcome).toMatch(/^(read|cleaned|broken|encrypted|unsupported|unpacks_too_much|not_proven)$/)
      }
    expect((await tools.pages(sources[1]![0], WORD)).pages[0]!.text).toBe('One')
  })

  it('a stream of a PDF that unpacks without end', { timeout: 60_000 }, async () => {
    const bomb = deflateSync(Buffer.alloc(100_000_000))
    const head = Buffer.from(
      '%PDF-1.5\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R>>endobj\n',
    )
    const stream = Buffer.from(`4 0 obj<</Filter/FlateDecode/Length ${bomb.length}>>stream\n`)
    const bytes = Buffer.concat([head, stream, bomb, Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF')])
    expect((await tools.clean(bytes, 'application/pdf', { tokens: TOKENS })).outcome).toBe('unpacks_too_much')
    expect((await tools.pages(await pdf(['One']), 'application/pdf')).outcome).toBe('read')
  })
})
