/** A caller who sends exactly what the specification names sends no idempotency key. */
import { expect, it } from 'vitest'
import { loadContract } from '#server/platform/graph/contract.ts'
import { demoMembers } from '../demo-members.ts'
import { startTestServer } from '../harness/test-server.ts'
import { newGroup } from '../harness/inbox.ts'
import { networkIds, insertThread } from '../harness/threads.ts'

const testServer = await startTestServer()
const { operations, schema } = loadContract()
const { legal } = await networkIds(testServer)
const [helen, marcus, camille] = await testServer.members(demoMembers.member, demoMembers.peer, demoMembers.groupAdmin)
const thread = await insertThread(testServer, { author: marcus.id, networks: [legal] })
const group_id = await newGroup([helen, marcus])
const body = '<p>Without a key.</p>'

it('no operation needs a key', () => {
  const needing = [...operations.values()].flatMap((node) =>
    (node.variableDefinitions ?? [])
      .filter(({ variable, type }) => variable.name.value === 'idempotency_key' && type.kind === 'NonNullType')
      .map(() => node.name!.value),
  )
  expect(needing).toEqual([])
  expect(JSON.stringify(schema.getMutationType()!.getFields()['createThread']!.args.map(String))).not.toContain(
    'key: String!',
  )
})

it.each([
  [
    'RecommendExpert',
    {
      expert: { new_expert: { name: 'Keyless & Co', type: 'company' } },
      message: 'Good work.',
      areas_of_expertise: [1],
    },
  ],
  ['SendMessage', { group_id, msg_body: body }],
  ['CreateGroup', { group_type: 'small_group_chat', name: 'Keyless', members: [camille.id], first_message: body }],
  ['InviteMembersToGroup', { group_id, members: [camille.id] }],
  ['CreateThread', { topic: 'Keyless', body }],
  ['ReplyToThread', { thread_id: thread.id, body }],
  ['CreatePoll', { title: 'Keyless?', options: ['One', 'Two'] }],
  ['ReportContent', { type: 'thread', content_id: thread.id, reason: 'other', additional_details: 'Keyless.' }],
  ['EditThread', { thread_id: 0, topic: 'Keyless', body }],
  ['StartCheckout', { return_path: '/profile/membership' }],
])('%s is done without one, each time anew', async (name, variables) => {
  const own =
    name === 'EditThread' ? await insertThread(testServer, { author: helen.id, networks: [legal] }) : undefined
  const ask = (more: object = {}) =>
    helen.op({ name, kind: 'mutation' } as never, { ...variables, ...(own && { thread_id: own.id }), ...more } as never)
  const [first, second] = [await ask(), await ask({ idempotency_key: null })]
  // StartCheckout refuses a member who has already paid; everything else succeeds.
  for (const answer of [first, second]) expect(answer.status).toBe(200)
  if (name !== 'StartCheckout') expect(first.code).toBeUndefined()
  expect(second.code).not.toBe('request.idempotency_key')
})
