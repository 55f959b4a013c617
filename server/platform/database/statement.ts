/** Prepared statements with named parameters. */
import { Parameter, render, type Sql } from '#server/platform/graph/sql.ts'

interface Scalars {
  bigint: number
  integer: number
  smallint: number
  'double precision': number
  boolean: boolean
  text: string
  citext: string
  timestamptz: Date | string
  bytea: Buffer
  /** Serialized if it may be an array, because the driver would write that as a PostgreSQL array. */
  json: string | Readonly<Record<string, unknown>>
  jsonb: string | Readonly<Record<string, unknown>>
}
type ScalarType = keyof Scalars
export type PgType = ScalarType | `${ScalarType}[]`
type ValueOf<T extends PgType> = T extends `${infer Item extends ScalarType}[]`
  ? readonly (Scalars[Item] | null | undefined)[]
  : T extends ScalarType
    ? Scalars[T]
    : never

export type Types = Readonly<Record<string, PgType>>
export type Parameters<T extends Types> = { readonly [K in keyof T]: Parameter }
export type Values<T extends Types> = { readonly [K in keyof T]: ValueOf<T[K]> | null | undefined }

type Build<T extends Types> = (parameters: Parameters<T>) => Sql

/** What `pool.query` and `tx.query` take. */
export interface Query {
  name: string
  text: string
  values: unknown[]
}

/** Returns the query for these values: `tx.query(upsertView({ userId, threadId }))`. */
export type Statement<T extends Types> = (...values: keyof T extends never ? [] : [Values<T>]) => Query

/** A connection refuses a second text under a name that it has prepared. */
const texts = new Map<string, string>()

/**
 * Defines a statement, prepared under `name`. Each parameter is cast to its declared type. The text is fixed per name:
 * a statement with optional parts is one statement, and one name, for each choice of parts.
 */
export function statement<const T extends Types>(name: string, types: T, build: Build<T>): Statement<T> {
  const { text, keys } = numbered(name, types, build)
  if ((texts.get(name) ?? text) !== text) throw new Error(`Two statements are named ${name}.`)
  texts.set(name, text)
  return (values?: Values<T>) => ({ name, text, values: keys.map((key) => values![key]) })
}

/** The same without a name, for a statement with too many choices of parts to prepare them all. */
export function unprepared(
  types: Types,
  build: Build<Types>,
  values: Readonly<Record<string, unknown>>,
): Omit<Query, 'name'> {
  const { text, keys } = numbered('without a name', types, build)
  return { text, values: keys.map((key) => values[key]) }
}

function numbered<T extends Types>(name: string, types: T, build: Build<T>) {
  const parameters: Record<string, Parameter> = Object.fromEntries(
    Object.entries(types).map(([key, type]) => [key, new Parameter(key, type, () => undefined)]),
  )
  const { text, slots } = render(build(parameters as Parameters<T>))
  const keys = slots.map(({ key }) => key)
  const strange = [
    ...slots.filter((slot) => parameters[slot.key] !== slot).map(({ key }) => key),
    ...Object.keys(types).filter((key) => !keys.includes(key)),
  ]
  if (strange.length > 0) throw new Error(`Statement ${name}: undeclared or unused parameters: ${strange.join(', ')}.`)
  return { text, keys }
}
