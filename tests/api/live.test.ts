import { afterEach, describe, expect, it } from 'vitest'
import { CreateThread, ReplyToThread, threads } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { waitFor } from '../harness/connection.ts'
import { startTestServer } from '../harness/test-server.ts'
import { insertMember } from '../harness/membership.ts'
import type { LiveStream } from '../harness/stream.ts'
import { networkIds, insertMessage, insertThread } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal } = await networkIds(testServer)
const [helen, marcus, camille, grace, samuel, staff] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.groupAdmin,
  demoMembers.billing,
  demoMembers.finance,
  demoMembers.staff,
)
const opened: LiveStream[] = []
async function watch<Names extends string>(people: Record<Names, Client>) {
  const entries = await Promise.all(
    Object.entries<Client>(people).map(async ([name, client]) => [name, await client.stream()] as const),
  )
  opened.push(...entries.map(([, stream]) => stream))
  return Object.fromEntries(entries) as Record<Names, LiveStream>
}
afterEach(() => opened.splice(0).forEach((stream) => stream.close()))
const say = (thread_id: number) => ({ thread_id, body: '<p>Live.</p>', idempotency_key: newKey() })
const about =
  (messageId: number) =>
  ({ data }: { data: Record<string, unknown> }) =>
    data['message_id'] === messageId
/** After this signal, everything sent before it has arrived: one connection carries them in order. */
async function fence(streams: LiveStream[], thread: number) {
  const { replyToThread } = await helen.ask(ReplyToThread, say(thread))
  await Promise.all(streams.map((stream) => stream.next(about(replyToThread.id))))
}

