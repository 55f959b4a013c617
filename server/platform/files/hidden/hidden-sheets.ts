/**
 * Removes hidden sheets, and what hidden rows and columns contain. Formulas that used them keep their last values, and
 * names, links and pivot tables that lead to them are removed.
 */
import type { Removed } from '../removed.ts'
import { Unreadable } from '../unreadable.ts'
import { Lists } from '../office/emptied.ts'
import { sheetsOf, type Sheet } from '../office/office-pages.ts'
import { isXml, xmlOf, type OfficePackage } from '../office/package.ts'
import { attributeOf, bytesOfXml, rewrite, scan, type XmlElement } from '../office/xml.ts'
import { GoneReferences } from './gone-references.ts'
import { hiddenCells, HiddenCells } from './hidden-cells.ts'

/** The parts that are no longer in the file. */
export function removeHiddenCells(office: OfficePackage, main: string, removed: Removed): Set<string> {
  const sheets = sheetsOf(office, main)
  const hidden = sheets.filter(({ isHidden }) => isHidden)
  const shown = sheets.filter(({ isHidden }) => !isHidden)
  if (shown.length === 0) throw new Unreadable('unsupported')
  const emptied = shown.filter(({ part }) => hiddenCells(xmlOf(office, part)).hasContent)
  if (hidden.length + emptied.length === 0) return new Set()
  removed.hiddenSheets += hidden.length
  const gone = new GoneReferences(hidden.map(({ name }) => name))
  const excluded = new Set(hidden.map(({ part }) => part))
  // Without their tables, the rows of a sheet are plain cells, whose headings need not agree with anything.
  for (const { part } of [...hidden, ...emptied])
    for (const table of tablesOf(office, part)) {
      excluded.add(table.part)
      gone.addName(table.name)
    }
  const workbook = withoutNames(xmlOf(office, main), sheets, gone)
  office.entries.set(main, bytesOfXml(workbook))
  for (const part of pivotsOf(office, [...hidden, ...emptied], gone)) excluded.add(part)
  for (const [part] of office.entries) {
    if (part === main || excluded.has(part) || !mayHaveFormulas(office, part)) continue
    const isEmptied = emptied.some((sheet) => sheet.part === part)
    const xml = xmlOf(office, part)
    const fresh = withoutReferences(xml, { gone, isEmptied, keepsFormulas: emptied.length === 0, removed })
    if (fresh !== xml) office.entries.set(part, bytesOfXml(fresh))
  }
  return excluded
}

const mayHaveFormulas = (office: OfficePackage, part: string) => {
  const type = office.typeOf(part)
  return (
    isXml(part, type) && !part.endsWith('.rels') && !/sharedStrings|styles|theme|Content_Types/i.test(`${type} ${part}`)
  )
}

function tablesOf(office: OfficePackage, sheet: string): { part: string; name: string }[] {
  return office.relationshipsOf(sheet).flatMap(({ kind, part }) => {
    if (kind !== 'table' || part === undefined) return []
    let name = ''
    scan(xmlOf(office, part), {
      open: (element) => {
        if (element.local === 'table') name = attributeOf(element, 'displayName') ?? ''
      },
    })
    return [{ part, name }]
  })
}

/** Names may refer to each other, so that one pass is not enough. */
function withoutNames(xml: string, sheets: readonly Sheet[], gone: GoneReferences): string {
  const places = sheets.map((_, index) => sheets.slice(0, index).filter(({ isHidden }) => !isHidden).length)
  const isGone = (index: string | undefined) => index !== undefined && (sheets[Number(index)]?.isHidden ?? false)
  for (let before = -1, count = 0; before !== count;) {
    before = count
    count = 0
    scan(xml, {
      text: (text, element) => {
        if (element.local !== 'definedName' || !(gone.isIn(text) || isGone(attributeOf(element, 'localSheetId'))))
          return
        gone.addName(attributeOf(element, 'name') ?? '')
        count += 1
      },
    })
  }
  const lists = new Lists()
  const dropped = new Set<XmlElement>()
  return rewrite(xml, {
    element: (element) => {
      lists.count(element.parent, 1)
      return undefined
    },
    attribute: ({ local, value }, element) => {
      if (local === 'localSheetId' && element.local === 'definedName') return String(places[Number(value)] ?? value)
      if (!/^(activeTab|firstSheet)$/.test(local)) return undefined
      return isGone(value) ? null : String(places[Number(value)] ?? 0)
    },
    text: (text, element) => {
      if (element.local !== 'definedName') return undefined
      if (!gone.isIn(text) && !isGone(attributeOf(element, 'localSheetId'))) return undefined
      dropped.add(element)
      lists.count(element.parent, -1)
      return undefined
    },
    replace: (element, end) => (dropped.has(element) || lists.isEmpty(element) ? { start: end, end } : undefined),
  })
}

