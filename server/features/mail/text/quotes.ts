/**
 * Extracts what the author wrote for this message, and says what was cut.
 *
 * Announced quotes before the author's text and all quotes after it are cut, because the thread already shows them. A
 * quote between two answers, or one that somebody chose without an announcement, is what the answer is about: it stays,
 * or its last lines if it is long. If nothing would remain, the email is only a quote or a forward, and stays complete:
 * without its header it would not say whose words it contains.
 */
import type { Line } from './lines.ts'
import {
  announces,
  announcesInFull,
  introducesQuote,
  isClosing,
  isWrittenByProgram,
  mayEndAnnouncement,
  isHeaderBlock,
  isHeaderField,
  isListFooter,
  isOriginalMark,
  isRule,
} from './quote-marks.ts'
import { isSaid, type Role } from './roles.ts'
import { splitSharedLines } from './shared-lines.ts'
import { markSignatures } from './signatures.ts'

export type CutKind = Exclude<Role, 'own'>

export interface Cut {
  kind: CutKind
  lines: Line[]
  /** How many of the lines that stay are above it. */
  after: number
}

export interface CutBody {
  kept: Line[]
  cuts: Cut[]
  /** False if nothing was written for this message: then what stays is what was quoted. */
  hasOwn: boolean
}

const LONGEST_CONTEXT = 12
const CONTEXT_LINES = 6
const LINES_OF_ANNOUNCEMENT = 6
const LINES_OF_HEADER = 14

/** `footers`: what messages of this list end with, see `learnFooter`. */
export function cutBody(all: readonly Line[], footers: readonly (readonly string[])[] = []): CutBody {
  const lines = splitSharedLines(all)
  const roles = rolesOf(lines, footers)
  const hasOwn = lines.some((line, index) => roles[index] === 'own' && isSaid(line))
  const kept = hasOwn ? assemble(lines, roles) : withoutFooter(lines, roles)
  return { kept: kept.map((one) => one.line), cuts: cutsOf(lines, roles, kept), hasOwn }
}

interface Kept {
  line: Line
  /** -1 for what was added. */
  index: number
}

/** Every line with words that did not stay, in order; neighbors of one kind together. */
function cutsOf(lines: readonly Line[], roles: readonly Role[], kept: readonly Kept[]): Cut[] {
  const positions = new Map(kept.map((one, position) => [one.index, position]))
  const cuts: Cut[] = []
  let after = 0
  let blanks: Line[] = []
  for (const [index, line] of lines.entries()) {
    const position = positions.get(index)
    if (position !== undefined) after = position + 1
    const last = cuts.at(-1)
    const continues = position === undefined && last?.after === after
    if (position !== undefined || !isSaid(line)) blanks = continues ? [...blanks, line] : []
    else {
      const kind = roles[index] === 'own' ? 'quote' : roles[index]!
      if (continues && last.kind === kind) last.lines.push(...blanks, line)
      else cuts.push({ kind, lines: [line], after })
      blanks = []
    }
  }
  return cuts
}

function rolesOf(lines: readonly Line[], footers: readonly (readonly string[])[]): Role[] {
  const roles: Role[] = lines.map((line) =>
    line.part === 'signature' ? 'signature' : line.part === 'original' || line.depth > 0 ? 'quote' : 'own',
  )
  markWrappedQuotes(lines, roles)
  markAnnouncements(lines, roles)
  markOriginal(lines, roles)
  markSignatures(lines, roles, footers)
  return roles
}

/** Below the header of the original everything is the quote, unless quote signs show which lines are. */
function markOriginal(lines: readonly Line[], roles: Role[]): void {
  for (let index = 0; index < lines.length; index += 1) {
    if (roles[index] !== 'own' || !beginsOriginal(lines, index)) continue
    const end = headerEnd(lines, index)
    const below = nextSaid(lines, end - 1)
    const isQuoteVisible = below >= 0 && lines[below]!.depth > lines[index]!.depth
    if (!isQuoteVisible) roles.fill('quote', index)
    roles.fill('header', index, end)
    if (!isQuoteVisible) return
  }
}

