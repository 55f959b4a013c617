/** Members who reach a posting limit lose nothing, and staff see it. */
import { expect, it } from 'vitest'
import { POSTING_LIMITS } from '#shared/limits.ts'
import { demoMembers } from '../demo-members.ts'
import { networkIds, insertThread } from '../harness/threads.ts'
import { expectAccessible } from './kit/accessible.ts'
import { openBrowser, PHONE } from './kit/browser-setup.ts'
import { replies, sendNow, TO_GROUP, write } from './kit/threads.ts'

const stage = await openBrowser()
const { testServer } = stage
const { legal } = await networkIds(testServer)
const marcus = await testServer.member(demoMembers.peer)
const HOUR = POSTING_LIMITS.reply.windows[0]

/** Records `count` acts of this kind; the oldest leaves the one-hour window in `seconds`. */
const use = (id: number, kind: string, count: number, seconds: number) =>
  testServer.sql(
    `insert into limited_acts (user_id, kind, acted_at)
     values ($1, $2, array_fill(now() - interval '1 hour' + make_interval(secs => $4), array[$3::integer]))
     on conflict (user_id, kind) do update set acted_at = excluded.acted_at`,
    [id, kind, count, seconds],
  )

it('says when a discussion can be posted, and keeps what was written', async () => {
  await testServer.set('limit_thread', 100)
  const { page, open, client } = await stage.member(demoMembers.member)
  await use(client.id, 'thread', POSTING_LIMITS.thread.windows[0].member, 1800)
  await open('/feed')
  await page.getByRole('button', { name: 'Start a discussion' }).click()
  const form = page.getByRole('form', { name: 'Start a discussion' })
  await form.getByRole('textbox', { name: 'Topic' }).fill('Which retention period')
  await write(page, 'Your question', 'Five years or ten?')
  await form.getByRole('button', { name: /^Post to/ }).click()
  await form
    .getByText(
      /You’ve started 10 discussions in the past hour; the next can be started (on .+ )?at \d{1,2}:\d\d\s[AP]M\. Your draft is saved\./,
    )
    .waitFor()
  await expectAccessible(page, 'a limit that is reached')
  await page.reload()
  await page.getByText('Draft: Which retention period').waitFor()
  await testServer.set('limit_thread', 0)
})

it('a reply over the limit waits in its thread, is not lost with the page, and goes out by itself when there is room', async () => {
  await testServer.set('limit_reply', 100)
  const { id } = await insertThread(testServer, { author: marcus.id, networks: [legal], topic: 'Waiting for room' })
  const { page, open, client } = await stage.member(demoMembers.member, PHONE)
  await use(client.id, 'reply', HOUR.member, 600)
  await open(`/feed/${id}`)
  await write(page, TO_GROUP, 'Said a little later')
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await sendNow(page)
  const waiting = page.getByRole('article', { name: 'Your reply' })
  await waiting.getByText(/You’ve posted 60 replies in the past hour; the next can be posted/).waitFor()
  await waiting.getByText('It will be posted automatically if Counterpart is open on this device.').waitFor()
  await expectAccessible(page, 'a reply that waits')
  await page.reload()
  await waiting.getByText('Said a little later').waitFor()
  await waiting.getByText(/the next can be posted/).waitFor()
  // The limit now allows a reply earlier than announced; the page still retries at the announced time.
  await use(client.id, 'reply', HOUR.member, 1)
  await page.clock.install()
  await page.reload()
  await waiting.getByText('Said a little later').waitFor()
  await page.clock.fastForward(11 * 60_000)
  await replies(page)
    .filter({ hasText: 'Said a little later' })
    .getByRole('button', { name: 'Reply to Helen Marsh' })
    .waitFor()
  expect(
    await testServer.sql('select from messages where thread_id = $1 and sender_id = $2', [id, client.id]),
  ).toHaveLength(1)
  await testServer.set('limit_reply', 0)
})

it('shows staff who reached a limit, and leads to the account', async () => {
  const { page, open } = await stage.member(demoMembers.staff)
  await open('/staff/limits')
  const list = page.getByRole('list', { name: 'Limits reached' })
  await list.getByText('Discussions').waitFor()
  await list.getByText('Replies').waitFor()
  await expectAccessible(page, 'limits reached')
  await list.getByRole('link', { name: 'Helen Marsh' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Helen Marsh' }).waitFor()
})
