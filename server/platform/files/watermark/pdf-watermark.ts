/** Stamps who received a PDF into the content of every page: across it, and as a line at its foot. */
import { degrees, PDFName, type PDFDocument, type PDFEmbeddedPage, type PDFPage } from '@cantoo/pdf-lib'
import PDFKit from 'pdfkit'
import { runsOf } from '#server/platform/pdf-fonts.ts'
import { openPdf, writePdf } from '../pdf/pdf-objects.ts'

const SIZE = 20
const PADDING = 4
const COLOR = '#5B6368'
/** White behind the letters, for dark pages. */
const SHADOW = 0.6
const LETTERS = 200
/** Legible on white and on photographs, without hiding the text below. */
const OPACITY = { across: 0.24, foot: 0.7 }
const FOOT_SIZE = 8
const FOOT_MARGIN = 12

export async function watermarkPdf(bytes: Uint8Array, mark: string): Promise<Uint8Array> {
  const document = await openPdf(bytes)
  // A stamp is transparent, so that the file may no longer claim to be an archive (PDF/A-1).
  document.catalog.delete(PDFName.of('Metadata'))
  const drawing = await drawnMark(mark.replace(/\s+/g, ' ').trim().slice(0, LETTERS))
  // One drawing for all pages, so that the file stays small.
  const [stamp] = await document.embedPdf(drawing, [0])
  for (const page of document.getPages()) stampPage(page, stamp!)
  return writeStamped(document)
}

const writeStamped = async (document: PDFDocument) => {
  await document.flush()
  return writePdf(document)
}

/** A page as large as the text. Fonts are embedded, so that names of most scripts are readable. */
async function drawnMark(mark: string): Promise<Uint8Array> {
  const runs = runsOf(mark)
  const page = new PDFKit({ autoFirstPage: false, info: { CreationDate: new Date(0) } })
  const chunks: Buffer[] = []
  page.on('data', (chunk: Buffer) => chunks.push(chunk))
  const finished = new Promise<void>((resolve, reject) => page.on('end', resolve).on('error', reject))
  page.fontSize(SIZE)
  const widths = runs.map(({ text, face }) => page.font(face).widthOfString(text))
  page.addPage({ size: [widths.reduce((sum, width) => sum + width, 2 * PADDING), SIZE * 1.6], margin: 0 })
  let x = PADDING
  runs.forEach(({ text, face }, index) => {
    page.font(face)
    for (const [color, shift] of [
      ['#fff', SHADOW],
      [COLOR, 0],
    ] as const)
      page.fillColor(color).text(text, x + shift, SIZE * 1.2 + shift, { lineBreak: false, baseline: 'alphabetic' })
    x += widths[index]!
  })
  page.end()
  await finished
  return Buffer.concat(chunks)
}

function stampPage(page: PDFPage, stamp: PDFEmbeddedPage) {
  const box = page.getCropBox()
  const turned = ((page.getRotation().angle % 360) + 360) % 360
  const isSideways = turned === 90 || turned === 270
  /** As the reader sees the page. */
  const [width, height] = isSideways ? [box.height, box.width] : [box.width, box.height]
  const place = (x: number, y: number) => inPage({ x, y, width, height, turned, box })
  const angle = (Math.atan2(height, width) * 180) / Math.PI
  const scale = Math.min((Math.hypot(width, height) * 0.7) / stamp.width, (Math.min(width, height) * 0.08) / SIZE)
  const [long, tall] = [stamp.width * scale, stamp.height * scale]
  const radians = (angle * Math.PI) / 180
  const start = {
    x: width / 2 - (long / 2) * Math.cos(radians) + (tall / 2) * Math.sin(radians),
    y: height / 2 - (long / 2) * Math.sin(radians) - (tall / 2) * Math.cos(radians),
  }
  page.drawPage(stamp, {
    ...place(start.x, start.y),
    width: long,
    height: tall,
    rotate: degrees(angle + turned),
    opacity: OPACITY.across,
  })
  const footScale = Math.min(FOOT_SIZE / SIZE, (width - 2 * FOOT_MARGIN) / stamp.width)
  page.drawPage(stamp, {
    ...place((width - stamp.width * footScale) / 2, FOOT_MARGIN / 2),
    width: stamp.width * footScale,
    height: stamp.height * footScale,
    rotate: degrees(turned),
    opacity: OPACITY.foot,
  })
}

interface Placed {
  x: number
  y: number
  width: number
  height: number
  turned: number
  box: { x: number; y: number }
}

/** From the page as it is seen to the page as it is stored. */
function inPage({ x, y, width, height, turned, box }: Placed): { x: number; y: number } {
  const [left, bottom] =
    turned === 90
      ? [height - y, x]
      : turned === 180
        ? [width - x, height - y]
        : turned === 270
          ? [y, width - x]
          : [x, y]
  return { x: box.x + left, y: box.y + bottom }
}
