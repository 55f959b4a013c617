/** The legal texts that members accept, written and published by staff: limits, format and rules. */
import type { GuideProblem } from './guides.ts'
import { LEGAL_TITLES, type LegalKind } from './legal-documents.ts'

export const LEGAL_TITLE_LENGTH = 150
export const LEGAL_SECTIONS = 40
export const LEGAL_PARAGRAPHS = 40
export const LEGAL_TEXT_LENGTH = 5_000
export const CHANGE_NOTE_LENGTH = 500

export interface LegalSection {
  title: string
  paragraphs: string[]
}

/** Parses a text as staff write it: a section begins with "# Title", and a blank line separates paragraphs. */
export function sectionsOf(text: string): LegalSection[] {
  const parts = text.replaceAll('\r\n', '\n').split(/^# +/m)
  return parts.slice(1).map((part) => {
    const [title = '', ...lines] = part.split('\n')
    const paragraphs = lines
      .join('\n')
      .split(/\n\s*\n/)
      .map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim())
    return { title: title.trim(), paragraphs: paragraphs.filter((paragraph) => paragraph !== '') }
  })
}
export const textOf = (sections: readonly LegalSection[]) =>
  sections.map(({ title, paragraphs }) => [`# ${title}`, ...paragraphs].join('\n\n')).join('\n\n')

export interface LegalText {
  title: string
  sections: unknown
  change_note: string
  asks_again: boolean
}
/** The refusal if the first of these texts has changed since it was shown. */
export const legalTextChanged = ([kind]: readonly LegalKind[]): GuideProblem | undefined =>
  kind && {
    field: kind,
    message: `The ${LEGAL_TITLES[kind].toLowerCase()} changed while you were reading. Please read the new version, then accept it.`,
  }

const tooLong = (what: string, text: string, max: number) =>
  [...text].length > max
    ? `${what} is ${[...text].length} characters long. The limit is ${max.toLocaleString('en-US')}.`
    : undefined

/** The first problem of a version that is about to be published. */
export function legalProblem({ title, sections, change_note, asks_again }: LegalText): GuideProblem | undefined {
  const wrong = (field: string, message: string | undefined) => (message ? { field, message } : undefined)
  if (title.trim() === '') return { field: 'title', message: 'Enter a title.' }
  if (asks_again && change_note.trim() === '')
    return {
      field: 'change_note',
      message: 'Describe what changed. Members see this when they’re asked to accept again.',
    }
  return (
    wrong('title', tooLong('The title', title, LEGAL_TITLE_LENGTH)) ??
    wrong('change_note', tooLong('What has changed', change_note, CHANGE_NOTE_LENGTH)) ??
    wrong('sections', sectionsProblem(sections))
  )
}

function sectionsProblem(given: unknown): string | undefined {
  if (!Array.isArray(given) || given.length === 0) return 'Add at least one section. Start it with “# ” and a title.'
  if (given.length > LEGAL_SECTIONS) return `The text has ${given.length} sections. The limit is ${LEGAL_SECTIONS}.`
  for (const section of given as Partial<LegalSection>[]) {
    const { title, paragraphs } = section ?? {}
    if (typeof title !== 'string' || title === '') return 'A section has no title. Add it after “# ”.'
    const isText = Array.isArray(paragraphs) && paragraphs.every((text) => typeof text === 'string' && text !== '')
    if (!isText || paragraphs.length === 0) return `The section “${title}” has no text. Add a paragraph.`
    if (paragraphs.length > LEGAL_PARAGRAPHS)
      return `The section “${title}” has too many paragraphs. Split it into two sections.`
    const problem =
      tooLong('A title', title, LEGAL_TITLE_LENGTH) ??
      paragraphs.map((text) => tooLong('A paragraph', text, LEGAL_TEXT_LENGTH)).find(Boolean)
    if (problem) return problem
  }
  return undefined
}
