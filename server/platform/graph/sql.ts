/** SQL text with parameters: the only way that a value enters a statement. Strings are never interpolated. */
import {
  mayAnywhere,
  mayEverywhere,
  networksWith,
  PERMISSIONS,
  type Permission,
  type StaffGrant,
} from '#shared/staff-roles.ts'

/** The input of a statement. */
export interface Input {
  viewer: Viewer
  variables: Readonly<Record<string, unknown>>
  /** What the action of a mutation returned. */
  result?: number
  /** True if `result` is the id of a row that this call created. */
  isMade?: boolean
  /** What the field's look-up found before the statement runs. */
  lookedUp?: unknown
}

/** Who queries. `networks`: whose threads they may see. A channel is a network and a thread type in one number. */
export interface Viewer {
  id: number
  networks: readonly number[]
  channels: readonly number[]
  /** Holds at least one role. What it allows is asked with `may`. */
  is_staff: boolean
  grants: readonly StaffGrant[]
  /** For staff who view the community as a member: with the member's networks, and neither roles nor changes. */
  impersonation?: Impersonation | null
  /** For an access token: whose networks hold. `id` is nobody's then. */
  member_id?: number
}

export interface Impersonation {
  id: number
  member: { id: number; name: string }
  /** When it ends by itself, in ISO 8601. */
  until: string
}

export const NOBODY: Viewer = { id: 0, networks: [], channels: [], is_staff: false, grants: [] }

/** A parameter. Equal keys share one `$n`. */
export class Parameter {
  readonly key: string
  readonly type: string
  readonly read: (input: Input) => unknown
  constructor(key: string, type: string, read: (input: Input) => unknown) {
    this.key = key
    this.type = type
    this.read = read
  }
}

/** A named, complete select that defines what a viewer may see. */
export class Relation {
  readonly name: string
  readonly rows: Sql
  /** True if rows may be missing because the viewer may not see them. */
  readonly filtered: boolean
  /** For relations reached only from a readable row: the rows with a permission check, for the permission tests. */
  readonly wall: Sql
  constructor(name: string, rows: Sql, filtered: boolean, wall: Sql = rows) {
    this.name = name
    this.rows = rows
    this.filtered = filtered
    this.wall = wall
  }
}

/** Marks where a field begins in the text, so that a database error can name the field. */
export class FieldMarker {
  readonly field: string
  constructor(field: string) {
    this.field = field
  }
}

type Part = string | Parameter | Relation | FieldMarker

export class Sql {
  readonly parts: readonly Part[]
  constructor(parts: readonly Part[]) {
    this.parts = parts
  }
}

export type Insert = Sql | Parameter | Relation | number

/** Template tag for SQL. A number must be an integer and becomes a literal; a relation is put in parentheses. */
export function sql(strings: TemplateStringsArray, ...inserts: Insert[]): Sql {
  const parts: Part[] = []
  strings.forEach((text, index) => {
    if (text !== '') parts.push(text)
    if (index < inserts.length) parts.push(...partsOf(inserts[index]!))
  })
  return new Sql(parts)
}

function partsOf(insert: Insert): readonly Part[] {
  if (insert instanceof Sql) return insert.parts
  if (insert instanceof Parameter || insert instanceof Relation) return [insert]
  if (Number.isSafeInteger(insert)) return [String(insert)]
  throw new TypeError(`Only SQL, slots, relations and whole numbers go into a statement, not ${typeof insert}.`)
}

/** Text that the program itself wrote: column names and aliases. */
export const trustedSql = (text: string) => new Sql([text])
export const identifier = (name: string) => new Sql([`"${name.replaceAll('"', '""')}"`])
export const empty = new Sql([])
export const when = (condition: boolean, make: () => Sql) => (condition ? make() : empty)
export const withMarker = (field: string, body: Sql) => new Sql([new FieldMarker(field), ...body.parts])
export const join = (list: readonly Sql[], separator: string) =>
  new Sql(list.flatMap((item, index) => (index === 0 ? item.parts : [separator, ...item.parts])))