/** A quoted line that was wrapped without a quote sign: it completes a link, or ends a long quoted line. */
function markWrappedQuotes(lines: readonly Line[], roles: Role[]): void {
  for (const [index, line] of lines.entries()) {
    const [above, below] = [lines[index - 1], lines[index + 1]]
    if (roles[index] !== 'own' || !isSaid(line) || !above?.depth || !below?.depth) continue
    const completesLink = /[(<[][^)>\]]*https?:[^)>\]]*$/.test(above.text) && /^\S{1,120}[)>\]]\s*$/.test(line.text)
    const isLinkAlone = /^\s*[(<[]?https?:\S+?[)>\]]+\s*>*\s*$/.test(line.text)
    const endsLongLine =
      above.text.length >= 60 && !/[.?!:;]\s*$/.test(above.text) && line.text.length < 30 && /^\p{Ll}/u.test(line.text)
    if (completesLink || isLinkAlone || (endsLongLine && above.depth === below.depth)) roles[index] = 'quote'
  }
}

/**
 * Lines that introduce a quote are its header. Without quote signs, everything below them is the quote, but only if they
 * give the time or the address that a mail program would: "In 2019 the court wrote:" begins the author's own quotation.
 */
function markAnnouncements(lines: readonly Line[], roles: Role[]): void {
  for (let end = 0; end < lines.length; end += 1) {
    const start = announcementStart(lines, roles, end)
    if (start < 0) continue
    const below = nextSaid(lines, end)
    const isQuoteBelow = below >= 0 && roles[below] !== 'own'
    const text = lines
      .slice(start, end + 1)
      .map((line) => line.text)
      .join(' ')
    if (below >= 0 && !isQuoteBelow && !isWrittenByProgram(text)) continue
    roles.fill('header', start, end + 1)
    const isOpening = !lines.slice(0, start).some((line, index) => roles[index] === 'own' && isSaid(line))
    // At the very top without quote signs below, it introduces an answer whose quote was lost.
    if (below >= 0 && !isQuoteBelow && !isOpening) return void roles.fill('quote', end + 1)
  }
}

/** Start of the announcement that ends at `end`: the longest full form, otherwise the nearest line; -1 if none. */
function announcementStart(lines: readonly Line[], roles: readonly Role[], end: number): number {
  if (!mayEndAnnouncement(lines[end]!.text)) return -1
  let joined = ''
  let nearest = -1
  let full = -1
  const below = nextSaid(lines, end)
  const hasQuoteBelow = below >= 0 && roles[below] === 'quote'
  for (let start = end; start >= Math.max(0, end - LINES_OF_ANNOUNCEMENT + 1); start -= 1) {
    const text = lines[start]!.text.trim()
    // Some programs put the address in lines of its own, with a blank line above.
    if (text === '' && joined.startsWith('<')) continue
    // Its end may have wrapped into the quote: "> someone@firm.com> wrote:".
    if (text === '' || (roles[start] !== 'own' && start < end)) break
    joined = `${text} ${joined}`.trim()
    if (roles[start] !== 'own') continue
    if (announcesInFull(joined)) full = start
    const isNear = announces(joined, hasQuoteBelow) || (hasQuoteBelow && introducesQuote(joined))
    if (nearest < 0 && roles[end] === 'own' && isNear) nearest = start
  }
  return full >= 0 ? full : nearest
}

function nextSaid(lines: readonly Line[], index: number): number {
  for (let next = index + 1; next < lines.length; next += 1) if (lines[next]!.text.trim() !== '') return next
  return -1
}

function beginsOriginal(lines: readonly Line[], index: number): boolean {
  const text = lines[index]!.text
  if (isOriginalMark(text)) return true
  const next = nextTexts(lines, index)
  return isHeaderBlock(next) || (isRule(text) && (isHeaderBlock(next.slice(1)) || isOriginalMark(next[1] ?? '')))
}

