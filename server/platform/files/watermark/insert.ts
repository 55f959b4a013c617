/** Puts XML into a part at places that a scan finds. */
import { Unreadable } from '../unreadable.ts'
import { scan, type XmlElement } from '../office/xml.ts'

export interface Insertion {
  at: number
  xml: string
  /** Replaces the source up to here. */
  until?: number
}

export function inserted(source: string, insertions: readonly Insertion[]): string {
  const pieces: string[] = []
  let from = 0
  for (const { at, xml, until = at } of insertions.toSorted((a, b) => a.at - b.at)) {
    pieces.push(source.slice(from, at), xml)
    from = until
  }
  pieces.push(source.slice(from))
  return pieces.join('')
}

export interface Range {
  element: XmlElement
  /** Where the closing tag begins; the end of the element if it has none. */
  innerEnd: number
  end: number
}

export const isSelfClosed = ({ element, innerEnd }: Range) => innerEnd === element.end

/** Elements that `matches`, in the order in which they end. */
export function rangesOf(xml: string, matches: (element: XmlElement) => boolean): Range[] {
  const found: Range[] = []
  scan(xml, {
    close: (element, { innerEnd, end }) => {
      if (matches(element)) found.push({ element, innerEnd, end })
    },
  })
  return found
}

/** “w:” of “w:p”. */
export const prefixOf = ({ name, local }: XmlElement) => name.slice(0, name.length - local.length)

/** Before the closing tag. */
export function atEndOf(source: string, range: Range | undefined, xml: string): Insertion {
  if (!range) throw new Unreadable('broken')
  const { element, innerEnd, end } = range
  if (!isSelfClosed(range)) return { at: innerEnd, xml }
  const opening = source.slice(element.start, end).replace(/\s*\/>$/, '>')
  return { at: element.start, until: end, xml: `${opening}${xml}</${element.name}>` }
}

/** After the opening tag. */
export const atStartOf = (source: string, range: Range | undefined, xml: string): Insertion =>
  range && !isSelfClosed(range) ? { at: range.element.end, xml } : atEndOf(source, range, xml)
