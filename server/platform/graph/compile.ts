/**
 * Compiles a named operation to one SQL statement whose single row is the response body.
 *
 * Each object of the response is a sub-select: its fields are columns of its row, or sub-selects that start from that
 * row. `row_to_json` builds the object and preserves the requested order and names; a list aggregates such objects.
 * Features define where the rows come from (`define`). What the viewer may see of them is part of the relation that
 * provides the rows, so a field cannot skip the permission check.
 * Values enter only as parameters. A filter that is not given is omitted from the text instead of tested in it
 * (`$1 is null or …` takes 25 times longer to plan), so an operation has several shapes: during compilation, each
 * question that an entry asks (`given`, `choice`, `networks`) is recorded with its answer, and the same answers find
 * the same statement again. Limits are literals inside and parameters outside: one statement for every limit.
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
  valueFromASTUntyped,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLUnionType,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { problem } from '#server/platform/problems.ts'
import type { Contract } from './contract.ts'
import type { FieldContext, Entry, Kinds, EmptyWhenCreated, ListRows, Reads } from './reads.ts'
import { identifier, join, withMarker, trustedSql, Relation, Parameter, sql, Sql, type Input } from './sql.ts'

const OFFSET_AT_MOST = 100_000
const TYPES: Record<string, string> = {
  Id: 'bigint',
  Int: 'integer',
  Float: 'double precision',
  Boolean: 'boolean',
  DateTime: 'timestamptz',
  Json: 'jsonb',
}

/** The answers that one compilation depended on. */
export interface Shape {
  input: Input
  asked: Map<string, (input: Input) => string>
  /** False once a filter, a search, an offset or a non-default order applies. */
  isDefault: boolean
  /** False once a value is given that determines the best query plan. */
  isSteady: boolean
}
export interface Computed {
  path: readonly string[]
  compute: (values: Record<string, unknown>) => unknown
  columns: readonly string[]
}
export interface Compiled {
  body: Sql
  computed: readonly Computed[]
}

class Argument extends Parameter {
  readonly variable: string | undefined
  readonly usual: unknown
  constructor(definition: GraphQLArgument, node: FieldNode) {
    const given = node.arguments?.find((argument) => argument.name.value === definition.name)?.value
    const variable = given?.kind === Kind.VARIABLE ? given.name.value : undefined
    const constant = given && !variable ? valueFromASTUntyped(given) : undefined
    const usual = constant === undefined ? definition.defaultValue : constant
    super(
      variable ? `$${variable}` : `=${JSON.stringify(usual)}`,
      typeOf(definition.type),
      (input) => (variable === undefined ? usual : (input.variables[variable] ?? usual)) ?? null,
    )
    this.variable = variable
    this.usual = definition.defaultValue ?? null
  }
}

function typeOf(type: GraphQLArgument['type']): string {
  const inner = isNonNullType(type) ? type.ofType : type
  if (isListType(inner)) return `${typeOf(inner.ofType as GraphQLArgument['type'])}[]`
  return TYPES[getNamedType(inner).name] ?? 'text'
}

const isGiven = (value: unknown) =>
  value !== null && value !== undefined && value !== '' && value !== 0 && !(Array.isArray(value) && value.length === 0)
/** SQL that replaces a field, by field name. */
type Lacking = ReadonlyMap<string, Sql>
const NOTHING: Lacking = new Map()
const RESULT = new Parameter('result', 'bigint', (input) => input.result)

