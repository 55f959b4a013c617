/**
 * A certificate as a PDF of one page, with its signed statement inside as an attachment that is not compressed: the file
 * alone is enough to verify it.
 */
import { encode } from 'uqr'
import { runsOf, type Weight } from '#server/platform/pdf-fonts.ts'
import { certificateText, type CertificateStatement } from '#shared/certificates.ts'
import { creditsOf, longDay, minutesInWords } from '#shared/cle.ts'

type Page = InstanceType<typeof import('pdfkit')>

const MARGIN = 64
const LABEL_WIDTH = 132
const QR_POINTS = 104
const INK = '#15191B'
const QUIET = '#5B6368'
const PLATE = '#6C1A30'
const ROW_GAP = 10

interface Drawn {
  x: number
  y: number
  width: number
  size: number
  color?: string
  weight?: Weight
}

export interface SignedCertificate {
  statement: CertificateStatement
  signed: string
  signature: string
  verifyUrl: string
}

export async function certificatePdf(certificate: SignedCertificate): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const { statement, signed, signature } = certificate
  const page = new PDFDocument({
    size: 'LETTER',
    margin: MARGIN,
    lang: 'en-US',
    compress: false,
    info: { Title: `CLE certificate: ${statement.program}`, Author: statement.issuer },
  })
  const chunks: Buffer[] = []
  page.on('data', (chunk: Buffer) => chunks.push(chunk))
  const finished = new Promise<void>((resolve, reject) => page.on('end', resolve).on('error', reject))
  draw(page, certificate)
  page.file(Buffer.from(certificateText(signed, signature), 'utf8'), {
    name: 'certificate.json',
    type: 'application/json',
    description: 'The signed statement',
  })
  page.end()
  await finished
  return Buffer.concat(chunks)
}

function write(page: Page, text: string, { x, y, width, size, color = INK, weight }: Drawn): number {
  const runs = runsOf(text, weight)
  page.fontSize(size).fillColor(color)
  for (const [index, { text: piece, face }] of runs.entries()) {
    const options = { width, continued: index < runs.length - 1 }
    page.font(face)
    if (index === 0) page.text(piece, x, y, options)
    else page.text(piece, options)
  }
  return page.y
}

const factsOf = (statement: CertificateStatement): [string, string][] => [
  ['Awarded to', statement.name],
  ['Program', statement.program],
  ['Date', longDay(statement.date)],
  ['Credits', `${creditsOf(statement.credits)} in ${statement.state}`],
  ['Time', minutesInWords(statement.minutes)],
  ['Accreditation', statement.accreditation],
  ['Issued', `${longDay(statement.issued_at.slice(0, 10))} by ${statement.issuer}`],
]

function draw(page: Page, { statement, verifyUrl }: SignedCertificate) {
  const width = page.page.width - 2 * MARGIN
  page.rect(0, 0, page.page.width, 10).fill(PLATE)
  const issuer = write(page, statement.issuer, { x: MARGIN, y: MARGIN, width, size: 13, color: PLATE, weight: 'bold' })
  let y = write(page, 'Certificate of attendance', { x: MARGIN, y: issuer + 4, width, size: 26, weight: 'bold' }) + 2
  y = write(page, 'Continuing legal education', { x: MARGIN, y, width, size: 12, color: QUIET }) + 28
  for (const [label, value] of factsOf(statement)) {
    write(page, label, { x: MARGIN, y, width: LABEL_WIDTH, size: 10, color: QUIET })
    y = write(page, value, { x: MARGIN + LABEL_WIDTH, y, width: width - LABEL_WIDTH, size: 12 }) + ROW_GAP
  }
  drawVerification(page, { verifyUrl, code: statement.code, y: y + 24, width })
}

interface Verification {
  verifyUrl: string
  code: string
  y: number
  width: number
}

function drawVerification(page: Page, { verifyUrl, code, y, width }: Verification) {
  const { data, size } = encode(verifyUrl, { ecc: 'M', border: 0 })
  const unit = QR_POINTS / size
  page.fillColor(INK)
  for (const [row, cells] of data.entries())
    for (const [column, isDark] of cells.entries())
      if (isDark) page.rect(MARGIN + column * unit, y + row * unit, unit + 0.05, unit + 0.05)
  page.fill()
  const beside = { x: MARGIN + QR_POINTS + 20, width: width - QR_POINTS - 20 }
  let next = write(page, 'Verify this certificate', { ...beside, y, size: 11, weight: 'bold' }) + 4
  next = write(page, verifyUrl, { ...beside, y: next, size: 9, color: QUIET }) + 4
  next = write(page, `Code ${code}`, { ...beside, y: next, size: 9 }) + 4
  write(page, 'This file contains a signed statement that can be verified without a connection.', {
    ...beside,
    y: next,
    size: 9,
    color: QUIET,
  })
}
