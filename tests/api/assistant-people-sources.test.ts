/** What members say about themselves, and the inbox, as sources of answers: for whom, and when. */
import { describe, expect, it } from 'vitest'
import { BlockMember, FindPassages, UnblockMember } from '#api/operations.ts'
import type { AISourceKey } from '#shared/assistant.ts'
import { demoMembers } from '../demo-members.ts'
import { answersOf, askAssistant, converse } from '../harness/assistant.ts'
import type { Client } from '../harness/client.ts'
import { newConversation, sendTo } from '../harness/inbox.ts'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer()
const [helen, marcus, grace, samuel, staff] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.billing,
  demoMembers.finance,
  demoMembers.staff,
)
const passagesOf = async (member: Client, search: string, sources: readonly AISourceKey[]) =>
  (await member.ask(FindPassages, { search, sources: [...sources] })).passages
const contentOf = async (conversation: number) =>
  (await answersOf(helen, conversation))[0]!.sentences.map(({ content }) => content)
const say = (member: Client, bio: string | null) =>
  testServer.sql('update users set bio = $2 where id = $1', [member.id, bio])

describe('what members say about themselves', () => {
  const BIO = 'I have negotiated four lighthouse concessions in Norway.'
  const QUESTION = 'Who has experience with lighthouse concessions?'

  it('answers who knows something', async () => {
    await say(marcus, BIO)
    const { citations } = await askAssistant(helen, QUESTION)
    expect(citations).toMatchObject([{ kind: 'member', quote: BIO, url: `/members/${marcus.id}`, is_private: false }])
    expect(citations[0]!.detail).toMatch(/^Member, General Counsel, /)
    expect((await askAssistant(helen, 'Who is Marcus Oyelaran?')).citations.map(({ quote }) => quote)).toContain(BIO)
  })

  it('does not answer anything else', async () => {
    await say(marcus, BIO)
    const { citations } = await askAssistant(helen, 'What do lighthouse concessions cost in Norway?')
    expect(citations.map(({ kind }) => kind)).not.toContain('member')
  })

  it('is read by who may see the profile, and by nobody whom the reader blocks', async () => {
    await say(samuel, BIO.replace('lighthouse', 'volcano'))
    const [shown] = await testServer.sql<{ shown: boolean }>(
      `select exists (select from network_access a join peer_network_memberships h on h.peer_network_id = a.from_network_id and h.user_id = $1
         join peer_network_memberships o on o.peer_network_id = a.to_network_id and o.user_id = $2 where a.kind = 'member_directory') as shown`,
      [helen.id, samuel.id],
    )
    const isFound = async () =>
      (await passagesOf(helen, 'volcano concessions', ['members'])).some(({ entity_id }) => entity_id === samuel.id)
    expect(await isFound()).toBe(shown!.shown)
    await testServer.sql(
      `delete from network_access a using peer_network_memberships h, peer_network_memberships o
       where a.kind = 'member_directory' and h.peer_network_id = a.from_network_id and h.user_id = $1
         and o.peer_network_id = a.to_network_id and o.user_id = $2`,
      [helen.id, samuel.id],
    )
    expect(await isFound()).toBe(false)

    await say(marcus, BIO)
    const { conversation } = await converse(helen, QUESTION)
    expect(await passagesOf(helen, 'lighthouse', ['members'])).toHaveLength(1)
    await helen.ask(BlockMember, { user_id: marcus.id })
    expect(await passagesOf(helen, 'lighthouse', ['members'])).toEqual([])
    expect(await contentOf(conversation)).toEqual([null])
    await helen.ask(UnblockMember, { user_id: marcus.id })
    expect(await contentOf(conversation)).toEqual([BIO])
    await say(marcus, 'Nothing of it.')
    expect(await contentOf(conversation)).toEqual([null])
  })

  it('is for staff what they see as members, not what they see as staff', async () => {
    await say(samuel, BIO.replace('lighthouse', 'glacier'))
    const isFound = async () =>
      (await passagesOf(staff, 'glacier concessions', ['members'])).some(({ entity_id }) => entity_id === samuel.id)
    await testServer.sql(
      `insert into network_access (kind, from_network_id, to_network_id)
       select 'member_directory', h.peer_network_id, o.peer_network_id from peer_network_memberships h, peer_network_memberships o
       where h.user_id = $1 and o.user_id = $2 on conflict do nothing`,
      [staff.id, samuel.id],
    )
    expect(await isFound()).toBe(true)
    await testServer.sql(
      `delete from network_access a using peer_network_memberships h, peer_network_memberships o
       where a.kind = 'member_directory' and h.peer_network_id = a.from_network_id and h.user_id = $1
         and o.peer_network_id = a.to_network_id and o.user_id = $2`,
      [staff.id, samuel.id],
    )
    expect(await isFound()).toBe(false)
  })
})

describe('the inbox', () => {
  const SAID = 'The walrus arbitration was settled for 61,000.'
  const QUESTION = 'How was the walrus arbitration settled?'

  it('is a source only if the member chooses it, and is marked', async () => {
    const group = await newConversation(marcus, helen)
    await sendTo(marcus, group, SAID)
    const usual = await askAssistant(helen, QUESTION)
    expect(JSON.stringify(usual)).not.toContain('61,000')
    const chosen = await askAssistant(helen, QUESTION, { sources: ['discussions', 'inbox'] })
    expect(chosen.citations).toMatchObject([
      {
        kind: 'inbox_message',
        quote: SAID,
        title: 'Conversation with Marcus Oyelaran',
        detail: 'Message in your inbox',
        url: `/inbox?group_id=${group}`,
        is_private: true,
      },
    ])
    for (const other of [grace, staff])
      expect(await passagesOf(other, 'walrus arbitration settled', ['inbox', 'private_replies'])).toEqual([])
  })

  it('is not quoted from whom the reader blocks', async () => {
    const group = await newConversation(marcus, helen)
    await sendTo(marcus, group, SAID.replace('walrus', 'beluga'))
    expect(await passagesOf(helen, 'beluga', ['inbox'])).toHaveLength(1)
    await helen.ask(BlockMember, { user_id: marcus.id })
    expect(await passagesOf(helen, 'beluga', ['inbox'])).toEqual([])
    await helen.ask(UnblockMember, { user_id: marcus.id })
  })

  it('is gone from old answers of who leaves the conversation', async () => {
    const group = await newConversation(marcus, helen)
    await sendTo(marcus, group, SAID.replace('walrus', 'narwhal'))
    const { conversation, answer } = await converse(helen, QUESTION.replace('walrus', 'narwhal'), {
      sources: ['inbox'],
    })
    expect(answer.sentences).toHaveLength(1)
    await testServer.sql('update inbox_members set date_left = now() where group_id = $1 and user_id = $2', [
      group,
      helen.id,
    ])
    expect(await contentOf(conversation)).toEqual([null])
    expect(await passagesOf(helen, 'narwhal arbitration settled', ['inbox'])).toEqual([])
  })
})
