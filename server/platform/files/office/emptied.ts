/** Elements that only their content shows to be needless: formulas, lists, frames of embedded files. */
import type { Removed } from '../removed.ts'
import { attributeOf, type XmlElement } from './xml.ts'

/** “[1]Sheet!A1”: another workbook. Not “Table[1]”, a column. */
const OTHER_WORKBOOK = /(^|[^\p{L}\p{N}_\].])\[\d+\]/u

/** Formulas and names that refer to another workbook: cells keep their last values. */
export class OtherWorkbooks {
  readonly #removed: Removed
  readonly #shared = new Set<string>()

  constructor(removed: Removed) {
    this.#removed = removed
  }

  /** A cell that repeats the formula of another one. */
  isCopy(element: XmlElement): boolean {
    if (this.#shared.size === 0 || element.local !== 'f') return false
    return this.#shared.has(attributeOf(element, 'si') ?? '')
  }

  refersTo(text: string, element: XmlElement): boolean {
    const isName = element.local === 'definedName'
    const isFormula = element.local === 'f' && element.parent?.local === 'c'
    if (!(isName || isFormula) || !OTHER_WORKBOOK.test(text)) return false
    this.#removed.otherWorkbooks += 1
    const shared = attributeOf(element, 'si')
    if (isFormula && shared !== undefined) this.#shared.add(shared)
    return true
  }
}

const LISTS = new Set(['hyperlinks', 'customProperties', 'controls', 'tableParts', 'definedNames', 'pivotCaches'])

/** Lists that may not be empty: without entries they are removed. */
export class Lists {
  readonly #entries = new Map<XmlElement, number>()

  count(list: XmlElement | null, more: number) {
    if (list && LISTS.has(list.local)) this.#entries.set(list, (this.#entries.get(list) ?? 0) + more)
  }

  isEmpty = (element: XmlElement) => this.#entries.get(element) === 0
}

/** Frames of embedded files on slides: replaced by the picture that shows the file. */
export class EmbeddedFrames {
  readonly #pictures = new Map<XmlElement, { start: number; end: number } | null>()

  /** Returns false if the file is in no frame. */
  add(embedded: XmlElement): boolean {
    const frame = ancestor(embedded, 'graphicFrame')
    if (frame && !this.#pictures.has(frame)) this.#pictures.set(frame, null)
    return frame !== undefined
  }

  /** Called for each element that ends. */
  pictureOf(element: XmlElement, end: number): { start: number; end: number } | undefined {
    const frame = element.local === 'pic' ? ancestor(element, 'graphicFrame') : undefined
    if (frame && this.#pictures.has(frame)) this.#pictures.set(frame, { start: element.start, end })
    const picture = this.#pictures.get(element)
    return picture === null ? { start: end, end } : picture
  }
}

export function ancestor(element: XmlElement, local: string): XmlElement | undefined {
  for (let at = element.parent; at; at = at.parent) if (at.local === local) return at
  return undefined
}