/** Compiles for the answers in `shape.input`. Throws an Error that names the field if the reads are invalid. */
export function compile(contract: Contract, reads: Reads, operation: OperationDefinitionNode, shape: Shape): Compiled {
  const computed: Computed[] = []
  let aliases = 0
  const alias = (letter: string) => trustedSql(`${letter}${++aliases}$`)

  function fields(
    type: GraphQLObjectType,
    sets: readonly SelectionSetNode[],
    row: Sql,
    path: readonly string[],
    lacking: Lacking = NOTHING,
  ): Sql {
    const columns = [...collect(type, sets)].map(([key, nodes]) => {
      const called = nodes[0]!.name.value
      const name = `${type.name}.${called}`
      const read = lacking.get(called) ?? field(type, nodes, row, [...path, key], name)
      return withMarker(name, sql`${read} as ${identifier(key)}`)
    })
    return join(columns, ', ')
  }

  function collect(type: GraphQLObjectType, sets: readonly SelectionSetNode[], into = new Map<string, FieldNode[]>()) {
    for (const node of sets.flatMap((set) => set.selections)) {
      if (node.kind === Kind.FIELD) {
        const key = node.alias?.value ?? node.name.value
        into.set(key, [...(into.get(key) ?? []), node])
        continue
      }
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? contract.fragments.get(node.name.value)! : node
      const condition = fragment.typeCondition && contract.schema.getType(fragment.typeCondition.name.value)
      const fits =
        !condition || condition === type || (isAbstractType(condition) && contract.schema.isSubType(condition, type))
      if (fits) collect(type, [fragment.selectionSet], into)
    }
    return into
  }

  function field(
    type: GraphQLObjectType,
    nodes: readonly FieldNode[],
    row: Sql,
    path: readonly string[],
    name: string,
  ): Sql {
    const node = nodes[0]!
    if (node.name.value === '__typename') return sql`${trustedSql(`'${type.name}'`)}::text`
    const definition = type.getFields()[node.name.value]!
    const own = reads[type.name]
    const entry = own && own['is'] !== 'kinds' ? (own as Record<string, Entry>)[node.name.value] : undefined
    const asking = ask(definition, node)
    if (isLeafType(getNamedType(definition.type))) return leaf(entry, definition, row, path, asking, name)
    if (!entry) throw new Error(`${name} leads to another type and has no entry that says where its rows are.`)
    refuseMismatch(entry, definition.type, name)
    const sets = nodes.map((each) => each.selectionSet!)
    const target = getNamedType(definition.type) as GraphQLObjectType | GraphQLUnionType
    if (entry.is === 'page') return pageOf(entry, target as GraphQLObjectType, sets, row, path, asking, name)
    if (entry.is === 'many') return listOf(entry.make(row, asking), target, sets, path, name)
    if (entry.is !== 'one' && entry.is !== 'same')
      throw new Error(`${name} needs an entry made by one, same, many or page.`)
    if (entry.is === 'same') return object(target, sets, row, path, undefined)
    const rows = entry.make(row, asking)
    refuseTables(rows, name)
    if (
      isNonNullType(definition.type) &&
      type.name !== 'Mutation' &&
      rows.parts.some((part) => part instanceof Relation && part.filtered)
    ) {
      throw new Error(
        `${name} is never null, but its rows may be hidden from the viewer. Make it nullable or reach it from a readable row.`,
      )
    }
    const inner = alias('t')
    const lacking =
      entry.is === 'one' && entry.lacks ? lackingOf(entry.lacks, target as GraphQLObjectType, asking) : NOTHING
    return object(target, sets, inner, path, sql`from (${rows}) ${inner}`, lacking)
  }

  /** Fields that are empty if this call created the row. Checks all fields, so that mistakes fail at startup. */
  function lackingOf(lacks: EmptyWhenCreated, type: GraphQLObjectType, { args }: FieldContext): Lacking {
    const all = Object.entries(lacks).map(([name, argument]) => {
      if (argument !== null && !args[argument])
        throw new Error(`${type.name}.${name} is filled by ${argument}, an argument that there is not.`)
      return { name, slot: argument === null ? undefined : args[argument], empty: emptyOf(type, name) }
    })
    if (answer('made', ({ isMade = false }) => isMade) === 'false') return NOTHING
    const isFilled = (slot: Parameter) =>
      answer(`filled ${slot.key}`, (input) => isGiven(slot.read(input)) && slot.read(input) !== false) === 'true'
    return new Map(all.filter(({ slot }) => !slot || !isFilled(slot)).map(({ name, empty }) => [name, empty]))
  }

  function leaf(
    entry: Entry | undefined,
    definition: GraphQLField<unknown, unknown>,
    row: Sql,
    path: readonly string[],
    asking: FieldContext,
    name: string,
  ): Sql {
    if (!entry) return sql`${row}.${identifier(definition.name)}`
    if (entry.is === 'value') {
      const made = entry.make(row, asking)
      refuseTables(made, name)
      return sql`(${made})`
    }
    if (entry.is !== 'computed')
      throw new Error(`${name} is a single value and needs an entry made by value or computed.`)
    computed.push({ path, compute: entry.compute, columns: entry.columns })
    return sql`json_build_array(${join(
      entry.columns.map((column) => sql`${row}.${identifier(column)}`),
      ', ',
    )})`
  }

  /** One object as JSON: an object type with its fields, or the union member that the row is. */
  function object(
    type: GraphQLObjectType | GraphQLUnionType,
    sets: readonly SelectionSetNode[],
    row: Sql,
    path: readonly string[],
    from: Sql | undefined,
    lacking: Lacking = NOTHING,
  ): Sql {
    const out = alias('x')
    if (isObjectType(type))
      return sql`(select row_to_json(${out}) from (select ${fields(type, sets, row, path, lacking)} ${from ?? trustedSql('')}) ${out})`
    return sql`(select ${member(type, sets, row, path)} ${from ?? trustedSql('')})`
  }

  function member(type: GraphQLUnionType, sets: readonly SelectionSetNode[], row: Sql, path: readonly string[]): Sql {
    const entry = reads[type.name] as Kinds | undefined
    const cases = contract.schema.getPossibleTypes(type).map((possible) => {
      const made = entry?.is === 'kinds' ? entry.members[possible.name] : undefined
      if (!made) throw new Error(`The union ${type.name} does not say where its ${possible.name} rows are.`)
      const inner = alias('t')
      const rows = made.rows(row, ask(undefined, undefined))
      refuseTables(rows, `${type.name}.${possible.name}`)
      return sql`when ${trustedSql(`'${made.is.replaceAll("'", "''")}'`)} then ${object(possible, sets, inner, path, sql`from (${rows}) ${inner}`)}`
    })
    return sql`case ${entry!.discriminator(row, ask(undefined, undefined))} ${join(cases, ' ')} end`
  }

  function listOf(
    list: ListRows,
    type: GraphQLObjectType | GraphQLUnionType,
    sets: readonly SelectionSetNode[],
    path: readonly string[],
    name: string,
  ): Sql {
    refuseTables(list.rows, name)
    const [inner, ahead, out] = [alias('t'), alias('r'), alias('x')]
    const here = [...path, '*']
    const element = isObjectType(type)
      ? fields(type, sets, inner, here)
      : sql`${member(type, sets, inner, here)} as item`
    const aggregated = isObjectType(type) ? sql`${out}` : sql`${out}.item`
    const reach = list.offset ? reachOf(list.offset, list.cap) : list.cap
    const offset = list.offset && reach > list.cap ? bounded(list.offset, OFFSET_AT_MOST, 0) : undefined
    const limit = list.limit ? cut(list.limit, list.cap) : sql`${list.cap}`
    const outer =
      list.limit || offset ? sql`limit ${limit} ${offset ? sql`offset ${offset}` : trustedSql('')}` : trustedSql('')
    return sql`(select coalesce(json_agg(${aggregated}), '[]'::json) from (select ${element} from (select * from (${list.rows} order by ${list.order} limit ${reach}) ${ahead} ${outer}) ${inner}) ${out})`
  }

  function pageOf(
    entry: Extract<Entry, { is: 'page' }>,
    type: GraphQLObjectType,
    sets: readonly SelectionSetNode[],
    row: Sql,
    path: readonly string[],
    asking: FieldContext,
    name: string,
  ): Sql {
    const wasSteady = shape.isSteady
    const made = entry.make(row, asking)
    if (made.isSteady) shape.isSteady = wasSteady
    const out = alias('x')
    const columns = [...collect(type, sets)].map(([key, nodes]) => {
      const part = nodes[0]!.name.value
      if (part === 'count') {
        refuseTables(made.count, `${name}.count`)
        return sql`(${made.count}) as ${identifier(key)}`
      }
      const items = getNamedType(type.getFields()[part]!.type) as GraphQLObjectType
      return sql`${listOf(
        made,
        items,
        nodes.map((node) => node.selectionSet!),
        [...path, key],
        name,
      )} as ${identifier(key)}`
    })
    if (made.matched) refuseTables(made.matched, `${name}.matched`)
    const once = made.matched ? sql`with matched as materialized (${made.matched})` : trustedSql('')
    return sql`(select row_to_json(${out}) from (${once} select ${join(columns, ', ')}) ${out})`
  }

  /** Without a `usual` answer, every answer counts as default. */
  function answer(question: string, read: (input: Input) => string | number | boolean, usual?: string): string {
    const said = String(read(shape.input))
    shape.asked.set(question, (input) => String(read(input)))
    if (usual !== undefined && said !== usual) shape.isDefault = shape.isSteady = false
    return said
  }
  const given = (slot: Parameter) =>
    answer(`given ${slot.key}`, (input) => isGiven(slot.read(input)), 'false') === 'true'

  /**
   * A literal, because the planner misestimates a page of unknown depth. Doubled, so that few shapes cover all depths.
   */
  function reachOf(slot: Parameter, cap: number): number {
    const asked = bounded(slot, OFFSET_AT_MOST, 0)
    const depth = (input: Input) => {
      const offset = asked.read(input) as number
      return offset > 0 ? Math.min(2 ** Math.ceil(Math.log2(1 + offset / cap)) * cap, OFFSET_AT_MOST + cap) : cap
    }
    return Number(answer(`reach ${slot.key} ${cap}`, depth))
  }

  function ask(definition: GraphQLField<unknown, unknown> | undefined, node: FieldNode | undefined): FieldContext {
    const args = Object.fromEntries(
      (definition?.args ?? []).map((argument) => [argument.name, new Argument(argument, node!)]),
    )
    return {
      args,
      result: RESULT,
      given,
      chosen: (slot) => answer(`chosen ${slot.key}`, (input) => slot.read(input) === true, 'false') === 'true',
      choice: (slot) => {
        const usual = String((slot as Argument).usual)
        const chosen = answer(`choice ${slot.key}`, (input) => String(slot.read(input)), usual)
        return chosen === 'null' ? null : chosen
      },
      reach: reachOf,
      networks: () => Number(answer('networks', ({ viewer }) => bucket(viewer.networks.length))),
    }
  }

  const root = contract.schema.getRootType(operation.operation)!
  const body = sql`select /* ${trustedSql(`op:${operation.name!.value}`)} */ row_to_json(d$)::text as body from (select ${fields(root, [operation.selectionSet], trustedSql(''), [])}) d$`
  return { body, computed }
}

const bucket = (count: number) => (count <= 8 ? Math.max(count, 1) : 2 ** Math.ceil(Math.log2(count)))

/** A page is never longer than its cap, whatever limit is requested. */
function cut(slot: Parameter, cap: number): Parameter {
  const asked = bounded(slot, Infinity, cap)
  return new Parameter(`${slot.key} cut to ${cap}`, 'integer', (input) => Math.min(asked.read(input) as number, cap))
}

function bounded(slot: Parameter, atMost: number, usual: number): Parameter {
  const field = slot.key.replace('$', '')
  return new Parameter(`${slot.key} at most ${atMost}`, 'integer', (input) => {
    const given = slot.read(input) ?? usual
    if (typeof given !== 'number' || given < 0 || given > atMost) {
      throw problem('request.variables', {
        message: `${field} must be ${atMost === Infinity ? '0 or more' : `from 0 to ${atMost.toLocaleString('en-US')}`}.`,
        status: 400,
        field,
      })
    }
    return given
  })
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
