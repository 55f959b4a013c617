import { PDFDocument, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { AUTHOR, contentOf, pdf, REVIEWER } from '../../../../tests/harness/documents.ts'
import { cleanFile } from '../clean-file.ts'
import { pdfPages } from './pdf-pages.ts'

const PDF = 'application/pdf'

type Change = (document: PDFDocument) => void | Promise<void>
async function changed(change: Change, pages = ['Clause 1', 'Clause 2']): Promise<Uint8Array> {
  const document = await PDFDocument.load(await pdf(pages), { updateMetadata: false })
  await change(document)
  return document.save({ useObjectStreams: false })
}

const annotate = (document: PDFDocument, annotation: Record<string, unknown>) => {
  const page = document.getPage(0)
  const ref = document.context.register(
    document.context.obj({ Type: 'Annot', Rect: [0, 0, 9, 9], ...annotation } as never),
  )
  page.node.addAnnot(ref)
}

it('loses its properties, identifiers and metadata, and keeps its text', async () => {
  const bytes = await changed((document) => {
    const xmp = `<x:xmpmeta><dc:creator><rdf:Seq><rdf:li>${REVIEWER}</rdf:li></rdf:Seq></dc:creator></x:xmpmeta>`
    document.catalog.set(PDFName.of('Metadata'), document.context.register(document.context.stream(xmp)))
  })
  const result = await cleanFile(bytes, PDF, [])
  expect({ ...result, bytes: null }).toEqual({
    outcome: 'cleaned',
    bytes: null,
    removed: ['Author in the properties'],
    questions: [],
    findings: [],
  })
  const content = await contentOf(result.bytes!)
  expect(content).not.toMatch(/Whitfield|Oyelaran|PDFKit|CreationDate|\/ID|\/Info/)
  expect((await pdfPages(result.bytes!)).map(({ text }) => text.trim())).toEqual(['Clause 1', 'Clause 2'])
})

it('loses notes and their authors, attached files and scripts, and says so', async () => {
  const bytes = await changed(async (document) => {
    annotate(document, { Subtype: 'Text', T: PDFHexString.fromText(REVIEWER), Contents: PDFString.of('Too long.') })
    annotate(document, { Subtype: 'Square', T: PDFString.of(REVIEWER), Contents: PDFString.of('See here.') })
    annotate(document, {
      Subtype: 'Link',
      A: { S: 'URI', URI: PDFString.of('https://example.org/rules') },
    })
    annotate(document, { Subtype: 'Link', A: { S: 'Launch', F: PDFString.of('C:\\Users\\hwhitfield\\x.exe') } })
    await document.attach(Buffer.from(`secret of ${AUTHOR}`), 'secret.txt')
    document.addJavaScript('hello', `app.alert("${AUTHOR}")`)
  })
  const { outcome, bytes: cleaned, questions, removed } = await cleanFile(bytes, PDF, [])
  expect(outcome).toBe('cleaned')
  const content = await contentOf(cleaned!)
  expect(content).not.toMatch(/Oyelaran|whitfield|Too long|See here|secret|alert|Launch/i)
  expect(content).toContain('https://example.org/rules')
  expect(content).toContain('/Square')
  expect(questions).toEqual([
    { kind: 'comments', where: 'Comments', text: '2 comments removed. The first: “See here.”' },
    { kind: 'embedded_object', where: 'Document', text: '1 embedded file removed.' },
  ])
  expect(removed).toEqual([
    'Author in the properties',
    'Comments and the names of their authors',
    'Links to files on a computer or server',
    'Attached files',
    'Scripts',
  ])
})

it('keeps no older version: what a later version replaced is gone', async () => {
  const first = await changed(
    (document) => void annotate(document, { Subtype: 'FreeText', Contents: PDFString.of('by the first version') }),
  )
  const document = await PDFDocument.load(first, { updateMetadata: false, forIncrementalUpdate: true })
  document.removePage(0)
  const bytes = await document.save({ useObjectStreams: false })
  expect(Buffer.from(bytes).includes('by the first version')).toBe(true)
  const { bytes: cleaned } = await cleanFile(bytes, PDF, [])
  expect(await contentOf(cleaned!)).not.toContain('by the first version')
  expect(await pdfPages(cleaned!)).toHaveLength(1)
})

it('removes what a camera wrote into an embedded photograph', async () => {
  const photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'blue' } })
    .withExif({ IFD0: { Artist: AUTHOR } })
    .jpeg()
    .toBuffer()
  const bytes = await changed(async (document) => document.getPage(0).drawImage(await document.embedJpg(photo)))
  expect(Buffer.from(bytes).includes(AUTHOR)).toBe(true)
  const { outcome, bytes: cleaned, removed } = await cleanFile(bytes, PDF, [AUTHOR])
  expect({ outcome, isIn: Buffer.from(cleaned!).includes(AUTHOR) }).toEqual({ outcome: 'cleaned', isIn: false })
  expect(removed).toContain('Camera and editing details of images')
})

it('tells which page, link or bookmark names the member', async () => {
  const bytes = await changed(
    (document) =>
      void annotate(document, {
        Subtype: 'Link',
        A: { S: 'URI', URI: PDFString.of('mailto:helen.whitfield@northwind.example') },
      }),
    ['Nothing here', `Signed by ${AUTHOR}. Thank you.`],
  )
  const { findings } = await cleanFile(bytes, PDF, [AUTHOR, 'helen.whitfield@northwind.example'])
  expect(findings).toEqual([
    { where: 'Page 2', text: 'Signed by Helen Whitfield.', token: AUTHOR },
    { where: 'Link', text: 'mailto:helen.whitfield@northwind.example', token: 'helen.whitfield@northwind.example' },
  ])
})

it('is not proven if a value that nobody sees names the member', async () => {
  const bytes = await changed((document) => {
    document.getPage(0).node.Resources()!.set(PDFName.of('Unknown'), PDFString.of(AUTHOR))
  })
  expect(await cleanFile(bytes, PDF, [AUTHOR])).toMatchObject({ outcome: 'not_proven', bytes: null })
})

it('an encrypted or damaged file says so', async () => {
  const document = await PDFDocument.create()
  document.addPage()
  await document.encrypt({ userPassword: 'secret', ownerPassword: 'other' })
  await expect(cleanFile(await document.save(), PDF, [])).rejects.toMatchObject({ outcome: 'encrypted' })
  await expect(cleanFile(Buffer.from('%PDF-1.7 nothing'), PDF, [])).rejects.toMatchObject({ outcome: 'broken' })
})
