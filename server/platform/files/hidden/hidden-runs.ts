/** Hidden text of Word: runs that are hidden themselves, or by their style or that of their paragraph. */
import { attributeOf, rewrite, scan, type XmlElement } from '../office/xml.ts'
import type { OfficePackage } from '../office/package.ts'
import { textOfXml } from '../office/xml.ts'

const isOn = (element: XmlElement) => !/^(0|false|off)$/.test(attributeOf(element, 'val') ?? '')
const WITH_TEXT =
  /wordprocessingml\.(document|template)[\w.]*\+xml$|macroEnabled\w*\.main\+xml$|\.(header|footer|footnotes|endnotes)\+xml$/i

/** The parts of a Word file that people write in. */
export const wordParts = (office: OfficePackage): string[] =>
  [...office.entries.keys()].filter((part) => WITH_TEXT.test(office.typeOf(part)))

/** Ids of the styles that hide text, also those based on such a style. */
export function hidingStyles(office: OfficePackage, main: string): ReadonlySet<string> {
  const part = office.relationshipsOf(main).find(({ kind }) => kind === 'styles')?.part
  const hiding = new Set<string>()
  const based = new Map<string, string>()
  if (part === undefined) return hiding
  let [style, isDecided] = ['', false]
  const shown = new Set<string>()
  scan(textOfXml(office.entries.get(part)!), {
    open: (element) => {
      const { local, parent } = element
      if (local === 'style') [style, isDecided] = [attributeOf(element, 'styleId') ?? '', false]
      if (local === 'basedOn') based.set(style, attributeOf(element, 'val') ?? '')
      if (local !== 'vanish' || isDecided || parent?.parent?.local !== 'style') return
      isDecided = true
      ;(isOn(element) ? hiding : shown).add(style)
    },
  })
  const isHiding = (id: string, depth = 0): boolean =>
    hiding.has(id) || (!shown.has(id) && based.has(id) && depth < 20 && isHiding(based.get(id)!, depth + 1))
  return new Set([...hiding, ...[...based.keys()].filter((id) => isHiding(id))])
}

/** Follows a scan, and says whether what is being read is hidden. */
export class HiddenRuns {
  readonly #styles: ReadonlySet<string>
  readonly #runs = new Map<XmlElement, boolean>()
  readonly #paragraphs = new Set<XmlElement>()

  constructor(styles: ReadonlySet<string> = new Set()) {
    this.#styles = styles
  }

  see(element: XmlElement): void {
    const { local, parent } = element
    const owner = parent?.parent
    if (!owner) return
    if (local === 'vanish' && owner.local === 'r') this.#runs.set(owner, isOn(element))
    if (this.#styles.size === 0 || !/^[rp]Style$/.test(local)) return
    const isHiding = this.#styles.has(attributeOf(element, 'val') ?? '')
    if (local === 'rStyle' && owner.local === 'r' && isHiding) this.#runs.set(owner, true)
    if (local === 'pStyle' && owner.local === 'p' && isHiding) this.#paragraphs.add(owner)
  }

  isHidden(element: XmlElement): boolean {
    if (this.#runs.size === 0 && this.#paragraphs.size === 0) return false
    for (let at: XmlElement | null = element; at; at = at.parent)
      if (at.local === 'r' && (this.#runs.get(at) ?? this.#isInHiddenParagraph(at))) return true
    return false
  }

  #isInHiddenParagraph(run: XmlElement): boolean {
    if (this.#paragraphs.size === 0) return false
    let at: XmlElement | null = run.parent
    while (at && at.local !== 'p') at = at.parent
    return at !== null && this.#paragraphs.has(at)
  }
}

export interface WithoutRuns {
  xml: string
  /** Ids of the footnotes and endnotes that only hidden text refers to. */
  notes: Set<string>
  count: number
}

/** Marks of fields stay, because each needs its other half; their instructions and results go. */
export function withoutHiddenRuns(xml: string, styles: ReadonlySet<string>): WithoutRuns {
  const hidden = new HiddenRuns(styles)
  const marks = new Set<XmlElement>()
  const referring = new Map<XmlElement, string>()
  const found: WithoutRuns = { xml, notes: new Set(), count: 0 }
  const fresh = rewrite(xml, {
    element: (element) => {
      hidden.see(element)
      const { local, parent } = element
      if (local === 'fldChar' && parent) marks.add(parent)
      if (/^(foot|end)noteReference$/.test(local) && parent)
        referring.set(parent, `${local.slice(0, -9)} ${attributeOf(element, 'id')}`)
      return undefined
    },
    replace: (element, end) => {
      if (element.local !== 'r' || marks.has(element) || !hidden.isHidden(element)) return undefined
      if (referring.has(element)) found.notes.add(referring.get(element)!)
      found.count += 1
      return { start: end, end }
    },
  })
  return { ...found, xml: fresh }
}

export const withoutNotes = (xml: string, notes: ReadonlySet<string>): string =>
  rewrite(xml, {
    element: (element) =>
      /^(foot|end)note$/.test(element.local) && notes.has(`${element.local} ${attributeOf(element, 'id')}`)
        ? 'remove'
        : undefined,
  })
