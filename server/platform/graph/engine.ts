/** Runs named operations: finds or compiles the statement for a call's shape, runs it and returns the response text. */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { ConstDirectiveNode, OperationDefinitionNode } from 'graphql'
import type { AccessLevel } from '#shared/membership.ts'
import { traced } from '#server/platform/log/tracing.ts'
import { problem } from '#server/platform/problems.ts'
import { compile, type Compiled, type Computed } from './compile.ts'
import type { Shape } from './shape.ts'
import type { Contract } from './contract.ts'
import { lookUpOf, type LookUps } from './look-ups.ts'
import type { Reads } from './reads.ts'
import { makeSearchTurns } from './search-turns.ts'
import { NOBODY, render, type Input, type Relation, type Statement } from './sql.ts'
import { coerceVariables } from './variables.ts'

const VARIANTS = 32
const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

export interface Variant extends Statement, Pick<Compiled, 'computed' | 'frame'> {
  /** Default and steady shapes are prepared once per connection; all others are planned for their values. */
  statementName: string | undefined
}

interface Prepared {
  node: OperationDefinitionNode
  asked: Map<string, (input: Input) => string>
  variants: Map<string, Variant>
  /** Keys of the cached non-default shapes, oldest first. Bounded, however many shapes clients produce. */
  unusual: string[]
  /** Names of steady shapes. Bounded as well, because a connection never drops a prepared statement. */
  named: Set<string>
}

export interface Engine {
  contract: Contract
  /** The operation; throws a problem if the name is unknown. */
  require(name: string): OperationDefinitionNode
  /** True if every root field of the operation may be queried without signing in. */
  isOpen(name: string): boolean
  /** True if every root field of the operation may be queried by members of this access level. */
  allows(name: string, standing: AccessLevel): boolean
  coerce(name: string, variables: unknown): Record<string, unknown>
  variant(name: string, input: Input): Variant
  /** The `data` of the response as JSON text. */
  run(name: string, input: Input): Promise<string>
}

export interface EngineOptions {
  contract: Contract
  reads: Reads
  hot: pg.Pool
  search: pg.Pool
  /** Mutations are answered on the write pool, so that they do not wait behind searches and pages. */
  write?: pg.Pool
  observe?: (operation: string, seconds: number) => void
  /** Called when a query runs: the features that look up are started after the engine. */
  lookUps?: () => LookUps
}

function keyOf(asked: Prepared['asked'], input: Input): string {
  let key = ''
  for (const read of asked.values()) key += `${read(input)}|`
  return key
}

/** The compiled statement for this shape of the operation, compiled if it is the first of its shape. */
function variantOf(
  { contract, reads }: Pick<EngineOptions, 'contract' | 'reads'>,
  { name, operation }: { name: string; operation: Prepared },
  input: Input,
): Variant {
  const known = operation.variants.get(keyOf(operation.asked, input))
  if (known) return known
  const shape: Shape = { input, asked: new Map(), isDefault: true, isSteady: true }
  const { body, ...rest } = compile(contract, reads, operation.node, shape)
  const before = operation.asked.size
  for (const [question, read] of shape.asked) operation.asked.set(question, read)
  // A question that only this shape asks makes the cached keys of the other shapes ambiguous.
  if (operation.asked.size > before) {
    operation.variants.clear()
    operation.unusual = []
  }
  const made: Variant = { ...render(body), ...rest, statementName: undefined }
  const key = keyOf(operation.asked, input)
  if (shape.isSteady) made.statementName = nameOf(name, operation, made.text, shape.isDefault)
  if (!shape.isDefault && operation.unusual.push(key) > VARIANTS) operation.variants.delete(operation.unusual.shift()!)
  operation.variants.set(key, made)
  return made
}

const AS_TEXT = { getTypeParser: () => (text: string) => text }

/** For the driver, which returns the columns of the row as text. */
export const queryOf = (
  { text, slots, statementName }: Pick<Variant, 'text' | 'slots' | 'statementName'>,
  input: Input,
): pg.QueryArrayConfig<unknown[]> & { values: unknown[] } => ({
  ...(statementName && { name: statementName }),
  text,
  values: slots.map((slot) => slot.read(input)),
  rowMode: 'array',
  types: AS_TEXT as pg.CustomTypesConfig,
})

/** The `data` of the response from the columns of the row. */
export function bodyOf({ frame, computed }: Pick<Variant, 'frame' | 'computed'>, row: readonly unknown[]): string {
  const columns = row as readonly (string | null)[]
  const body = columns.reduce<string>((text, json, index) => `${text}${json ?? 'null'}${frame[index + 1]}`, frame[0]!)
  return computed.length === 0 ? body : withComputed(body, computed)
}

/** A digest of the text, which must match: PostgreSQL truncates names, and two truncated keys could collide. */
function nameOf(name: string, { named }: Prepared, text: string, isDefault: boolean): string | undefined {
  const statementName = `${name.slice(0, 30)}/${digest(text)}`
  if (isDefault || named.has(statementName)) return statementName
  if (named.size === VARIANTS) return undefined
  named.add(statementName)
  return statementName
}

/** For tests: compiles every operation once, so that a mistake in the reads fails there instead of in a member's request. */
export function checkReads(contract: Contract, reads: Reads): void {
  refuseUnknownEntries(contract, reads)
  const nobody: Input = { viewer: NOBODY, variables: {} }
  for (const node of contract.operations.values())
    render(compile(contract, reads, node, { input: nobody, asked: new Map(), isDefault: true, isSteady: true }).body)
}

