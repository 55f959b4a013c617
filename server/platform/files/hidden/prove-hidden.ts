/** Looks in every part of a cleaned Office file for what was hidden in the original. */
import { isHiddenPart } from '#shared/uploads.ts'
import type { Question } from '../file-types.ts'
import { unpack } from '../office/archive.ts'
import { officePages } from '../office/office-pages.ts'
import { isXml, mainPart, openPackage, packageOf, xmlOf, type OfficePackage } from '../office/package.ts'
import { segmentsOf } from '../office/text-segments.ts'
import { hidingStyles, wordParts } from './hidden-runs.ts'

/** Shorter texts are in most files. */
const LETTERS = 8
/** Their stored values are what the reader sees in the chart. */
const CHARTS = /chart/i

/** Resolves to where something hidden remains. */
export async function proveHidden(
  original: Uint8Array,
  cleaned: Uint8Array,
  questions: readonly Question[],
): Promise<string[]> {
  const left = questions.filter(isHiddenPart).map(({ where }) => where)
  const before = hiddenTexts(await openPackage(original))
  if (before.size === 0) return left
  const office = packageOf(await unpack(cleaned))
  const seen = new Set(officePages(office).flatMap(({ text }) => piecesOf(text)))
  for (const [part] of office.entries) {
    if (!isXml(part, office.typeOf(part)) || part.endsWith('.rels') || CHARTS.test(part)) continue
    for (const { text } of segmentsOf(xmlOf(office, part), { withFallbacks: true }))
      for (const piece of piecesOf(text)) if (before.has(piece) && !seen.has(piece)) left.push(`hidden text in ${part}`)
  }
  return left
}

const piecesOf = (text: string) =>
  text
    .split(/[\n\t]/)
    .map((piece) => piece.trim())
    .filter(({ length }) => length >= LETTERS)

function hiddenTexts(office: OfficePackage): Set<string> {
  const { part, kind } = mainPart(office)
  if (kind !== 'word')
    return new Set(officePages(office).flatMap(({ isHidden, text }) => (isHidden ? piecesOf(text) : [])))
  const hiding = hidingStyles(office, part)
  const hidden = wordParts(office).flatMap((each) =>
    segmentsOf(xmlOf(office, each), { hiding }).flatMap(({ isHidden, text }) => (isHidden ? piecesOf(text) : [])),
  )
  return new Set(hidden)
}
