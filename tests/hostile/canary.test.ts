/** Puts unique words into protected content and searches for them on every channel, as every reader. */
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { FindThreads, ReplyToThread, thread, threads } from '#api/operations.ts'
import { localBlobs } from '#server/platform/blobs.ts'
import { hearLog } from '#server/platform/log/log.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startIndex } from '../harness/search-index.ts'
import { startTestServer } from '../harness/test-server.ts'
import { nameOf, partOf, queriesOf, shapesOf } from '../harness/operation-shapes.ts'
import { networkIds, insertMessage, insertThread } from '../harness/threads.ts'

const testServer = await startTestServer()
/** Everything that the server logs from here on, down to debug. */
const lines: string[] = []
afterAll(hearLog((line) => lines.push(line)))
const { contract } = testServer.application.engine
const { legal, finance } = await networkIds(testServer)

const SECRET = 'kanarienvogel7391'
const FOREIGN = 'papageno4417'
const HELD = 'wiedehopf2206'

const as = (email: string) => testServer.member(email)
const [helen, marcus, camille, staff] = [
  await as(demoMembers.member),
  await as(demoMembers.peer),
  await as(demoMembers.groupAdmin),
  await as(demoMembers.staff),
]
const outsiders: Record<string, Client> = {
  grace: await as(demoMembers.billing),
  newcomer: await as(demoMembers.newcomer),
  trial: await as(demoMembers.trial),
  samuel: await as(demoMembers.finance),
  executive: await as(demoMembers.executive),
  expired: await as('frank@members.test'),
  suspended: await as(demoMembers.suspended),
  nobody: testServer.anonymous(),
}

// Open all streams before anything is posted.
const listening = Object.entries(outsiders).filter(([name]) => !['expired', 'suspended', 'nobody'].includes(name))
const streams = await Promise.all(listening.map(async ([name, client]) => [name, await client.stream()] as const))
const parties = await Promise.all([helen, marcus, camille, staff].map((client) => client.stream()))
afterAll(() => [...streams.map(([, stream]) => stream), ...parties].forEach((stream) => stream.close()))

const { id } = await insertThread(testServer, { author: helen.id, networks: [legal], topic: 'The thread of the bird' })
const answer = await insertMessage(testServer, { thread: id, sender: marcus.id, body: 'A public answer.' })
/** The message whose likes the readers request: the private reply, as soon as there is one. */
let liked = id
const before = await everything(outsiders['grace']!)
const { replyToThread: reply } = await camille.ask(ReplyToThread, {
  thread_id: id,
  message_replied_id: answer,
  isPrivate: true,
  body: `<p>${SECRET} <span data-mention-id="${helen.id}">@Helen</span></p>`,
  mentions: [helen.id],
  experts: [{ new_expert: { name: `Expert ${SECRET}`, type: 'company' }, areas_of_expertise: [] }],
  idempotency_key: newKey(),
})
liked = reply.id
await testServer.sql('update messages set num_of_likes = 1000 where id = $1', [reply.id])
await testServer.sql('select refresh_threads(array[$1::bigint])', [id])
await testServer.sql('select index_messages(1000000)')
const key = await localBlobs(path.join(testServer.config.dataDir, 'files')).put(Buffer.from(`file of ${SECRET}`))
const [file] = await testServer.sql<{ id: number }>(
  `insert into message_attachments (message_id, name, file_type, size, storage_key) values ($1, $2, 'text/plain', 10, $3) returning id`,
  [reply.id, `${SECRET}.txt`, key],
)
// The text inside the file is indexed too.
await testServer.sql("select from graphile_worker.add_job('search:index')")
await testServer.runJobs()
const foreign = await insertThread(testServer, {
  author: outsiders['samuel']!.id,
  networks: [finance],
  topic: `Topic ${FOREIGN}`,
  body: `Body ${FOREIGN}`,
})
await insertMessage(testServer, { thread: foreign.id, sender: outsiders['samuel']!.id, body: `Reply ${FOREIGN}` })
const held = await insertThread(testServer, {
  author: helen.id,
  networks: [legal],
  topic: `Topic ${HELD}`,
  body: `Body ${HELD}`,
  source: 'other',
  processed: false,
  approved: false,
})
// Searches are answered by the index from here on.
await startIndex(testServer)

// Cached per reader: three words are searched in the same text.
const texts = new Map<string, Promise<string>>()
const everythingFor = (name: string): Promise<string> =>
  texts.get(name) ?? texts.set(name, everything(outsiders[name]!)).get(name)!

/** Everything that a reader can get from every query in every shape, and from the pages, as one text. */
async function everything(client: Client): Promise<string> {
  const answers: string[] = []
  for (const node of queriesOf(contract)) {
    for (const search of ['threads', 'SearchFilterFeed', 'FindThreads'].includes(nameOf(node))
      ? [SECRET, FOREIGN, HELD, 'thread']
      : ['x'])
      for (const variables of partOf(
        shapesOf(contract, node, {
          id,
          thread_id: id,
          search,
          search_text: SECRET,
          user_id: camille.id,
          key: SECRET.slice(0, 3),
          name: 'a',
          postedByUserId: camille.id,
          entity_id: liked,
          geographies: [1],
          areasOfExpertise: [1],
          filter: { notification_type: 'reply' },
        }),
        Object.values(outsiders).indexOf(client),
      ))
        answers.push((await client.op({ name: nameOf(node), kind: 'query' }, variables)).text)
  }
  for (const page of ['/feed', `/feed/${id}`, `/feed?search=thread`])
    answers.push((await client.send('GET', page)).text)
  return answers.join('\n')
}

