/** Small files in real formats, generated in code: shown in the demo, uploaded in tests. */
import { crc32 } from 'node:zlib'

/** An uncompressed ZIP. */
export function zipOf(entries: Readonly<Record<string, string | Buffer>>): Buffer {
  const [files, directory]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  for (const [name, content] of Object.entries(entries)) {
    const bytes = Buffer.from(content as string)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(bytes.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(Buffer.byteLength(name), 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(name), bytes])
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), facts, place, Buffer.from(name)]))
    files.push(file)
    at += file.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...files, list, end])
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const OOXML = 'http://schemas.openxmlformats.org'

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const PART = 'application/vnd.openxmlformats-officedocument'
const SHEET = `${PART}.spreadsheetml`
const SLIDE = `${PART}.presentationml`
type Relation = [kind: string, target: string]

const relations = (list: readonly Relation[]) =>
  `${HEAD}<Relationships xmlns="${OOXML}/package/2006/relationships">${list.map(([kind, target], index) => `<Relationship Id="r${index + 1}" Type="${OOXML}/officeDocument/2006/relationships/${kind}" Target="${target}"/>`).join('')}</Relationships>`
const officeOf = (main: string, types: Readonly<Record<string, string>>, parts: Readonly<Record<string, string>>) =>
  zipOf({
    '[Content_Types].xml': `${HEAD}<Types xmlns="${OOXML}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${Object.entries(
      types,
    )
      .map(([part, type]) => `<Override PartName="/${part}" ContentType="${type}+xml"/>`)
      .join('')}</Types>`,
    '_rels/.rels': relations([['officeDocument', main]]),
    ...parts,
  })

/** A Word document with these paragraphs. */
export const docxOf = (paragraphs: readonly string[]): Buffer => docxPagesOf([paragraphs])

/** A Word document with a page break between these pages. */
export function docxPagesOf(pages: readonly (readonly string[])[]): Buffer {
  const paragraph = (text: string, isFirst: boolean) =>
    `<w:p><w:r>${isFirst ? '<w:br w:type="page"/>' : ''}<w:t>${escaped(text)}</w:t></w:r></w:p>`
  const body = pages.map((page, number) =>
    page.map((text, index) => paragraph(text, number > 0 && index === 0)).join(''),
  )
  return officeOf(
    'word/document.xml',
    { 'word/document.xml': `${PART}.wordprocessingml.document.main` },
    {
      'word/document.xml': `${HEAD}<w:document xmlns:w="${OOXML}/wordprocessingml/2006/main"><w:body>${body.join('')}</w:body></w:document>`,
    },
  )
}

/** An Excel workbook: each sheet is its name, then its rows. Cells are parted by “ | ”. */
export function xlsxOf(sheets: readonly (readonly string[])[]): Buffer {
  const row = (text: string, index: number) =>
    `<row r="${index + 1}">${text
      .split(' | ')
      .map((cell) => `<c t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`)
      .join('')}</row>`
  const parts = Object.fromEntries(
    sheets.map(([, ...rows], index) => [
      `xl/worksheets/sheet${index + 1}.xml`,
      `${HEAD}<worksheet xmlns="${OOXML}/spreadsheetml/2006/main"><sheetData>${rows.map(row).join('')}</sheetData></worksheet>`,
    ]),
  )
  const list = sheets.map(
    ([name], index) => `<sheet name="${escaped(name!)}" sheetId="${index + 1}" r:id="r${index + 1}"/>`,
  )
  return officeOf(
    'xl/workbook.xml',
    {
      'xl/workbook.xml': `${SHEET}.sheet.main`,
      ...Object.fromEntries(Object.keys(parts).map((part) => [part, `${SHEET}.worksheet`])),
    },
    {
      'xl/workbook.xml': `${HEAD}<workbook xmlns="${OOXML}/spreadsheetml/2006/main" xmlns:r="${OOXML}/officeDocument/2006/relationships"><sheets>${list.join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relations(
        sheets.map((_, index): Relation => ['worksheet', `worksheets/sheet${index + 1}.xml`]),
      ),
      ...parts,
    },
  )
}

/** A presentation with one text box on each slide. */
export function pptxOf(slides: readonly (readonly string[])[]): Buffer {
  const spaces = `xmlns:p="${OOXML}/presentationml/2006/main" xmlns:a="${OOXML}/drawingml/2006/main" xmlns:r="${OOXML}/officeDocument/2006/relationships"`
  const parts = Object.fromEntries(
    slides.map((lines, index) => [
      `ppt/slides/slide${index + 1}.xml`,
      `${HEAD}<p:sld ${spaces}><p:cSld><p:spTree><p:sp><p:txBody><a:bodyPr/>${lines.map((text) => `<a:p><a:r><a:t>${escaped(text)}</a:t></a:r></a:p>`).join('')}</p:txBody></p:sp></p:spTree></p:cSld></p:sld>`,
    ]),
  )
  const list = slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="r${index + 1}"/>`)
  return officeOf(
    'ppt/presentation.xml',
    {
      'ppt/presentation.xml': `${SLIDE}.presentation.main`,
      ...Object.fromEntries(Object.keys(parts).map((part) => [part, `${SLIDE}.slide`])),
    },
    {
      'ppt/presentation.xml': `${HEAD}<p:presentation ${spaces}><p:sldIdLst>${list.join('')}</p:sldIdLst></p:presentation>`,
      'ppt/_rels/presentation.xml.rels': relations(
        slides.map((_, index): Relation => ['slide', `slides/slide${index + 1}.xml`]),
      ),
      ...parts,
    },
  )
}

/** A one-page PDF with these lines. */
export const pdfOf = (lines: readonly string[]): Buffer => pdfPagesOf([lines])

const LINE = 82
/** Lines of at most 82 characters, broken between words. */
const wrapped = (text: string): string[] =>
  text.split(' ').reduce<string[]>((lines, word) => {
    const last = lines.at(-1)
    return last === undefined || `${last} ${word}`.length > LINE
      ? [...lines, word]
      : [...lines.slice(0, -1), `${last} ${word}`]
  }, [])
/** The standard fonts have the letters of Latin 1 only. */
const inLatin1 = (text: string) => text.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"').replaceAll(/[–—]/g, '-')

/** A PDF with these paragraphs on each page; the first of a page is its heading. */
export function pdfPagesOf(pages: readonly (readonly string[])[]): Buffer {
  const first = 4
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, index) => `${first + index * 2} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((paragraphs, index) => {
      const shown = (line: string) => `(${inLatin1(line).replaceAll(/[()\\]/g, String.raw`\$&`)}) Tj T*`
      const drawn = paragraphs.map((text) => [...wrapped(text).map(shown), '0 -6 Td'].join('\n'))
      const content = `BT /F1 12 Tf 17 TL 72 770 Td\n${drawn.join('\n')}\nET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${first + index * 2 + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  return Buffer.from(
    `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  )
}
