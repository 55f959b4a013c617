/**
 * Two servers with a replica that lags, is away, or is none. Members must see what they wrote and what a signal
 * announced, and nobody may see what was removed, however far behind the replica is.
 */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { EditMessage, RemoveMessage, ReplyToThread, thread } from '#api/operations.ts'
import { MOST_BEHIND_MS, WAIT_MS } from '#server/platform/database/replica/replica.ts'
import { LOG_POSITION_COOKIE } from '#shared/log-position.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { waitFor } from '../harness/connection.ts'
import { isFull } from '../harness/full.ts'
import { startReplicated } from '../harness/replica.ts'
import { startSecondServer } from '../harness/second-server.ts'
import { startTestServer } from '../harness/test-server.ts'
import { insertThread, networkIds } from '../harness/threads.ts'

const WRITES = isFull ? 500 : 40
const FALLS_BACK_WITHIN_MS = 1_000
/** A poll of the replica and a busy machine. */
const SLACK_MS = 500

const databases = await startReplicated()
afterAll(() => databases.stop())
const testServer = await startTestServer({
  DATABASE_URL: databases.primaryUrl,
  DATABASE_READ_URL: databases.replicaUrl,
})
const twin = await startSecondServer(testServer)
afterAll(() => twin.close())
const { legal } = await networkIds(testServer)
const [helen, marcus, staff] = await testServer.members(demoMembers.member, demoMembers.peer, demoMembers.staff)
const { replica, replicaReads } = testServer.database

const openThread = () => insertThread(testServer, { author: helen.id, networks: [legal], topic: 'Which clause' })
const say = async (client: Client, thread_id: number, body: string) =>
  (await client.ask(ReplyToThread, { thread_id, body: `<p>${body}</p>`, idempotency_key: newKey() })).replyToThread.id
const wordsOf = async (client: Client, id: number) => {
  const { thread: read } = await client.ask(thread, { id })
  return read!.messages.map(({ parsed_body }) => parsed_body).join('\n')
}
const isUsed = () => waitFor('the replica to be used', () => replica!.state === 'used' && replica!.lagMs() < 300)

beforeEach(async () => {
  await databases.resume().catch(() => {})
  await isUsed()
})

describe('a replica that is in time', () => {
  it('answers reads, and members see what they wrote on either server', async () => {
    const { id } = await openThread()
    const before = { ...replicaReads }
    for (let each = 0; each < WRITES; each++) {
      const [here, there] = each % 2 ? [helen, helen.at(twin.url)] : [helen.at(twin.url), helen]
      await say(here, id, `Word ${each}.`)
      expect(await wordsOf(there, id)).toContain(`Word ${each}.`)
      expect(await wordsOf(there, id)).toContain(`Word ${each}.`)
    }
    expect(replicaReads.replica - before.replica).toBeGreaterThan(WRITES / 4)
    expect(await testServer.metrics()).toMatch(/^counterpart_replica_used 1$/m)
  })
})

