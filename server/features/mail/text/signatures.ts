/**
 * Marks signatures, list footers and legal notices among the author's own lines.
 *
 * A mark like `--` says where a signature begins, never where it ends, and some authors use it between two paragraphs.
 * So what follows is cut paragraph by paragraph, only as far as a signature is long, and never if it is prose.
 */
import { footerIndexes } from './footers.ts'
import type { Line } from './lines.ts'
import { isLegal, isProse, isSentenceLine } from './prose.ts'
import { isSaid, type Role } from './roles.ts'
import { isDeviceLine, isListFooter, isNotice, isRule, isSignatureMark } from './quote-marks.ts'

const LINES_OF_SIGNATURE = 12
// A program that labels the signature knows where it ends.
const LINES_OF_LABELED_SIGNATURE = 30
const LINES_BELOW_A_RULE = 3
const LINES_OF_FOOTER = 10
const LINES_OF_A_CLOSE_MARK = 5
const LINES_AFTER_DEVICE = 4
const CHARACTERS_OF_A_TAIL = 400

interface Run {
  lines: readonly Line[]
  roles: Role[]
  start: number
  /** Exclusive. */
  end: number
}

export function markSignatures(lines: readonly Line[], roles: Role[], footers: readonly (readonly string[])[]): void {
  unlabelProse(lines, roles)
  for (const { start, end } of ownRuns(lines, roles)) {
    const run = { lines, roles, start, end }
    for (const footer of footers) cutLearned(run, footer)
    cutListFooters(run)
    cutMarked(run)
    cutNotices(run)
    cutDeviceLines(run)
  }
}

/** Stretches of own lines between quotes. */
function ownRuns(lines: readonly Line[], roles: readonly Role[]): { start: number; end: number }[] {
  const runs: { start: number; end: number }[] = []
  let start = 0
  for (let index = 0; index <= lines.length; index += 1) {
    const isOwn = index < lines.length && (roles[index] === 'own' || roles[index] === 'signature')
    if (isOwn) continue
    if (index > start) runs.push({ start, end: index })
    start = index + 1
  }
  return runs
}

/** Some people write their whole message inside the element that the program made for the signature. */
function unlabelProse(lines: readonly Line[], roles: Role[]): void {
  for (let start = 0; start < lines.length; start += 1) {
    if (roles[start] !== 'signature') continue
    let end = start
    while (end < lines.length && roles[end] === 'signature') end += 1
    const length = signatureEnd(lines, { start, end, limit: LINES_OF_LABELED_SIGNATURE })
    for (let index = length; index < end; index += 1) roles[index] = 'own'
    start = end
  }
}

/** Where the signature that begins at `start` ends: whole paragraphs that are short and not prose. */
function signatureEnd(lines: readonly Line[], { start, end, limit }: { start: number; end: number; limit: number }) {
  let last = start
  let count = 0
  for (const paragraph of paragraphs(lines, start, end)) {
    const texts = paragraph.map((index) => lines[index]!.text)
    const isFooter = isLegal(texts) || isListFooter(texts)
    if (!isFooter) count += texts.length
    if (count > limit || (!isFooter && isProse(texts))) break
    last = paragraph.at(-1)! + 1
  }
  return last
}

function paragraphs(lines: readonly Line[], start: number, end: number): number[][] {
  const found: number[][] = []
  let open: number[] = []
  for (let index = start; index < end; index += 1) {
    if (isSaid(lines[index]!)) open.push(index)
    else if (open.length > 0) {
      found.push(open)
      open = []
    }
  }
  return open.length > 0 ? [...found, open] : found
}

const ownIn = ({ lines, roles }: Run, start: number, end: number) =>
  Array.from({ length: Math.max(0, end - start) }, (_, offset) => start + offset).filter(
    (index) => roles[index] === 'own' && isSaid(lines[index]!),
  )

function cutLearned(run: Run, footer: readonly string[]): void {
  const texts = run.lines.slice(run.start, run.end).map((line) => line.text)
  for (const index of footerIndexes(texts, footer)) run.roles[run.start + index] = 'footer'
}

