/** For every query operation: the combinations of variables that could compile to different SQL statements. */
import {
  getNamedType,
  isEnumType,
  isListType,
  isNonNullType,
  typeFromAST,
  type GraphQLInputType,
  type OperationDefinitionNode,
} from 'graphql'
import type { Contract } from '#server/platform/graph/contract.ts'
import { sampleOf } from './full.ts'

export type Variables = Record<string, unknown>
/** Real values by variable name; `ids` for any id that is not listed. */
export interface Samples {
  [variable: string]: unknown
}

export const queriesOf = ({ operations }: Contract) =>
  [...operations.values()].filter((node) => node.operation === 'query')
export const nameOf = (node: OperationDefinitionNode) => node.name!.value

/** With up to this many optional variables, all pairs are tried; with more, each is paired with the next three. */
const PAIRED_WITH_ALL = 8
const NEIGHBOURS = 3

/** Without optional variables, with all, with each alone and in pairs; every value of an enum once. */
export function shapesOf(contract: Contract, node: OperationDefinitionNode, samples: Samples): Variables[] {
  const definitions = node.variableDefinitions ?? []
  const typed = definitions.map((definition) => ({
    name: definition.variable.name.value,
    type: typeFromAST(contract.schema, definition.type) as GraphQLInputType,
  }))
  const required = Object.fromEntries(
    typed.filter(({ type }) => isNonNullType(type)).map(({ name, type }) => [name, valuesOf(name, type, samples)[0]]),
  )
  const optional = typed
    .filter(({ type }) => !isNonNullType(type))
    .map(({ name, type }) => ({ name, values: valuesOf(name, type, samples) }))
  const singles = optional.flatMap(({ name, values }) => values.map((value) => ({ ...required, [name]: value })))
  const pairs = optional.flatMap((one, index) =>
    optional
      .slice(index + 1, optional.length > PAIRED_WITH_ALL ? index + 1 + NEIGHBOURS : undefined)
      .flatMap((other) =>
        one.values
          .slice(0, 2)
          .flatMap((value) =>
            other.values.slice(0, 2).map((another) => ({ ...required, [one.name]: value, [other.name]: another })),
          ),
      ),
  )
  const all = { ...required, ...Object.fromEntries(optional.map(({ name, values }) => [name, values[0]])) }
  return [required, all, ...singles, ...pairs]
}

/** Of operations with more shapes, each reader tries another part; `npm test -- full` tries all for each. */
const MANY_SHAPES = 20
const PARTS = 4
/** Without optional variables, and with all: in every part. */
const ALWAYS = 2

/** The shapes that reader number `turn` tries. */
export const partOf = (shapes: readonly Variables[], turn: number): Variables[] =>
  shapes.length > MANY_SHAPES
    ? [...shapes.slice(0, ALWAYS), ...sampleOf(shapes.slice(ALWAYS), PARTS, turn)]
    : [...shapes]

function valuesOf(name: string, type: GraphQLInputType, samples: Samples): unknown[] {
  const inner = isNonNullType(type) ? type.ofType : type
  // The same variable name can be an enum in one operation, and an object or other words in another.
  const words = getNamedType(inner)
  const isWord = isEnumType(words)
  if (name in samples && (!isWord || words.getValue(String(samples[name])))) return [samples[name]]
  if (isListType(inner)) return [valuesOf(`${name} item`, inner.ofType, samples).slice(0, 3)]
  const named = getNamedType(inner)
  if (isEnumType(named)) return named.getValues().map((value) => value.name)
  const usual: Record<string, unknown[]> = {
    Boolean: [true],
    Int: [2],
    Id: [1],
    String: ['a'],
    DateTime: ['2026-01-01T00:00:00Z'],
  }
  const found = usual[named.name]
  if (!found) throw new Error(`There is no sample of ${named.name} for $${name}.`)
  return found
}
