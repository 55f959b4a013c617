/**
 * The catalogue of personal data: what happens to each column of a table that refers to users. The copy that a member
 * can ask for and the deletion of their account are derived from it; a test fails for a column without an entry.
 */

/**
 * What the deletion of an account does. `row`: the row is deleted with the member. `null` and `set`: the column is
 * cleared, the row stays. `keep`: it stays, for the reason given.
 */
export type Erase = 'row' | 'null' | 'keep' | { set: string }
/** Who reads the column through the product. `staff` and `nobody` exclude the member. */
export type Visibility = 'everybody' | 'members' | 'self' | 'staff' | 'nobody'

/** `of` is the column with the member's id, where it is another than the owner of the row. */
export type PersonalColumn = { visibleTo: Visibility; of?: string } & (
  | { export: string; erase: Exclude<Erase, 'keep'>; because?: string }
  | { export: string | false; erase: Erase; because: string }
)
export type PersonalColumns = Readonly<Record<string, PersonalColumn>>

export interface PersonalTable {
  table: string
  /** The column with the id of the member whose row it is. */
  owner: string
  /** How the rows are ordered in the copy. */
  order: string
  columns: PersonalColumns
}
export type PersonalData = readonly PersonalTable[]

interface Whose {
  owner?: string
  order?: string
}

export const describe = (table: string, columns: PersonalColumns, whose: Whose = {}): PersonalTable => ({
  table,
  owner: whose.owner ?? 'user_id',
  order: whose.order ?? whose.owner ?? 'user_id',
  columns,
})

/** The same entry for several columns, whose names are separated by spaces. */
export const each = (names: string, column: PersonalColumn): PersonalColumns =>
  Object.fromEntries(names.split(' ').map((name) => [name, column]))

/** In the copy, and deleted with the row. */
export const copied = (section: string, visibleTo: Visibility = 'self'): PersonalColumn => ({
  export: section,
  erase: 'row',
  visibleTo,
})
/** Not in the copy, and deleted with the row. */
export const leftOut = (because: string, visibleTo: Visibility = 'nobody'): PersonalColumn => ({
  export: false,
  because,
  erase: 'row',
  visibleTo,
})
/** Outlives the account. */
export const kept = (because: string, visibleTo: Visibility, section: string | false = false): PersonalColumn => ({
  export: section,
  because,
  erase: 'keep',
  visibleTo,
})

export const ID = 'a number that says nothing about the member'
export const SECRET = 'a secret: who finds the copy could use it'
export const WORKED_OUT = 'worked out from what is in the copy'
export const BY_STAFF = 'an act of staff for the community, not data of theirs'

/**
 * The copy section by section, in the order of the catalogue. `joined` are the sections that need more than one table.
 * Columns are named, so that a column added later is not exported before somebody has decided so.
 */
export function exportSections(
  data: PersonalData,
  joined: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const sections: Record<string, string> = {}
  for (const { table, owner, order, columns } of data) {
    const wanted = Object.keys(columns).filter((column) => columns[column]!.export)
    for (const section of new Set(wanted.map((column) => columns[column]!.export as string))) {
      if (section in sections) throw new Error(`Two tables are exported as ${section}.`)
      const own = wanted.filter((column) => columns[column]!.export === section)
      sections[section] =
        joined[section] ??
        `select ${own.map((column) => `x.${column}`).join(', ')} from ${table} x where x.${owner} = $1 order by ${order}`
    }
  }
  return { ...sections, ...joined }
}

const assignmentOf = (column: string, erase: Erase): string | undefined =>
  erase === 'null' ? `${column} = null` : typeof erase === 'object' ? `${column} = ${erase.set}` : undefined

/** Statements that clear columns of rows which stay. `$1` is the member. */
export const erasures = (data: PersonalData) =>
  data.flatMap(({ table, owner, columns }) => {
    const changes: Record<string, string[]> = {}
    for (const [column, { erase, of = owner }] of Object.entries(columns)) {
      const made = assignmentOf(column, erase)
      if (made) (changes[of] ??= []).push(made)
    }
    return Object.entries(changes).map(([of, made]) => ({
      name: `erase-${table}-${of}`,
      text: `update ${table} set ${made.join(', ')} where ${of} = $1`,
    }))
  })

/** Tables whose rows stay although the schema would delete them with the member. */
export const keptTables = (data: PersonalData): string[] =>
  data.filter(({ owner, columns }) => columns[owner]?.erase === 'keep').map(({ table }) => table)
