/** Checks response data against the schema of its operation; reports each place that does not match. */
import {
  getNamedType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isUnionType,
  Kind,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import type { Contract } from '#server/platform/graph/contract.ts'

const LEAVES: Record<string, (value: unknown) => boolean> = {
  Id: (value) => Number.isSafeInteger(value) && (value as number) > 0,
  Int: (value) => Number.isInteger(value) && Math.abs(value as number) < 2 ** 31,
  Float: (value) => typeof value === 'number',
  Boolean: (value) => typeof value === 'boolean',
  String: (value) => typeof value === 'string',
  Html: (value) => typeof value === 'string',
  DateTime: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(\+00:00|Z)$/.test(value),
  Json: () => true,
}

export function schemaErrors(contract: Contract, node: OperationDefinitionNode, data: unknown): string[] {
  const faults: string[] = []
  const root = contract.schema.getRootType(node.operation)!

  function check(type: GraphQLOutputType, value: unknown, sets: SelectionSetNode[], path: string): void {
    const inner = isNonNullType(type) ? type.ofType : type
    if (value === null || value === undefined) {
      if (value === undefined || isNonNullType(type)) faults.push(`${path} is ${value} and is ${type}`)
      return
    }
    if (isListType(inner)) {
      if (!Array.isArray(value)) faults.push(`${path} is no list`)
      else value.forEach((item, index) => check(inner.ofType as GraphQLOutputType, item, sets, `${path}[${index}]`))
      return
    }
    const named = getNamedType(inner)
    if (isLeafType(named)) {
      const fits = isEnumType(named) ? named.getValue(String(value)) !== undefined : LEAVES[named.name]!(value)
      if (!fits) faults.push(`${path} is ${JSON.stringify(value)} and is ${type}`)
      return
    }
    if (isUnionType(named)) return
    object(named as GraphQLObjectType, value, sets, path)
  }

  function object(type: GraphQLObjectType, value: unknown, sets: SelectionSetNode[], path: string) {
    const fields = new Map<string, { type: GraphQLOutputType; sets: SelectionSetNode[] }>()
    const collect = (set: SelectionSetNode) => {
      for (const selection of set.selections) {
        if (selection.kind === Kind.FRAGMENT_SPREAD) collect(contract.fragments.get(selection.name.value)!.selectionSet)
        else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet)
        else if (selection.name.value !== '__typename') {
          const key = selection.alias?.value ?? selection.name.value
          const before = fields.get(key)?.sets ?? []
          fields.set(key, {
            type: type.getFields()[selection.name.value]!.type,
            sets: selection.selectionSet ? [...before, selection.selectionSet] : before,
          })
        }
      }
    }
    sets.forEach(collect)
    for (const key of Object.keys(value as object))
      if (!fields.has(key)) faults.push(`${path}.${key} was not asked for`)
    for (const [key, field] of fields)
      check(field.type, (value as Record<string, unknown>)[key], field.sets, `${path}.${key}`)
  }

  object(root, data, [node.selectionSet], node.name!.value)
  return faults
}
