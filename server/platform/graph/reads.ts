/** How a feature defines where its types' fields come from. A field without an entry is the column of its name. */
import type { Parameter, Sql } from './sql.ts'

/** What an entry may ask during compilation. Each answer is part of the statement's shape. */
export interface FieldContext {
  args: Readonly<Record<string, Parameter>>
  /** Whether the argument has a value. Null, 0, the empty string and the empty list count as none. */
  given(argument: Parameter): boolean
  /** The chosen enum value. */
  choice(argument: Parameter): string | null
  /** True if a boolean argument is true. */
  chosen(argument: Parameter): boolean
  /** The number of the viewer's networks to provide for: each number up to 8, then 16, 32 and so on. */
  networks(): number
  /**
   * The number of rows to read, as a literal, to reach the page after this offset: the cap, doubled as often as needed.
   */
  reach(offset: Parameter, cap: number): number
  /** The id that the action of a mutation returned. */
  result: Parameter
  /** Whether the look-up of the field found something (`Input.lookedUp`). */
  isLookedUp(): boolean
}

export interface ListRows {
  rows: Sql
  order: Sql
  /** The maximum rows per call, and the default. */
  cap: number
  limit?: Parameter | undefined
  offset?: Parameter | undefined
  /** Joins the rows of the page with the rest, in their order, once the page is cut: deep pages pass over narrow rows. */
  widen?: (cut: Sql) => Sql
  /** Prepared despite filters, because one plan fits all their values: planning took longer than reading. */
  isSteady?: boolean
  /** Unless this holds, the list is empty and its rows are not looked for. */
  onlyIf?: Sql
}
export interface PageRows extends ListRows {
  count: Sql
  /** The CTE `matched` that both `rows` and `count` read, so that matching runs once. */
  matched?: Sql
  /** Other single values of the page, by field. */
  values?: Readonly<Record<string, Sql>>
}

/**
 * Fields that are empty in a row that this call has just created, each with the argument that fills it, or null if none
 * does. Such fields are not queried: unused sub-selects still cost planning time.
 */
export type EmptyWhenCreated = Readonly<Record<string, string | null>>

type Make<T> = (row: Sql, asking: FieldContext) => T

/**
 * The JSON of a field, stored ready for one selection, such as `id company { id name }`. It must be stored for
 * every row. For any other selection, the rows are read.
 */
export interface Stored {
  selection: string
  json: (row: Sql) => Sql
}
export type Entry =
  | { is: 'value'; make: Make<Sql> }
  | { is: 'one'; make: Make<Sql>; lacks?: EmptyWhenCreated; isSteady?: boolean; stored?: Stored }
  | { is: 'same' }
  | { is: 'many'; make: Make<ListRows>; stored?: Stored }
  | { is: 'page'; make: Make<PageRows> }
  | { is: 'computed'; columns: readonly string[]; compute: (values: Record<string, unknown>) => unknown }
export type Kinds = {
  is: 'kinds'
  discriminator: Make<Sql>
  members: Readonly<Record<string, { is: string; rows: Make<Sql> }>>
}

/** A column by another name, or an expression over the row. */
export const value = (make: Make<Sql>): Entry => ({ is: 'value', make })
/** At most one row of another type. */
export const one = (make: Make<Sql>, lacks?: EmptyWhenCreated): Extract<Entry, { is: 'one' }> => ({
  is: 'one',
  make,
  ...(lacks && { lacks }),
})
/** The same, prepared despite filters, like a page that is steady. */
export const steadyOne = (make: Make<Sql>): Entry => ({ is: 'one', make, isSteady: true })
/** Another type that is read from the same row. */
export const onSameRow = (): Entry => ({ is: 'same' })
/** An ordered list with a cap. */
export const many = (make: Make<ListRows>): Extract<Entry, { is: 'many' }> => ({ is: 'many', make })
/** Reads the stored JSON of the field where it fits. */
export const storedAs = (stored: Stored, entry: Extract<Entry, { is: 'one' | 'many' }>): Entry => ({ ...entry, stored })
/** An ordered page with a cap and the exact count of all rows. */
export const page = (make: Make<PageRows>): Entry => ({ is: 'page', make })
/** Computed in TypeScript from the named columns. The response of operations that request it is parsed again. */
export const computed = (columns: readonly string[], compute: (values: Record<string, unknown>) => unknown): Entry => ({
  is: 'computed',
  columns,
  compute,
})
/** A union: which member a row is, and where the rows of each member come from. */
export const kinds = (discriminator: Make<Sql>, members: Kinds['members']): Kinds => ({
  is: 'kinds',
  discriminator,
  members,
})

export type Reads = Record<string, Record<string, Entry> | Kinds>
export const define = <R extends Reads>(reads: R): R => reads

/** Merges the reads of all features. A feature may add fields to a type, but no field may be defined twice. */
export function merged(...all: readonly Reads[]): Reads {
  const whole: Reads = {}
  for (const reads of all)
    for (const [type, entries] of Object.entries(reads)) {
      const known = whole[type] ?? {}
      const twice = Object.keys(entries).find((field) => field in known)
      if (twice !== undefined) throw new Error(`${type}.${twice} is said twice.`)
      whole[type] = { ...known, ...entries } as Reads[string]
    }
  return whole
}
