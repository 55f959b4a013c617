/**
 * Loads the contract from its text files: one schema and all named operations. Tests validate them against each other; at
 * the start of a server, that and compiling all of them took a tenth of its time.
 */
import { readFileSync, readdirSync } from 'node:fs'
import {
  buildASTSchema,
  concatAST,
  Kind,
  parse,
  validate,
  type BuildSchemaOptions,
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

/** The schema and the operations, as `makeContract` takes them. */
export const contractTexts = () => [concatAST(folder('schema')), concatAST(folder('operations'))] as const

let loaded: Contract | undefined

/** Reads api/schema and api/operations, once per process. */
export const loadContract = (): Contract => (loaded ??= contractOf(...contractTexts(), { assumeValid: true }))

/** Throws if the operations do not fit the schema, or ask for what is not supported. */
export function makeContract(schemaText: DocumentNode, documents: DocumentNode): Contract {
  refuseUnsupported(documents)
  const contract = contractOf(schemaText, documents, {})
  const errors = validate(contract.schema, documents)
  if (errors.length > 0)
    throw new Error(`The operations do not fit the schema: ${errors.map((error) => error.message).join(' ')}`)
  return contract
}

function contractOf(schemaText: DocumentNode, documents: DocumentNode, options: BuildSchemaOptions): Contract {
  const schema = buildASTSchema(schemaText, options)
  addScalars(schema)
  const operations = new Map<string, OperationDefinitionNode>()
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const node of documents.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node)
    else if (node.kind === Kind.OPERATION_DEFINITION) operations.set(node.name!.value, node)
  }
  return { schema, operations, fragments }
}

function refuseUnsupported(documents: DocumentNode) {
  for (const node of documents.definitions) {
    if (node.kind !== Kind.OPERATION_DEFINITION) continue
    if (!node.name) throw new Error('Every operation needs a name.')
    if (node.operation === 'mutation' && node.selectionSet.selections.length !== 1)
      throw new Error(`${node.name.value}: a mutation has one root field, because it is one action.`)
  }
  JSON.stringify(documents, (key, node) => {
    if (key === 'directives' && Array.isArray(node) && node.length > 0)
      throw new Error('Directives in operations are not supported: what differs belongs in an operation of its own.')
    if (key === 'alias' && node && Buffer.byteLength(node.value) > KEY_BYTES)
      throw new Error(`The response key ${node.value} is longer than ${KEY_BYTES} bytes.`)
    return key === 'loc' ? undefined : node
  })
}
