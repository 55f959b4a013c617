/**
 * Looks through every part of a cleaned Office file for the people and companies that the original named. What people
 * can see is a finding with its place; anything else means that the file is not proven.
 */
import { unpack } from './archive.ts'
import type { Finding } from '../file-types.ts'
import type { Identity } from '../identity/identity.ts'
import { scan, textOfXml } from './xml.ts'
import { officePages, sheetsOf, slidesOf } from './office-pages.ts'
import { isXml, mainPart, packageOf, type OfficePackage } from './package.ts'
import { segmentsOf } from './text-segments.ts'

/** Values that people see or hear: names of sheets and columns, alternative texts, tips, list entries. */
const VISIBLE = new Set([
  ...['name', 'descr', 'title', 'tooltip', 'display', 'displayName', 'caption', 'v', 'alt', 'string', 'val', 'instr'],
  ...['prompt', 'promptTitle', 'error', 'errorTitle', 'uniqueName', 'totalsRowLabel', 'lastClr', 'displayFolder'],
])
/** Of elements that only programs read. */
const NOT_VISIBLE = new Set(['font', 'rFonts', 'latin', 'ea', 'cs', 'sym', 'rFont', 'charset'])

export interface Proof {
  findings: Finding[]
  /** Where something identifying is that nobody sees. */
  leaks: string[]
}

export async function proveOffice(bytes: Uint8Array, identity: Identity): Promise<Proof> {
  const office = packageOf(await unpack(bytes))
  const main = mainPart(office)
  const proof: Proof = { findings: [], leaks: [] }
  const places = placesOf(office, main.part, main.kind)
  for (const [name, content] of office.entries) {
    const where = places.get(name) ?? 'Elsewhere'
    if (identity.isIn(name)) proof.leaks.push(`the name of ${name}`)
    if (name.endsWith('.rels')) proveLinks(office, name, { identity, proof, places })
    else if (!isXml(name, office.typeOf(name)) || /\.vml$/i.test(name)) proveBytes(name, content, { identity, proof })
    else if (name !== '[Content_Types].xml')
      proveXml(name, textOfXml(content), where, { identity, proof, isWord: main.kind === 'word' && name === main.part })
  }
  if (main.kind === 'sheets') proveCells(office, { identity, proof })
  return proof
}

interface Proving {
  identity: Identity
  proof: Proof
}

function proveXml(
  part: string,
  xml: string,
  where: string,
  { identity, proof, isWord }: Proving & { isWord: boolean },
) {
  const isCells = where === 'Cells'
  const isInSource = identity.mayBeIn(xml)
  // Words may be divided into runs of text.
  if (isInSource || /<(\w+:)?t[\s>]/.test(xml))
    for (const { text, page } of segmentsOf(xml, { withFallbacks: true }))
      for (const hit of identity.findIn(text))
        if (isCells) proof.leaks.push(CELLS)
        else add(proof, { where: isWord ? `Page ${page}` : where, ...hit })
  if (!isInSource) return
  scan(xml, {
    open: (element) => {
      for (const { local, name, value } of element.attributes) {
        if (name.startsWith('xmlns') || !identity.isIn(value)) continue
        const isVisible = VISIBLE.has(local) && !NOT_VISIBLE.has(element.local)
        if (!isVisible) proof.leaks.push(`${part}: ${element.name} ${name}`)
        else for (const hit of identity.findIn(value)) add(proof, { where, ...hit })
      }
    },
  })
}

const CELLS = 'cells'

/** Cells share their texts, so that a text is looked for in the sheets again; one that no sheet shows is a leak. */
function proveCells(office: OfficePackage, { identity, proof }: Proving) {
  const isShared = proof.leaks.includes(CELLS)
  if (!isShared) return
  const found = officePages(office).flatMap(({ name, text }) =>
    text.split('\n').flatMap((line) => identity.findIn(line).map((hit) => ({ where: name, ...hit }))),
  )
  for (const finding of found) add(proof, finding)
  if (found.length > 0) proof.leaks = proof.leaks.filter((leak) => leak !== CELLS)
}

function proveLinks(
  office: OfficePackage,
  rels: string,
  { identity, proof, places }: Proving & { places: Map<string, string> },
) {
  const part = rels.replace(/_rels\/([^/]*)\.rels$/, '$1')
  for (const { target, isExternal } of office.relationshipsOf(part)) {
    if (!identity.isIn(target)) continue
    if (isExternal)
      for (const { token } of identity.findIn(target))
        add(proof, { where: `Link (${places.get(part) ?? 'Document'})`, text: target, token })
    else proof.leaks.push(`${rels}: ${target}`)
  }
}

/** Pictures of lines and letters draw their texts. */
function proveBytes(name: string, content: Uint8Array, { identity, proof }: Proving) {
  if (!identity.isInBytes(content)) return
  if (/\.(emf|wmf)$/i.test(name))
    add(proof, { where: 'Image', text: 'A drawing contains this name.', token: identity.first })
  else proof.leaks.push(name)
}

/** Each sentence once for a place. */
export function add(proof: Proof, finding: Finding) {
  const isKnown = proof.findings.some(
    ({ where, text, token }) => where === finding.where && text === finding.text && token === finding.token,
  )
  if (!isKnown && proof.findings.length < FINDINGS) proof.findings.push(finding)
}
const FINDINGS = 200

const NAMES: Record<string, string> = {
  header: 'Header',
  footer: 'Footer',
  footnotes: 'Footnote',
  endnotes: 'Endnote',
  glossarydocument: 'Building blocks',
  slidemaster: 'Slide master',
  slidelayout: 'Slide layout',
  notesmaster: 'Notes master',
  handoutmaster: 'Handout master',
  sharedstrings: 'Cells',
  officedocument: 'Document',
  table: 'Table',
  pivottable: 'Pivot table',
  pivotcachedefinition: 'Pivot table',
  pivotcacherecords: 'Pivot table',
  connections: 'Data connection',
  numbering: 'List style',
  styles: 'Style',
}

/** Where each part is seen, in words: its own name, or that of the part which shows it. */
function placesOf(office: OfficePackage, main: string, kind: string): Map<string, string> {
  const places = new Map<string, string>([
    [main, kind === 'sheets' ? 'Workbook' : kind === 'slides' ? 'Presentation' : 'Page 1'],
  ])
  if (kind === 'sheets') for (const { part, name } of sheetsOf(office, main)) places.set(part, `Sheet “${name}”`)
  if (kind === 'slides')
    slidesOf(office, main).forEach(({ part, notes }, index) => {
      places.set(part, `Slide ${index + 1}`)
      if (notes !== undefined) places.set(notes, `Notes of slide ${index + 1}`)
    })
  const waiting = [...places.keys()]
  const seen = new Set(waiting)
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift())
    for (const { kind: by, part: other } of office.relationshipsOf(part)) {
      if (other === undefined || seen.has(other)) continue
      seen.add(other)
      places.set(other, NAMES[by] ?? places.get(part)!)
      waiting.push(other)
    }
  return places
}
