/** What the member is told or asked about, besides what was simply removed. */
import { counted } from '#shared/kit/text.ts'
import type { Question } from '../file-types.ts'
import { scan } from '../office/xml.ts'
import { mainPart, packageOf, xmlOf, type OfficePackage } from '../office/package.ts'
import { sheetsOf, slidesOf } from '../office/office-pages.ts'
import { segmentsOf } from '../office/text-segments.ts'
import type { Entries } from '../office/archive.ts'
import { hiddenCells } from './hidden-cells.ts'
import { hiddenShape } from './hidden-parts.ts'
import { hidingStyles, wordParts } from './hidden-runs.ts'
import type { Removed } from '../removed.ts'

const SHOWN = 200
const QUESTIONS = 100

export function officeQuestions(entries: Entries, removed: Removed): Question[] {
  const office = packageOf(entries)
  const { part, kind } = mainPart(office)
  const hidden =
    kind === 'sheets'
      ? hiddenInSheets(office, part)
      : kind === 'slides'
        ? hiddenSlides(office, part)
        : hiddenText(office, part)
  return [...hidden, ...removedQuestions(removed)].slice(0, QUESTIONS)
}

const shown = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN - 1).trimEnd()}…` : text)

export function removedQuestions(removed: Removed): Question[] {
  const questions: Question[] = []
  const comments = removed.commentTexts
  if (comments.length > 0)
    questions.push({
      kind: 'comments',
      where: 'Comments',
      text: `${counted(comments.length, 'comment')} removed. The first: “${shown(comments[0]!.trim())}”`,
    })
  if (removed.deletions + removed.insertions > 0)
    questions.push({
      kind: 'tracked_changes',
      where: 'Document',
      text: `${counted(removed.deletions, 'tracked deletion')} removed; the text of ${counted(removed.insertions, 'tracked insertion')} kept.`,
    })
  const embedded = removed.embedded + removed.attachments + removed.media
  if (embedded > 0)
    questions.push({
      kind: 'embedded_object',
      where: 'Document',
      text: `${counted(embedded, 'embedded file')} removed.`,
    })
  return questions
}

function hiddenText(office: OfficePackage, main: string): Question[] {
  const hiding = hidingStyles(office, main)
  return wordParts(office).flatMap((part) =>
    segmentsOf(xmlOf(office, part), { hiding })
      .filter(({ isHidden }) => isHidden)
      .map(({ page, text }) => ({
        kind: 'hidden_text' as const,
        where: part === main ? `Page ${page}` : 'Header, footer or note',
        text: shown(text),
      })),
  )
}

function hiddenInSheets(office: OfficePackage, main: string): Question[] {
  return sheetsOf(office, main).flatMap(({ name, part, isHidden }): Question[] => {
    const where = `Sheet “${name}”`
    if (isHidden) return [{ kind: 'hidden_sheet', where, text: `The sheet “${name}” is hidden.` }]
    const { count, hasContent } = hiddenCells(xmlOf(office, part))
    if (!hasContent) return []
    return [
      { kind: 'hidden_text', where, text: `${counted(count, 'hidden row or column', 'hidden rows or columns')}.` },
    ]
  })
}

function hiddenSlides(office: OfficePackage, main: string): Question[] {
  return slidesOf(office, main).flatMap(({ part, notes, isHidden }, index) => {
    const [xml, where] = [xmlOf(office, part), `Slide ${index + 1}`]
    const questions: Question[] = []
    if (isHidden) questions.push({ kind: 'hidden_slide', where, text: paragraphsOf(xml) })
    else if (hasHiddenShape(xml))
      questions.push({ kind: 'hidden_text', where, text: 'Something on this slide is hidden.' })
    // The number of the slide alone is no note.
    const said = notes === undefined ? '' : paragraphsOf(xmlOf(office, notes))
    if (/\p{L}{2}/u.test(said))
      questions.push({ kind: 'hidden_text', where: `Notes of slide ${index + 1}`, text: said })
    return questions
  })
}

const paragraphsOf = (xml: string) =>
  shown(
    segmentsOf(xml)
      .filter(({ kind }) => kind === 'paragraph')
      .map(({ text }) => text.trim())
      .join(' '),
  )

function hasHiddenShape(xml: string): boolean {
  let isFound = false
  if (/\shidden=["'](1|true)["']/.test(xml))
    scan(xml, {
      open: (element) => {
        if (hiddenShape(element)) isFound = true
      },
    })
  return isFound
}
