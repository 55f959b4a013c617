/** An invoice as a file, on one page of A4, in the form of the page. */
import { invoiceFacts, moneyOf } from '#shared/membership.ts'
import { PRODUCT_NAME } from '#shared/networks.ts'
import type { ShownInvoice } from './invoices.actions.ts'

const MARGIN = 64
const LABEL_WIDTH = 120
const INK = '#15191B'
const QUIET = '#5B6368'
const RULE = '#BFC6C3'

export async function invoicePdf(invoice: ShownInvoice): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const page = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    info: { Title: `Invoice ${invoice.number}`, Author: PRODUCT_NAME },
  })
  const chunks: Buffer[] = []
  page.on('data', (chunk: Buffer) => chunks.push(chunk))
  const finished = new Promise<void>((resolve, reject) => page.on('end', resolve).on('error', reject))
  const width = page.page.width - 2 * MARGIN
  const doubleRule = () => {
    for (const gap of [0, 3])
      page
        .moveTo(MARGIN, page.y + gap)
        .lineTo(MARGIN + width, page.y + gap)
        .lineWidth(0.75)
        .stroke(RULE)
    page.moveDown(1.5)
  }
  page.font('Times-Roman').fontSize(20).fillColor(INK).text(PRODUCT_NAME)
  page.font('Helvetica').fontSize(10).fillColor(QUIET).text(invoice.network).moveDown(1)
  doubleRule()
  page
    .font('Times-Roman')
    .fontSize(24)
    .fillColor(INK)
    .text(`Invoice ${latin(invoice.number)}`)
    .moveDown(1)
  for (const [label, value] of invoiceFacts(invoice)) {
    const { y } = page
    page.font('Helvetica').fontSize(11).fillColor(QUIET).text(label, MARGIN, y, { width: LABEL_WIDTH })
    page
      .fillColor(INK)
      .text(latin(value), MARGIN + LABEL_WIDTH, y, { width: width - LABEL_WIDTH })
      .moveDown(0.6)
  }
  page.x = MARGIN
  page.moveDown(1)
  doubleRule()
  page.font('Times-Roman').fontSize(18).fillColor(INK).text(moneyOf(invoice.amount), { align: 'right' })
  page.end()
  await finished
  return Buffer.concat(chunks)
}

/** The built-in faces know Latin-1 only; any other sign would come out as a wrong one. */
const latin = (text: string) => text.normalize('NFC').replaceAll(/[^\u0020-\u00ff]/g, '?')