describe('the live stream', () => {
  it('greets with the version', async () => {
    const { helen: stream } = await watch({ helen })
    expect(stream.events[0]).toMatchObject({ event: 'hello', data: { version: expect.any(String) } })
  })

  it('signals a reply to another reader within a second, with nothing but ids', async () => {
    const { id } = await insertThread(testServer, { author: helen.id, networks: [legal] })
    const { grace: stream } = await watch({ grace })
    const began = performance.now()
    const { replyToThread: reply } = await marcus.ask(ReplyToThread, say(id))
    const event = await stream.next(about(reply.id), 1_000)
    expect(event.at - began).toBeLessThan(1_000)
    expect(event).toMatchObject({
      event: 'signal',
      data: {
        signal: 'discussions.replied',
        thread_id: id,
        message_id: reply.id,
        actor_id: marcus.id,
        is_private: false,
      },
    })
    expect(Object.keys(event.data).toSorted()).toEqual(['actor_id', 'is_private', 'message_id', 'signal', 'thread_id'])
  })

  it('signals a new discussion to those who can read it', async () => {
    const streams = await watch({ grace, samuel, staff })
    const { createThread: made } = await helen.ask(CreateThread, {
      topic: 'New',
      body: '<p>x</p>',
      idempotency_key: newKey(),
    })
    const fits = ({ data }: { data: Record<string, unknown> }) =>
      data['signal'] === 'discussions.published' && data['thread_id'] === made.id
    await Promise.all([streams.grace.next(fits), streams.staff.next(fits)])
    expect(streams.samuel.signals()).toEqual([])
  })

  it('signals a private reply to its readers and staff only', async () => {
    const { id } = await insertThread(testServer, { author: helen.id, networks: [legal] })
    const answer = await insertMessage(testServer, { thread: id, sender: marcus.id })
    const streams = await watch({ helen, marcus, camille, grace, samuel, staff })
    const { replyToThread: reply } = await camille.ask(ReplyToThread, {
      ...say(id),
      message_replied_id: answer,
      isPrivate: true,
    })
    for (const name of ['helen', 'marcus', 'camille', 'staff'] as const)
      expect(await streams[name].next(about(reply.id))).toMatchObject({ data: { is_private: true } })
    await fence([streams.grace], id)
    expect(streams.grace.signals().filter(about(reply.id))).toEqual([])
    expect(streams.samuel.signals()).toEqual([])
  })

  it('signals a reply in a thread that others cannot see to its author and staff only', async () => {
    const held = await insertThread(testServer, {
      author: helen.id,
      networks: [legal],
      source: 'other',
      processed: false,
      approved: false,
    })
    const shown = await insertThread(testServer, { author: helen.id, networks: [legal] })
    const streams = await watch({ helen, grace, staff })
    const { replyToThread: reply } = await helen.ask(ReplyToThread, say(held.id))
    await Promise.all([streams.helen.next(about(reply.id)), streams.staff.next(about(reply.id))])
    await fence([streams.grace], shown.id)
    expect(streams.grace.signals().filter(({ data }) => data['thread_id'] === held.id)).toEqual([])
  })

  it('signals a private reply to no reader whose membership has ended', async () => {
    const { id: frankId } = await insertMember(testServer, { state: 'full access', isComplete: true })
    const frank = await testServer.memberById(frankId)
    const { id } = await insertThread(testServer, { author: helen.id, networks: [legal] })
    const answer = await insertMessage(testServer, { thread: id, sender: frank.id })
    const streams = await watch({ frank, helen })
    await testServer.sql(`update users set full_access_exp_date = now() where id = $1`, [frank.id])
    // Sent once, so that the page leads to where access can be renewed.
    await streams.frank.next(({ event }) => event === 'standing')
    expect((await (await testServer.memberById(frank.id)).send('GET', '/api/live')).status).toBe(403)
    const { replyToThread: reply } = await camille.ask(ReplyToThread, {
      ...say(id),
      message_replied_id: answer,
      isPrivate: true,
    })
    await streams.helen.next(about(reply.id))
    expect(streams.frank.signals()).toEqual([])
  })

  it('is closed to who has no session', async () => {
    expect((await testServer.anonymous().send('GET', '/api/live')).status).toBe(401)
  })

  it('does not open on what was believed of a session a moment ago (threat 22)', async () => {
    const elsewhere = await testServer.member(demoMembers.billing)
    await elsewhere.ask(threads, {})
    await testServer.sql('update users set suspended = true where id = $1', [elsewhere.id])
    // Sent as a stream event, because a page cannot read the HTTP status of a stream.
    expect((await elsewhere.send('GET', '/api/live')).text).toBe('event: ended\ndata: {}\n\n')
    await testServer.sql('update users set suspended = false where id = $1', [elsewhere.id])
  })

  it('says that something may have been missed after the bus was lost', async () => {
    const { helen: stream } = await watch({ helen })
    await testServer.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'counterpart listener' and datname = current_database()`,
    )
    if (process.env['TEST_REDIS_URL']) return
    await stream.next(({ data }) => data['signal'] === 'resync', 5_000)
    const { id } = await insertThread(testServer, { author: helen.id, networks: [legal] })
    const { replyToThread: reply } = await marcus.ask(ReplyToThread, say(id))
    await stream.next(about(reply.id), 1_000)
  })

  it('ends when the session is ended elsewhere, within five seconds', async () => {
    const elsewhere = await testServer.member(demoMembers.billing)
    const stream = await elsewhere.stream()
    opened.push(stream)
    await elsewhere.send('POST', '/api/auth/logout')
    await stream.next(({ event }) => event === 'ended', 5_000)
    await waitFor('the stream to close', () => !stream.isOpen(), { within: 1_000 })
  })

  it('keeps at most 20 streams of one member, the newest', async () => {
    const streams: LiveStream[] = []
    for (let index = 0; index < 21; index++) streams.push(await marcus.stream())
    opened.push(...streams)
    await streams[0]!.next(({ event }) => event === 'crowded', 2_000)
    await waitFor('the oldest to be closed', () => !streams[0]!.isOpen(), { within: 2_000 })
    expect(streams.slice(1).every((stream) => stream.isOpen())).toBe(true)
  })
})
