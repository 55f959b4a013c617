/** Tables that staff import, in the browser or on the command line. */
import { REFERENCE_LIST_KEYS, shapeOf, type ReferenceListKey } from './reference-lists.ts'

const IMPORT_KINDS = ['experts', 'members', 'cle', 'documents', 'events', 'recordings', 'series'] as const
/** The import of the entries of a list. */
export type ListImport = `list-${ReferenceListKey}`
export type PlainImport = (typeof IMPORT_KINDS)[number]
export type ImportKind = PlainImport | ListImport
export const listImport = (list: ReferenceListKey): ListImport => `list-${list}`

/** The maximum size of a browser import; larger tables need the command line. */
export const IMPORT_CHARACTERS = 500_000
/** As JSON, in which a character takes up to six bytes. */
export const IMPORT_BYTES = 6 * IMPORT_CHARACTERS

interface Columns {
  required: string[]
  optional: string[]
}
const listColumns = Object.fromEntries(
  REFERENCE_LIST_KEYS.map((list): [ListImport, Columns] => {
    const { fields } = shapeOf(list)
    const isRequired = (field: (typeof fields)[number]) => field.kind !== 'flag' && !field.isOptional
    return [
      listImport(list),
      {
        required: ['name', ...fields.filter(isRequired).map(({ name }) => name)],
        optional: fields.filter((field) => !isRequired(field)).map(({ name }) => name),
      },
    ]
  }),
) as Record<ListImport, Columns>

export const IMPORT_COLUMNS: Record<ImportKind, Columns> = {
  ...listColumns,
  experts: {
    required: ['type', 'name'],
    optional: ['company', 'website', 'about', 'tag_line', 'categories', 'geographies', 'price'],
  },
  members: { required: ['email', 'first_name', 'last_name', 'network'], optional: ['note'] },
  cle: { required: ['email', 'title', 'event_date', 'minutes', 'state'], optional: [] },
  documents: {
    required: ['title', 'type', 'networks', 'file'],
    optional: ['description', 'topics', 'geographies', 'submitter'],
  },
  events: {
    required: ['title', 'network', 'category', 'starts', 'ends', 'time_zone'],
    optional: ['description', 'location', 'venue', 'capacity', 'topics', 'hosts', 'speakers', 'sponsors'],
  },
  recordings: {
    required: ['network', 'event', 'date', 'title', 'file'],
    optional: ['description', 'chapters', 'poster'],
  },
  series: {
    required: ['network', 'series', 'title', 'file'],
    optional: ['description', 'chapters', 'poster', 'opens'],
  },
}

/** Kinds whose rows name files; staff upload them first. */
export const IMPORTS_WITH_FILES: readonly PlainImport[] = ['documents', 'recordings', 'series']
/** Several values of one cell. */
export const IMPORT_LIST_SEPARATOR = ';'

export type ImportOutcome = 'made' | 'known' | 'refused'
export interface ImportLine {
  line: number
  /** The first words of the row, to identify it. */
  words: string
  outcome: ImportOutcome
  /** Why the row was refused. */
  reason?: string
}
export interface ImportResult {
  rows: number
  made: number
  known: number
  refused: { line: number; reason: string }[]
  lines: ImportLine[]
  isDryRun: boolean
}
