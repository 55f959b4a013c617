/** How a feature says where the fields of its types come from. A field without an entry is the column of its name. */
import type { Parameter, Sql } from './sql.ts'

/** What an entry may ask while it is compiled; each answer is part of the statement's shape. */
export interface FieldContext {
  args: Readonly<Record<string, Parameter>>
  /** Is there a value? Null, the empty string and the empty list count as none. */
  given(argument: Parameter): boolean
  /** Which word of an enum was chosen. */
  choice(argument: Parameter): string | null
  /** True for a boolean argument that is true. */
  chosen(argument: Parameter): boolean
  /** How many networks of the viewer to provide for: each number up to 8, then 16, 32 and so on. */
  networks(): number
  /** How many rows, as a literal, lead past this offset and a page of `cap` more: the cap and its doublings. */
  reach(offset: Parameter, cap: number): number
  /** The id that the action of a mutation returned. */
  result: Parameter
}

export interface ListRows {
  rows: Sql
  order: Sql
  /** The most that one call may ask for; also what it gets unless it asks for less. */
  cap: number
  limit?: Parameter | undefined
  offset?: Parameter | undefined
}
export interface PageRows extends ListRows {
  count: Sql
  /** What rows and count both rest on, found once; they read it as `matched`. */
  matched?: Sql
  /** One plan serves whatever narrows it, so it is prepared like what nothing narrows: planning took longer than reading. */
  isSteady?: boolean
}

/**
 * Fields that are empty in a row which this very call has made, each with the argument that fills it, or null where none
 * does. They are not looked for then: making a statement ready costs as much for what it does not find.
 */
export type EmptyWhenCreated = Readonly<Record<string, string | null>>

type Make<T> = (row: Sql, asking: FieldContext) => T
export type Entry =
  | { is: 'value'; make: Make<Sql> }
  | { is: 'one'; make: Make<Sql>; lacks?: EmptyWhenCreated }
  | { is: 'same' }
  | { is: 'many'; make: Make<ListRows> }
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
export const one = (make: Make<Sql>, lacks?: EmptyWhenCreated): Entry => ({ is: 'one', make, ...(lacks && { lacks }) })
/** Another type that stands on the same row. */
export const onSameRow = (): Entry => ({ is: 'same' })
/** A capped, ordered list. */
export const many = (make: Make<ListRows>): Entry => ({ is: 'many', make })
/** A capped, ordered page with the exact number of all rows. */
export const page = (make: Make<PageRows>): Entry => ({ is: 'page', make })
/** What only TypeScript can work out, from the columns named. Operations that ask for it are parsed again. */
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

/** All features together. A later one may add fields to a type, and none may say a field again. */
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
