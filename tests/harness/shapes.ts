/** For every query operation: its variables in each combination that could make a statement of its own. */
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

export type Variables = Record<string, unknown>
/** Real values by the name of a variable; `ids` for any id that is not named. */
export interface Samples {
  [variable: string]: unknown
}

export const queriesOf = ({ operations }: Contract) =>
  [...operations.values()].filter((node) => node.operation === 'query')
export const nameOf = (node: OperationDefinitionNode) => node.name!.value

/** Without optional variables, with all, with each alone and with each pair; every word of an enum once. */
export function shapesOf(contract: Contract, node: OperationDefinitionNode, samples: Samples): Variables[] {
  const definitions = node.variableDefinitions ?? []
  const typed = definitions.map((definition) => ({
    name: definition.variable.name.value,
    type: typeFromAST(contract.schema, definition.type) as GraphQLInputType,
  }))
  const required = Object.fromEntries(
    typed.filter(({ type }) => isNonNullType(type)).map(({ name, type }) => [name, sampleOf(name, type, samples)[0]]),
  )
  const optional = typed
    .filter(({ type }) => !isNonNullType(type))
    .map(({ name, type }) => ({ name, values: sampleOf(name, type, samples) }))
  const singles = optional.flatMap(({ name, values }) => values.map((value) => ({ ...required, [name]: value })))
  const pairs = optional.flatMap((one, index) =>
    optional
      .slice(index + 1)
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

function sampleOf(name: string, type: GraphQLInputType, samples: Samples): unknown[] {
  if (name in samples) return [samples[name]]
  const inner = isNonNullType(type) ? type.ofType : type
  if (isListType(inner)) return [sampleOf(`${name} item`, inner.ofType, samples).slice(0, 3)]
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