/** A rule with the words of a list below it: its paragraph, and the next ones with such words. */
function cutListFooters(run: Run): void {
  const { lines, roles, start, end } = run
  for (let index = start; index < end; index += 1) {
    if (roles[index] !== 'own' || !isRule(lines[index]!.text)) continue
    let count = 0
    for (const paragraph of paragraphs(lines, index + 1, end)) {
      const texts = paragraph.map((at) => lines[at]!.text)
      count += texts.length
      if (count > LINES_OF_FOOTER || !isListFooter(texts)) break
      roles.fill('footer', index, paragraph.at(-1)! + 1)
    }
  }
}

function cutMarked(run: Run): void {
  const { lines, roles, start, end } = run
  for (let index = start; index < end; index += 1) {
    if (roles[index] !== 'own') continue
    const text = lines[index]!.text.trim()
    const isMark = isSignatureMark(text)
    if (!isMark && !/^_{5,}$/.test(text)) continue
    const limit = isMark ? LINES_OF_SIGNATURE : LINES_BELOW_A_RULE
    const last = signatureEnd(lines, { start: index + 1, end, limit })
    const rest = ownIn(run, last, end)
    const isLast = rest.length === 0 || (isMark && rest.every((at) => !isSentenceLine(lines[at]!.text)))
    const isClose = isMark && ownIn(run, index, last).length <= LINES_OF_A_CLOSE_MARK
    if (last === index + 1 ? !(isMark && rest.length === 0) : !isLast && !isClose) continue
    const cutTo = rest.length === 0 ? end : last
    for (let at = index; at < cutTo; at += 1) if (roles[at] === 'own') roles[at] = 'signature'
    index = cutTo - 1
  }
}

/** "Sent from my phone" is at the end of what the author wrote, or above a name there. */
function cutDeviceLines(run: Run): void {
  for (;;) {
    const own = ownIn(run, run.start, run.end)
    const tail = own.slice(-LINES_AFTER_DEVICE)
    const found = tail.findLast((index) => isDeviceLine(run.lines[index]!.text.trim()))
    if (found === undefined) return
    if (tail.some((index) => index > found && isSentenceLine(run.lines[index]!.text))) return
    run.roles[found] = 'signature'
  }
}

/** Legal notices are at the end: paragraphs that speak about the mail itself, and short lines between them. */
function cutNotices(run: Run): void {
  const { lines, roles } = run
  const all = paragraphs(lines, run.start, run.end)
    .map((paragraph) => paragraph.filter((index) => roles[index] === 'own'))
    .filter((paragraph) => paragraph.length > 0)
  const isFirst = (index: number) => !lines.some((line, at) => at < index && roles[at] === 'own' && isSaid(line))
  let waiting: number[] = []
  for (const paragraph of all.toReversed()) {
    const at = paragraph.findIndex((index, offset) => {
      const texts = paragraph.slice(offset).map((one) => lines[one]!.text)
      return isNotice(lines[index]!.text.trim()) && (isLegal(texts) || isNoticeAlone(texts))
    })
    const begin = at >= 0 ? at : isLegal(paragraph.map((index) => lines[index]!.text)) && waiting.length === 0 ? 0 : -1
    if (begin >= 0 && !isFirst(paragraph[begin]!)) {
      for (const index of [...paragraph.slice(begin), ...waiting]) roles[index] = 'footer'
      waiting = []
      if (begin > 0) return
      continue
    }
    waiting = [...paragraph, ...waiting]
    const texts = waiting.map((index) => lines[index]!.text)
    if (isProse(texts) || texts.join('').length > CHARACTERS_OF_A_TAIL) return
  }
}

/** Notices that name themselves need no legal words. */
const isNoticeAlone = (texts: readonly string[]) =>
  /environment|alternative html|avast|virus|checked|scanned/i.test(texts[0]!) && texts.join(' ').length < 300
