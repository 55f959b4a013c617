/** The words with which a network presents the assistant. */
import { expect, it } from 'vitest'
import { GetAITexts } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer()

it("presents the assistant in the words of the viewer's networks (FIELD-peer_network.ai_chatbot_tagline, FIELD-peer_network.ai_chatbot_privacy_text)", async () => {
  const client = await testServer.member(demoMembers.member)
  const { viewer } = await client.ask(GetAITexts, {})
  const own = await testServer.sql(
    `select n.id, n.ai_chatbot_tagline, n.ai_chatbot_privacy_text from peer_networks n
     join peer_network_memberships m on m.peer_network_id = n.id where m.user_id = $1`,
    [client.id],
  )
  expect(own.length).toBeGreaterThan(0)
  expect(viewer.peer_network_memberships.map(({ peer_network }) => peer_network)).toEqual(expect.arrayContaining(own))
  expect(viewer.peer_network_memberships.find(({ is_primary }) => is_primary)?.peer_network).toMatchObject({
    ai_chatbot_tagline: 'Ask what your peers have already figured out',
    ai_chatbot_privacy_text: expect.stringContaining('The assistant can read only what you can read.'),
  })
  await testServer.sql('update peer_networks set ai_chatbot_tagline = null where id = $1', [own[0]!['id']])
  const again = await client.ask(GetAITexts, {})
  expect(again.viewer.peer_network_memberships[0]!.peer_network.ai_chatbot_tagline).toBeNull()
})
