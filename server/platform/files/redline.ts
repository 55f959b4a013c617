/** Compares two versions: first their paragraphs, then the words of paragraphs that changed. */
import { diffArrays } from 'diff'
import type { FilePage, RedlinePart } from './file-types.ts'

/** More differences than these are not a revision but another text: then the whole is replaced. */
const PARAGRAPH_EDITS = 2_000
const WORD_EDITS = 800
/** Paragraphs that share this part of their words are two versions of one. */
const SIMILAR = 0.4
/** How far a paragraph may have moved within a block of changes. */
const WINDOW = 25

export function redline(before: readonly FilePage[], after: readonly FilePage[]): RedlinePart[] {
  const [old, fresh] = [paragraphsOf(before), paragraphsOf(after)]
  const parts: RedlinePart[] = []
  let [removed, added]: [string[], string[]] = [[], []]
  const flush = () => {
    parts.push(...paired(removed, added))
    ;[removed, added] = [[], []]
  }
  for (const change of compared(old, fresh, PARAGRAPH_EDITS)) {
    if (change.kind === 'removed') removed.push(...change.values)
    else if (change.kind === 'added') added.push(...change.values)
    else {
      flush()
      parts.push(...change.values.map((text) => ({ kind: 'same' as const, text })))
    }
  }
  flush()
  return parts
}

const paragraphsOf = (pages: readonly FilePage[]) =>
  pages
    .flatMap(({ text }) => text.split('\n').map((line) => line.replace(/[ \u00a0]+/g, ' ').trim()))
    .filter((line) => line !== '')

interface Change {
  kind: 'same' | 'added' | 'removed'
  values: string[]
}

/** What is the same at both ends needs no search. */
function compared(old: readonly string[], fresh: readonly string[], maxEditLength: number): Change[] {
  let start = 0
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1
  let [oldEnd, freshEnd] = [old.length, fresh.length]
  while (oldEnd > start && freshEnd > start && old[oldEnd - 1] === fresh[freshEnd - 1]) {
    oldEnd -= 1
    freshEnd -= 1
  }
  const [left, right] = [old.slice(start, oldEnd), fresh.slice(start, freshEnd)]
  const found = left.length > 0 && right.length > 0 ? diffArrays(left, right, { maxEditLength }) : undefined
  const middle: Change[] = found
    ? found.map(({ added, removed, value }) => ({
        kind: added ? 'added' : removed ? 'removed' : 'same',
        values: value,
      }))
    : [
        { kind: 'removed', values: left },
        { kind: 'added', values: right },
      ]
  return [
    { kind: 'same' as const, values: old.slice(0, start) },
    ...middle,
    { kind: 'same' as const, values: old.slice(oldEnd) },
  ].filter(({ values }) => values.length > 0)
}

/** Within a block of changes, finds which new paragraph is a version of which old one. */
function paired(removed: readonly string[], added: readonly string[]): RedlinePart[] {
  const parts: RedlinePart[] = []
  const bags = added.map(wordsOf)
  let next = 0
  for (const text of removed) {
    const bag = wordsOf(text)
    const match = added
      .slice(next, next + WINDOW)
      .findIndex((_, index) => similarity(bag, bags[next + index]!) >= SIMILAR)
    if (match < 0) {
      parts.push({ kind: 'removed', text })
      continue
    }
    parts.push(...added.slice(next, next + match).map((each) => ({ kind: 'added' as const, text: each })))
    parts.push(changedParagraph(text, added[next + match]!))
    next += match + 1
  }
  return [...parts, ...added.slice(next).map((text) => ({ kind: 'added' as const, text }))]
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))

function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  if (small.size * 4 < large.size) return 0
  let shared = 0
  for (const word of small) if (large.has(word)) shared += 1
  return (2 * shared) / (a.size + b.size)
}

function changedParagraph(before: string, after: string): RedlinePart {
  const pieces = (text: string) => text.match(/[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu) ?? []
  const words = compared(pieces(before), pieces(after), WORD_EDITS).map(({ kind, values }) => ({
    kind,
    text: values.join(''),
  }))
  return { kind: 'changed', words, text: after }
}
