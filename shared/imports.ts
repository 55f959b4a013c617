/** Tables that staff bring in, in the browser as by the command. */
export const IMPORT_KINDS = ['experts', 'members'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

/** What the browser sends at once; larger tables go by the command. */
export const IMPORT_CHARACTERS = 500_000

export const IMPORT_COLUMNS: Record<ImportKind, { required: string[]; optional: string[] }> = {
  experts: {
    required: ['type', 'name'],
    optional: ['company', 'website', 'about', 'tag_line', 'categories', 'geographies', 'price'],
  },
  members: { required: ['email', 'first_name', 'last_name', 'network'], optional: ['note'] },
}

export type ImportOutcome = 'made' | 'known' | 'refused'
export interface ImportLine {
  line: number
  /** The first words of the row, to know it by. */
  words: string
  outcome: ImportOutcome
  /** Why it was refused. */
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
