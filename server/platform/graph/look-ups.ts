/** Asked before the statement of a query runs, for what SQL does not find: the search index. */
import { getArgumentValues, type FieldNode, type OperationDefinitionNode } from 'graphql'
import type { Contract } from './contract.ts'
import { Parameter, type Input, type Viewer } from './sql.ts'

/** With the field's arguments. Undefined if the statement must find everything itself. */
export type LookUp = (viewer: Viewer, args: Readonly<Record<string, unknown>>) => Promise<unknown>
/** What most look-ups resolve to. */
export interface Found {
  /** In their order. */
  ids: readonly number[] | Uint32Array
  count: number
  isPartial: boolean
  /** The words that were looked for, as `excerpt_around` marks them. */
  words: readonly string[]
}
const foundOf = ({ lookedUp }: Input) => lookedUp as Found
/** What was found, as parameters of the statement. */
export const FOUND = {
  ids: new Parameter('found.ids', 'bigint[]', (input) => `{${foundOf(input).ids.join()}}`),
  count: new Parameter('found.count', 'integer', (input) => foundOf(input).count),
  isPartial: new Parameter('found.partial', 'boolean', (input) => foundOf(input).isPartial),
  words: new Parameter('found.words', 'text[]', (input) => foundOf(input).words),
}

/** By root field. */
export type LookUps = Readonly<Record<string, LookUp>>

/** The first root field with a look-up, or undefined. */
export function lookUpOf(
  contract: Contract,
  node: OperationDefinitionNode,
  lookUps: LookUps,
): ((input: Input) => Promise<Input>) | undefined {
  const fields = contract.schema.getRootType(node.operation)!.getFields()
  const field = node.selectionSet.selections.find(
    (selection): selection is FieldNode => selection.kind === 'Field' && selection.name.value in lookUps,
  )
  if (!field) return undefined
  const lookUp = lookUps[field.name.value]!
  return async (input) => {
    const args = getArgumentValues(fields[field.name.value]!, field, input.variables)
    return { ...input, lookedUp: await lookUp(input.viewer, args) }
  }
}
