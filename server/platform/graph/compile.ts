/**
 * Compiles a named operation to one SQL statement whose single row holds the response body.
 *
 * Each object of the response is a sub-select: its fields are columns of its row, or sub-selects that start from that
 * row. `row_to_json` builds the object and preserves the requested order and names; a list aggregates such objects. The
 * outermost objects are columns of the statement instead, and the engine writes their names around them: PostgreSQL
 * copies a JSON text three times for each object that holds it.
 * Features define where the rows come from (`define`). What the viewer may see of them is part of the relation that
 * provides the rows, so a field cannot skip the permission check.
 * Values enter only as parameters. A filter that is not given is omitted from the text instead of tested in it (`$1 is
 * null or …` takes 25 times longer to plan), so an operation has several shapes: during compilation, each question that
 * an entry asks (`given`, `choice`, `networks`) is recorded with its answer, and the same answers find the same
 * statement again. Limits are literals inside and parameters outside: one statement for every limit.
 */
import {
  getNamedType,
  isAbstractType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLUnionType,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import type { Contract } from './contract.ts'
import type { EmptyWhenCreated, Entry, FieldContext, Kinds, ListRows, PageRows, Reads, Stored } from './reads.ts'
import { bounded, contextOf, cut, isFilled, isMade, OFFSET_AT_MOST, reachOf, type Shape } from './shape.ts'
import { identifier, join, Relation, sql, Sql, trustedSql, withMarker } from './sql.ts'

export interface Computed {
  path: readonly string[]
  compute: (values: Record<string, unknown>) => unknown
  columns: readonly string[]
}
export interface Compiled {
  body: Sql
  /** The text before, between and after the columns of the row, which are JSON or null. */
  frame: readonly string[]
  computed: readonly Computed[]
}

type Sets = readonly SelectionSetNode[]
/** Where a field is compiled: the row that it is read from, its path in the response, and its name for messages. */
interface Position {
  row: Sql
  path: readonly string[]
  name: string
}
/** SQL that replaces a field, by field name. */
type Lacking = ReadonlyMap<string, Sql>
const NOTHING: Lacking = new Map()

/** Compiles for the answers in `shape.input`. Throws an Error that names the field if the reads are invalid. */
export function compile(contract: Contract, reads: Reads, operation: OperationDefinitionNode, shape: Shape): Compiled {
  const compiler = new Compiler(contract, reads, shape)
  const { once, columns, frame } = compiler.root(operation)
  const marker = trustedSql(`op:${operation.name!.value}`)
  return { body: sql`${once}select /* ${marker} */ ${join(columns, ', ')}`, frame, computed: compiler.computed }
}

interface Part {
  key: string
  /** Lists and objects are JSON, single values are not yet. */
  isSingle: boolean
  read: Sql
}
/** The columns of these parts, and the text around them. */
const framed = (parts: readonly Part[], [open, close]: readonly [string, string]) => ({
  columns: parts.map(
    ({ key, isSingle, read }) => sql`${isSingle ? sql`to_json(${read})` : read} as ${identifier(key)}`,
  ),
  frame: [...parts.map(({ key }, index) => `${index === 0 ? open : ','}${JSON.stringify(key)}:`), close],
})

const hasArguments = (node: FieldNode) => (node.arguments?.length ?? 0) > 0

class Compiler {
  readonly computed: Computed[] = []
  readonly #contract: Contract
  readonly #reads: Reads
  readonly #shape: Shape
  #aliases = 0

  constructor(contract: Contract, reads: Reads, shape: Shape) {
    this.#contract = contract
    this.#reads = reads
    this.#shape = shape
  }

  /** The columns of the statement, and the text around them. */
  root({ operation, selectionSet }: OperationDefinitionNode): { once: Sql; columns: Sql[]; frame: string[] } {
    const type = this.#contract.schema.getRootType(operation)!
    const fields = [...this.#collect(type, [selectionSet])].map(([key, nodes]) => {
      const field = nodes[0]!.name.value
      return { key, nodes, field, name: `${type.name}.${field}`, definition: type.getFields()[field] }
    })
    const [only] = fields
    const entry = fields.length === 1 ? this.#entryOf(type, only!.field) : undefined
    if (entry?.is === 'page') {
      const { key, nodes, name, definition } = only!
      const made = this.#rowsOf(entry, trustedSql(''), contextOf(this.#shape, definition!, nodes[0]!))
      const target = getNamedType(definition!.type) as GraphQLObjectType
      const sets = nodes.map((node) => node.selectionSet!)
      const { once, parts } = this.#parts(made, target, sets, { path: [key], name })
      return { once, ...framed(parts, [`{${JSON.stringify(key)}:{`, '}}']) }
    }
    const parts = fields.map(({ key, nodes, name, definition }) => ({
      key,
      isSingle: !definition || isLeafType(getNamedType(definition.type)),
      read: withMarker(name, this.#field(type, nodes, { row: trustedSql(''), path: [key], name })),
    }))
    return { once: trustedSql(''), ...framed(parts, ['{', '}']) }
  }

  #fields(type: GraphQLObjectType, sets: Sets, at: Omit<Position, 'name'>, lacking = NOTHING): Sql {
    const columns = [...this.#collect(type, sets)].map(([key, nodes]) => {
      const field = nodes[0]!.name.value
      const name = `${type.name}.${field}`
      const read = lacking.get(field) ?? this.#field(type, nodes, { row: at.row, path: [...at.path, key], name })
      return withMarker(name, sql`${read} as ${identifier(key)}`)
    })
    return join(columns, ', ')
  }

  /** The selected fields by response key, fragments included. */
  #collect(type: GraphQLObjectType, sets: Sets, into = new Map<string, FieldNode[]>()) {
    const { fragments, schema } = this.#contract
    for (const node of sets.flatMap((set) => set.selections)) {
      if (node.kind === Kind.FIELD) {
        const key = node.alias?.value ?? node.name.value
        into.set(key, [...(into.get(key) ?? []), node])
        continue
      }
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value)! : node
      const condition = fragment.typeCondition && schema.getType(fragment.typeCondition.name.value)
      const fits = !condition || condition === type || (isAbstractType(condition) && schema.isSubType(condition, type))
      if (fits) this.#collect(type, [fragment.selectionSet], into)
    }
    return into
  }

  #entryOf(type: GraphQLObjectType, field: string): Entry | undefined {
    const own = this.#reads[type.name]
    return own && own['is'] !== 'kinds' ? (own as Record<string, Entry>)[field] : undefined
  }

  #field(type: GraphQLObjectType, nodes: readonly FieldNode[], at: Position): Sql {
    const node = nodes[0]!
    if (node.name.value === '__typename') return sql`${trustedSql(`'${type.name}'`)}::text`
    const definition = type.getFields()[node.name.value]!
    const entry = this.#entryOf(type, node.name.value)
    const context = contextOf(this.#shape, definition, node)
    if (isLeafType(getNamedType(definition.type))) return this.#leaf(entry, definition, at, context)
    if (!entry) throw new Error(`${at.name} leads to another type and has no entry that says where its rows are.`)
    refuseMismatch(entry, definition.type, at.name)
    const sets = nodes.map((each) => each.selectionSet!)
    const target = getNamedType(definition.type) as GraphQLObjectType | GraphQLUnionType
    if (entry.is === 'page') {
      const made = this.#rowsOf(entry, at.row, context)
      return this.#page(made, target as GraphQLObjectType, sets, at)
    }
    if (entry.is === 'many') {
      const list = this.#list(this.#rowsOf(entry, at.row, context), target, sets, at)
      return this.#stored(entry.stored, target, nodes, at.row) ?? list
    }
    if (entry.is === 'same') return this.#object(target, sets, at)
    if (entry.is !== 'one') throw new Error(`${at.name} needs an entry made by one, same, many or page.`)
    const wasSteady = this.#shape.isSteady
    const rows = entry.make(at.row, context)
    if (entry.isSteady) this.#shape.isSteady = wasSteady
    refuseTables(rows, at.name)
    if (isNonNullType(definition.type) && type.name !== 'Mutation') refuseHidden(rows, at.name)
    const lacking = entry.lacks ? this.#lackingOf(entry.lacks, target as GraphQLObjectType, context) : NOTHING
    const row = this.#alias('t')
    const object = this.#object(target, sets, { row, path: at.path, from: sql`from (${rows}) ${row}` }, lacking)
    return this.#stored(entry.stored, target, nodes, at.row) ?? object
  }

  /** The stored JSON if this is the selection that it is stored for, without arguments. */
  #stored(stored: Stored | undefined, type: GraphQLOutputType, nodes: readonly FieldNode[], row: Sql): Sql | undefined {
    if (!stored || nodes.some(hasArguments)) return undefined
    const sets = nodes.map((node) => node.selectionSet!)
    if (this.#selection(type as GraphQLObjectType, sets) !== stored.selection) return undefined
    return sql`(${stored.json(row)})`
  }

  /** The selected fields as text, such as `id company { id name }`; another text if a field has an alias or arguments. */
  #selection(type: GraphQLObjectType, sets: Sets): string {
    const fields = [...this.#collect(type, sets)].map(([key, nodes]) => {
      const name = nodes[0]!.name.value
      const field = `${key === name ? key : `${key}: ${name}`}${nodes.some(hasArguments) ? '()' : ''}`
      const inner = nodes.flatMap((node) => node.selectionSet ?? [])
      if (inner.length === 0) return field
      return `${field} { ${this.#selection(getNamedType(type.getFields()[name]!.type) as GraphQLObjectType, inner)} }`
    })
    return fields.join(' ')
  }

  /** Fields that are empty if this call created the row. Checks all fields, so that mistakes fail in tests. */
  #lackingOf(lacks: EmptyWhenCreated, type: GraphQLObjectType, { args }: FieldContext): Lacking {
    const all = Object.entries(lacks).map(([name, argument]) => {
      if (argument !== null && !args[argument])
        throw new Error(`${type.name}.${name} is filled by ${argument}, an argument that there is not.`)
      return { name, slot: argument === null ? undefined : args[argument], empty: emptyOf(type, name) }
    })
    if (!isMade(this.#shape)) return NOTHING
    const isEmpty = (slot: (typeof all)[number]['slot']) => !slot || !isFilled(this.#shape, slot)
    return new Map(all.filter(({ slot }) => isEmpty(slot)).map(({ name, empty }) => [name, empty]))
  }

  #leaf(
    entry: Entry | undefined,
    definition: GraphQLField<unknown, unknown>,
    { row, path, name }: Position,
    context: FieldContext,
  ): Sql {
    if (!entry) return sql`${row}.${identifier(definition.name)}`
    if (entry.is === 'value') {
      const made = entry.make(row, context)
      refuseTables(made, name)
      return sql`(${made})`
    }
    if (entry.is !== 'computed')
      throw new Error(`${name} is a single value and needs an entry made by value or computed.`)
    this.computed.push({ path, compute: entry.compute, columns: entry.columns })
    const columns = entry.columns.map((column) => sql`${row}.${identifier(column)}`)
    return sql`json_build_array(${join(columns, ', ')})`
  }

  /** One object as JSON: an object type with its fields, or the union member that the row is. */
  #object(
    type: GraphQLObjectType | GraphQLUnionType,
    sets: Sets,
    at: Omit<Position, 'name'> & { from?: Sql },
    lacking = NOTHING,
  ): Sql {
    const out = this.#alias('x')
    const from = at.from ?? trustedSql('')
    if (isObjectType(type))
      return sql`(select row_to_json(${out}) from (select ${this.#fields(type, sets, at, lacking)} ${from}) ${out})`
    return sql`(select ${this.#member(type, sets, at)} ${from})`
  }

  #member(type: GraphQLUnionType, sets: Sets, { row, path }: Omit<Position, 'name'>): Sql {
    const entry = this.#reads[type.name] as Kinds | undefined
    const context = contextOf(this.#shape)
    const cases = this.#contract.schema.getPossibleTypes(type).map((possible) => {
      const made = entry?.is === 'kinds' ? entry.members[possible.name] : undefined
      if (!made) throw new Error(`The union ${type.name} does not say where its ${possible.name} rows are.`)
      const inner = this.#alias('t')
      const rows = made.rows(row, context)
      refuseTables(rows, `${type.name}.${possible.name}`)
      const object = this.#object(possible, sets, { row: inner, path, from: sql`from (${rows}) ${inner}` })
      return sql`when ${trustedSql(`'${made.is.replaceAll("'", "''")}'`)} then ${object}`
    })
    return sql`case ${entry!.discriminator(row, context)} ${join(cases, ' ')} end`
  }

  #list(
    list: ListRows,
    type: GraphQLObjectType | GraphQLUnionType,
    sets: Sets,
    { path, name }: Omit<Position, 'row'>,
  ): Sql {
    refuseTables(list.rows, name)
    const [row, ahead, out] = [this.#alias('t'), this.#alias('r'), this.#alias('x')]
    const here = { row, path: [...path, '*'] }
    const element = isObjectType(type) ? this.#fields(type, sets, here) : sql`${this.#member(type, sets, here)} as item`
    const aggregated = isObjectType(type) ? sql`${out}` : sql`${out}.item`
    const reach = list.offset ? reachOf(this.#shape, list.offset, list.cap) : list.cap
    const offset = list.offset && reach > list.cap ? bounded(list.offset, OFFSET_AT_MOST, 0) : undefined
    const limit = list.limit ? cut(list.limit, list.cap) : sql`${list.cap}`
    const outer =
      list.limit || offset ? sql`limit ${limit} ${offset ? sql`offset ${offset}` : trustedSql('')}` : trustedSql('')
    const narrow = sql`select * from (${list.rows} order by ${list.order} limit ${reach}) ${ahead} ${outer}`
    const rows = list.widen?.(narrow) ?? narrow
    const all = sql`(select coalesce(json_agg(${aggregated}), '[]'::json) from (select ${element} from (${rows}) ${row}) ${out})`
    if (list.onlyIf) refuseTables(list.onlyIf, name)
    return list.onlyIf ? sql`(case when ${list.onlyIf} then ${all} else '[]'::json end)` : all
  }

  #rowsOf<Rows extends ListRows>(
    entry: { make: (row: Sql, context: FieldContext) => Rows },
    row: Sql,
    context: FieldContext,
  ) {
    const wasSteady = this.#shape.isSteady
    const made = entry.make(row, context)
    if (made.isSteady) this.#shape.isSteady = wasSteady
    return made
  }

  #page(made: PageRows, type: GraphQLObjectType, sets: Sets, at: Omit<Position, 'row'>): Sql {
    const { once, parts } = this.#parts(made, type, sets, at)
    const columns = parts.map(({ key, read }) => sql`${read} as ${identifier(key)}`)
    const out = this.#alias('x')
    return sql`(select row_to_json(${out}) from (${once}select ${join(columns, ', ')}) ${out})`
  }

  /** The fields of a page, and the CTE that they read. */
  #parts(made: PageRows, type: GraphQLObjectType, sets: Sets, { path, name }: Omit<Position, 'row'>) {
    const parts = [...this.#collect(type, sets)].map(([key, nodes]): Part => {
      const part = nodes[0]!.name.value
      const single = part === 'count' ? made.count : made.values?.[part]
      if (single) {
        refuseTables(single, `${name}.${part}`)
        return { key, isSingle: true, read: withMarker(name, sql`(${single})`) }
      }
      const items = getNamedType(type.getFields()[part]!.type) as GraphQLObjectType
      const itemSets = nodes.map((node) => node.selectionSet!)
      const list = this.#list(made, items, itemSets, { path: [...path, key], name })
      return { key, isSingle: false, read: withMarker(name, list) }
    })
    if (made.matched) refuseTables(made.matched, `${name}.matched`)
    const once = made.matched ? sql`with matched as materialized (${made.matched}) ` : trustedSql('')
    return { once, parts }
  }

  #alias(letter: string): Sql {
    this.#aliases += 1
    return trustedSql(`${letter}${this.#aliases}$`)
  }
}

