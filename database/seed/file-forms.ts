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

/** A Word document with these paragraphs. */
export function docxOf(paragraphs: readonly string[]): Buffer {
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
  return zipOf({
    '[Content_Types].xml': `${head}<Types xmlns="${OOXML}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${OOXML}/package/2006/relationships"><Relationship Id="r1" Type="${OOXML}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `${head}<w:document xmlns:w="${OOXML}/wordprocessingml/2006/main"><w:body>${paragraphs.map((text) => `<w:p><w:r><w:t>${escaped(text)}</w:t></w:r></w:p>`).join('')}</w:body></w:document>`,
  })
}

/** A one-page PDF with these lines. */
export function pdfOf(lines: readonly string[]): Buffer {
  const drawn = lines.map((line) => `(${line.replaceAll(/[()\\]/g, String.raw`\$&`)}) Tj T*`).join('\n')
  const content = `BT /F1 12 Tf 16 TL 72 770 Td\n${drawn}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
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
