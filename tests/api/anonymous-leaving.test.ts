/**
 * All output is identical whichever of two members asks anonymously: analytics, log lines, metrics, emails, pushes,
 * live signals and presence. Two equal communities run the same script, each with a different author; in a third no one
 * asks, and its analytics are identical too.
 */
import { expect, it } from 'vitest'
import {
  EditThread,
  PostAnonymously,
  ProfileMetadataByPk,
  RegisterPushDevice,
  ReplyToThread,
  SaveDraft,
  TrackThreadView,
  UpdateLastOnline,
} from '#api/operations.ts'
import { hearLog } from '#server/platform/log/log.ts'
import { demoMembers } from '../demo-members.ts'
import { AUTHOR, anonymousAuthor, findLeaks, publishWaiting, setDelay } from '../harness/anonymous.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { stepPresence } from '../harness/presence.ts'
import { openPushService, pushBrowser } from '../harness/push.ts'
import { networkIds } from '../harness/threads.ts'
import { uploaded } from '../harness/uploads.ts'

const REFUSED = 'kolibri8813'
const service = await openPushService()

/** Replaces times, random ids and tokens, which differ between any two runs. */
const plain = (text: string) =>
  text
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'TIME')
    .replaceAll(/"error_id":"\w+"/g, '"error_id":"ID"')
    .replaceAll(/(?<![\w/])[\w-]{24,}/g, 'TOKEN')
    .replaceAll(/\/push\/\d/g, '/push')

