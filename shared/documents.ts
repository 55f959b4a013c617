/** Peer documents: limits, words and rules that server and browser share. */
import { cleanFileName, extensionOf } from '#shared/kit/file-names.ts'

export const DOCUMENT_TYPES = {
  agreement: 'Agreement',
  checklist: 'Checklist',
  letter: 'Letter',
  playbook: 'Playbook',
  policy: 'Policy',
  presentation: 'Presentation',
  register: 'Register',
  template: 'Template',
  other: 'Other',
} as const
export type DocumentType = keyof typeof DOCUMENT_TYPES

export const DOCUMENT_STATES = ['pending', 'changes_requested', 'approved', 'refused', 'withdrawn'] as const
export type DocumentState = (typeof DOCUMENT_STATES)[number]
export const DOCUMENT_STATE_LABELS: Record<DocumentState, string> = {
  pending: 'In review',
  changes_requested: 'Changes requested',
  approved: 'Published',
  refused: 'Not published',
  withdrawn: 'Withdrawn',
}

export const TITLE_LENGTH = 200
export const DESCRIPTION_LENGTH = 2000
export const REQUEST_LENGTH = 2000
export const NOTE_LENGTH = 200
export const REASON_LENGTH = 500
export const BANNER_LENGTH = 200

export const DOCUMENTS_PAGE = 25
export const REQUESTS_PAGE = 100
export const OWN_DOCUMENTS = 100
/** Topics, places and networks of one document. */
export const TAGS = 20
export const EXPERTISES_WITH_DOCUMENTS = 300
export const GEOGRAPHIES_WITH_DOCUMENTS = 1000
export const VERSIONS = 100
export const DISCUSSED_IN = 10
/** Pages of a document that are drawn as pictures; the others are read as text. */
export const PICTURES = 60
export const PICTURE_WIDTH = 1200

/** The kinds of file that can be shared as a document. */
export const DOCUMENT_FILES: readonly string[] = [
  'pdf',
  'docx',
  'xlsx',
  'pptx',
  'odt',
  'ods',
  'odp',
  'txt',
  'csv',
  'md',
]

export const FILE_LABELS: Readonly<Record<string, string>> = {
  pdf: 'PDF',
  doc: 'Word',
  docx: 'Word',
  odt: 'OpenDocument',
  xls: 'Excel',
  xlsx: 'Excel',
  ods: 'OpenDocument',
  csv: 'Table',
  ppt: 'PowerPoint',
  pptx: 'PowerPoint',
  odp: 'OpenDocument',
}
export const fileLabelOf = (name: string) => FILE_LABELS[extensionOf(name)] ?? 'Text'

/** Files whose pages are shown by their text: there are no pictures of them. */
export const isOfficeFile = (name: string) => ['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp'].includes(extensionOf(name))

/** The name of a document's file comes from its title: the name on the member's device may say whose it is. */
export const documentFileName = (title: string, uploadedName: string) =>
  cleanFileName(`${title}.${extensionOf(uploadedName)}`)

const tooLong = (what: string, text: string, limit: number) =>
  `The ${what} is ${[...text].length} characters long. The limit is ${limit}.`

interface Wrong {
  message: string
  field: string
}

export function documentProblem(asked: {
  title: string
  description?: string | null
  note?: string | null
}): Wrong | null {
  const { title, description, note } = asked
  if (title.trim() === '') return { message: 'Enter a title.', field: 'title' }
  if ([...title.trim()].length > TITLE_LENGTH) return { message: tooLong('title', title, TITLE_LENGTH), field: 'title' }
  if ([...(description ?? '')].length > DESCRIPTION_LENGTH)
    return { message: tooLong('description', description!, DESCRIPTION_LENGTH), field: 'description' }
  if ([...(note ?? '')].length > NOTE_LENGTH) return { message: tooLong('note', note!, NOTE_LENGTH), field: 'note' }
  return null
}

export function requestProblem({ request, document_title }: { request: string; document_title: string }): Wrong | null {
  if (document_title.trim() === '')
    return { message: 'Enter the title of the document you are looking for.', field: 'document_title' }
  if (request.trim() === '') return { message: 'Say what you need the document for.', field: 'request' }
  if ([...document_title.trim()].length > TITLE_LENGTH)
    return { message: tooLong('title', document_title, TITLE_LENGTH), field: 'document_title' }
  if ([...request.trim()].length > REQUEST_LENGTH)
    return { message: tooLong('request', request, REQUEST_LENGTH), field: 'request' }
  return null
}

export const filesOfDocuments = 'Share a PDF, a Word, Excel or PowerPoint file, an OpenDocument file, or plain text.'
export const canBeDocument = (name: string) => DOCUMENT_FILES.includes(extensionOf(name))

/** Why a file cannot be cleaned. It is never shared with the name instead. */
export const NOT_CLEANED: Readonly<Record<string, string>> = {
  encrypted: 'This file is protected by a password, so it can’t be cleaned. Remove the password and upload it again.',
  broken:
    'This file can’t be read, so it can’t be cleaned. Save it again in the program you made it with, and upload that.',
  unpacks_too_much: 'This file is too large when unpacked, so it can’t be cleaned. Split it into parts.',
  too_slow: 'Cleaning this file took too long. Save a simpler copy or a PDF, and upload that.',
  unsupported: 'This kind of file can’t be cleaned. Save it as a PDF, Word, Excel or PowerPoint file and upload that.',
  not_proven: 'Something in this file that identifies you could not be removed. Save it as a PDF and upload that.',
}
export const notCleaned = (outcome: string) => NOT_CLEANED[outcome] ?? NOT_CLEANED['broken']!
/** The name of an anonymous submitter, for readers. */
export const NO_NAME = 'a member'

/** Why a document cannot be opened yet. */
export const opensAt = (day: string) => `You can open this from ${day}.`

/** A paragraph of the text of two versions. */
export interface ChangedPart {
  kind: 'same' | 'added' | 'removed' | 'changed'
  words?: { kind: 'same' | 'added' | 'removed'; text: string }[]
  text: string
}
export interface DocumentChanges {
  outcome: 'compared' | 'no_text'
  /** Why nothing is compared. */
  message: string | null
  parts: ChangedPart[]
}

/** The `accept` attribute of the file input. */
export const ACCEPTED_DOCUMENTS = DOCUMENT_FILES.map((extension) => `.${extension}`).join(',')
/** A search reads the pages of so many documents: those with the most of its words. */
export const DOCUMENTS_WEIGHED = 100