describe('a replica that lags', () => {
  it('hides from nobody what a signal announced', async () => {
    const { id } = await openThread()
    const stream = await marcus.at(twin.url).stream()
    await databases.pause()
    try {
      for (let each = 0; each < 5; each++) {
        const message = await say(helen, id, `Said while it lags ${each}.`)
        const { data } = await stream.next(({ data }) => data['message_id'] === message)
        expect(data['position']).toBeGreaterThan(0)
        // The next request of this browser may go to either server.
        marcus.cookies.set(LOG_POSITION_COOKIE, String(data['position']))
        const began = performance.now()
        expect(await wordsOf(each % 2 ? marcus : marcus.at(twin.url), id)).toContain(`while it lags ${each}`)
        expect(performance.now() - began).toBeLessThan(WAIT_MS + SLACK_MS)
        expect(await wordsOf(helen, id)).toContain(`while it lags ${each}`)
      }
    } finally {
      stream.close()
    }
  })

  it('shows nobody what was removed or edited out', async () => {
    const { id } = await openThread()
    const [edited, removed] = [await say(helen, id, 'A name to remove.'), await say(helen, id, 'The whole message.')]
    await isUsed()
    expect(await wordsOf(marcus, id)).toContain('A name to remove.')
    const stream = await marcus.at(twin.url).stream()
    await databases.pause()
    try {
      await staff.ask(RemoveMessage, { message_id: removed, reason: 'Confidential.' })
      await helen.ask(EditMessage, { message_id: edited, body: '<p>Nothing.</p>', idempotency_key: newKey() })
      await stream.next(({ data }) => data['message_id'] === edited)
      marcus.cookies.delete(LOG_POSITION_COOKIE)
      for (const reader of [marcus, marcus.at(twin.url)])
        expect(await wordsOf(reader, id)).not.toMatch(/A name to remove|The whole message/)
    } finally {
      stream.close()
    }
  })

  it('is not used for what no signal announces once it is two seconds behind', async () => {
    const { id } = await openThread()
    const message = await say(helen, id, 'Kept until later.')
    await isUsed()
    marcus.cookies.delete(LOG_POSITION_COOKIE)
    await waitFor('the replica to have it', async () => (await wordsOf(marcus, id)).includes('Kept until later.'))
    await databases.pause()
    const began = performance.now()
    // Behind the back of every server.
    await testServer.database.connect().then(async (client) => {
      await client.query(`update messages set removed_at = now(), removed_by = $1 where id = $2`, [staff.id, message])
      await client.end()
    })
    await waitFor('the removal to be seen', async () => !(await wordsOf(marcus, id)).includes('Kept until later.'), {
      within: MOST_BEHIND_MS + 2_000,
    })
    expect(performance.now() - began).toBeLessThan(MOST_BEHIND_MS + SLACK_MS)
    // A write of a background job can bring reads to the primary earlier.
    await waitFor('the replica to be given up', () => replica!.state === 'behind', { within: MOST_BEHIND_MS })
    expect(await testServer.metrics()).toMatch(/^counterpart_replica_used 0$/m)
  })

  it('a position that no server has reached costs a browser nothing', async () => {
    const { id } = await openThread()
    marcus.cookies.set(LOG_POSITION_COOKIE, '900000000000000')
    expect(await wordsOf(marcus, id)).toContain('The body.')
    await isUsed()
    const before = replicaReads.replica
    expect(await wordsOf(marcus, id)).toContain('The body.')
    expect(replicaReads.replica).toBeGreaterThan(before)
    marcus.cookies.delete(LOG_POSITION_COOKIE)
  })
})

describe('a replica that is away', () => {
  it('holds up no read for longer than a second when it hangs', async () => {
    const { id } = await openThread()
    await isUsed()
    databases.freeze()
    try {
      const until = performance.now() + 2 * FALLS_BACK_WITHIN_MS
      let longest = 0
      while (performance.now() < until) {
        const began = performance.now()
        const reads = await Promise.all([1, 2, 3, 4, 5, 6].map(() => wordsOf(marcus, id)))
        for (const read of reads) expect(read).toContain('The body.')
        longest = Math.max(longest, performance.now() - began)
      }
      expect(longest).toBeLessThan(FALLS_BACK_WITHIN_MS + SLACK_MS)
      expect(replica!.state).toBe('away')
    } finally {
      databases.unfreeze()
    }
  })

  it('fails no read, and is used again when it is back', async () => {
    const { id } = await openThread()
    await wordsOf(marcus, id)
    databases.killReplica()
    const until = performance.now() + FALLS_BACK_WITHIN_MS + SLACK_MS
    let longest = 0
    while (performance.now() < until) {
      const began = performance.now()
      expect(await wordsOf(marcus, id)).toContain('The body.')
      longest = Math.max(longest, performance.now() - began)
    }
    expect(longest).toBeLessThan(FALLS_BACK_WITHIN_MS)
    expect(replica!.state).toBe('away')
    expect((await fetch(`${testServer.url}/readyz`)).status).toBe(200)
    await databases.startReplica()
    await isUsed()
  })
})

it('is refused if it belongs to another database', async () => {
  const stranger = await startTestServer({
    DATABASE_URL: databases.primaryUrl,
    DATABASE_READ_URL: databases.primaryUrl,
  })
  await waitFor('the refusal', () => stranger.database.replica!.state === 'refused')
  expect(await wordsOf(await stranger.member(demoMembers.member), (await openThread()).id)).toContain('The body.')
})