const nextTexts = (lines: readonly Line[], index: number) =>
  lines
    .slice(index, index + LINES_OF_HEADER)
    .map((line) => line.text)
    .filter((text, at) => at === 0 || text.trim() !== '')

/** The fields of the header, with lines that continue one. */
function headerEnd(lines: readonly Line[], start: number): number {
  let end = start + 1
  for (let index = start + 1; index < Math.min(lines.length, start + LINES_OF_HEADER); index += 1) {
    if (lines[index]!.depth !== lines[start]!.depth) break
    if (isHeaderField(lines[index]!.text)) end = index + 1
    else if (lines[index]!.text.trim() === '' && end > start + 1) break
  }
  return end
}

function assemble(lines: readonly Line[], roles: readonly Role[]): Kept[] {
  const isOwn = (index: number) => roles[index] === 'own' && isSaid(lines[index]!)
  const first = lines.findIndex((_, index) => isOwn(index))
  const last = lines.findLastIndex((_, index) => isOwn(index))
  const isQuoted = (index: number) => roles[index] === 'quote' && isSaid(lines[index]!)
  const isInterleaved = lines.some((_, index) => index > first && index < last && isQuoted(index))
  const isAnnounced = roles.slice(0, first).includes('header')
  const kept: Kept[] = []
  let quote: Kept[] = []
  for (let index = isInterleaved || !isAnnounced ? 0 : first; index <= last; index += 1) {
    const line = lines[index]!
    if (roles[index] === 'quote') quote.push({ line, index })
    if (roles[index] !== 'own') continue
    if (isSaid(line)) {
      if (quote.length > 0 && !isFarewell(lines.slice(index, last + 1).filter(isSaid))) kept.push(...context(quote))
      quote = []
    }
    if (kept.length > 0 || isSaid(line)) kept.push({ line: { ...line, depth: 0 }, index })
  }
  return kept
}

/** A closing below a quote is not an answer to it. */
const isFarewell = (lines: readonly Line[]) =>
  lines.length <= 4 && isClosing(lines[0]!.text) && lines.every((line) => line.text.length < 40)

/** What is answered: the quote if it is short, otherwise the end of its outermost text. */
function context(all: readonly Kept[]): Kept[] {
  const quote = all.filter(({ line }) => line.part !== 'original' && line.depth > 0)
  const said = quote.filter(({ line }) => isSaid(line))
  if (said.length === 0) return []
  const level = Math.min(...said.map(({ line }) => line.depth))
  const rebased = quote.map(({ line, index }) => ({ line: { ...line, depth: line.depth - level + 1 }, index }))
  if (said.length <= LONGEST_CONTEXT) return [BLANK, ...rebased, BLANK]
  const outermost = rebased.filter(({ line }) => line.depth <= 1)
  const tail = outermost.slice(0, outermost.findLastIndex(({ line }) => isSaid(line)) + 1).slice(-CONTEXT_LINES)
  const paragraph = tail.slice(tail.findIndex(({ line }) => line.text.trim() === '') + 1)
  return [BLANK, ELLIPSIS, ...paragraph, BLANK]
}

const BLANK: Kept = { line: { text: '', html: '', depth: 0, kind: 'text', part: 'own' }, index: -1 }
const ELLIPSIS: Kept = { line: { ...BLANK.line, text: '…', html: '…', depth: 1 }, index: -1 }

/** Everything but what the list appended; nothing if there are only announcements of quotes, without the quotes. */
function withoutFooter(lines: readonly Line[], roles: readonly Role[]): Kept[] {
  if (lines.every((line) => !isSaid(line) || announcesInFull(line.text))) return []
  const footer = lines.findIndex(
    (line, index) => line.depth === 0 && isRule(line.text) && isListFooter(nextTexts(lines, index).slice(0, 6)),
  )
  const end = footer < 0 ? lines.length : footer
  return lines.map((line, index) => ({ line, index })).filter(({ index }) => index < end && roles[index] !== 'footer')
}
