/** The texts of an XML part in reading order: one segment for each paragraph, cell text, formula or field. */
import { HiddenRuns } from '../hidden/hidden-runs.ts'
import { attributeOf, scan, type XmlElement } from './xml.ts'

export interface Segment {
  text: string
  /** Counted by page breaks; 1 for parts without pages. */
  page: number
  kind: 'paragraph' | 'field' | 'other'
  isHidden: boolean
  /** Ids of the notes to which the paragraph refers. */
  notes: string[]
  /** The id of the footnote that contains it. */
  note: string | undefined
}

/** Elements that hold the text of a paragraph. Deleted text has another name. */
const TEXTS = new Set(['t', 'text'])
const PARAGRAPHS = new Set(['p', 'si', 'is'])
const SPACES: Record<string, string> = { tab: '\t', br: '\n', cr: '\n', noBreakHyphen: '-', ptab: '\t', tc: ' ' }
const FIELDS = new Set(['instrText', 'fldSimple'])

interface Open {
  pieces: string[]
  hidden: number
  notes: string[]
}

interface Options {
  /** Also what only old programs show, which repeats what new ones show. */
  withFallbacks?: boolean
  /** Styles whose text is hidden. */
  hiding?: ReadonlySet<string>
}

export function segmentsOf(xml: string, { withFallbacks = false, hiding }: Options = {}): Segment[] {
  const segments: Segment[] = []
  const paragraphs: Open[] = []
  const breaks = new PageBreaks()
  const runs = new HiddenRuns(hiding)
  let [fallbacks, note] = [0, undefined as string | undefined]
  const emit = (text: string, kind: Segment['kind'], more: Partial<Segment> = {}) => {
    if (text.trim() !== '') segments.push({ text, page: breaks.page, kind, isHidden: false, notes: [], note, ...more })
  }
  scan(xml, {
    open: (element) => {
      const { local } = element
      if (local === 'Fallback') fallbacks += 1
      runs.see(element)
      if (local === 'footnote' || local === 'endnote') note = attributeOf(element, 'id')
      if (PARAGRAPHS.has(local)) paragraphs.push({ pieces: [], hidden: 0, notes: [] })
      const paragraph = paragraphs.at(-1)
      if (breaks.see(element) && paragraph) paragraph.pieces.push('\f')
      else if (paragraph && SPACES[local] !== undefined) paragraph.pieces.push(SPACES[local])
      if (paragraph && /^(foot|end)noteReference$/.test(local)) paragraph.notes.push(attributeOf(element, 'id') ?? '')
      if (local === 'fldSimple') emit(attributeOf(element, 'instr') ?? '', 'field')
    },
    close: ({ local }) => {
      if (local === 'Fallback') fallbacks -= 1
      if (!PARAGRAPHS.has(local)) return
      const { pieces, hidden, notes } = paragraphs.pop()!
      const text = pieces.join('')
      const pages = text.split('\f')
      pages.forEach((piece, index) =>
        emit(piece, 'paragraph', {
          page: breaks.page - (pages.length - 1 - index),
          isHidden: hidden > 0,
          notes: index === 0 ? notes : [],
        }),
      )
    },
    text: (text, element) => {
      const { local } = element
      if (fallbacks > 0 && !withFallbacks) return
      const paragraph = paragraphs.at(-1)
      if (TEXTS.has(local) && paragraph) {
        paragraph.pieces.push(text)
        if (runs.isHidden(element) && text.trim() !== '') paragraph.hidden += 1
        breaks.text(text)
      } else emit(text, FIELDS.has(local) ? 'field' : 'other')
    },
  })
  return segments
}

/** Word stores where its pages broke last; an explicit break and the stored one after it are the same. */
class PageBreaks {
  page = 1
  #isFresh = false

  see(element: XmlElement): boolean {
    const { local } = element
    const isExplicit = local === 'br' && attributeOf(element, 'type') === 'page'
    if (!isExplicit && local !== 'lastRenderedPageBreak') return false
    const isNew = isExplicit || !this.#isFresh
    this.#isFresh = isExplicit
    if (isNew) this.page += 1
    return isNew
  }

  text(text: string) {
    if (text.trim() !== '') this.#isFresh = false
  }
}
