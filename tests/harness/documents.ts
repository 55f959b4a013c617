/** Small documents made for tests. Whoever is named in them is `AUTHOR` or another person of this file. */
import { PDFDict, PDFDocument, PDFStream } from '@cantoo/pdf-lib'
import { unzipSync } from 'fflate'
import { isText, textOf, unpackedStream } from '#server/platform/files/pdf/pdf-objects.ts'
import { pack } from '#server/platform/files/office/archive.ts'

export const AUTHOR = 'Helen Whitfield'
export const REVIEWER = 'Marcus Oyelaran'
export const COMPANY = 'Northwind Traders'
export const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
export const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const POWERPOINT = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'
export const OPEN_TEXT = 'application/vnd.oasis.opendocument.text'

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'
export const NAMESPACES = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${OFFICE}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:v="urn:schemas-microsoft-com:vml"`

type Parts = Record<string, string | Uint8Array>
/** Type (the last word, or an address), target, and whether it is outside the file. */
type Link = [type: string, target: string, isExternal?: boolean]

const bytesOf = (part: string | Uint8Array) => (typeof part === 'string' ? new TextEncoder().encode(part) : part)
export const zip = (parts: Parts): Uint8Array =>
  pack(Object.entries(parts).map(([name, part]) => [name, bytesOf(part)]))

/** Ids are rId1, rId2, … in this order. */
export const rels = (links: readonly Link[]): string =>
  `<Relationships xmlns="${PACKAGE}">${links
    .map(
      ([type, target, isExternal], index) =>
        `<Relationship Id="rId${index + 1}" Type="${type.includes(':') ? type : `${OFFICE}/${type}`}" Target="${target}"${isExternal ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`

const types = (overrides: Record<string, string>) =>
  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="jpg" ContentType="image/jpeg"/><Default Extension="png" ContentType="image/png"/><Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/><Default Extension="bin" ContentType="application/octet-stream"/>${Object.entries(
    overrides,
  )
    .map(([name, type]) => `<Override PartName="/${name}" ContentType="${type}"/>`)
    .join('')}</Types>`

export const coreOf = (creator: string) =>
  `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>${creator}</dc:creator><cp:lastModifiedBy>${REVIEWER}</cp:lastModifiedBy></cp:coreProperties>`
const APP = `<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Company>${COMPANY}</Company></Properties>`

const PROPERTIES: Parts = { 'docProps/core.xml': coreOf(AUTHOR), 'docProps/app.xml': APP }
const ROOT = (main: string) =>
  rels([
    ['officeDocument', main],
    ['http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties', 'docProps/core.xml'],
    ['extended-properties', 'docProps/app.xml'],
  ])

export interface Word {
  /** XML inside `w:body`. */
  body: string
  links?: Link[]
  parts?: Parts
  types?: Record<string, string>
}

export const paragraph = (text: string, more = '') =>
  `<w:p><w:r>${more}<w:t xml:space="preserve">${text}</w:t></w:r></w:p>`

export const docx = ({ body, links = [], parts = {}, types: more = {} }: Word): Uint8Array =>
  zip({
    '[Content_Types].xml': types({ 'word/document.xml': `${WORD}.main+xml`, ...more }),
    '_rels/.rels': ROOT('word/document.xml'),
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8"?><w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`,
    ...(links.length > 0 && { 'word/_rels/document.xml.rels': rels(links) }),
    ...PROPERTIES,
    ...parts,
  })

export interface Sheet {
  name: string
  /** XML of its rows. */
  rows: string
  state?: 'hidden' | 'veryHidden'
  after?: string
  links?: Link[]
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
export const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`

export const xlsx = (
  sheets: readonly Sheet[],
  { workbook = '', links = [] as Link[], parts = {} as Parts, types: more = {} as Record<string, string> } = {},
): Uint8Array =>
  zip({
    '[Content_Types].xml': types({
      'xl/workbook.xml': `${EXCEL}.main+xml`,
      ...Object.fromEntries(
        sheets.map((_, index) => [
          `xl/worksheets/sheet${index + 1}.xml`,
          'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml',
        ]),
      ),
      ...more,
    }),
    '_rels/.rels': ROOT('xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" ${NAMESPACES} xmlns:x15ac="urn:absPath">${workbook}<sheets>${sheets
      .map(
        ({ name, state }, index) =>
          `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"${state ? ` state="${state}"` : ''}/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': rels([
      ...sheets.map((_, index): Link => ['worksheet', `worksheets/sheet${index + 1}.xml`]),
      ...links,
    ]),
    ...Object.fromEntries(
      sheets.flatMap(({ rows, after = '', links: own }, index) => [
        [
          `xl/worksheets/sheet${index + 1}.xml`,
          `<worksheet xmlns="${MAIN}" ${NAMESPACES}><sheetData>${rows}</sheetData>${after}</worksheet>`,
        ],
        ...(own ? [[`xl/worksheets/_rels/sheet${index + 1}.xml.rels`, rels(own)]] : []),
      ]),
    ),
    ...PROPERTIES,
    ...parts,
  })

