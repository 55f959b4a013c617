/** What a compilation asks about its input, recorded so that the same answers find the same statement again. */
import {
  getNamedType,
  isListType,
  isNonNullType,
  Kind,
  valueFromASTUntyped,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLField,
} from 'graphql'
import { problem } from '#server/platform/problems.ts'
import type { FieldContext } from './reads.ts'
import { Parameter, type Input } from './sql.ts'

export const OFFSET_AT_MOST = 100_000
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
const RESULT = new Parameter('result', 'bigint', (input) => input.result)

/** Returns the answer for this input and records the question. Without a `usual` answer, every answer counts as default. */
export function answer(
  shape: Shape,
  question: string,
  read: (input: Input) => string | number | boolean,
  usual?: string,
): string {
  const said = String(read(shape.input))
  shape.asked.set(question, (input) => String(read(input)))
  if (usual !== undefined && said !== usual) shape.isDefault = shape.isSteady = false
  return said
}

/** Whether this call created the row whose fields are compiled. */
export const isMade = (shape: Shape) => answer(shape, 'made', ({ isMade: made = false }) => made) === 'true'

/** Whether a call that created the row gave it this argument. */
export const isFilled = (shape: Shape, slot: Parameter) =>
  answer(shape, `filled ${slot.key}`, (input) => isGiven(slot.read(input)) && slot.read(input) !== false) === 'true'

/** A literal, because the planner misestimates a page of unknown depth. Doubled, so that few shapes cover all depths. */
export function reachOf(shape: Shape, slot: Parameter, cap: number): number {
  const asked = bounded(slot, OFFSET_AT_MOST, 0)
  const depth = (input: Input) => {
    const offset = asked.read(input) as number
    return offset > 0 ? Math.min(2 ** Math.ceil(Math.log2(1 + offset / cap)) * cap, OFFSET_AT_MOST + cap) : cap
  }
  return Number(answer(shape, `reach ${slot.key} ${cap}`, depth))
}

/** What an entry may ask about a field and its arguments. */
export function contextOf(shape: Shape, definition?: GraphQLField<unknown, unknown>, node?: FieldNode): FieldContext {
  const args = Object.fromEntries(
    (definition?.args ?? []).map((argument) => [argument.name, new Argument(argument, node!)]),
  )
  return {
    args,
    result: RESULT,
    isLookedUp: () => answer(shape, 'looked up', ({ lookedUp }) => lookedUp !== undefined, 'false') === 'true',
    given: (slot) => answer(shape, `given ${slot.key}`, (input) => isGiven(slot.read(input)), 'false') === 'true',
    chosen: (slot) => answer(shape, `chosen ${slot.key}`, (input) => slot.read(input) === true, 'false') === 'true',
    choice: (slot) => {
      const usual = String((slot as Argument).usual)
      const chosen = answer(shape, `choice ${slot.key}`, (input) => String(slot.read(input)), usual)
      return chosen === 'null' ? null : chosen
    },
    reach: (slot, cap) => reachOf(shape, slot, cap),
    networks: () => Number(answer(shape, 'networks', ({ viewer }) => bucket(viewer.networks.length))),
  }
}

const bucket = (count: number) => (count <= 8 ? Math.max(count, 1) : 2 ** Math.ceil(Math.log2(count)))

/** A page is never longer than its cap, whatever limit is requested. */
export function cut(slot: Parameter, cap: number): Parameter {
  const asked = bounded(slot, Infinity, cap)
  return new Parameter(`${slot.key} cut to ${cap}`, 'integer', (input) => Math.min(asked.read(input) as number, cap))
}

export function bounded(slot: Parameter, atMost: number, usual: number): Parameter {
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
