/**
 * Extracts what the author wrote for this message.
 *
 * Quotes before and after the author's text are cut, because the thread already shows them. A quote between two answers
 * is what the second one answers: its last lines stay, as a quote. Signatures, "sent from my phone", list footers and
 * legal notices are removed. If nothing would remain, the email is only a quote or a forward, and stays complete.
 */
import type { Line } from './lines.ts'
import {
  announces,
  announcesInFull,
  isClosing,
  isDeviceLine,
  isHeaderBlock,
  isListFooter,
  isNotice,
  isOriginalMark,
  isRule,
  isSignatureMark,
} from './quote-marks.ts'

type Role = 'own' | 'quote' | 'dropped'

const CONTEXT_LINES = 6
const LINES_OF_ANNOUNCEMENT = 5

export function cutQuotes(lines: readonly Line[]): Line[] {
  const roles = rolesOf(lines)
  const own = lines.filter((line, index) => roles[index] === 'own' && isSaid(line))
  if (own.length === 0) return withoutFooter(lines)
  return assemble(lines, roles)
}

// Mail trackers append a single Canadian syllabic dot.
const isSaid = (line: Line) => /[\p{L}\p{N}\p{S}]/u.test(line.text) && line.text.trim() !== '\u1427'

function rolesOf(lines: readonly Line[]): Role[] {
  const roles: Role[] = lines.map((line) =>
    line.part === 'signature' ? 'dropped' : line.part === 'original' || line.depth > 0 ? 'quote' : 'own',
  )
  markAnnouncements(lines, roles)
  const original = lines.findIndex((_, index) => roles[index] === 'own' && beginsOriginal(lines, index))
  if (original >= 0) roles.fill('quote', original)
  markSignatures(lines, roles)
  return roles
}

/** Lines that introduce a quote are marked as part of it. Without quote signs, everything below them is the quote. */
function markAnnouncements(lines: readonly Line[], roles: Role[]): void {
  for (let end = 0; end < lines.length; end += 1) {
    const start = announcementStart(lines, roles, end)
    if (start < 0) continue
    roles.fill('quote', start, end + 1)
    const below = nextSaid(lines, end)
    const isOpening = !lines.slice(0, start).some((line, index) => roles[index] === 'own' && isSaid(line))
    // At the very top without quote signs below, it introduces an answer whose quote was lost.
    if (below >= 0 && roles[below] === 'own' && !isOpening) return void roles.fill('quote', start)
  }
}

/** Start of the announcement that ends at `end`: the longest full form, otherwise the nearest line; -1 if none. */
function announcementStart(lines: readonly Line[], roles: readonly Role[], end: number): number {
  let joined = ''
  let nearest = -1
  let full = -1
  const below = nextSaid(lines, end)
  const hasQuoteBelow = below >= 0 && roles[below] === 'quote'
  for (let start = end; start >= Math.max(0, end - LINES_OF_ANNOUNCEMENT + 1); start -= 1) {
    const text = lines[start]!.text.trim()
    // Its end may have wrapped into the quote: "> someone@firm.com> wrote:".
    if (text === '' || (roles[start] !== 'own' && start < end)) break
    joined = `${text} ${joined}`.trim()
    if (roles[start] !== 'own') continue
    if (announcesInFull(joined)) full = start
    if (nearest < 0 && roles[end] === 'own' && announces(joined, hasQuoteBelow)) nearest = start
  }
  return full >= 0 ? full : nearest
}

const nextSaid = (lines: readonly Line[], index: number) =>
  lines.findIndex((line, other) => other > index && line.text.trim() !== '')

function beginsOriginal(lines: readonly Line[], index: number): boolean {
  const text = lines[index]!.text
  if (isOriginalMark(text)) return true
  const next = nextTexts(lines, index)
  return isHeaderBlock(next) || (isRule(text) && (isHeaderBlock(next.slice(1)) || isOriginalMark(next[1] ?? '')))
}

