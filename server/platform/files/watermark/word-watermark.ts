/** A line in the header of every section. Sections without a header of their own take that of the one before. */
import { CONTENT_TYPES, relationshipsName, writeRelationships, xmlOf, type OfficePackage } from '../office/package.ts'
import { attributeOf, bytesOfXml, encoded, type XmlElement } from '../office/xml.ts'
import { atEndOf, atStartOf, inserted, prefixOf, rangesOf, type Insertion, type Range } from './insert.ts'

const KINDS = ['default', 'first', 'even']
const HEADER = 'application/vnd.openxmlformats-officedocument.wordprocessingml.header+xml'
/** The usual format and the strict one. */
const SPACES = {
  usual: {
    word: 'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
    links: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  },
  strict: {
    word: 'http://purl.oclc.org/ooxml/wordprocessingml/main',
    links: 'http://purl.oclc.org/ooxml/officeDocument/relationships',
  },
}

export function watermarkWord(office: OfficePackage, main: string, mark: string): void {
  const xml = xmlOf(office, main)
  const headers = office.relationshipsOf(main).filter(({ kind, part }) => kind === 'header' && part !== undefined)
  for (const part of new Set(headers.map((header) => header.part!))) markHeader(office, part, mark)
  const sections = rangesOf(xml, isSection).toSorted((a, b) => a.element.start - b.element.start)
  const first = sections[0]
  const known = first ? referencesIn(xml, first.element) : []
  const missing = KINDS.filter((kind) => !known.includes(kind))
  if (missing.length === 0) return
  const spaces = xml.includes(SPACES.strict.word) ? SPACES.strict : SPACES.usual
  const id = addHeader(office, main, spaces, mark)
  office.entries.set(main, bytesOfXml(inserted(xml, [references(xml, first, { missing, id, links: spaces.links })])))
}

/** Not the former properties of a section, which a tracked change keeps. */
const isSection = (element: XmlElement) => element.local === 'sectPr' && element.parent?.local !== 'sectPrChange'

const referencesIn = (xml: string, section: XmlElement) =>
  rangesOf(xml, (element) => element.local === 'headerReference' && element.parent?.start === section.start).map(
    ({ element }) => attributeOf(element, 'type') ?? 'default',
  )

interface Wanted {
  missing: readonly string[]
  id: string
  links: string
}

/** References stand first in a section. A document without a section gets one. */
function references(xml: string, section: Range | undefined, { missing, id, links }: Wanted): Insertion {
  const [body] = rangesOf(xml, ({ local, parent }) => local === 'body' && parent?.parent === null)
  const prefix = body ? prefixOf(body.element) : 'w:'
  const written = missing
    .map((kind) => `<${prefix}headerReference xmlns:mark="${links}" ${prefix}type="${kind}" mark:id="${id}"/>`)
    .join('')
  return section
    ? atStartOf(xml, section, written)
    : atEndOf(xml, body, `<${prefix}sectPr>${written}</${prefix}sectPr>`)
}

function lineOf(prefix: string, mark: string): string {
  const w = prefix
  return `<${w}p><${w}pPr><${w}jc ${w}val="center"/></${w}pPr><${w}r><${w}rPr><${w}color ${w}val="5B6368"/><${w}sz ${w}val="18"/></${w}rPr><${w}t xml:space="preserve">${encoded(mark)}</${w}t></${w}r></${w}p>`
}

function markHeader(office: OfficePackage, part: string, mark: string) {
  const xml = xmlOf(office, part)
  const [root] = rangesOf(xml, ({ parent }) => parent === null)
  const line = lineOf(root ? prefixOf(root.element) : 'w:', mark)
  office.entries.set(part, bytesOfXml(inserted(xml, [atStartOf(xml, root, line)])))
}

/** Resolves to the id of its relationship. */
function addHeader(office: OfficePackage, main: string, spaces: { word: string; links: string }, mark: string): string {
  const part = freeName(office, 'word/header-mark')
  office.entries.set(part, bytesOfXml(`<w:hdr xmlns:w="${spaces.word}">${lineOf('w:', mark)}</w:hdr>`))
  const known = office.relationshipsOf(main)
  const id = freeId(known.map((each) => each.id))
  const rels = relationshipsName(main)
  const name = office.find(rels) ?? rels
  const added = { id, kind: 'header', type: `${spaces.links}/header`, target: `/${part}`, isExternal: false, part }
  office.entries.set(name, writeRelationships([...known, added]))
  const types = office.find(CONTENT_TYPES)!
  const xml = xmlOf(office, types)
  const [root] = rangesOf(xml, ({ parent }) => parent === null)
  const override = `<${root ? prefixOf(root.element) : ''}Override PartName="/${part}" ContentType="${HEADER}"/>`
  office.entries.set(types, bytesOfXml(inserted(xml, [atEndOf(xml, root, override)])))
  return id
}

function freeName(office: OfficePackage, start: string): string {
  for (let number = 1; ; number++) if (!office.find(`${start}${number}.xml`)) return `${start}${number}.xml`
}
function freeId(known: readonly string[]): string {
  for (let number = 1; ; number++) if (!known.includes(`mark${number}`)) return `mark${number}`
}
