/**
 * Stamps who received an Office file: in the header of each section of Word, at the foot of each slide, and in the
 * page header of each sheet, which is printed. The result is opened again: a file that lost a mark goes to nobody.
 */
import { pack } from '../office/archive.ts'
import { officePages, sheetsOf, slidesOf } from '../office/office-pages.ts'
import { mainPart, openPackage, xmlOf, type OfficePackage } from '../office/package.ts'
import { segmentsOf } from '../office/text-segments.ts'
import { attributeOf, bytesOfXml, encoded, scan } from '../office/xml.ts'
import { Unreadable } from '../unreadable.ts'
import { atEndOf, inserted, prefixOf, rangesOf } from './insert.ts'
import { watermarkWord } from './word-watermark.ts'

/** Excel takes 255 characters for a page header. */
const LETTERS = 200

export async function watermarkOffice(bytes: Uint8Array, asked: string): Promise<Uint8Array> {
  const mark = asked.replace(/\s+/g, ' ').trim().slice(0, LETTERS)
  const office = await openPackage(bytes)
  const { part, kind } = mainPart(office)
  if (kind === 'word') watermarkWord(office, part, mark)
  else if (kind === 'slides') watermarkSlides(office, part, mark)
  else for (const sheet of sheetsOf(office, part)) watermarkSheet(office, sheet.part, mark)
  const stamped = pack(office.entries)
  if (!(await isMarked(stamped, mark))) throw new Unreadable('broken')
  return stamped
}

async function isMarked(bytes: Uint8Array, mark: string): Promise<boolean> {
  const office = await openPackage(bytes)
  const { part, kind } = mainPart(office)
  const words = kind === 'sheets' ? inHeader(mark) : mark
  const isIn = (each: string) => segmentsOf(xmlOf(office, each)).some(({ text }) => text.includes(words))
  if (kind === 'slides') return slidesOf(office, part).every((slide) => isIn(slide.part))
  if (kind === 'sheets') return sheetsOf(office, part).every((sheet) => isIn(sheet.part))
  const headers = office.relationshipsOf(part).filter((each) => each.kind === 'header' && each.part !== undefined)
  return headers.length > 0 && headers.every((header) => isIn(header.part!)) && officePages(office).length > 0
}

/** An ampersand is doubled in page headers. */
const inHeader = (mark: string) => mark.replaceAll('&', '&&')

const [WIDTH, HEIGHT, TALL] = [9_144_000, 6_858_000, 300_000]
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/main'
const STRICT_DRAWING = 'http://purl.oclc.org/ooxml/drawingml/main'

function watermarkSlides(office: OfficePackage, main: string, mark: string) {
  let [width, height] = [WIDTH, HEIGHT]
  scan(xmlOf(office, main), {
    open: (element) => {
      if (element.local !== 'sldSz') return
      width = Number(attributeOf(element, 'cx')) || WIDTH
      height = Number(attributeOf(element, 'cy')) || HEIGHT
    },
  })
  for (const { part } of slidesOf(office, main)) {
    const xml = xmlOf(office, part)
    const [tree] = rangesOf(xml, ({ local, parent }) => local === 'spTree' && parent?.local === 'cSld')
    const ids = [...xml.matchAll(/cNvPr\s[^>]*?\bid="(\d+)"/g)].map(([, id]) => Number(id))
    const p = tree ? prefixOf(tree.element) : 'p:'
    const drawing = xml.includes(STRICT_DRAWING) ? STRICT_DRAWING : DRAWING
    const shape = `<${p}sp xmlns:mark="${drawing}"><${p}nvSpPr><${p}cNvPr id="${Math.max(1, ...ids) + 1}" name="Reader"/><${p}cNvSpPr txBox="1"/><${p}nvPr/></${p}nvSpPr><${p}spPr><mark:xfrm><mark:off x="0" y="${height - TALL}"/><mark:ext cx="${width}" cy="${TALL}"/></mark:xfrm><mark:prstGeom prst="rect"><mark:avLst/></mark:prstGeom><mark:solidFill><mark:srgbClr val="FFFFFF"/></mark:solidFill></${p}spPr><${p}txBody><mark:bodyPr anchor="ctr"/><mark:lstStyle/><mark:p><mark:pPr algn="ctr"/><mark:r><mark:rPr lang="en-US" sz="1000"><mark:solidFill><mark:srgbClr val="5B6368"/></mark:solidFill></mark:rPr><mark:t>${encoded(mark)}</mark:t></mark:r></mark:p></${p}txBody></${p}sp>`
    office.entries.set(part, bytesOfXml(inserted(xml, [atEndOf(xml, tree, shape)])))
  }
}

/** What follows the page header in a sheet. */
const AFTER =
  /^(rowBreaks|colBreaks|customProperties|cellWatches|ignoredErrors|smartTags|drawing(HF)?|legacyDrawing(HF)?|picture|oleObjects|controls|webPublishItems|tableParts|extLst)$/

/** Replaces the page headers of the sheet; its footers stay. */
function watermarkSheet(office: OfficePackage, part: string, mark: string) {
  const xml = xmlOf(office, part)
  const ofRoot = rangesOf(xml, ({ parent }) => parent !== null && parent.parent === null)
  const [root] = rangesOf(xml, ({ parent }) => parent === null)
  const known = ofRoot.find(({ element }) => element.local === 'headerFooter')
  const s = root ? prefixOf(root.element) : ''
  const footers = new Map<string, string>()
  if (known)
    for (const { element, innerEnd } of rangesOf(xml, ({ local }) => /^(odd|even|first)Footer$/.test(local)))
      footers.set(element.local, xml.slice(element.end, innerEnd))
  const line = (local: string, text: string | undefined) =>
    text === undefined ? '' : `<${s}${local}>${text}</${s}${local}>`
  const header = encoded(`&C${inHeader(mark)}`)
  const content = ['odd', 'even', 'first']
    .map((kind) => line(`${kind}Header`, header) + line(`${kind}Footer`, footers.get(`${kind}Footer`)))
    .join('')
  const attributes = known?.element.attributes.map(({ name, value }) => ` ${name}="${encoded(value)}"`).join('') ?? ''
  const written = `<${s}headerFooter${attributes}>${content}</${s}headerFooter>`
  const next = ofRoot.find(({ element }) => AFTER.test(element.local))
  const insertion = known
    ? { at: known.element.start, until: known.end, xml: written }
    : next
      ? { at: next.element.start, xml: written }
      : atEndOf(xml, root, written)
  office.entries.set(part, bytesOfXml(inserted(xml, [insertion])))
}