describe('a private reply reaches', () => {
  it('its sender, the author of what it answers, the author of the thread and staff', async () => {
    for (const client of [helen, marcus, camille, staff]) {
      expect((await client.op(thread, { id })).text).toContain(SECRET)
      expect((await client.send('GET', `/api/attachments/${file!.id}`)).text).toBe(`file of ${SECRET}`)
      const { found_threads: found } = await client.ask(FindThreads, { search: `file ${SECRET}` })
      expect(found.items[0]).toMatchObject({ message_id: reply.id, entity_type: 'file' })
    }
    for (const stream of parties) await stream.next(({ data }) => data['message_id'] === reply.id)
  })

  it.each(Object.keys(outsiders))('%s by no query and on no page (threats 4 and 5)', async (name) => {
    const text = await everythingFor(name)
    expect(text).not.toContain(SECRET)
    expect(text).not.toContain(`"id":${reply.id},"thread_id"`)
    if (!['nobody', 'suspended', 'expired'].includes(name)) expect(text.length).toBeGreaterThan(1_000)
  })

  it.each(Object.keys(outsiders))('%s by no file', async (name) => {
    const refused = await outsiders[name]!.send('GET', `/api/attachments/${file!.id}`)
    const unknown = await outsiders[name]!.send('GET', '/api/attachments/999999999')
    expect({ status: refused.status, text: refused.text }).toEqual({ status: unknown.status, text: unknown.text })
  })

  it('nobody else by the live stream', async () => {
    // This later public reply is a fence: when it arrives, all earlier events have arrived.
    const { replyToThread: fence } = await helen.ask(ReplyToThread, {
      thread_id: id,
      body: '<p>Fence.</p>',
      idempotency_key: newKey(),
    })
    for (const [name, stream] of streams) {
      if (['grace', 'newcomer', 'trial'].includes(name))
        await stream.next(({ data }) => data['message_id'] === fence.id)
      expect({ name, told: stream.events.filter(({ data }) => data['message_id'] === reply.id) }).toEqual({
        name,
        told: [],
      })
    }
  })

  it('nobody by a difference: all that changes for others is the public count', async () => {
    const [{ threads: now }] = [await outsiders['grace']!.ask(threads, { limit: 25 })]
    const entry = now.items.find((item) => item.thread.id === id)!
    expect(entry.thread).toMatchObject({ num_of_private_responses: 1 })
    expect(entry.top_replies.map((each) => each.id)).not.toContain(reply.id)
    const counted = (text: string) =>
      text.replaceAll(/"num_of_(private_)?responses":\d+|"count_of_entries":\d+|"is_online":(true|false)/g, '')
    expect(before).not.toContain(SECRET)
    expect(counted(before).includes('The thread of the bird')).toBe(true)
  })
})

describe('a thread reaches nobody who may not read it:', () => {
  it.each(Object.keys(outsiders).filter((name) => name !== 'samuel'))('of another network, %s', async (name) => {
    const client = outsiders[name]!
    expect(await everythingFor(name)).not.toContain(FOREIGN)
    expect((await client.op(thread, { id: foreign.id })).text).not.toContain(FOREIGN)
    expect((await client.send('GET', `/feed/${foreign.id}`)).text).not.toContain(FOREIGN)
  })

  it.each(Object.keys(outsiders))('held for staff, %s', async (name) => {
    const client = outsiders[name]!
    expect(await everythingFor(name)).not.toContain(HELD)
    expect((await client.send('GET', `/feed/${held.id}`)).text).not.toContain(HELD)
  })

  it('and a page that may not be read looks like one that is not there', async () => {
    const strip = (text: string) =>
      text
        .replaceAll('99999', 'ID')
        .replaceAll(new RegExp(`\\b${foreign.id}\\b`, 'g'), 'ID')
        .replaceAll(/nonce="[^"]*"|"nonce":"[^"]*"|\d{5,}/g, '')
    const refused = await outsiders['grace']!.send('GET', `/feed/${foreign.id}`)
    const unknown = await outsiders['grace']!.send('GET', '/feed/99999')
    expect(refused.status).toBe(unknown.status)
    expect(strip(refused.text).length).toBe(strip(unknown.text).length)
  })
})

describe('neither log nor metrics hold', () => {
  const words = [SECRET, FOREIGN, HELD]

  it.each(words)('%s, which was written, searched for and read', async (word) => {
    for (const name of Object.keys(outsiders)) await everythingFor(name)
    expect(lines.filter((line) => line.includes(word))).toEqual([])
    expect(await testServer.metrics()).not.toContain(word)
  })

  it('a word of a write that fails', async () => {
    await testServer.sql(`alter table messages add constraint refused check (body not like '%${SECRET} refused%')`)
    const failed = await camille.op(ReplyToThread, {
      thread_id: id,
      body: `<p>${SECRET} refused</p>`,
      idempotency_key: newKey(),
    } as never)
    expect(failed.status).toBe(500)
    expect(failed.text).not.toContain(SECRET)
    expect(lines.filter((line) => line.includes('"constraint":"refused"'))).toHaveLength(1)
    expect(lines.filter((line) => words.some((word) => line.includes(word)))).toEqual([])
  })
})