async function community(which: 0 | 1 | 'nobody') {
  const testServer = await startTestServer({ PUSH_SERVICES: service.origin, PUBLIC_URL: 'https://peers.test' })
  const { legal } = await networkIds(testServer)
  const first = await anonymousAuthor(testServer, legal)
  const second = await testServer.member('crowd1@members.test')
  const [peer] = await testServer.members(demoMembers.peer)
  await setDelay(testServer, 20)
  const writer = { 0: first, 1: second, nobody: undefined }[which]
  const device = pushBrowser(`${service.origin}/push/${which}`)
  await peer.ask(RegisterPushDevice, device.register)
  const lines: string[] = []
  const endLog = hearLog((line) => lines.push(line))
  const stream = await peer.stream()
  const presence: unknown[] = []
  // Other members are online too, because presence is shown only if enough members are.
  await testServer.sql(`update users set last_online_at = now() where email like 'crowd%'`)

  const count = async (client: Client, key: string, data: object) =>
    client.send('POST', '/api/tracking/analytics-event', {
      body: { insert_id: newKey(), occurred_at: new Date().toISOString(), key, data, session: `s-${client.id}` },
    })
  const step = async () => {
    await stepPresence(testServer)
    presence.push(
      (await testServer.sql('select id from users where shown_online_until > now() order by id')).map(({ id }) => id),
    )
    presence.push((await peer.ask(ProfileMetadataByPk, { id: first.id })).profile_metadata!.is_online)
  }
  const both = async (each: (client: Client) => Promise<unknown>) => {
    for (const client of [first, second]) await each(client)
  }
  const ask = async (writer: Client) => {
    await writer.ask(SaveDraft, { key: 'new', content: { text: 'Begun', is_anonymous: true } } as never)
    const file = await uploaded(testServer, writer, 'notes.txt', 'words')
    const posted = await writer.op(PostAnonymously, {
      topic: 'Who has seen one',
      body: `<p>Tell me, <span data-mention-id="${peer.id}">@x</span>.</p>`,
      mentions: [peer.id],
      peer_network_ids: [legal],
      attachments: [file],
      experts: [{ new_expert: { name: 'Openly Qwx', type: 'company' }, areas_of_expertise: [] }],
      idempotency_key: newKey(),
    } as never)
    expect(posted.code).toBeUndefined()
  }
  const goOn = async (writer: Client) => {
    const [{ id }] = (await testServer.sql<{ id: number }>(
      `select id from threads where topic = 'Who has seen one'`,
    )) as [{ id: number }]
    const [{ id: opening }] = (await testServer.sql<{ id: number }>('select id from messages where thread_id = $1', [
      id,
    ])) as [{ id: number }]

    // Events from a browser that does not know the thread is anonymous, or that is manipulated.
    await count(writer, 'post-created', { thread_id: id, kind: 'thread', is_private: false })
    await count(writer, 'post-created', { message_id: opening, kind: 'reply' })
    await count(writer, 'thread-viewed', { thread_id: id })
    await count(writer, 'upvote', { entity_type: 'message', entity_id: opening, sentiment: true })
    await count(writer, 'feed-viewed', { s: 'threads', sid: String(id) })
    await count(writer, 'follow', { thread_id: id })
    await writer.ask(TrackThreadView, { thread_id: id })
    const answer = await peer.ask(ReplyToThread, { thread_id: id, body: '<p>We have.</p>', idempotency_key: newKey() })
    await writer.op(PostAnonymously, {
      thread_id: id,
      message_replied_id: answer.replyToThread.id,
      body: `<p>Thanks, <span data-mention-id="${peer.id}">@x</span>.</p>`,
      mentions: [peer.id],
      idempotency_key: newKey(),
    } as never)
    await publishWaiting(testServer)
    await writer.ask(EditThread, {
      thread_id: id,
      topic: 'Who has seen one',
      body: '<p>Tell us.</p>',
      idempotency_key: newKey(),
    } as never)
  }
  const askRefused = async (writer: Client) => {
    await writer.op(PostAnonymously, {
      topic: 'Refused',
      body: `<p>${REFUSED}</p>`,
      peer_network_ids: [legal],
      idempotency_key: newKey(),
    } as never)
    await publishWaiting(testServer)
  }

  await both((client) => client.ask(UpdateLastOnline, {}))
  await both((client) => count(client, 'feed-viewed', {}))
  await step()

  if (writer) await ask(writer)
  await step()
  await publishWaiting(testServer)
  presence.push(
    (await testServer.sql('select id from users where shown_online_until > now() order by id')).map(({ id }) => id),
  )
  await both((client) => count(client, 'notification-read', { notification_id: 1 }))
  if (writer) await goOn(writer)
  await testServer.runJobs()
  await testServer.sql(`update notification_facts set at = at - interval '10 minutes'`)
  await testServer.sql('update graphile_worker._private_jobs set run_at = now()')
  await testServer.runJobs()
  await step()

  // The database rejects the row while the post is published.
  await testServer.sql(`alter table threads add constraint refused check (cleaned_body not like '%${REFUSED}%')`)
  if (writer) await askRefused(writer)

  const metrics = await testServer.metrics()
  endLog()
  stream.close()
  const counted = await testServer.sql(
    'select user_id, key, data, session, metadata from analytics_events order by key, user_id',
  )
  const mails = await testServer.sql(`select "to", kind, subject, text, html, headers from outgoing_mails order by id`)
  const notices = await testServer.sql(
    'select user_id, notification_type, group_key, payload from notifications where user_id not in ($1, $2) order by id',
    [first.id, second.id],
  )
  const isOther = ({ to }: { to?: unknown }) => ![AUTHOR.email, 'crowd1@members.test'].includes(String(to))
  return {
    counted: plain(JSON.stringify(counted)),
    lines: lines.map(plain),
    metrics: metrics
      .split('\n')
      .filter((line) => line.startsWith('counterpart_'))
      .map((line) => line.replace(/ [\d.e+-]+$/, '')),
    mails: plain(JSON.stringify(mails.filter(isOther))),
    notices: plain(JSON.stringify(notices)),
    pushes: service.calls.splice(0).map(({ path, body }) => [plain(path), device.read(body)]),
    signals: plain(JSON.stringify(stream.signals().map(({ data }) => data))),
    presence,
  }
}

const one = await community(0)
const other = await community(1)
const without = await community('nobody')

it.each(['counted', 'lines', 'metrics', 'mails', 'notices', 'pushes', 'signals', 'presence'] as const)(
  '%s: the same whoever wrote (COUNT-anonymity)',
  (channel) => {
    expect(one[channel]).toEqual(other[channel])
    // Without any output, nothing would have been compared.
    expect(one[channel].length).toBeGreaterThan(0)
  },
)

// Presence differs by design: it is paused for everyone around an anonymous post. Emails and pushes contain the post.
it('counted: the same as where nobody asked (COUNT-anonymity)', () => {
  expect(one.counted).toEqual(without.counted)
})

it('counts of both only what concerns no anonymous thread', () => {
  for (const { counted } of [one, other]) {
    const rows = JSON.parse(counted) as { key: string; data: object }[]
    expect(rows.map(({ key, data }) => [key, data])).toEqual([
      ['feed-viewed', {}],
      ['feed-viewed', {}],
      ['notification-read', {}],
      ['notification-read', {}],
    ])
  }
})

it('says nothing of the refused row and nobody’s name in the log, and what was refused', () => {
  const text = one.lines.join('\n')
  expect(text).toContain('"constraint":"refused"')
  expect(text).not.toContain(REFUSED)
  expect(findLeaks([text, one.mails, one.signals, one.notices, JSON.stringify(one.pushes)].join('\n'))).toEqual([])
})
