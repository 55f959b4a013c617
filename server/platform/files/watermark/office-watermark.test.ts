import { expect, it } from 'vitest'
import {
  cell,
  contentOf,
  docx,
  EXCEL,
  NAMESPACES,
  odt,
  OPEN_TEXT,
  paragraph,
  POWERPOINT,
  pptx,
  WORD,
  xlsx,
} from '../../../../tests/harness/documents.ts'
import { openFileTools } from '../file-tools.ts'
import { openPackage } from '../office/package.ts'
import { officePages } from '../office/office-pages.ts'
import { watermarkOffice } from './office-watermark.ts'

const MARK = 'Helen & Co “Whitfield”, 25 November 2026, 03:00'
const ENCODED = 'Helen &amp; Co “Whitfield”, 25 November 2026, 03:00'
const stamped = async (bytes: Uint8Array) => {
  const marked = await watermarkOffice(bytes, MARK)
  const content = Buffer.from(await contentOf(marked), 'latin1').toString()
  return { content, pages: officePages(await openPackage(marked)).map(({ text }) => text), marks: countOf(content) }
}
const countOf = (content: string) => content.split(ENCODED).length - 1

it('every section of Word has the mark in its header: those it has, and one it lacked', async () => {
  const header = `<w:hdr ${NAMESPACES}>${paragraph('Draft')}</w:hdr>`
  const { content, pages, marks } = await stamped(
    docx({
      body: `${paragraph('One')}<w:p><w:pPr><w:sectPr><w:headerReference w:type="default" r:id="rId1"/></w:sectPr></w:pPr></w:p>${paragraph('Two')}<w:sectPr><w:titlePg/></w:sectPr>`,
      links: [['header', 'header1.xml']],
      parts: { 'word/header1.xml': header },
      types: { 'word/header1.xml': 'application/vnd.openxmlformats-officedocument.wordprocessingml.header+xml' },
    }),
  )
  expect(marks).toBe(2)
  expect(pages[0]).toContain('Draft')
  expect(content).toMatch(
    /<w:sectPr><w:headerReference [^>]*w:type="first"[^>]*\/><w:headerReference [^>]*w:type="even"/,
  )
  expect(content).toContain('PartName="/word/header-mark1.xml"')
})

it('a Word file without sections or headers gets both', async () => {
  const { content, pages } = await stamped(docx({ body: paragraph('One') }))
  expect(pages).toEqual([`One\n${MARK}`])
  expect(content).toMatch(/<\/w:p><w:sectPr><w:headerReference .*<\/w:sectPr><\/w:body>/)
})

it('every slide has the mark, hidden ones too', async () => {
  const { pages } = await stamped(pptx([{ text: 'One' }, { text: 'Two', isHidden: true }]))
  expect(pages).toEqual([`One\n${MARK}`, `Two\n${MARK}`])
})

it('every sheet is printed with the mark; its footer stays, and what follows keeps its order', async () => {
  const footer =
    '<headerFooter differentFirst="1"><oddHeader>Old</oddHeader><oddFooter>Page &amp;P</oddFooter></headerFooter>'
  const { content, pages, marks } = await stamped(
    xlsx([
      { name: 'Offer', rows: `<row>${cell('a')}</row>`, after: `${footer}<tableParts count="0"/>` },
      { name: 'Old', rows: '', after: '<tableParts count="0"/>', state: 'hidden' },
    ]),
  )
  expect(marks).toBe(0)
  expect(content.split('Helen &amp;&amp; Co').length - 1).toBe(6)
  expect(content).toContain('<oddFooter>Page &amp;P</oddFooter>')
  expect(content).not.toContain('Old</oddHeader>')
  expect(content.match(/<\/headerFooter><tableParts/g)).toHaveLength(2)
  expect(pages[0]).toContain('a')
})

it('a hundred pages are marked in the thread', { timeout: 60_000 }, async () => {
  const tools = openFileTools()
  const page = (number: number) =>
    `${paragraph(`Page ${number}. ${'The quick brown fox signs. '.repeat(120)}`)}<w:p><w:r><w:br w:type="page"/></w:r></w:p>`
  const hundred = Array.from({ length: 100 }, (_, index) => index)
  const files: [Uint8Array, string][] = [
    [docx({ body: hundred.map(page).join('') }), WORD],
    [pptx(hundred.map((number) => ({ text: `Slide ${number}` }))), POWERPOINT],
    [xlsx(hundred.map((number) => ({ name: `S${number}`, rows: `<row>${cell('a')}</row>`.repeat(500) }))), EXCEL],
  ]
  for (const [bytes, type] of files) expect((await tools.watermark(bytes, type, MARK)).outcome).toBe('read')
  expect(await tools.watermark(odt('<text:p>a</text:p>'), OPEN_TEXT, MARK)).toEqual({
    outcome: 'unsupported',
    bytes: null,
  })
  await tools.close()
})
