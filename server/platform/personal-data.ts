/**
 * The catalog of personal data: what happens to each column of a table that refers to users. The data export and the
 * deletion of an account are derived from it; a test fails for a column without an entry.
 */
import { statement, type Parameters, type Statement } from '#server/platform/database/statement.ts'
import { sql, trustedSql, type Sql } from '#server/platform/graph/sql.ts'

/**
 * The effect of deleting the account. `row`: the row is deleted with the member. `null` and `set`: the column is
 * cleared, the row stays. `keep`: the value stays, for the reason given.
 */
export type Erase = 'row' | 'null' | 'keep' | { set: string }
/** Who can see the column in the product. `staff` and `nobody` exclude the member. */
export type Visibility = 'everybody' | 'members' | 'self' | 'staff' | 'nobody'

/** `of` is the column with the member's id, if it is not the owner of the row. */
export type PersonalColumn = { visibleTo: Visibility; of?: string } & (
  | { export: string; erase: Exclude<Erase, 'keep'>; because?: string }
  | { export: string | false; erase: Erase; because: string }
)
/**
 * The effect of merging the account into another of the same person. `move`: the row is that account's now. `stay`: it
 * keeps the old number, as history. `erase`: as if the account were deleted.
 */
export type Merge = 'move' | 'stay' | 'erase'
export type PersonalColumns = Readonly<Record<string, PersonalColumn>>

export interface PersonalTable {
  table: string
  /** The column with the id of the member who owns the row. */
  owner: string
  /** Order of the rows in the export. */
  order: string
  columns: PersonalColumns
  /** Without it, `mergeOf` decides. */
  merge?: Merge | undefined
}
export type PersonalData = readonly PersonalTable[]

interface Whose {
  owner?: string
  order?: string
  merge?: Merge
}

export const describe = (table: string, columns: PersonalColumns, whose: Whose = {}): PersonalTable => ({
  table,
  owner: whose.owner ?? 'user_id',
  order: whose.order ?? whose.owner ?? 'user_id',
  columns,
  merge: whose.merge,
})

/** The same entry for several columns, with their names separated by spaces. */
export const each = (names: string, column: PersonalColumn): PersonalColumns =>
  Object.fromEntries(names.split(' ').map((name) => [name, column]))

/** In the export, and deleted with the row. */
export const copied = (section: string, visibleTo: Visibility = 'self'): PersonalColumn => ({
  export: section,
  erase: 'row',
  visibleTo,
})
/** Not in the export, and deleted with the row. */
export const leftOut = (because: string, visibleTo: Visibility = 'nobody'): PersonalColumn => ({
  export: false,
  because,
  erase: 'row',
  visibleTo,
})
/** Stays after the account is deleted. */
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

const OF_MEMBER = { userId: 'bigint' } as const
/** A statement about one member. */
export type OfMember = Statement<typeof OF_MEMBER>
export const ofMember = (name: string, build: (parameters: Parameters<typeof OF_MEMBER>) => Sql): OfMember =>
  statement(name, OF_MEMBER, build)

/**
 * The statement of each section of the export, in the order of the catalog. `joined` are the sections that need more
 * than one table. Columns are named explicitly, so that a new column is not exported before someone has decided so.
 */
export function exportSections(
  data: PersonalData,
  joined: Readonly<Record<string, OfMember>>,
): Readonly<Record<string, OfMember>> {
  const sections: Record<string, OfMember> = {}
  for (const { table, owner, order, columns } of data) {
    const wanted = Object.keys(columns).filter((column) => columns[column]!.export)
    for (const section of new Set(wanted.map((column) => columns[column]!.export as string))) {
      if (section in sections) throw new Error(`Two tables are exported as ${section}.`)
      const own = wanted.filter((column) => columns[column]!.export === section)
      sections[section] =
        joined[section] ??
        ofMember(
          `export-${section}`,
          ({ userId }) =>
            sql`select ${trustedSql(own.map((column) => `x.${column}`).join(', '))} from ${trustedSql(table)} x where x.${trustedSql(owner)} = ${userId} order by ${trustedSql(order)}`,
        )
    }
  }
  return { ...sections, ...joined }
}

const assignmentOf = (column: string, erase: Erase): string | undefined =>
  erase === 'null' ? `${column} = null` : typeof erase === 'object' ? `${column} = ${erase.set}` : undefined

/** Statements that clear columns of rows that stay. */
export const erasures = (data: PersonalData) =>
  data.flatMap(({ table, owner, columns }) => {
    const changes: Record<string, string[]> = {}
    for (const [column, { erase, of = owner }] of Object.entries(columns)) {
      const made = assignmentOf(column, erase)
      if (made) (changes[of] ??= []).push(made)
    }
    return Object.entries(changes).map(([of, made]) =>
      ofMember(
        `erase-${table}-${of}`,
        ({ userId }) =>
          sql`update ${trustedSql(table)} set ${trustedSql(made.join(', '))} where ${trustedSql(of)} = ${userId}`,
      ),
    )
  })

/** Tables whose rows stay, although the schema would delete them with the member. */
export const keptTables = (data: PersonalData): string[] =>
  data.filter(({ owner, columns }) => columns[owner]?.erase === 'keep').map(({ table }) => table)

/** What staff did stays with who did it; the member's own data and what stays after a deletion move; the rest goes. */
export function mergeOf({ owner, columns, merge }: PersonalTable): Merge {
  if (merge) return merge
  const entry = columns[owner]!
  if (entry.erase === 'keep') return entry.because === BY_STAFF ? 'stay' : 'move'
  return Object.values(columns).some((column) => column.export) ? 'move' : 'erase'
}