/** Refuses rows that the viewer may not see where the response must not be null. */
function refuseHidden(rows: Sql, name: string) {
  if (rows.parts.some((part) => part instanceof Relation && part.filtered))
    throw new Error(
      `${name} is never null, but its rows may be hidden from the viewer. Make it nullable or reach it from a readable row.`,
    )
}

/** Entries may only use relations. Only access files may name tables, because only they define who may see a row. */
function refuseTables(rows: Sql, name: string) {
  for (const part of rows.parts) {
    if (typeof part !== 'string') continue
    const table =
      /(?<!distinct )\b(?:from|join)\s+(?!lateral\b|matched\b|unnest\b|generate_series\b|jsonb?_)([a-z_"]\w*)/i.exec(
        part,
      )
    if (table) throw new Error(`${name} reads ${table[1]} directly. Name a relation of an access file instead.`)
  }
}

function emptyOf(type: GraphQLObjectType, name: string): Sql {
  const of = type.getFields()[name]!.type
  if (!isNonNullType(of)) return sql`null`
  if (isListType(of.ofType)) return sql`'[]'::json`
  if (of.ofType.name === 'Boolean') return sql`false`
  throw new Error(`${type.name}.${name} is never empty.`)
}

function refuseMismatch(entry: Entry, type: GraphQLOutputType, name: string) {
  const inner = isNonNullType(type) ? type.ofType : type
  if (isListType(inner) !== (entry.is === 'many'))
    throw new Error(`${name} is ${isListType(inner) ? 'a list and needs many' : 'not a list and cannot be many'}.`)
  if (isEnumType(inner)) throw new Error(`${name} is a single value.`)
}
