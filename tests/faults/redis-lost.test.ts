/**
 * Redis fails while members write, and recovers. Every message sent during the outage appears on every server once
 * readers receive `resync`; no request waits for Redis, and pages poll until then.
 */
import { afterAll, describe, expect, it } from 'vitest'
import { InboxGroupMessages, SendMessage } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { waitFor } from '../harness/connection.ts'
import { startTestServer } from '../harness/test-server.ts'
import { newGroup, sendText, sendTo } from '../harness/inbox.ts'
import { hasRedis, NO_REDIS, openRedis, type TestRedis } from '../harness/redis.ts'
import type { LiveStream } from '../harness/stream.ts'
import { expectDeliveredOnce, isDelivered, startSecondServer, type ServerPair } from '../harness/second-server.ts'

/** Stands for outages of any length: after three seconds a server retries every two seconds. */
const LOST_MS = 8_000
const MESSAGES = 20
const RESYNC_WITHIN_MS = 5_000
/** A request waits for Redis at most this long, once. */
const SEND_WITHIN_MS = 2_000

const isSignal = (name: string) => (stream: LiveStream) =>
  stream.signals().filter(({ data }) => data['signal'] === name).length

describe.skipIf(!hasRedis)(`two servers and a Redis${hasRedis ? '' : ` (${NO_REDIS})`}`, async () => {
  if (!hasRedis) return
  const redis: TestRedis = await openRedis()
  const testServer = await startTestServer({ REDIS_URL: redis.url })
  const twin: ServerPair = await startSecondServer(testServer)
  afterAll(() => twin.close())
  const [helen, marcus] = await testServer.members(demoMembers.member, demoMembers.peer)
  const readiness = async (url: string) => {
    const answer = await fetch(`${url}/readyz`)
    return { status: answer.status, ...((await answer.json()) as object) }
  }

  it('behave as one', () => expectDeliveredOnce(twin, [helen, marcus]))

  it.each(['cut', 'stall'] as const)('lose no message while Redis is away (%s)', { timeout: 60_000 }, async (how) => {
    const id = await newGroup([helen, marcus])
    const streams = await Promise.all([marcus.stream(), marcus.at(twin.url).stream()])
    const resyncs = isSignal('resync')
    redis[how]()
    const until = performance.now() + LOST_MS
    // Members who send during the outage do not wait for Redis either.
    let longest = 0
    const sent: number[] = []
    for (let each = 0; each < MESSAGES; each++) {
      const began = performance.now()
      sent.push((await sendTo((each % 2 ? helen : marcus).at(each % 3 ? testServer.url : twin.url), id)).id)
      longest = Math.max(longest, performance.now() - began)
    }
    expect(longest).toBeLessThan(SEND_WITHIN_MS)
    await Promise.all(streams.map((stream) => stream.next(({ event }) => event === 'deaf', LOST_MS)))
    expect(await readiness(testServer.url)).toMatchObject({ status: 200, reads: true, writes: true, signals: false })
    // A client that connects during the outage gets the `deaf` event at once.
    const late = await marcus.stream()
    await late.next(({ event }) => event === 'deaf', 1_000)
    await waitFor('the time without Redis', () => performance.now() > until, { within: LOST_MS + 1_000, every: 50 })
    expect([...streams, late].map(resyncs)).toEqual([0, 0, 0])
    redis.heal()
    const healed = performance.now()
    await Promise.all(
      [...streams, late].map((stream) =>
        waitFor('the resync', () => resyncs(stream) > 0, { within: RESYNC_WITHIN_MS }),
      ),
    )
    const took = performance.now() - healed
    const { inbox_group_messages: messages } = await marcus.ask(InboxGroupMessages, { group_id: id, limit: 100 })
    expect(
      messages
        .map((message) => message.id)
        .toReversed()
        .slice(1),
    ).toEqual(sent)
    await waitFor('both servers to be ready', async () => {
      const ready = await Promise.all([readiness(testServer.url), readiness(twin.url)])
      return ready.every((each) => (each as { signals?: boolean }).signals === true)
    })
    // After the resync, each message arrives live or is followed by another resync.
    for (const [server, url] of [testServer.url, twin.url].entries()) {
      const before = [...streams].map(resyncs)
      const { sendMessage } = await helen.at(url).ask(SendMessage, sendText(id, `After ${server}`))
      await Promise.all(
        streams.map((stream, at) =>
          waitFor(
            'the message, or a gap',
            () => stream.events.some(isDelivered(sendMessage.id)) || resyncs(stream) > before[at]!,
            {
              within: RESYNC_WITHIN_MS,
            },
          ),
        ),
      )
    }
    console.log(
      `Redis ${how}: ${MESSAGES} messages sent, none lost; longest answer ${longest.toFixed(0)} ms, resync after ${took.toFixed(0)} ms`,
    )
    for (const stream of [...streams, late]) stream.close()
  })
})
