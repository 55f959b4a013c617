/** An invoice as a PDF of A4 pages, in the same order as the web page. */
import { customerLines, issuerLines, percentOf, type InvoiceLine } from '#shared/invoices.ts'
import { invoiceFacts, moneyOf } from '#shared/membership.ts'
import { PRODUCT_NAME } from '#shared/networks.ts'
import type { ShownInvoice } from './invoices.actions.ts'
import { runsOf, type Weight } from '#server/platform/pdf-fonts.ts'

type Page = InstanceType<typeof import('pdfkit')>

const MARGIN = 56
const LABEL_WIDTH = 52
const GAP = 16
/** A common ascent, so that all fonts share one baseline. */
const ASCENT = 1.069
const INK = '#15191B'
const QUIET = '#5B6368'
const RULE = '#BFC6C3'
/** Right edges of the number columns, as fractions of the width; the description uses the rest. */
const COLUMNS = [
  { title: 'Quantity', right: 0.5, width: 0.1, of: (line: InvoiceLine) => String(line.quantity) },
  { title: 'Unit price', right: 0.66, width: 0.16, of: (line: InvoiceLine) => moneyOf(line.unit_price) },
  { title: 'Net', right: 0.8, width: 0.14, of: (line: InvoiceLine) => moneyOf(line.net) },
  { title: 'Tax', right: 0.86, width: 0.08, of: (line: InvoiceLine) => percentOf(line.tax_percent) },
  { title: 'Gross', right: 1, width: 0.14, of: (line: InvoiceLine) => moneyOf(line.gross) },
]
const DESCRIPTION_WIDTH = 0.38

interface Drawn {
  x: number
  y: number
  width: number
  size?: number
  color?: string
  weight?: Weight
  align?: 'right'
}

export async function invoicePdf(invoice: ShownInvoice): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const page = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    lang: 'en-US',
    info: { Title: `Invoice ${invoice.number}`, Author: invoice.issuer.name || PRODUCT_NAME },
  })
  const chunks: Buffer[] = []
  page.on('data', (chunk: Buffer) => chunks.push(chunk))
  const finished = new Promise<void>((resolve, reject) => page.on('end', resolve).on('error', reject))
  draw(page, invoice)
  page.end()
  await finished
  return Buffer.concat(chunks)
}

/** Writes a text in the fonts its scripts need, and returns the y position after it. */
function write(page: Page, text: string, { x, y, width, size = 10, color = INK, weight, align }: Drawn): number {
  const runs = runsOf(text, weight)
  const ascent = size * ASCENT
  page.fontSize(size).fillColor(color)
  for (const [index, { text: piece, face }] of runs.entries()) {
    const options = {
      width,
      continued: index < runs.length - 1,
      baseline: 'alphabetic' as const,
      ...(align && { align }),
    }
    page.font(face)
    if (index === 0) page.text(piece, x, y + ascent, options)
    else page.text(piece, options)
  }
  return page.y - ascent
}

const writeLines = (page: Page, lines: readonly string[], drawn: Drawn) =>
  lines.reduce(
    (y, line, index) => write(page, line, { ...drawn, y, weight: index === 0 ? 'bold' : 'regular' }),
    drawn.y,
  )

function rule(page: Page, y: number, width: number): number {
  page
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + width, y)
    .lineWidth(0.75)
    .stroke(RULE)
  return y
}

function draw(page: Page, invoice: ShownInvoice) {
  const width = page.page.width - 2 * MARGIN
  const issued = writeLines(page, issuerLines(invoice.issuer), { x: MARGIN, y: MARGIN, width, size: 9 })
  rule(page, issued + GAP, width)
  const title = { x: MARGIN, y: rule(page, issued + GAP + 3, width) + GAP, width, size: 22, weight: 'bold' as const }
  const below = write(page, `Invoice ${invoice.number}`, title) + GAP
  const half = width * 0.45
  const label = write(page, 'Billed to', { x: MARGIN, y: below, width: half, size: 9, color: QUIET })
  const billed = writeLines(page, customerLines(invoice.customer), { x: MARGIN, y: label + 2, width: half })
  const facts = drawFacts(page, invoice, { x: MARGIN + half + GAP, y: below, width: width - half - GAP })
  const lines = drawLines(page, invoice.lines, Math.max(billed, facts) + 2 * GAP)
  drawTotals(page, invoice, lines)
}

function drawFacts(page: Page, invoice: ShownInvoice, { x, y, width }: Pick<Drawn, 'x' | 'y' | 'width'>): number {
  let next = y
  for (const [label, value] of invoiceFacts(invoice)) {
    write(page, label, { x, y: next, width: LABEL_WIDTH, size: 9, color: QUIET })
    next = write(page, value, { x: x + LABEL_WIDTH, y: next, width: width - LABEL_WIDTH }) + 3
  }
  return next
}

function drawLines(page: Page, lines: readonly InvoiceLine[], y: number): number {
  const width = page.page.width - 2 * MARGIN
  const cell = (column: (typeof COLUMNS)[number]) => ({
    x: MARGIN + width * (column.right - column.width),
    width: width * column.width,
    align: 'right' as const,
    size: 9,
  })
  let next = y
  write(page, 'Description', { x: MARGIN, y, width: width * DESCRIPTION_WIDTH, size: 9, color: QUIET })
  for (const column of COLUMNS) next = write(page, column.title, { ...cell(column), y, color: QUIET })
  for (const line of lines) {
    if (next > page.page.height - 2 * MARGIN) next = page.addPage().page.margins.top
    const top = rule(page, next + 4, width) + 6
    next = write(page, line.description, { x: MARGIN, y: top, width: width * DESCRIPTION_WIDTH })
    for (const column of COLUMNS) write(page, column.of(line), { ...cell(column), y: top })
  }
  return rule(page, next + 6, width) + GAP
}

function drawTotals(page: Page, invoice: ShownInvoice, y: number) {
  const width = page.page.width - 2 * MARGIN
  const { net, tax, amount, tax_note } = invoice
  const right = { x: MARGIN + width / 2, width: width / 2, align: 'right' as const }
  let next = y
  for (const [label, cents] of [
    ['Net', net],
    ['Tax', tax],
  ] as const)
    next = write(page, `${label}  ${moneyOf(cents)}`, { ...right, y: next, color: QUIET })
  next = write(page, `Total  ${moneyOf(amount)}`, { ...right, y: next + 4, size: 14, weight: 'bold' })
  if (tax_note) next = write(page, tax_note, { x: MARGIN, y: next + GAP, width, size: 9 })
  write(page, 'All amounts in US dollars.', { x: MARGIN, y: next + GAP, width, size: 9, color: QUIET })
}
