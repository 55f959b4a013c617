/** A reply accepts every field that either of its two descriptions names. */
import { describe, expect, it } from 'vitest'
import { ReplyToThread } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds, insertThread } from '../harness/threads.ts'
import { uploaded } from '../harness/uploads.ts'

const testServer = await startTestServer()
const { legal } = await networkIds(testServer)
const [helen, marcus, camille] = await testServer.members(demoMembers.member, demoMembers.peer, demoMembers.billing)
const say = (thread_id: number, more: object = {}) => ({
  thread_id,
  body: '<p>Ask them.</p>',
  idempotency_key: newKey(),
  ...more,
})
const reply = async (client: Client, thread_id: number, more: object) =>
  (await client.ask(ReplyToThread, say(thread_id, more))).replyToThread

describe('a reply', () => {
  it('carries all of it at once: body, privacy, experts, votes, mentions, files and what it answers; tags are the thread’s (DECISION-reply-payload-merge)', async () => {
    const { id } = await insertThread(testServer, {
      author: helen.id,
      networks: [legal],
      thread_type: 'recommendation_request',
    })
    const answered = await reply(marcus, id, {})
    const name = 'Whole Payload Partners'
    const file = await uploaded(testServer, camille, 'terms.txt', 'The terms.')
    const words = `<p>Ask <span data-mention-id="${marcus.id}">@x</span></p>`
    const more = {
      body: words,
      isPrivate: true,
      mentions: [marcus.id],
      message_replied_id: answered.id,
      attachments: [file],
    }
    const made = await reply(camille, id, more)
    expect(made).toMatchObject({
      is_private: true,
      message_replied_id: answered.id,
      mentioned_users: [{ id: marcus.id }],
      attachments: [{ name: 'terms.txt' }],
    })
    const naming = await reply(camille, id, {
      experts: [{ new_expert: { name, type: 'company' }, areas_of_expertise: [] }],
      votes: [{ vote: true, name }],
    })
    expect(naming.experts_mentioned.map((expert) => expert.name)).toEqual([name])
    expect(
      await testServer.sql(`select user_id, sentiment from likes where entity_type = 'expert' and entity_id = $1`, [
        naming.experts_mentioned[0]!.id,
      ]),
    ).toEqual([{ user_id: camille.id, sentiment: true }])
    for (const tags of [{ geographies: [1] }, { areas_of_expertise: [1] }, { thread_type: 'poll' }])
      expect((await camille.op(ReplyToThread, say(id, tags) as never)).data ?? null).toBeNull()
    const { body, thread_id, ...rest } = say(id)
    for (const lacking of [
      { ...rest, body },
      { ...rest, thread_id },
    ])
      expect((await camille.op(ReplyToThread, lacking as never)).data ?? null).toBeNull()
  })

  it('is answered alike when it is created and when it is sent again, whatever it contains', async () => {
    const { id } = await insertThread(testServer, {
      author: helen.id,
      networks: [legal],
      thread_type: 'recommendation_request',
    })
    const mention = { body: `<p>Ask <span data-mention-id="${helen.id}">@x</span></p>`, mentions: [helen.id] }
    const file = async () => ({ attachments: [await uploaded(testServer, camille, 'annex.txt', 'The annex.')] })
    const naming = { experts: [{ new_expert: { name: 'Alike Partners', type: 'company' }, areas_of_expertise: [] }] }
    const each = [{}, { isPrivate: true }, mention, await file(), naming]
    for (const more of [...each, { ...mention, ...(await file()), isPrivate: true }]) {
      const variables = say(id, more)
      const made = await camille.ask(ReplyToThread, variables)
      expect(await camille.ask(ReplyToThread, variables)).toEqual(made)
    }
  })
})