const nextTexts = (lines: readonly Line[], index: number) =>
  lines
    .slice(index, index + 14)
    .map((line) => line.text)
    .filter((text, at) => at === 0 || text.trim() !== '')

function markSignatures(lines: readonly Line[], roles: Role[]): void {
  let isSignature = false
  for (const [index, line] of lines.entries()) {
    if (roles[index] !== 'own') {
      isSignature = false
      continue
    }
    isSignature ||= isSignatureMark(line.text.trim()) || beginsFooter(lines, index)
    if (isSignature || isDeviceLine(line.text.trim())) roles[index] = 'dropped'
  }
  cutNotices(lines, roles)
}

function beginsFooter(lines: readonly Line[], index: number): boolean {
  return isRule(lines[index]!.text) && isListFooter(nextTexts(lines, index))
}

/** Legal notices are at the end: cuts from the first one on, if only legal text follows. */
function cutNotices(lines: readonly Line[], roles: Role[]): void {
  const last = roles.findLastIndex((role, index) => role === 'own' && isSaid(lines[index]!))
  for (let index = last; index >= Math.max(1, last - 25); index -= 1) {
    const opens = roles[index] === 'own' && isNotice(lines[index]!.text.trim())
    const isFirst = lines.slice(0, index).every((line, at) => roles[at] !== 'own' || !isSaid(line))
    if (!opens || isFirst) continue
    for (let at = index; at <= last; at += 1) if (roles[at] === 'own') roles[at] = 'dropped'
    if (isRule(lines[index - 1]?.text ?? '')) roles[index - 1] = 'dropped'
  }
}

function assemble(lines: readonly Line[], roles: readonly Role[]): Line[] {
  const isOwn = (index: number) => roles[index] === 'own' && isSaid(lines[index]!)
  const first = lines.findIndex((_, index) => isOwn(index))
  const last = lines.findLastIndex((_, index) => isOwn(index))
  const isInterleaved = lines.some(
    (line, index) => index > first && index < last && roles[index] === 'quote' && isSaid(line),
  )
  const kept: Line[] = []
  let quote: Line[] = []
  for (let index = isInterleaved ? 0 : first; index <= last; index += 1) {
    const line = lines[index]!
    if (roles[index] === 'quote') quote.push(line)
    if (roles[index] !== 'own') continue
    if (isSaid(line)) {
      if (!isFarewell(lines.slice(index, last + 1).filter(isSaid))) kept.push(...context(quote))
      quote = []
    }
    kept.push({ ...line, depth: 0 })
  }
  return kept
}

/** A closing below a quote is not an answer to it. */
const isFarewell = (lines: readonly Line[]) =>
  lines.length <= 4 && isClosing(lines[0]!.text) && lines.every((line) => line.text.length < 40)

/** The end of the quoted text: its last paragraph, or its last lines if that is long. */
function context(quote: readonly Line[]): Line[] {
  const level = Math.min(
    ...quote
      .filter(isSaid)
      .map((line) => line.depth)
      .filter((depth) => depth > 0),
  )
  const said = trimmed(quote.filter((line) => line.depth === level && line.part !== 'original'))
  if (said.length === 0) return []
  const isLong = said.length > CONTEXT_LINES
  const tail = isLong ? said.slice(-CONTEXT_LINES) : said
  const paragraph = isLong ? tail.slice(tail.findIndex((line) => line.text.trim() === '') + 1) : tail
  return [
    BLANK,
    ...(isLong ? [{ ...BLANK, text: '…', html: '…', depth: 1 }] : []),
    ...paragraph.map((line) => ({ ...line, depth: 1 })),
    BLANK,
  ]
}

const BLANK: Line = { text: '', html: '', depth: 0, kind: 'text', part: 'own' }

function trimmed(lines: readonly Line[]): Line[] {
  const first = lines.findIndex(isSaid)
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex(isSaid) + 1)
}

function withoutFooter(lines: readonly Line[]): Line[] {
  const footer = lines.findIndex((line, index) => line.depth === 0 && beginsFooter(lines, index))
  return footer < 0 ? [...lines] : lines.slice(0, footer)
}