/** Pivot tables keep a copy of all rows that they count. */
function pivotsOf(office: OfficePackage, sheets: readonly Sheet[], gone: GoneReferences): string[] {
  const names = new Set(sheets.map(({ name }) => name.toLowerCase()))
  const parts = [...office.entries.keys()]
  const caches = parts.filter((part) => {
    if (!/pivotCacheDefinition/i.test(office.typeOf(part))) return false
    let isGone = false
    scan(xmlOf(office, part), {
      open: (element) => {
        if (element.local !== 'worksheetSource') return
        const [sheet, name] = [attributeOf(element, 'sheet'), attributeOf(element, 'name')]
        if (sheet !== undefined ? names.has(sheet.toLowerCase()) : name !== undefined && gone.isNamed(name))
          isGone = true
      },
    })
    return isGone
  })
  const tables = parts.filter(
    (part) =>
      /pivotTable\+xml/i.test(office.typeOf(part)) &&
      office.relationshipsOf(part).some((each) => each.part !== undefined && caches.includes(each.part)),
  )
  const slicers = caches.length > 0 ? parts.filter((part) => /slicer|timeline/i.test(office.typeOf(part))) : []
  return [...caches, ...tables, ...slicers]
}

interface Without {
  gone: GoneReferences
  isEmptied: boolean
  keepsFormulas: boolean
  removed: Removed
}

const REFERENCES = /^(f|formula|formula1|formula2)$/

/** Elsewhere than in cells a formula must have a text; this is what Excel writes if a sheet is deleted. */
const NO_REFERENCE = '#REF!'

function withoutReferences(xml: string, { gone, isEmptied, keepsFormulas, removed }: Without): string {
  if (keepsFormulas && !gone.isIn(xml.replaceAll('&apos;', "'").replaceAll('&amp;', '&'))) return xml
  const cells = new HiddenCells()
  const lists = new Lists()
  const dropped = new Set<XmlElement>()
  const shared = new Set<string>()
  const fresh = rewrite(xml, {
    element: (element) => {
      const { local, parent } = element
      cells.see(element)
      const isContent = isEmptied && /^(v|is|f)$/.test(local) && parent?.local === 'c' && cells.isCellHidden
      const isFormula = local === 'f' && parent?.local === 'c'
      const isCopy = isFormula && shared.has(attributeOf(element, 'si') ?? 'none')
      const isLink = local === 'hyperlink' && isGoneLink(element, gone, isEmptied ? cells : undefined)
      const verdict = isContent || isCopy || isLink || (isFormula && !keepsFormulas) ? ('remove' as const) : undefined
      lists.count(parent, verdict ? 0 : 1)
      return verdict
    },
    // Of a cell without a text or a formula.
    attribute: ({ local }, element) =>
      element.local === 'c' &&
      ((local === 't' && isEmptied && cells.isCellHidden) || (local === 'cm' && !keepsFormulas))
        ? null
        : undefined,
    text: (text, element) => {
      const { local, parent } = element
      if (/^(calculatedColumn|totalsRow)Formula$/.test(local) && (!keepsFormulas || gone.isIn(text)))
        dropped.add(element)
      if (!REFERENCES.test(local) || !gone.isIn(text)) return undefined
      if (local !== 'f' || parent?.local !== 'c') return NO_REFERENCE
      const group = attributeOf(element, 'si')
      if (group !== undefined) shared.add(group)
      dropped.add(element)
      return undefined
    },
    replace: (element, end) => (dropped.has(element) || lists.isEmpty(element) ? { start: end, end } : undefined),
  })
  if (isEmptied) removed.hiddenCells += cells.count
  return fresh
}

function isGoneLink(link: XmlElement, gone: GoneReferences, cells: HiddenCells | undefined): boolean {
  const [location, reference] = [attributeOf(link, 'location'), attributeOf(link, 'ref')]
  return (location !== undefined && gone.isIn(location)) || (cells?.isHidden(reference ?? '') ?? false)
}
