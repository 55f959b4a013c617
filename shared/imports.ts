/** Tables that staff import, in the browser or on the command line. */
export const IMPORT_KINDS = ['experts', 'members', 'cle', 'documents', 'events', 'recordings', 'series'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

/** The maximum size of a browser import; larger tables need the command line. */
export const IMPORT_CHARACTERS = 500_000

export const IMPORT_COLUMNS: Record<ImportKind, { required: string[]; optional: string[] }> = {
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
export const IMPORTS_WITH_FILES: readonly ImportKind[] = ['documents', 'recordings', 'series']
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
