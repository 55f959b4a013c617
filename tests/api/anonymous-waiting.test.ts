/** An anonymous post is published at a random moment, so its time does not reveal its author. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  CreateThread,
  GetAnonymousDelay,
  GetWaitingPosts,
  PostAnonymously,
  ProfileMetadataByPk,
  ReplyToThread,
  WithdrawWaitingPost,
  thread,
  threads,
} from '#api/operations.ts'
import { ANONYMOUS_USER_ID, leastDelay, WAITING_POSTS } from '#shared/anonymity.ts'
import { demoMembers } from '../demo-members.ts'
import { AUTHOR, anonymousAuthor, findLeaks, publishWaiting, setDelay } from '../harness/anonymous.ts'
import { newKey, type Client } from '../harness/client.ts'
import { contentOf, coreOf, docx, paragraph, pdf } from '../harness/documents.ts'
import { startTestServer } from '../harness/test-server.ts'
import { stepPresence } from '../harness/presence.ts'
import { counterErrors, networkIds } from '../harness/threads.ts'
import { uploaded } from '../harness/uploads.ts'

const DELAY = 20
const testServer = await startTestServer()
const { legal } = await networkIds(testServer)
const [peer, staff] = await testServer.members(demoMembers.peer, demoMembers.staff)
const author = await anonymousAuthor(testServer, legal)
await setDelay(testServer, DELAY)

const post = (variables: object = {}, client: Client = author) =>
  client.op(PostAnonymously, {
    topic: 'A question that waits',
    body: '<p>How do others do it?</p>',
    peer_network_ids: [legal],
    idempotency_key: newKey(),
    ...variables,
  } as never)
const reply = (thread_id: number, variables: object = {}) =>
  post({ thread_id, topic: null, peer_network_ids: null, body: '<p>Words.</p>', ...variables })
const waiting = async (client: Client = author) => (await client.ask(GetWaitingPosts, {})).waiting_posts
const counts = async () =>
  (
    await testServer.sql(`select (select count(*) from threads) as threads, (select count(*) from messages) as messages,
      (select last_value from threads_id_seq) as thread_id, (select last_value from messages_id_seq) as message_id,
      (select count(*) from follow_ups) as follow_ups, (select count(*) from notifications) as notifications`)
  )[0]
async function asked(): Promise<number> {
  const id = (await post()).data!.postAnonymously.id
  await publishWaiting(testServer)
  return (await waiting()).find((each) => each.id === id)!.thread_id!
}

describe('an anonymous question', () => {
  it('takes its files cleaned when it is sent, and the originals are gone', async () => {
    const name = `${AUTHOR.first} ${AUTHOR.last}`
    const word = docx({ body: paragraph('The terms.'), parts: { 'docProps/core.xml': coreOf(name) } })
    const files = [
      await uploaded(testServer, author, 'terms.docx', word),
      await uploaded(testServer, author, 'terms.pdf', await pdf(['The terms.'], { Author: name })),
    ]
    const stored = async () =>
      (
        await testServer.sql<{ storage_key: string }>(
          `select storage_key from uploads where key = any($1) union
           select storage_key from message_attachments where name in ('terms.docx', 'terms.pdf')`,
          [files.map(({ key }) => key)],
        )
      ).map(({ storage_key }) => storage_key)
    const originals = await stored()
    const sent = await post({ attachments: files })
    expect(sent.code).toBeUndefined()
    const cleaned = await stored()
    expect(cleaned.filter((key) => originals.includes(key))).toEqual([])
    await publishWaiting(testServer)
    const { thread_id } = (await waiting()).find(({ id }) => id === sent.data!.postAnonymously.id)!
    const { messages } = (await peer.ask(thread, { id: thread_id! })).thread!
    expect(messages[0]!.attachments.map((file) => file.name)).toEqual(['terms.docx', 'terms.pdf'])
    const folder = path.join(testServer.config.dataDir, 'files')
    const read = (key: string) => readFile(path.join(folder, key.slice(-2), key))
    for (const key of originals) await expect(read(key)).rejects.toMatchObject({ code: 'ENOENT' })
    for (const key of await stored()) expect(findLeaks(await contentOf(await read(key)))).toEqual([])
  })

  it('makes no row, no id and no line for anybody while it waits, and its writer sees between when it appears', async () => {
    const before = await counts()
    const file = await uploaded(testServer, author, 'notes.txt', 'a')
    const sent = await post({ attachments: [file] })
    const { id } = sent.data!.postAnonymously
    expect(await counts()).toEqual(before)
    const [own] = await waiting()
    expect(own).toMatchObject({ id, thread_id: null, message_id: null, ended_at: null, topic: 'A question that waits' })
    const minutes = (time: string) => (Date.parse(time) - Date.parse(own!.written_at)) / 60_000
    expect([minutes(own!.appears_from), minutes(own!.appears_until)]).toEqual([leastDelay(DELAY), DELAY])
    expect((await author.ask(GetAnonymousDelay, {})).anonymous_delay).toEqual({
      least_minutes: leastDelay(DELAY),
      most_minutes: DELAY,
    })
    for (const other of [peer, staff]) expect(await waiting(other)).toEqual([])
    // Not published before it is due.
    await testServer.sql(`select graphile_worker.add_job('discussions:publish-waiting')`)
    await testServer.runJobs()
    expect(await counts()).toEqual(before)

    const written = Date.now()
    await publishWaiting(testServer)
    const [appeared] = await waiting()
    expect(appeared).toMatchObject({ id, body: '', refusal: null })
    const seen = (await peer.ask(thread, { id: appeared!.thread_id! })).thread!
    expect(seen).toMatchObject({
      topic: 'A question that waits',
      is_anonymous: true,
      author: { id: ANONYMOUS_USER_ID },
    })
    expect(seen.messages[0]!.attachments).toMatchObject([{ name: 'notes.txt' }])
    expect(Date.parse(seen.messages[0]!.pub_date)).toBeGreaterThanOrEqual(written - 1_000)
    expect((await peer.ask(threads, {})).threads.items[0]!.thread.id).toBe(seen.id)
    expect(await counterErrors(testServer, seen.id)).toBe(0)
    expect((await post({ idempotency_key: newKey() })).data!.postAnonymously.id).not.toBe(id + 1)
  })

  it('waits a random time, within what its author was shown', async () => {
    for (let sent = 0; sent < 8; sent += 1) await post()
    const rows = await testServer.sql<{ part: number }>(
      `select extract(epoch from publish_at - earliest_at) / extract(epoch from latest_at - earliest_at) as part
       from waiting_posts where ended_at is null`,
    )
    const parts = rows.map(({ part }) => Number(part))
    expect(Math.min(...parts)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...parts)).toBeLessThanOrEqual(1)
    expect(new Set(parts).size).toBe(parts.length)
    await testServer.sql('delete from waiting_posts')
  })

  it('is taken back by its writer, and by nobody else', async () => {
    const { id } = (await post()).data!.postAnonymously
    for (const other of [peer, staff])
      expect((await other.op(WithdrawWaitingPost, { id })).code).toBe('discussions.not_waiting')
    const before = await counts()
    expect((await author.op(WithdrawWaitingPost, { id })).code).toBeUndefined()
    await publishWaiting(testServer)
    expect(await counts()).toEqual(before)
    expect((await waiting()).filter((each) => each.id === id)).toEqual([])
  })

  it('is sent once, however often, and refused while its writer is here', async () => {
    const idempotency_key = newKey()
    const tries = await Promise.all(Array.from({ length: 5 }, () => post({ idempotency_key })))
    expect(new Set(tries.map(({ data }) => data!.postAnonymously.id)).size).toBe(1)
    expect((await post({ body: `<p>We at ${AUTHOR.company} do.</p>` })).code).toBe('discussions.not_anonymous_enough')
    expect((await post({ topic: '' })).code).toBe('discussions.topic_empty')
    expect((await post({ thread_type: 'poll' })).code).toBe('discussions.kind_not_offered')
    await testServer.sql('delete from waiting_posts')
    for (let sent = 0; sent < WAITING_POSTS; sent += 1) expect((await post()).code).toBeUndefined()
    expect((await post()).code).toBe('discussions.too_many_waiting')
    await testServer.sql('delete from waiting_posts')
  })

  it('appears at once in no other way', async () => {
    const create = { topic: 'At once', body: '<p>x</p>', is_anonymous: true, peer_network_ids: [legal] }
    expect((await author.op(CreateThread, { ...create, idempotency_key: newKey() } as never)).code).toBe(
      'discussions.waits',
    )
    const thread_id = await asked()
    expect(
      (await author.op(ReplyToThread, { thread_id, body: '<p>x</p>', idempotency_key: newKey() } as never)).code,
    ).toBe('discussions.waits')
  })

  it('that can no longer be posted says why, with its text', async () => {
    const thread_id = await asked()
    await reply(thread_id, { body: '<p>Kept words.</p>' })
    await testServer.sql('update threads set closed_at = now() where id = $1', [thread_id])
    await publishWaiting(testServer)
    const [refused] = await waiting()
    expect(refused).toMatchObject({ refusal: expect.stringContaining('closed') as string, body: '<p>Kept words.</p>' })
    expect((await author.op(WithdrawWaitingPost, { id: refused!.id })).code).toBeUndefined()
  })

  it('of a member who was suspended meanwhile does not appear', async () => {
    await post()
    await testServer.sql('update users set suspended = true where id = $1', [AUTHOR.id])
    const before = await counts()
    await publishWaiting(testServer)
    expect(await counts()).toEqual(before)
    await testServer.sql('update users set suspended = false where id = $1', [AUTHOR.id])
    expect((await waiting())[0]!.refusal).toContain('Your text is saved')
  })
})

describe('an anonymous reply', () => {
  it('waits as well, to the group and privately, and only in one’s own anonymous thread', async () => {
    const id = await asked()
    const { data } = await peer.op(ReplyToThread, {
      thread_id: id,
      body: '<p>Answer.</p>',
      isPrivate: true,
      idempotency_key: newKey(),
    } as never)
    const before = await counts()
    expect((await reply(id)).data!.postAnonymously).toMatchObject({ is_reply: true, topic: 'A question that waits' })
    const privately = await reply(id, { isPrivate: true, message_replied_id: data!.replyToThread.id })
    expect(privately.data!.postAnonymously).toMatchObject({ is_private: true, thread_id: id })
    expect(await counts()).toEqual(before)
    expect((await peer.ask(thread, { id })).thread!.messages).toHaveLength(2)
    await publishWaiting(testServer)
    const seen = await peer.op(thread, { id })
    const senders = seen.data!.thread!.messages.map((each) => each.sender.id)
    expect(senders.toSorted((a, b) => a - b)).toEqual([peer.id, ...Array<number>(3).fill(ANONYMOUS_USER_ID)])
    expect(findLeaks(seen.text)).toEqual([])
    const other = await peer.op(PostAnonymously, {
      thread_id: id,
      body: '<p>x</p>',
      idempotency_key: newKey(),
    } as never)
    expect(other.code).toBe('discussions.not_anonymous')
  })
})

describe('presence around an anonymous post', () => {
  const isShown = async (id: number) => (await peer.ask(ProfileMetadataByPk, { id })).profile_metadata!.is_online
  const online = () => testServer.sql('select id from users where shown_online_until > now() order by id')

  it('shows nobody of the network at the moment it appears or changes, nor for a while after', async () => {
    await testServer.sql('delete from presence_rests')
    await testServer.sql(
      `update users set last_online_at = now() where id in (
      select m.user_id from peer_network_memberships m where m.peer_network_id = $1) and shows_presence`,
      [legal],
    )
    await post()
    await stepPresence(testServer)
    // A waiting post does not change presence.
    expect(await isShown(AUTHOR.id)).toBe(true)
    await publishWaiting(testServer)
    expect(await isShown(AUTHOR.id)).toBe(false)
    await stepPresence(testServer)
    const inNetwork = await testServer.sql(
      `select from users u join peer_network_memberships m on m.user_id = u.id and m.peer_network_id = $1
       where u.shown_online_until > now()`,
      [legal],
    )
    expect(inNetwork).toEqual([])
    await testServer.sql('delete from presence_rests')
    await stepPresence(testServer)
    expect(await isShown(AUTHOR.id)).toBe(true)
  })

  it('is the same whether or not a member writes', async () => {
    await testServer.sql('delete from presence_rests')
    await stepPresence(testServer)
    const before = [await online(), await testServer.sql('select last_online_at from users where id = $1', [AUTHOR.id])]
    const { id } = (await post()).data!.postAnonymously
    await stepPresence(testServer)
    expect([
      await online(),
      await testServer.sql('select last_online_at from users where id = $1', [AUTHOR.id]),
    ]).toEqual(before)
    await author.ask(WithdrawWaitingPost, { id })
  })
})
