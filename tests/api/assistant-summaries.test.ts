/** What was said in long discussions: sentences of replies that the viewer may read, and nothing of other replies. */
import { describe, expect, it } from 'vitest'
import {
  BlockMember,
  GetThreadPassages,
  GetThreadSummary,
  GetTrendingThread,
  SaveFeatureFlag,
  UnblockMember,
  UpdateDisplayPreferences,
} from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { insertMessage, insertThread, networkIds } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal } = await networkIds(testServer)
const [helen, marcus, grace, samuel, staff] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.billing,
  demoMembers.finance,
  demoMembers.staff,
)
const { id: thread } = await insertThread(testServer, { author: helen.id, networks: [legal], topic: 'Ferry permits' })
const say = (body: string, sender = marcus.id, more: object = {}) =>
  insertMessage(testServer, { thread, sender, body, processed: true, approved: true, ...more })
await say('We renew ferry permits with the harbour office each March.', marcus.id, { pub_date: '2026-01-01T00:00:00Z' })
await say('The harbour office renews our ferry permits in March, too.', grace.id, { pub_date: '2026-02-01T00:00:00Z' })
const late = await say('Ferry permits now cost 400 at the harbour office.', marcus.id, {
  pub_date: '2026-03-01T00:00:00Z',
})
const SECRET = 'Ferry permits of the harbour office cost us 9,999 under the table.'
await say(SECRET, marcus.id, { readers: [marcus.id, helen.id] })

const summaryOf = async (member: Client, since?: string) =>
  (await member.ask(GetThreadSummary, { thread_id: thread, since })).thread_summary

describe('the summary of a thread', () => {
  it('quotes group replies, each with its place', async () => {
    const summary = await summaryOf(grace)
    expect(summary.map(({ content }) => content)).toContain('Ferry permits now cost 400 at the harbour office.')
    expect(summary.at(-1)).toMatchObject({
      message_id: late,
      author_name: expect.any(String),
      url: `/feed/${thread}#message-${late}`,
    })
    expect(summary.map(({ pub_date }) => pub_date)).toEqual(summary.map(({ pub_date }) => pub_date).toSorted())
  })

  it('has only what was said since a time', async () => {
    await say('The harbour office accepts ferry permits by post.', grace.id, { pub_date: '2026-04-01T00:00:00Z' })
    const summary = await summaryOf(helen, '2026-02-15T00:00:00Z')
    expect(summary.length).toBeGreaterThan(0)
    expect(summary.every(({ pub_date }) => pub_date > '2026-02-15')).toBe(true)
  })

  it('prefers sentences with words of the question, even if only one reply has them', async () => {
    const about = async (topic?: string) =>
      (await grace.ask(GetThreadSummary, { thread_id: thread, about: topic })).thread_summary.map(
        ({ content }) => content,
      )
    const alone = await insertMessage(testServer, {
      thread,
      sender: marcus.id,
      body: 'Dogs must stay on the upper deck during loading.',
      processed: true,
      approved: true,
    })
    const dogs = 'Dogs must stay on the upper deck during loading.'
    expect(await about()).not.toContain(dogs)
    expect(await about('Where do dogs stay?')).toContain(dogs)
    expect((await about('Escrow agents')).length).toBeGreaterThan(0)
    expect(await about('Escrow agents')).not.toContain(dogs)
    expect((await about('Under the table')).join()).not.toContain('9,999')
    await testServer.sql('delete from messages where id = $1', [alone])
  })

  it('has nothing of private replies, also for their readers and staff, and nothing for other networks', async () => {
    for (const member of [helen, marcus, staff, grace]) {
      expect(JSON.stringify(await summaryOf(member))).not.toContain('9,999')
      expect(JSON.stringify(await member.ask(GetThreadPassages, { thread_id: thread }))).not.toContain('9,999')
    }
    expect(await summaryOf(samuel)).toEqual([])
    expect((await samuel.ask(GetThreadPassages, { thread_id: thread })).thread_passages).toEqual([])
  })

  it('leaves out members whom the reader has blocked', async () => {
    await grace.ask(BlockMember, { user_id: marcus.id })
    expect((await summaryOf(grace)).map(({ author_name }) => author_name)).not.toContain('Marcus Oyelaran')
    await grace.ask(UnblockMember, { user_id: marcus.id })
    expect((await summaryOf(grace)).map(({ author_name }) => author_name)).toContain('Marcus Oyelaran')
  })

  it('is empty where the assistant is switched off', async () => {
    await staff.ask(SaveFeatureFlag, { key: 'ai_assistant', enabled: false, email: demoMembers.billing })
    expect(await summaryOf(grace)).toEqual([])
    await testServer.sql('delete from feature_flags')
    expect((await summaryOf(grace)).length).toBeGreaterThan(0)
  })

  it('is empty for a member who turned summaries off, and for nobody else', async () => {
    const choose = (shows_summaries: boolean) => grace.ask(UpdateDisplayPreferences, { shows_summaries })
    expect(await choose(false)).toMatchObject({ updateDisplayPreferences: { shows_summaries: false } })
    expect(await summaryOf(grace)).toEqual([])
    expect((await summaryOf(helen)).length).toBeGreaterThan(0)
    await choose(true)
    expect((await summaryOf(grace)).length).toBeGreaterThan(0)
  })
})

describe('the trending thread', () => {
  it('has a summary of its replies if one is asked for (OP-GetTrendingThread)', async () => {
    await testServer.sql(
      `insert into messages (thread_id, sender_id, body, parsed_body, cleaned_body)
       select $1, $2, x, x, x from (values ('We renew ferry permits with the harbour office each March.')) v(x), generate_series(1, 900)`,
      [thread, marcus.id],
    )
    await testServer.sql('select refresh_threads(array[$1::bigint])', [thread])
    const trending = async (get_summaries: boolean, member = grace) =>
      (await member.ask(GetTrendingThread, { discipline: 'legal', get_summaries })).getTrendingThread!
    expect((await trending(true)).thread.id).toBe(thread)
    expect((await trending(true)).summary).toContain('ferry permits')
    expect((await trending(true, helen)).summary).not.toContain('9,999')
    expect((await trending(false)).summary).toBeNull()
    await staff.ask(SaveFeatureFlag, { key: 'ai_assistant', enabled: false, email: demoMembers.billing })
    expect((await trending(true)).summary).toBeNull()
    await testServer.sql('delete from feature_flags')
    await grace.ask(UpdateDisplayPreferences, { shows_summaries: false })
    expect((await trending(true)).summary).toBeNull()
    expect((await trending(true, helen)).summary).toContain('ferry permits')
    await grace.ask(UpdateDisplayPreferences, { shows_summaries: true })
  })
})
