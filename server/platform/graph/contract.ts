/**
 * Loads the contract from its text files: one schema and all named operations, validated against each other at startup.
 */
import { readFileSync, readdirSync } from 'node:fs'
import {
  buildASTSchema,
  concatAST,
  Kind,
  parse,
  validate,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { addScalars } from './variables.ts'

/** PostgreSQL truncates longer names, and two truncated keys could collide. */
const KEY_BYTES = 63

export interface Contract {
  schema: GraphQLSchema
  operations: ReadonlyMap<string, OperationDefinitionNode>
  fragments: ReadonlyMap<string, FragmentDefinitionNode>
}

const folder = (name: string) => {
  const url = new URL(`../../../api/${name}/`, import.meta.url)
  return readdirSync(url)
    .filter((file) => file.endsWith('.graphql'))
    .sort()
    .map((file) => parse(readFileSync(new URL(file, url), 'utf8'), { noLocation: true }))
}

let loaded: Contract | undefined

/** Reads api/schema and api/operations, once per process. Throws if they do not match. */
export const loadContract = (): Contract =>
  (loaded ??= makeContract(concatAST(folder('schema')), concatAST(folder('operations'))))

export function makeContract(schemaText: DocumentNode, documents: DocumentNode): Contract {
  const schema = buildASTSchema(schemaText)
  addScalars(schema)
  const errors = validate(schema, documents)
  if (errors.length > 0)
    throw new Error(`The operations do not fit the schema: ${errors.map((error) => error.message).join(' ')}`)
  const operations = new Map<string, OperationDefinitionNode>()
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const node of documents.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node)
    if (node.kind !== Kind.OPERATION_DEFINITION) continue
    const name = node.name?.value
    if (!name) throw new Error('Every operation needs a name.')
    if (node.operation === 'mutation' && node.selectionSet.selections.length !== 1)
      throw new Error(`${name}: a mutation has one root field, because it is one action.`)
    operations.set(name, node)
  }
  refuseUnsupported(documents)
  return { schema, operations, fragments }
}

function refuseUnsupported(documents: DocumentNode) {
  JSON.stringify(documents, (key, node) => {
    if (key === 'directives' && Array.isArray(node) && node.length > 0)
      throw new Error('Directives in operations are not supported: what differs belongs in an operation of its own.')
    if (key === 'alias' && node && Buffer.byteLength(node.value) > KEY_BYTES)
      throw new Error(`The response key ${node.value} is longer than ${KEY_BYTES} bytes.`)
    return key === 'loc' ? undefined : node
  })
}
