/** Hidden rows and columns of a sheet. */
import { attributeOf, scan, type XmlElement } from '../office/xml.ts'

const isHidden = (element: XmlElement) => /^(1|true)$/.test(attributeOf(element, 'hidden') ?? '')

const columnOf = (reference: string): number => {
  let column = 0
  for (const letter of /^\$?([A-Z]+)/i.exec(reference)?.[1]?.toUpperCase() ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64
  return column
}

/** Follows a scan, and says whether a cell is hidden. Columns are declared before rows. */
export class HiddenCells {
  readonly #columns: [number, number][] = []
  readonly #rows = new Set<string>()
  #isRowHidden = false
  #column = 0
  /** Hidden rows, and ranges of hidden columns. */
  count = 0

  see(element: XmlElement): void {
    const { local } = element
    if (local === 'col' && isHidden(element)) {
      this.#columns.push([Number(attributeOf(element, 'min')), Number(attributeOf(element, 'max'))])
      this.count += 1
    }
    if (local === 'row') {
      this.#isRowHidden = isHidden(element)
      this.#column = 0
      if (!this.#isRowHidden) return
      this.count += 1
      this.#rows.add(attributeOf(element, 'r') ?? '')
    }
    if (local === 'c') this.#column = columnOf(attributeOf(element, 'r') ?? '') || this.#column + 1
  }

  /** Of the cell that was seen last. */
  get isCellHidden(): boolean {
    return this.#isRowHidden || this.#isColumnHidden(this.#column)
  }

  /** “B12”, or the first cell of “B12:C14”. */
  isHidden(reference: string): boolean {
    return this.#isColumnHidden(columnOf(reference)) || this.#rows.has(/\d+/.exec(reference)?.[0] ?? 'none')
  }

  #isColumnHidden(column: number): boolean {
    return this.#columns.some(([from, to]) => column >= from && column <= to)
  }
}

/** How many hidden rows and columns a sheet has, and whether cells in them say something. */
export function hiddenCells(xml: string): { count: number; hasContent: boolean } {
  if (!/\shidden=["'](1|true)["']/.test(xml)) return { count: 0, hasContent: false }
  const cells = new HiddenCells()
  let hasContent = false
  scan(xml, {
    open: (element) => cells.see(element),
    text: (text, { local }) => {
      if (/^[vt]$/.test(local) && cells.isCellHidden && text.trim() !== '') hasContent = true
    },
  })
  return { count: cells.count, hasContent }
}
