/**
 * Removes what a reader of an Office file does not see at first: hidden sheets, rows and columns, hidden slides and
 * shapes, notes of slides, hidden text. Only after the member has agreed.
 */
import type { Removed } from '../removed.ts'
import { Unreadable } from '../unreadable.ts'
import { slidesOf } from '../office/office-pages.ts'
import { xmlOf, type OfficeKind, type OfficePackage } from '../office/package.ts'
import { segmentsOf } from '../office/text-segments.ts'
import { attributeOf, bytesOfXml, rewrite, type XmlElement } from '../office/xml.ts'
import { hidingStyles, withoutHiddenRuns, withoutNotes, wordParts } from './hidden-runs.ts'
import { removeHiddenCells } from './hidden-sheets.ts'

/** What relationships may no longer lead to. */
export interface Excluded {
  parts: Set<string>
  /** “part id”: of pictures and links in text that was removed. */
  links: Set<string>
}

interface Main {
  part: string
  kind: OfficeKind
}

export function removeHidden(office: OfficePackage, main: Main, removed: Removed): Excluded {
  const excluded: Excluded = { parts: new Set(), links: new Set() }
  if (main.kind === 'word') removeRuns(office, main.part, removed, excluded)
  else if (main.kind === 'slides') removeSlides(office, main.part, removed, excluded)
  else for (const part of removeHiddenCells(office, main.part, removed)) excluded.parts.add(part)
  return excluded
}

/** Writes a part, and excludes the relationships that it no longer mentions. */
function write(office: OfficePackage, part: string, xml: string, excluded: Excluded) {
  const before = xmlOf(office, part)
  if (before === xml) return
  const mentions = (text: string, id: string) => text.includes(`"${id}"`) || text.includes(`'${id}'`)
  for (const { id } of office.relationshipsOf(part))
    if (mentions(before, id) && !mentions(xml, id)) excluded.links.add(`${part} ${id}`)
  office.entries.set(part, bytesOfXml(xml))
}

function removeRuns(office: OfficePackage, main: string, removed: Removed, excluded: Excluded) {
  const styles = hidingStyles(office, main)
  const notes = new Set<string>()
  const parts = wordParts(office)
  for (const part of parts) {
    const found = withoutHiddenRuns(xmlOf(office, part), styles)
    if (found.count === 0) continue
    removed.hiddenText += found.count
    for (const note of found.notes) notes.add(note)
    write(office, part, found.xml, excluded)
  }
  if (notes.size > 0) for (const part of parts) write(office, part, withoutNotes(xmlOf(office, part), notes), excluded)
}

function removeSlides(office: OfficePackage, main: string, removed: Removed, excluded: Excluded) {
  const slides = slidesOf(office, main)
  const hidden = new Set(slides.filter(({ isHidden }) => isHidden).map(({ part }) => part))
  if (slides.length > 0 && slides.every(({ part }) => hidden.has(part))) throw new Unreadable('unsupported')
  removed.hiddenSlides += hidden.size
  for (const part of hidden) excluded.parts.add(part)
  for (const { part, notes } of slides) {
    if (notes !== undefined && hasWords(xmlOf(office, notes))) {
      excluded.parts.add(notes)
      if (!hidden.has(part)) removed.notes += 1
    }
    if (!hidden.has(part)) write(office, part, withoutHiddenShapes(xmlOf(office, part), removed), excluded)
  }
  office.entries.set(main, bytesOfXml(withoutSlides(office, main, hidden)))
}

export const hasWords = (xml: string) =>
  segmentsOf(xml).some(({ kind, text }) => kind === 'paragraph' && /\p{L}{2}/u.test(text))

const SHAPES = new Set(['sp', 'pic', 'graphicFrame', 'grpSp', 'cxnSp', 'contentPart'])
/** The shape that an element with `hidden` belongs to. */
export function hiddenShape(element: XmlElement): XmlElement | undefined {
  if (element.local !== 'cNvPr' || !/^(1|true)$/.test(attributeOf(element, 'hidden') ?? '')) return undefined
  const shape = element.parent?.parent
  return shape && SHAPES.has(shape.local) ? shape : undefined
}

function withoutHiddenShapes(xml: string, removed: Removed): string {
  const hidden = new Set<XmlElement>()
  return rewrite(xml, {
    element: (element) => {
      const shape = hiddenShape(element)
      if (shape) hidden.add(shape)
      return undefined
    },
    replace: (element, end) => {
      if (!hidden.has(element)) return undefined
      removed.hiddenText += 1
      return { start: end, end }
    },
  })
}

/** Sections list the slides by number; the list of slides itself follows its relationships. */
function withoutSlides(office: OfficePackage, main: string, hidden: ReadonlySet<string>): string {
  const links = new Map(office.relationshipsOf(main).map(({ id, part }) => [id, part]))
  const numbers = new Set<string>()
  return rewrite(xmlOf(office, main), {
    element: (element) => {
      if (element.local !== 'sldId') return undefined
      const link = element.attributes.find(({ name }) => /:id$/.test(name))?.value
      const number = element.attributes.find(({ name }) => name === 'id')?.value ?? ''
      if (link === undefined) return numbers.has(number) ? 'remove' : undefined
      if (hidden.has(links.get(link) ?? '')) numbers.add(number)
      return undefined
    },
  })
}
