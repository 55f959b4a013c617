/** Whose words an answer may be made of, and what is left of an old answer when its reader loses access (ASK-citations). */
import { beforeEach, describe, expect, it } from 'vitest'
import { BlockMember, FindPassages, RemoveMessage, ReplyToThread, UnblockMember } from '#api/operations.ts'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'
import { AI_SOURCE_KEYS, type AISourceKey } from '#shared/assistant.ts'
import { demoMembers } from '../demo-members.ts'
import { answersOf, askAssistant, discuss, textOf } from '../harness/assistant.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startIndex } from '../harness/search-index.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal } = await networkIds(testServer)
const [helen, marcus, grace, staff, newcomer] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.billing,
  demoMembers.staff,
  demoMembers.newcomer,
)
await startIndex(testServer)
const findPassagesOf = async (member: Client, search: string, sources: readonly AISourceKey[]) =>
  (await member.ask(FindPassages, { search, sources: [...sources] })).passages

const QUESTION = 'How do you license pangolin sanctuaries?'
const ADVICE = 'A pangolin sanctuary needs a licence from the coast guard.'
const OTHER = 'Our pangolin sanctuaries license the name for 900 a month.'
const ALL = { sources: AI_SOURCE_KEYS }

beforeEach(async () => {
  await testServer.sql(`delete from threads where topic like 'Licences for pangolin%'`)
  await testServer.sql('delete from ai_usage')
})

const pangolins = (replies: { sender: number; body: string; readers?: number[] }[], author = grace.id) =>
  discuss(testServer, {
    author,
    networks: [legal],
    topic: 'Licences for pangolin sanctuaries',
    opening: 'Who has licensed one?',
    replies,
  })
const both = () =>
  pangolins([
    { sender: marcus.id, body: ADVICE },
    { sender: newcomer.id, body: OTHER },
  ])

describe('an answer leaves out', () => {
  it('private replies of others, even if staff ask', async () => {
    const { thread } = await both()
    await marcus.ask(ReplyToThread, {
      thread_id: thread,
      body: '<p>Privately: the pangolin licence cost us 8,123.</p>',
      isPrivate: true,
      idempotency_key: newKey(),
    })
    await testServer.runJobs()
    const everything = async (client: Client) =>
      JSON.stringify([
        await askAssistant(client, QUESTION, ALL),
        await findPassagesOf(client, 'pangolin licence privately', AI_SOURCE_KEYS),
      ])
    expect(await everything(grace)).toContain('8,123')
    for (const client of [staff, helen]) expect(await everything(client)).not.toContain('8,123')
    expect(await everything(staff)).toContain(ADVICE)
  })

  it('authors whom the reader has blocked, also among the people', async () => {
    await both()
    const usual = await askAssistant(helen, QUESTION)
    expect(textOf(usual)).toContain(ADVICE)
    expect(usual.people.map(({ user }) => user.id)).toContain(marcus.id)
    await helen.ask(BlockMember, { user_id: marcus.id })
    const answer = await askAssistant(helen, QUESTION)
    expect(textOf(answer)).toContain(OTHER)
    expect(JSON.stringify(answer)).not.toContain(ADVICE)
    expect(answer.people.map(({ user }) => user.id)).not.toContain(marcus.id)
    const [old] = await answersOf(helen, usual.conversation_id)
    expect(JSON.stringify(old)).not.toContain(ADVICE)
    await helen.ask(UnblockMember, { user_id: marcus.id })
  })

  it('the names of anonymous authors', async () => {
    const { thread, replies } = await pangolins([
      { sender: ANONYMOUS_USER_ID, body: ADVICE },
      { sender: newcomer.id, body: OTHER },
    ])
    await testServer.sql(
      'insert into anonymous_messages (message_id, thread_id, user_id, is_opening) values ($1, $2, $3, false)',
      [replies[0], thread, marcus.id],
    )
    for (const client of [helen, marcus, staff]) {
      const answer = await askAssistant(client, QUESTION)
      const cited = answer.citations.find(({ quote }) => quote === ADVICE)!
      expect(cited.author_name).toBeNull()
      expect(answer.people.map(({ user }) => user.id)).not.toContain(ANONYMOUS_USER_ID)
      if (client !== marcus) expect(answer.people.map(({ user }) => user.id)).not.toContain(marcus.id)
      const passages = await findPassagesOf(client, 'pangolin licence', ['discussions'])
      expect(passages.find(({ text }) => text === ADVICE)!.author_id).toBeNull()
    }
  })

  it('what was removed, rejected, or waits for review', async () => {
    const { replies } = await both()
    await testServer.sql('update messages set removed_at = now() where id = $1', [replies[0]])
    expect(JSON.stringify(await askAssistant(helen, QUESTION))).not.toContain(ADVICE)
    await testServer.sql(
      `update messages set removed_at = null, moderation_processed = true, moderation_approved = false where id = $1`,
      [replies[0]],
    )
    for (const client of [helen, staff])
      expect(JSON.stringify(await askAssistant(client, QUESTION))).not.toContain(ADVICE)
    await testServer.sql(
      `update messages set moderation_processed = false, moderation_approved = null, source = 'other' where id = $1`,
      [replies[0]],
    )
    for (const client of [helen, staff])
      expect(JSON.stringify(await askAssistant(client, QUESTION))).not.toContain(ADVICE)
    await testServer.sql(`update messages set moderation_processed = null where id = $1`, [replies[0]])
    expect(textOf(await askAssistant(helen, QUESTION))).toContain(ADVICE)
  })

  it('documents that are not published, not open yet, or of other networks', async () => {
    const question = 'How soon must a vendor notify a personal data breach?'
    const title = 'Data processing addendum, buyer’s paper'
    const cites = async (client: Client) =>
      (await askAssistant(client, question, { sources: ['peer_documents'] })).citations.some(
        (each) => each.title === title,
      )
    expect(await cites(helen)).toBe(true)
    const [before] = await testServer.sql<{ id: number }>('select id from peer_documents where title = $1', [title])
    const change = (text: string) => testServer.sql(`update peer_documents set ${text} where id = $1`, [before!.id])
    await change(`state = 'withdrawn'`)
    for (const client of [helen, staff]) expect(await cites(client)).toBe(false)
    await change(`state = 'approved', available_from = now() + interval '1 day'`)
    for (const client of [helen, staff]) expect(await cites(client)).toBe(false)
    await change(`available_from = null`)
    expect(await cites(helen)).toBe(true)
    expect(await cites(await testServer.member(demoMembers.finance))).toBe(false)
  })
})

