/**
 * Reads XML and changes it in place: what no rule mentions stays as it is, byte for byte. Stricter than most readers:
 * no document type, so no entities of its own, and every element closed.
 */
import { Unreadable } from '../unreadable.ts'

export interface XmlAttribute {
  name: string
  local: string
  value: string
  /** In the source, with the space before it. */
  start: number
  end: number
}

/** Most elements are only passed, so that their attributes are read when somebody asks. */
export class XmlElement {
  readonly name: string
  /** Without the prefix, which each program may choose. */
  readonly local: string
  readonly parent: XmlElement | null
  /** Of the opening tag in the source. */
  readonly start: number
  readonly end: number
  readonly #written: string
  #attributes: readonly XmlAttribute[] | undefined

  constructor(
    name: string,
    written: string,
    parent: XmlElement | null,
    { start, end }: { start: number; end: number },
  ) {
    this.name = name
    this.local = localOf(name)
    this.parent = parent
    this.start = start
    this.end = end
    this.#written = written
  }

  get attributes(): readonly XmlAttribute[] {
    return (this.#attributes ??= attributesIn(this.#written, this.start + 1 + this.name.length))
  }
}

export interface XmlVisitor {
  open?(element: XmlElement): void
  close?(element: XmlElement, range: { innerEnd: number; end: number }): void
  text?(text: string, element: XmlElement, range: { start: number; end: number }): void
  /** Comments and processing instructions. */
  aside?(start: number, end: number): void
}

const TAG = /<([^\s/>"'=<!?]+)((?:\s+[^\s=/>"'<]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y
const ATTRIBUTE = /\s+([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const DEPTH = 2_000

export const attributeOf = (element: XmlElement, local: string): string | undefined =>
  element.attributes.find((attribute) => attribute.local === local)?.value

export function scan(xml: string, visitor: XmlVisitor): void {
  let element: XmlElement | null = null
  let depth = 0
  let at = 0
  while (at < xml.length) {
    const next = xml.indexOf('<', at)
    const textEnd = next < 0 ? xml.length : next
    if (textEnd > at && element) visitor.text?.(decoded(xml.slice(at, textEnd)), element, { start: at, end: textEnd })
    if (next < 0) break
    const second = xml.charCodeAt(next + 1)
    if (second === 0x2f) {
      const end = xml.indexOf('>', next) + 1
      if (!element || end === 0 || xml.slice(next + 2, end - 1).trim() !== element.name) throw new Unreadable('broken')
      visitor.close?.(element, { innerEnd: next, end })
      element = element.parent
      depth -= 1
      at = end
    } else if (second === 0x21 || second === 0x3f) {
      at = passAside(xml, next, element, visitor)
    } else {
      const opened = openTag(xml, next, element)
      visitor.open?.(opened.element)
      at = opened.element.end
      if (opened.isEmpty) visitor.close?.(opened.element, { innerEnd: at, end: at })
      else {
        element = opened.element
        depth += 1
        if (depth > DEPTH) throw new Unreadable('broken')
      }
    }
  }
  if (element) throw new Unreadable('broken')
}

/** Comment, CDATA, processing instruction; a document type is refused. */
function passAside(xml: string, start: number, element: XmlElement | null, visitor: XmlVisitor): number {
  const [open, close] = xml.startsWith('<!--', start)
    ? ['<!--', '-->']
    : xml.startsWith('<![CDATA[', start)
      ? ['<![CDATA[', ']]>']
      : ['<?', '?>']
  const end = xml.startsWith(open, start) ? xml.indexOf(close, start + open.length) : -1
  if (end < 0) throw new Unreadable('broken')
  if (open === '<![CDATA[') {
    if (element) visitor.text?.(xml.slice(start + open.length, end), element, { start, end: end + close.length })
  } else if (start > 0 || open !== '<?') visitor.aside?.(start, end + close.length)
  return end + close.length
}

function openTag(xml: string, start: number, parent: XmlElement | null) {
  TAG.lastIndex = start
  const found = TAG.exec(xml)
  if (!found) throw new Unreadable('broken')
  const [whole, name, written, slash] = found as unknown as [string, string, string, string]
  const element = new XmlElement(name, written, parent, { start, end: start + whole.length })
  return { element, isEmpty: slash === '/' }
}

const NO_ATTRIBUTES: readonly XmlAttribute[] = []

function attributesIn(written: string, from: number): readonly XmlAttribute[] {
  if (written === '') return NO_ATTRIBUTES
  return Array.from(written.matchAll(ATTRIBUTE), (match) => ({
    name: match[1]!,
    local: localOf(match[1]!),
    value: decoded(match[2] ?? match[3]!),
    start: from + match.index,
    end: from + match.index + match[0].length,
  }))
}

const localOf = (name: string) => name.slice(name.indexOf(':') + 1)

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const decoded = (text: string) =>
  text.includes('&')
    ? text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (whole, hex, decimal, name) => {
        if (name !== undefined) return NAMED[String(name).toLowerCase()]!
        const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
        return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
      })
    : text

export const encoded = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export interface XmlRules {
  /** `remove` with everything inside; `unwrap` keeps what is inside. */
  element?(element: XmlElement): 'remove' | 'unwrap' | undefined
  /** A new value, or null to remove the attribute. */
  attribute?(attribute: XmlAttribute, element: XmlElement): string | null | undefined
  /** A new text. */
  text?(text: string, element: XmlElement): string | undefined
  /** When the element ends: the part of the source that replaces it. */
  replace?(element: XmlElement, end: number): { start: number; end: number } | undefined
}

interface Edit {
  start: number
  end: number
  text: string
}

export function rewrite(xml: string, rules: XmlRules): string {
  const edits: Edit[] = []
  const remove = (start: number, end: number, text = '') => edits.push({ start, end, text })
  const verdicts = new Map<XmlElement, 'remove' | 'unwrap'>()
  let removed: XmlElement | null = null
  scan(xml, {
    aside: (start, end) => remove(start, end),
    open: (element) => {
      if (removed) return
      const verdict = rules.element?.(element)
      if (verdict) verdicts.set(element, verdict)
      if (verdict === 'remove') removed = element
      else if (verdict === 'unwrap') remove(element.start, element.end)
      else if (rules.attribute)
        for (const attribute of element.attributes) {
          const value = rules.attribute(attribute, element)
          if (value !== undefined)
            remove(attribute.start, attribute.end, value === null ? '' : ` ${attribute.name}="${encoded(value)}"`)
        }
    },
    close: (element, { innerEnd, end }) => {
      if (removed && removed !== element) return
      removed = null
      const verdict = verdicts.get(element)
      if (verdict === 'remove') remove(element.start, end)
      else if (verdict === 'unwrap') remove(innerEnd, end)
      else {
        const kept = rules.replace?.(element, end)
        if (kept) remove(element.start, kept.start)
        if (kept) remove(kept.end, end)
      }
      verdicts.delete(element)
    },
    text: (text, element, { start, end }) => {
      const value = removed ? undefined : rules.text?.(text, element)
      if (value !== undefined) remove(start, end, encoded(value))
    },
  })
  return edits.length === 0 ? xml : applied(xml, edits)
}

/** A larger edit swallows those inside it. */
function applied(xml: string, edits: Edit[]): string {
  const pieces: string[] = []
  let at = 0
  for (const { start, end, text } of edits.sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < at) continue
    pieces.push(xml.slice(at, start), text)
    at = end
  }
  pieces.push(xml.slice(at))
  return pieces.join('')
}

/** The text of an XML part without a byte order mark, whatever its encoding. */
export function textOfXml(bytes: Uint8Array): string {
  const [first, second] = bytes
  const declared = /^[^>]*encoding\s*=\s*["']([\w.-]+)["']/.exec(Buffer.from(bytes.subarray(0, 200)).toString('latin1'))
  const encoding =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : (declared?.[1] ?? 'utf-8')
  try {
    return new TextDecoder(/^utf-?16$/i.test(encoding) ? 'utf-8' : encoding).decode(bytes)
  } catch {
    throw new Unreadable('broken')
  }
}

/** UTF-8, and declared as such. */
export const bytesOfXml = (xml: string): Uint8Array =>
  new TextEncoder().encode(xml.replace(/^(<\?xml[^>]*encoding\s*=\s*)["'][\w.-]+["']/, '$1"UTF-8"'))
