/** Describes what is wrong with a variable in one sentence that names it, without the terms of GraphQL. */
import {
  coerceInputValue,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  typeFromAST,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { problem, type Problem } from '#server/platform/problems.ts'

const KINDS: Record<string, string> = {
  Id: 'must be an id: a whole number above zero',
  Int: 'must be a whole number, and not a very large one',
  Float: 'must be a number',
  Boolean: 'must be true or false',
  String: 'must be text',
  Html: 'must be text',
  DateTime: 'must be a time that exists, like 2026-03-01T09:00:00Z',
}
const WORDS_AT_MOST = 12
const NAME_AT_MOST = 60

interface Fault {
  path: (string | number)[]
  given: unknown
}

/** The problem of the first variable that the schema rejects. */
export function variableProblem(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  given: Record<string, unknown>,
): Problem {
  for (const { variable, type, defaultValue } of operation.variableDefinitions ?? []) {
    const name = variable.name.value
    const expected = typeFromAST(schema, type) as GraphQLInputType
    const value = given[name]
    if (value === undefined && (defaultValue || !isNonNullType(expected))) continue
    const fault = value === undefined ? { path: [], given: undefined } : faultIn(value, expected)
    if (fault)
      return problem('request.variables', { message: sentence(name, expected, fault), status: 400, field: name })
  }
  return problem('request.variables', { message: 'The variables do not fit this operation.', status: 400 })
}

function faultIn(value: unknown, type: GraphQLInputType): Fault | undefined {
  let first: Fault | undefined
  coerceInputValue(value, type, (path, given) => void (first ??= { path: [...path], given }))
  return first
}

function sentence(name: string, type: GraphQLInputType, { path, given }: Fault): string {
  const at = typeAt(type, path)
  const where = [name, ...path.map((part) => (typeof part === 'number' ? `${part + 1}` : part))].join('.')
  if (given === undefined || given === null) return `${where} is missing.`
  if (!at) return `${where} is not known here.`
  const named = getNamedType(at)
  if (isEnumType(named)) {
    const words = named.getValues().map((word) => word.name)
    return words.length <= WORDS_AT_MOST
      ? `${where} must be one of ${words.join(', ')}.`
      : `${where} is none of its words.`
  }
  if (isInputObjectType(named)) return `${where} ${wrongField(named, given) ?? 'must be an object'}.`
  return `${where} ${KINDS[named.name] ?? 'is not right'}.`
}

/** A missing or unknown field is reported for the object that contains it. */
function wrongField(
  type: { getFields(): Record<string, { type: GraphQLInputType; defaultValue?: unknown }> },
  given: unknown,
) {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined
  const fields = type.getFields()
  const missing = Object.keys(fields).find(
    (key) => isNonNullType(fields[key]!.type) && fields[key]!.defaultValue === undefined && !(key in given),
  )
  if (missing) return `has no ${missing}`
  const strange = Object.keys(given).find((key) => !(key in fields))
  return strange === undefined ? undefined : `has no field ${strange.slice(0, NAME_AT_MOST)}`
}

function typeAt(type: GraphQLInputType, path: readonly (string | number)[]): GraphQLInputType | undefined {
  let at: GraphQLInputType | undefined = type
  for (const part of path) {
    if (at && isNonNullType(at)) at = at.ofType
    if (at && isListType(at)) at = typeof part === 'number' ? at.ofType : at
    else at = at && isInputObjectType(at) ? at.getFields()[part]?.type : undefined
  }
  return at
}