/** Expects reads that fit the contract; tests make sure with `checkReads`. */
export function makeEngine({ contract, reads, hot, search, write = hot, observe, lookUps }: EngineOptions): Engine {
  const turns = makeSearchTurns(search.options.max)
  const prepared = new Map<string, Prepared>()
  for (const [name, node] of contract.operations)
    prepared.set(name, { node, asked: new Map(), variants: new Map(), unusual: [], named: new Set() })

  const find = (name: string) => {
    const found = prepared.get(name)
    if (!found)
      throw problem('request.unknown_operation', {
        message: `There is no operation ${name.slice(0, 60)}.`,
        status: 404,
      })
    return found
  }

  const variant = (name: string, input: Input) => variantOf({ contract, reads }, { name, operation: find(name) }, input)

  async function answerOn(pool: pg.Pool, name: string, input: Input, made: Variant): Promise<string> {
    try {
      const { rows } = await traced('statement', made.statementName ?? name, () => pool.query(queryOf(made, input)))
      return bodyOf(made, rows[0]!)
    } catch (error) {
      throw located(error, made.marks, name)
    }
  }

  async function run(name: string, input: Input): Promise<string> {
    const began = performance.now()
    try {
      const { node } = find(name)
      const made = variant(name, input)
      if (node.operation === 'mutation') return await answerOn(write, name, input, made)
      if (made.statementName) return await answerOn(hot, name, input, made)
      const lookUp = lookUpOf(contract, node, lookUps?.() ?? {})
      return await turns.take(input.viewer.member_id ?? input.viewer.id, async () => {
        if (!lookUp) return answerOn(search, name, input, made)
        const found = await lookUp(input)
        const read = variant(name, found)
        // Where ids were found, one plan may fit all values.
        return answerOn(read.statementName ? hot : search, name, found, read)
      })
    } finally {
      observe?.(name, (performance.now() - began) / 1000)
    }
  }

  return {
    contract,
    require: (name) => find(name).node,
    isOpen: (name) => isOpen(contract, find(name).node),
    allows: (name, standing) => allows(contract, find(name).node, standing),
    coerce: (name, variables) => coerceVariables(contract.schema, find(name).node, variables),
    variant,
    run,
  }
}

const isOpen = (contract: Contract, node: OperationDefinitionNode): boolean =>
  everyField(contract, node, (directives) => directives.some(({ name }) => name.value === 'open'))

const allows = (contract: Contract, node: OperationDefinitionNode, standing: AccessLevel): boolean =>
  standing === 'full' ||
  everyField(contract, node, (directives) =>
    directives.some(({ name, arguments: given = [] }) =>
      name.value === 'open'
        ? true
        : name.value === 'standing' &&
          given.some(
            ({ value }) =>
              value.kind === 'ListValue' &&
              value.values.some((word) => word.kind === 'EnumValue' && word.value === standing),
          ),
    ),
  )

/** Whether `holds` is true for the directives of every root field of an operation. */
function everyField(
  { schema }: Contract,
  { operation, selectionSet }: OperationDefinitionNode,
  holds: (directives: readonly ConstDirectiveNode[]) => boolean,
): boolean {
  const fields = schema.getRootType(operation)!.getFields()
  return selectionSet.selections.every(
    (node) => node.kind === 'Field' && holds(fields[node.name.value]?.astNode?.directives ?? []),
  )
}

function refuseUnknownEntries(contract: Contract, reads: Reads) {
  for (const [type, entries] of Object.entries(reads)) {
    const known = contract.schema.getType(type)
    if (!known) throw new Error(`There is no type ${type} in the schema.`)
    if ('getFields' in known && entries['is'] !== 'kinds') {
      for (const name of Object.keys(entries))
        if (!(name in known.getFields())) throw new Error(`There is no field ${type}.${name} in the schema.`)
    }
  }
}

/** Adds the name of the field that a database error points to. */
function located(error: unknown, marks: Statement['marks'], name: string) {
  const position = Number((error as { position?: string }).position)
  if (error instanceof Error && position) {
    const mark = marks.findLast(({ at }) => at < position)
    error.message = `${name}${mark ? `, ${mark.field}` : ''}: ${error.message}`
  }
  return error
}

function withComputed(body: string, computed: readonly Computed[]): string {
  const data = JSON.parse(body) as unknown
  for (const { path, compute, columns } of computed) {
    const fill = (node: unknown, depth: number): void => {
      if (node === null || typeof node !== 'object') return
      const key = path[depth]!
      if (key === '*') return (node as unknown[]).forEach((item) => fill(item, depth + 1))
      const holder = node as Record<string, unknown>
      if (depth < path.length - 1) return fill(holder[key], depth + 1)
      const values = holder[key] as unknown[] | null
      if (values) holder[key] = compute(Object.fromEntries(columns.map((column, index) => [column, values[index]])))
    }
    fill(data, 0)
  }
  return JSON.stringify(data)
}

/** The readable relations as views for the permission tests. The viewer comes from session settings (`wall.*`). */
export function wallViews(list: readonly Relation[], schema: string): string[] {
  return list.map((relation) => {
    const { text, slots } = render(relation.wall)
    const bound = slots.reduceRight(
      (body, slot, index) =>
        body.replaceAll(`$${index + 1}::${slot.type}`, `current_setting('wall.${slot.key}')::${slot.type}`),
      text,
    )
    return `create view ${schema}."${relation.name}" as ${bound}`
  })
}
