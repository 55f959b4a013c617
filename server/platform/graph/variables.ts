/** Input validation: coerces variables by the schema and enforces caps that no legitimate request reaches. */
import {
  getVariableValues,
  GraphQLError,
  GraphQLScalarType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { isMoment } from '#shared/kit/moments.ts'
import { problem } from '#server/platform/problems.ts'
import { variableProblem } from './variable-problems.ts'

/** In mutations, which contain what members write. */
const STRING_LENGTH = 100_000
/** In queries, where the longest text is a search: PostgreSQL parses thousands of words recursively on its stack. */
const ASKED_LENGTH = 1_000
const LIST_LENGTH = 1_000
const JSON_LEVELS = 5

const text = (given: unknown, what: string) => {
  if (typeof given !== 'string') throw new GraphQLError(`${what} must be text.`)
  return given
}

const PARSERS: Record<string, (given: unknown) => unknown> = {
  Id: (given) => {
    if (!Number.isSafeInteger(given) || (given as number) < 1)
      throw new GraphQLError('An id must be a whole number above zero.')
    return given
  },
  DateTime: (given) => {
    const time = text(given, 'A time')
    if (!isMoment(time)) throw new GraphQLError('A time must be a date that exists, in ISO 8601 with its offset.')
    return time
  },
  Html: (given) => text(given, 'HTML'),
  Json: (given) => given,
}

/** Adds the parsing rules of the schema's custom scalars. */
export function addScalars(schema: GraphQLSchema) {
  for (const [name, parseValue] of Object.entries(PARSERS)) {
    const scalar = schema.getType(name)
    if (scalar instanceof GraphQLScalarType) scalar.parseValue = parseValue
  }
}

/** The coerced variables. Throws a problem that names the first invalid one. */
export function coerceVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  given: unknown,
): Record<string, unknown> {
  if (given !== undefined && (typeof given !== 'object' || given === null || Array.isArray(given))) {
    throw problem('request.variables', { message: 'Variables must be an object.', status: 400 })
  }
  const known = new Set((operation.variableDefinitions ?? []).map((definition) => definition.variable.name.value))
  const longest = operation.operation === 'query' ? ASKED_LENGTH : STRING_LENGTH
  for (const [name, entry] of Object.entries(given ?? {})) {
    if (!known.has(name))
      throw problem('request.variables', {
        message: `${operation.name!.value} has no variable ${name.slice(0, 60)}.`,
        status: 400,
        field: name.slice(0, 60),
      })
    refuseExcess(entry, name, longest)
  }
  // A text truncated at its limit can end with a lone surrogate. Repair it here: PostgreSQL would repair it in text,
  // but not in JSON.
  const whole = Object.fromEntries(
    Object.entries(given ?? {}).map(([name, entry]) => [
      name,
      typeof entry === 'string' ? entry.toWellFormed() : entry,
    ]),
  )
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], whole, { maxErrors: 1 })
  if (!coerced) throw variableProblem(schema, operation, whole)
  for (const field of ['limit', 'offset'])
    if (typeof coerced[field] === 'number' && coerced[field] < 0)
      throw problem('request.variables', { message: `${field} must be 0 or more.`, status: 400, field })
  return coerced
}

function refuseExcess(entry: unknown, field: string, longest: number, level = 0): void {
  const refuse = (message: string) => {
    throw problem('request.variables', { message: `${field} ${message}`, status: 400, field })
  }
  if (level > JSON_LEVELS) refuse('is nested too deeply.')
  if (typeof entry === 'string') {
    if (entry.length > longest) refuse(`is longer than ${longest.toLocaleString('en-US')} characters.`)
    if (!canBeStored(entry, level)) refuse('holds a character that cannot be stored.')
  } else if (Array.isArray(entry)) {
    if (entry.length > LIST_LENGTH) refuse(`has more than ${LIST_LENGTH.toLocaleString('en-US')} entries.`)
    for (const item of entry) refuseExcess(item, field, longest, level + 1)
  } else if (typeof entry === 'object' && entry !== null) {
    const keys = Object.keys(entry)
    if (keys.length > LIST_LENGTH) refuse('has too many keys.')
    for (const key of keys) {
      refuseExcess(key, field, longest, level + 1)
      refuseExcess((entry as Record<string, unknown>)[key], field, longest, level + 1)
    }
  }
}

/** A lone surrogate is repaired in a top-level string and refused inside lists and objects. */
const canBeStored = (entry: string, level: number) => !entry.includes('\0') && (level === 0 || entry.isWellFormed())
