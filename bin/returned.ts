/** Which fields of the contract a named operation returns: clients send no query text, so no other field is visible. */
import { getNamedType, isObjectType, TypeInfo, visit, visitWithTypeInfo, type GraphQLNamedType } from 'graphql'
import type { Contract } from '#server/platform/graph/contract.ts'

/** The specification's rows refer to entities; several of our types may represent one. */
const TYPES: Record<string, readonly string[]> = {
  listserv_thread: ['Thread', 'FeedItem'],
  recent_feed_item: ['FeedItem', 'RecentThread'],
  listserv_message: ['Message'],
  thread: ['Thread'],
  message: ['Message'],
  like: ['Like'],
  user: ['User', 'Profile', 'Viewer'],
  // Separate operations return the welcome texts.
  peer_network: ['PeerNetwork', 'WelcomePageLabels', 'WelcomeVideo'],
  attachment: ['MessageAttachment', 'InboxAttachment'],
  peer_document: ['PeerDocument'],
  document_request: ['DocumentRequest'],
  vendor_deal: ['VendorDeal', 'KeptDeal'],
}

/** Fields as "Type.field". */
export function returnedFields({ schema, operations, fragments }: Contract): Set<string> {
  const returned = new Set<string>()
  const info = new TypeInfo(schema)
  for (const node of [...operations.values(), ...fragments.values()])
    visit(
      node,
      visitWithTypeInfo(info, {
        Field: () => {
          const [parent, field] = [info.getParentType(), info.getFieldDef()]
          if (parent && field) returned.add(`${parent.name}.${field.name}`)
        },
      }),
    )
  return returned
}

/** Whether a response can contain the field of this row; undefined if the contract has no field of this name. */
export function isReturned(id: string, { schema }: Contract, returned: ReadonlySet<string>): boolean | undefined {
  const [entity = '', ...path] = id.replace(/^FIELD-/, '').split('.')
  const objects = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && !type.name.startsWith('__'))
  const has = (type: GraphQLNamedType, name: string) => isObjectType(type) && name in type.getFields()
  if (entity === 'peer_network' && path[0] === 'welcome_video') path.shift()
  const asked = TYPES[entity]
  let types: GraphQLNamedType[] = asked ? asked.map((name) => schema.getType(name)!).filter(Boolean) : objects
  let found: boolean | undefined
  for (const name of path) {
    const holders = types.filter((type) => has(type, name))
    if (holders.length === 0) return undefined
    found = holders.some((type) => returned.has(`${type.name}.${name}`))
    if (!found) return false
    types = holders.flatMap((type) => (isObjectType(type) ? getNamedType(type.getFields()[name]!.type) : []))
  }
  return found
}