export interface Slide {
  text: string
  notes?: string
  isHidden?: boolean
  /** XML after the text. */
  more?: string
  links?: Link[]
}

const shape = (text: string) => `<p:sp><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`

export const pptx = (slides: readonly Slide[], parts: Parts = {}): Uint8Array =>
  zip({
    '[Content_Types].xml': types({
      'ppt/presentation.xml': `${POWERPOINT}.main+xml`,
      ...Object.fromEntries(
        slides.map((_, index) => [
          `ppt/slides/slide${index + 1}.xml`,
          'application/vnd.openxmlformats-officedocument.presentationml.slide+xml',
        ]),
      ),
    }),
    '_rels/.rels': ROOT('ppt/presentation.xml'),
    'ppt/presentation.xml': `<p:presentation ${NAMESPACES}><p:sldIdLst>${slides
      .map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 1}"/>`)
      .join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': rels(slides.map((_, index): Link => ['slide', `slides/slide${index + 1}.xml`])),
    ...Object.fromEntries(
      slides.flatMap(({ text, notes, isHidden, more = '', links = [] }, index) => {
        const all: Link[] = [
          ...links,
          ...(notes === undefined ? [] : [['notesSlide', `../notesSlides/notes${index + 1}.xml`] as Link]),
        ]
        return [
          [
            `ppt/slides/slide${index + 1}.xml`,
            `<p:sld ${NAMESPACES}${isHidden ? ' show="0"' : ''}><p:cSld><p:spTree>${shape(text)}${more}</p:spTree></p:cSld></p:sld>`,
          ],
          ...(all.length > 0 ? [[`ppt/slides/_rels/slide${index + 1}.xml.rels`, rels(all)]] : []),
          ...(notes === undefined
            ? []
            : [[`ppt/notesSlides/notes${index + 1}.xml`, `<p:notes ${NAMESPACES}>${shape(notes)}</p:notes>`]]),
        ]
      }),
    ),
    ...PROPERTIES,
    ...parts,
  })

export const odt = (body: string): Uint8Array =>
  zip({
    mimetype: OPEN_TEXT,
    'content.xml': `<office:document-content xmlns:office="urn:o" xmlns:text="urn:t" xmlns:dc="urn:dc"><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    'meta.xml': `<office:document-meta xmlns:office="urn:o" xmlns:dc="urn:dc" xmlns:meta="urn:m"><office:meta><dc:creator>${AUTHOR}</dc:creator></office:meta></office:document-meta>`,
    'settings.xml': '<settings><item name="PrinterName">Printer of Helen Whitfield</item></settings>',
    'META-INF/manifest.xml':
      '<manifest:manifest xmlns:manifest="urn:m"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/><manifest:file-entry manifest:full-path="content.xml"/><manifest:file-entry manifest:full-path="meta.xml"/></manifest:manifest>',
  })

/** A PDF of pages with one line each, by the library that the product writes invoices with. */
export async function pdf(
  pages: readonly string[],
  info: Record<string, string> = { Author: AUTHOR },
  userPassword?: string,
): Promise<Uint8Array> {
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({ autoFirstPage: false, info, ...(userPassword !== undefined && { userPassword }) })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const finished = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject))
  for (const text of pages) document.addPage().fontSize(12).text(text)
  document.end()
  await finished
  return new Uint8Array(Buffer.concat(chunks))
}

/** Everything in a document as text: unpacked parts, or strings and unpacked streams. */
export async function contentOf(bytes: Uint8Array): Promise<string> {
  if (bytes[0] === 0x50) {
    const parts = Object.entries(unzipSync(bytes))
    return parts.map(([name, part]) => `${name}\n${Buffer.from(part).toString('latin1')}`).join('\n')
  }
  const { context } = await PDFDocument.load(bytes, { updateMetadata: false })
  const found = [Buffer.from(bytes).toString('latin1')]
  for (const [, object] of context.enumerateIndirectObjects()) {
    found.push(object.toString())
    if (object instanceof PDFStream) found.push(Buffer.from(unpackedStream(object) ?? []).toString('latin1'))
    if (object instanceof PDFDict) found.push(...object.values().filter(isText).map(textOf))
  }
  return found.join('\n')
}
