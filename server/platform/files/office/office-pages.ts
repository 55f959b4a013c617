/** The visible texts of Office files: pages of Word by their page breaks, sheets of Excel, slides of PowerPoint. */
import type { FilePage } from '../file-types.ts'
import { attributeOf, scan } from './xml.ts'
import { mainPart, xmlOf, type OfficePackage } from './package.ts'
import { segmentsOf } from './text-segments.ts'

const PAGES = 2_000
const LETTERS = 4_000_000

export interface OfficePage extends FilePage {
  part: string
  name: string
  isHidden: boolean
}

export function officePages(office: OfficePackage): OfficePage[] {
  const { part, kind } = mainPart(office)
  return { word: wordPages, sheets: sheetPages, slides: slidePages }[kind](office, part)
}

function wordPages(office: OfficePackage, main: string): OfficePage[] {
  const related = office.relationshipsOf(main)
  const textsOf = (pattern: RegExp) =>
    related.flatMap(({ kind, part }) =>
      part !== undefined && pattern.test(kind) ? segmentsOf(xmlOf(office, part)) : [],
    )
  const notes = textsOf(/^(foot|end)notes$/)
  const lines: string[][] = [[]]
  for (const { text, page, kind, notes: refersTo } of segmentsOf(xmlOf(office, main))) {
    if (kind !== 'paragraph' || page > PAGES) continue
    while (lines.length < page) lines.push([])
    lines[page - 1]!.push(
      text,
      ...notes.flatMap(({ note, text: said }) => (refersTo.includes(note ?? '') ? [said] : [])),
    )
  }
  const others = textsOf(/^(header|footer|chart|diagramdata)$/).filter(({ kind }) => kind === 'paragraph')
  lines[0]!.push(...new Set(others.map(({ text }) => text)))
  return lines.map((page, index) => ({
    number: index + 1,
    label: 'Page',
    text: page.join('\n'),
    part: main,
    name: `Page ${index + 1}`,
    isHidden: false,
  }))
}

export interface Sheet {
  name: string
  part: string
  isHidden: boolean
}

export function sheetsOf(office: OfficePackage, main: string): Sheet[] {
  const related = new Map(office.relationshipsOf(main).map(({ id, part }) => [id, part]))
  const sheets: Sheet[] = []
  scan(xmlOf(office, main), {
    open: (element) => {
      if (element.local !== 'sheet') return
      const id = element.attributes.find(({ name }) => /:id$/.test(name))?.value
      const part = related.get(id ?? '')
      if (part !== undefined)
        sheets.push({
          name: attributeOf(element, 'name') ?? '',
          part,
          isHidden: /^(veryH|h)idden$/.test(attributeOf(element, 'state') ?? ''),
        })
    },
  })
  return sheets
}

function sheetPages(office: OfficePackage, main: string): OfficePage[] {
  const strings = office.relationshipsOf(main).find(({ kind }) => kind === 'sharedstrings')?.part
  const shared = strings === undefined ? [] : sharedStrings(xmlOf(office, strings))
  let left = LETTERS
  return sheetsOf(office, main)
    .slice(0, PAGES)
    .map(({ name, part, isHidden }, index) => {
      const text = [name, sheetText(xmlOf(office, part), shared), ...drawnTexts(office, part)]
        .filter((piece) => piece !== '')
        .join('\n')
        .slice(0, left)
      left -= text.length
      return { number: index + 1, label: 'Sheet', text, part, name: `Sheet “${name}”`, isHidden }
    })
}

function sharedStrings(xml: string): string[] {
  const strings: string[] = []
  scan(xml, {
    open: ({ local }) => {
      if (local === 'si') strings.push('')
    },
    text: (text, { local, parent }) => {
      if (local === 't' && parent?.local !== 'rPh' && strings.length > 0) strings[strings.length - 1] += text
    },
  })
  return strings
}

/** A line for each row, a tab between cells; then headers and footers. */
function sheetText(xml: string, shared: readonly string[]): string {
  const rows: string[] = []
  const others: string[] = []
  let [cells, type]: [string[], string | undefined] = [[], undefined]
  scan(xml, {
    open: (element) => {
      if (element.local === 'row') cells = []
      if (element.local === 'c') type = attributeOf(element, 't')
    },
    text: (text, { local, parent }) => {
      if (local === 'v') cells.push(type === 's' ? (shared[Number(text)] ?? '') : text)
      else if (local === 't' && parent?.local !== 'rPh') cells.push(text)
      else if (/^(odd|even|first)(Header|Footer)$/.test(local))
        others.push(text.replace(/&[LCRPNDTFAZ]|&"[^"]*"|&\d+/g, ' '))
    },
    close: ({ local }) => {
      const row = local === 'row' ? cells.join('\t').trim() : ''
      if (row !== '') rows.push(row)
    },
  })
  return [...rows, ...others].join('\n')
}

/** Text boxes, charts and diagrams of a sheet or a slide. */
function drawnTexts(office: OfficePackage, part: string, depth = 0): string[] {
  return office.relationshipsOf(part).flatMap(({ kind, part: drawn }) => {
    if (drawn === undefined || depth > 2 || !/^(drawing|chart|chartex|diagramdata|chartusershapes)$/.test(kind))
      return []
    const texts = segmentsOf(xmlOf(office, drawn)).filter((segment) => segment.kind === 'paragraph')
    return [...texts.map(({ text }) => text), ...drawnTexts(office, drawn, depth + 1)]
  })
}

export interface Slide {
  part: string
  notes: string | undefined
  isHidden: boolean
}

export function slidesOf(office: OfficePackage, main: string): Slide[] {
  const related = new Map(office.relationshipsOf(main).map(({ id, part }) => [id, part]))
  const slides: Slide[] = []
  scan(xmlOf(office, main), {
    open: (element) => {
      if (element.local !== 'sldId') return
      const part = related.get(element.attributes.find(({ name }) => /:id$/.test(name))?.value ?? '')
      if (part === undefined) return
      const notes = office.relationshipsOf(part).find(({ kind }) => kind === 'notesslide')?.part
      slides.push({ part, notes, isHidden: /^[^>]*<(\w+:)?sld\b[^>]*\sshow="(0|false)"/.test(start(office, part)) })
    },
  })
  return slides
}

const start = (office: OfficePackage, part: string) =>
  xmlOf(office, part)
    .slice(0, 4_000)
    .replace(/<\?.*?\?>|<!--.*?-->/gs, '')

function slidePages(office: OfficePackage, main: string): OfficePage[] {
  return slidesOf(office, main)
    .slice(0, PAGES)
    .map(({ part, notes, isHidden }, index) => {
      const parts = [part, ...(notes === undefined ? [] : [notes])]
      const texts = parts.flatMap((each) => segmentsOf(xmlOf(office, each))).filter(({ kind }) => kind === 'paragraph')
      const lines = [...texts.map(({ text }) => text), ...drawnTexts(office, part)]
      return { number: index + 1, label: 'Slide', text: lines.join('\n'), part, name: `Slide ${index + 1}`, isHidden }
    })
}