describe('an old answer loses a sentence and its citation', () => {
  const ask = async (client: Client) => {
    const ids = await both()
    const answer = await askAssistant(client, QUESTION)
    expect(textOf(answer)).toContain(ADVICE)
    return { answer, ...ids }
  }
  const read = async (client: Client, conversation: number) => (await answersOf(client, conversation)).at(-1)!
  const lost = (answer: Awaited<ReturnType<typeof read>>) => {
    const gone = answer.sentences.filter(({ content }) => content === null)
    for (const { citations } of gone)
      expect(answer.citations.filter(({ number }) => citations.includes(number))).toEqual([])
    return gone.length
  }

  it('when the message is removed', async () => {
    const { answer, replies } = await ask(helen)
    await marcus.ask(RemoveMessage, { message_id: replies[0]! })
    const now = await read(helen, answer.conversation_id)
    expect(lost(now)).toBeGreaterThan(0)
    expect(JSON.stringify(now)).not.toContain(ADVICE)
    expect(JSON.stringify(now)).toContain(OTHER)
  })

  it('when the message no longer says it', async () => {
    const { answer, replies } = await ask(helen)
    await testServer.sql(`update messages set cleaned_body = 'Nothing of that kind.' where id = $1`, [replies[0]])
    expect(JSON.stringify(await read(helen, answer.conversation_id))).not.toContain(ADVICE)
  })

  it('when the reader leaves the network', async () => {
    const { answer, thread } = await ask(helen)
    expect(answer.related_threads.map(({ id }) => id)).toContain(thread)
    const left = await testServer.sql<{ is_primary: boolean }>(
      'delete from peer_network_memberships where user_id = $1 returning is_primary',
      [helen.id],
    )
    const now = await read(await testServer.member(demoMembers.member), answer.conversation_id)
    expect(now.sentences.length).toBeGreaterThan(0)
    expect(lost(now)).toBe(now.sentences.length)
    expect(now).toMatchObject({ citations: [], urls: [], content: '' })
    expect(now.related_threads.map(({ id }) => id)).not.toContain(thread)
    await testServer.sql(
      'insert into peer_network_memberships (user_id, peer_network_id, is_primary) values ($1, $2, $3)',
      [helen.id, legal, left[0]!.is_primary],
    )
    const back = await read(await testServer.member(demoMembers.member), answer.conversation_id)
    expect(textOf(back)).toBe(textOf(answer))
  })

  it('when the message waits for review again, also for its author', async () => {
    const { replies } = await both()
    const asked = [helen, marcus, staff]
    const answers = await Promise.all(asked.map((client) => askAssistant(client, QUESTION)))
    for (const answer of answers) expect(textOf(answer)).toContain(ADVICE)
    await testServer.sql(`update messages set moderation_processed = false, source = 'other' where id = $1`, [
      replies[0],
    ])
    for (const [at, client] of asked.entries()) {
      const now = await read(client, answers[at]!.conversation_id)
      expect(lost(now)).toBeGreaterThan(0)
      expect(JSON.stringify(now)).not.toContain(ADVICE)
    }
  })

  it.each([
    ['a member', helen],
    ['staff', staff],
  ])('when %s is no longer one of those who may read a private reply', async (_, reader) => {
    const secret = 'Privately: the pangolin licence cost us 8,123.'
    const { replies } = await pangolins([
      { sender: marcus.id, body: ADVICE },
      { sender: newcomer.id, body: secret, readers: [newcomer.id, reader.id] },
    ])
    const answer = await askAssistant(reader, 'How much does the pangolin licence cost?', {
      sources: ['discussions', 'private_replies'],
    })
    expect(textOf(answer)).toContain(secret)
    await testServer.sql('update messages set private_reader_ids = array[$2::bigint] where id = $1', [
      replies[1],
      newcomer.id,
    ])
    const now = await read(reader, answer.conversation_id)
    expect(lost(now)).toBe(1)
    expect(JSON.stringify(now)).not.toContain('8,123')
  })
})
