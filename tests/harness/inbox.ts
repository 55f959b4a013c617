/** Conversations for tests, created with the operations that members use. */
import { CreateGroup, HandleGroupInvitation, SendMessage } from '#api/operations.ts'
import { newKey, type Client } from './client.ts'

export const sendText = (group_id: number, words = 'Words.') => ({
  group_id,
  msg_body: `<p>${words}</p>`,
  idempotency_key: newKey(),
})

export async function sendTo(client: Client, groupId: number, words?: string) {
  return (await client.ask(SendMessage, sendText(groupId, words))).sendMessage
}

/** Creates a group as the first client; all other members have accepted the invitation. */
export async function newGroup(
  [first, ...others]: readonly [Client, ...Client[]],
  { type = 'small_group_chat' as 'small_group_chat' | 'large_group_chat' | 'internal_circles', name = 'A group' } = {},
): Promise<number> {
  const { createGroup } = await first.ask(CreateGroup, {
    group_type: type,
    name,
    members: others.map(({ id }) => id),
    first_message: '<p>Welcome.</p>',
    idempotency_key: newKey(),
  })
  for (const other of others)
    await other.ask(HandleGroupInvitation, { group_id: createGroup.id, invitation_status: 'approved' })
  return createGroup.id
}

export async function newConversation(one: Client, other: Client, words = 'First.'): Promise<number> {
  const { createGroup } = await one.ask(CreateGroup, {
    group_type: 'one_to_one',
    name: 'The other',
    members: [other.id],
    first_message: `<p>${words}</p>`,
    idempotency_key: newKey(),
  })
  return createGroup.id
}