export const viewer = {
  id: new Parameter('viewer.id', 'bigint', (input) => input.viewer.id),
  /** Whose networks and features hold. What is private compares `viewer.id`, which stays that of the staff. */
  member_id: new Parameter(
    'viewer.member_id',
    'bigint',
    ({ viewer: { id, member_id, impersonation } }) => impersonation?.member.id ?? member_id ?? id,
  ),
  networks: new Parameter('viewer.networks', 'bigint[]', (input) => input.viewer.networks),
  channels: new Parameter('viewer.channels', 'integer[]', (input) => input.viewer.channels),
  is_staff: new Parameter('viewer.is_staff', 'boolean', (input) => input.viewer.is_staff),
  permissions: new Parameter('viewer.permissions', 'text[]', (input) =>
    PERMISSIONS.filter((each) => mayAnywhere(input.viewer.grants, each)),
  ),
  permissions_everywhere: new Parameter('viewer.permissions_everywhere', 'text[]', (input) =>
    PERMISSIONS.filter((each) => mayEverywhere(input.viewer.grants, each)),
  ),
}

const mayHere = (permission: Permission) =>
  new Parameter(`viewer.may.${permission}`, 'boolean', (input) => mayEverywhere(input.viewer.grants, permission))

/** Whether a role of the viewer for all networks has one of these permissions. */
export const may = (...permissions: readonly [Permission, ...Permission[]]): Sql =>
  sql`(${join(
    permissions.map((each) => sql`${mayHere(each)}`),
    ' or ',
  )})`

/** The same, or a role for one of these networks, given as `bigint[]`. Without any role no row is looked at. */
export const mayIn = (permission: Permission, networks: Sql): Sql => {
  const held = new Parameter(`viewer.networks_with.${permission}`, 'bigint[]', (input) =>
    networksWith(input.viewer.grants, permission),
  )
  const isHeld = sql`(${mayHere(permission)} or ${held} <> '{}')`
  return sql`(${isHeld} and (${mayHere(permission)} or ${held} && ${networks}))`
}

type Rows = Sql | { rows: Sql; wall: Sql }

/** Relations that filter rows by the viewer. */
export const checkedRelations = <R extends Record<string, Rows>>(made: R) =>
  build(made, true) as { [K in keyof R]: Relation }

/**
 * Relations without their own permission check, for rows reached from a readable row. `wall` contains the full check.
 */
export const uncheckedRelations = <R extends Record<string, Rows>>(made: R) =>
  build(made, false) as { [K in keyof R]: Relation }

const build = (made: Record<string, Rows>, filtered: boolean) =>
  Object.fromEntries(
    Object.entries(made).map(([name, rows]) => [
      name,
      rows instanceof Sql ? new Relation(name, rows, filtered) : new Relation(name, rows.rows, filtered, rows.wall),
    ]),
  )

export interface Statement {
  text: string
  slots: readonly Parameter[]
  /** Offsets in the text at which fields begin, ascending. */
  marks: readonly { at: number; field: string }[]
}

/** Renders SQL to text with `$n`. `nameOf` replaces a relation with the name of a view that has the same rows. */
export function render(body: Sql, nameOf?: (relation: Relation) => string): Statement {
  const slots = new Map<string, { slot: Parameter; position: number }>()
  const marks: { at: number; field: string }[] = []
  let text = ''
  const write = (parts: readonly Part[]) => {
    for (const part of parts) {
      if (typeof part === 'string') text += part
      else if (part instanceof FieldMarker) marks.push({ at: text.length, field: part.field })
      else if (part instanceof Parameter) {
        if (!slots.has(part.key)) slots.set(part.key, { slot: part, position: slots.size + 1 })
        text += `$${slots.get(part.key)!.position}::${part.type}`
      } else if (nameOf) text += nameOf(part)
      else {
        text += '('
        write(part.rows.parts)
        text += ')'
      }
    }
  }
  write(body.parts)
  return { text, slots: [...slots.values()].map(({ slot }) => slot), marks }
}
