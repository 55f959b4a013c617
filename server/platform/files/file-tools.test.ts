import sharp from 'sharp'
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, expect, it } from 'vitest'
import { AUTHOR, docx, paragraph, pdf, WORD, zip } from '../../../tests/harness/documents.ts'
import { openFileTools } from './file-tools.ts'

const PDF = 'application/pdf'
/** Unpacking would take minutes. `npm run bench -- library` measures it. */
const AT_ONCE_MS = 5_000
const tools = openFileTools()
afterAll(() => tools.close())
const encrypted = Buffer.concat([
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
  Buffer.alloc(600),
  Buffer.from('EncryptedPackage', 'utf16le'),
])

it('works on files one after the other, whatever came before', async () => {
  const word = docx({ body: paragraph('Text') })
  const answers = await Promise.all([
    tools.clean(word, WORD, { tokens: [AUTHOR] }),
    tools.pages(Buffer.from('%PDF-1.7 nothing'), PDF),
    tools.pages(word, WORD),
    tools.clean(encrypted, WORD, { tokens: [] }),
    tools.clean(
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...Buffer.alloc(600)]),
      'application/msword',
      { tokens: [] },
    ),
    tools.pages(Buffer.from('Plain\nwords'), 'text/plain'),
  ])
  expect(answers.map(({ outcome }) => outcome)).toEqual([
    'cleaned',
    'broken',
    'read',
    'encrypted',
    'unsupported',
    'read',
  ])
  expect(answers[2]).toEqual({ outcome: 'read', pages: [{ number: 1, label: 'Page', text: 'Text' }] })
})

it('draws the first pages of a PDF as WebP of the asked width', async () => {
  const { outcome, pages, images } = await tools.previews(await pdf(['One', 'Two', 'Three']), PDF, {
    pages: 2,
    width: 300,
  })
  expect({ outcome, pages }).toEqual({ outcome: 'read', pages: 3 })
  const facts = await Promise.all(images.map((image) => sharp(image).metadata()))
  expect(facts.map(({ format, width }) => ({ format, width }))).toEqual([
    { format: 'webp', width: 300 },
    { format: 'webp', width: 300 },
  ])
  const { channels } = await sharp(images[0]!).stats()
  expect(channels[0]!.min).toBeLessThan(100)
  expect(await tools.previews(docx({ body: '' }), WORD, { pages: 1, width: 300 })).toMatchObject({
    outcome: 'unsupported',
  })
})

it('stamps who received a PDF on every page, turned ones too, in any script', async () => {
  const document = await PDFDocument.load(await pdf(['One', 'Two', 'Three']))
  document.getPage(1).setRotation({ type: 'degrees', angle: 90 } as never)
  const { outcome, bytes } = await tools.watermark(await document.save(), PDF, `${AUTHOR} 王小明 · 24 November 2026`)
  expect(outcome).toBe('read')
  const { pages } = await tools.pages(bytes!, PDF)
  expect(pages.map(({ text }) => /Helen Whitfield.*王小明/s.test(text))).toEqual([true, true, true])
  expect(pages.map(({ text }) => text.includes('One'))).toEqual([true, false, false])
  expect((await PDFDocument.load(bytes!)).getPages().some((page) => (page.node.Annots()?.size() ?? 0) > 0)).toBe(false)
  const text = new TextEncoder().encode('Plain words')
  expect(await tools.watermark(text, 'text/plain', 'x')).toEqual({ outcome: 'unsupported', bytes: null })
})

it('refuses what unpacks to too much at once, and goes on', async () => {
  const bomb = zip({ '[Content_Types].xml': new Uint8Array(97_000_000) })
  const began = performance.now()
  expect(await tools.clean(bomb, WORD, { tokens: [] })).toMatchObject({ outcome: 'unpacks_too_much', bytes: null })
  expect(performance.now() - began).toBeLessThan(AT_ONCE_MS)
  expect((await tools.pages(docx({ body: paragraph('Text') }), WORD)).outcome).toBe('read')
})

it('gives up what takes too long', async () => {
  const hasty = openFileTools({ withinMs: 1, heapMb: 192, buffersMb: 256 })
  expect((await hasty.pages(docx({ body: paragraph('Text') }), WORD)).outcome).toBe('too_slow')
  await hasty.close()
})

it('compares versions in the thread', async () => {
  const [before, after] = ['Old text here', 'New text here'].map((text) => [
    { number: 1, label: 'Page' as const, text },
  ])
  expect((await tools.redline(before!, after!))[0]).toMatchObject({ kind: 'changed', text: 'New text here' })
})
