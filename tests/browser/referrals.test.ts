/** Where members opened a profile, an expert or a thread from: one referral source for each place. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { FollowUser } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { waitFor } from '../harness/connection.ts'
import { newGroup } from '../harness/inbox.ts'
import { networkIds, insertThread } from '../harness/threads.ts'
import { openBrowser } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage
const [helen, marcus] = await testServer.members(demoMembers.member, demoMembers.peer)
const { legal } = await networkIds(testServer)
const { id: thread } = await insertThread(testServer, {
  author: marcus.id,
  networks: [legal],
  topic: 'Opened from here',
})

/** The recorded source of each view, in order. */
const sourcesOf = async (key: string) =>
  (
    await testServer.sql<{ source: string | null }>(
      `select data ->> 'referral_source' as source from analytics_events where key = $1 order by occurred_at`,
      [key],
    )
  ).map(({ source }) => source)
const counted = (key: string, sources: (string | null)[]) =>
  waitFor(`${key} from ${sources.join()}`, async () => (await sourcesOf(key)).join() === sources.join())
const atHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

it('names the feed, the discussion, the notifications, the inbox and the recommendations (ENUM-referral_source-feed, ENUM-referral_source-thread_details, ENUM-referral_source-notifications, ENUM-referral_source-inbox, ENUM-referral_source-expert_recommendations)', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  await open('/feed')
  await page.getByRole('link', { name: 'Opened from here' }).first().click()
  await counted('thread-viewed', ['feed'])
  await page.getByRole('main').last().getByRole('link', { name: 'Marcus Oyelaran' }).first().click()
  await atHeading(page, 'Marcus Oyelaran')
  await counted('member-page-viewed', ['thread_details'])

  await testServer.sql('delete from notifications')
  await testServer.sql('delete from user_follows')
  await marcus.ask(FollowUser, { user_id: helen.id })
  await testServer.runJobs()
  await open('/notifications')
  await page.getByRole('link', { name: /Marcus Oyelaran followed you/ }).click()
  await atHeading(page, 'Marcus Oyelaran')
  await counted('member-page-viewed', ['thread_details', 'notifications'])

  const group = await newGroup([helen, marcus], { name: 'Between us' })
  await open(`/inbox?group_id=${group}`)
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.getByRole('link', { name: 'Marcus Oyelaran' }).click()
  await atHeading(page, 'Marcus Oyelaran')
  await counted('member-page-viewed', ['thread_details', 'notifications', 'inbox'])

  await open('/recommendations?view=given')
  await page.getByRole('list', { name: 'Recommendations' }).getByRole('link').first().click()
  await page.waitForURL(/\/experts\/\d+/)
  await counted('expert-page-viewed', ['expert_recommendations'])
})

it('names the mail by what its link says, and nothing that is not a place (ENUM-referral_source-email)', async () => {
  await testServer.sql('delete from analytics_events')
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${thread}?referral_source=email`)
  await atHeading(page, 'Opened from here')
  await counted('thread-viewed', ['email'])
  await open(`/feed/${thread}?referral_source=nonsense`)
  await counted('thread-viewed', ['email', null])
})

it('tells from which screen the page of a member or an expert was opened, and not whose', async () => {
  await testServer.sql('delete from analytics_events')
  const topic = 'Who came from where'
  const { id } = await insertThread(testServer, { author: marcus.id, networks: [legal], topic })
  const { page, open, client } = await stage.member(demoMembers.member)
  await client.send('POST', '/api/graphql/ReplyToThread', {
    body: {
      variables: {
        thread_id: id,
        body: '<p>Them.</p>',
        experts: [{ new_expert: { name: 'Wherefrom & Co', type: 'company' }, areas_of_expertise: [] }],
        idempotency_key: 'wherefrom',
      },
    },
  })
  const entry = page.getByRole('feed').getByRole('article').filter({ hasText: topic })
  await open('/feed')
  await entry.getByRole('link', { name: 'Marcus Oyelaran' }).click()
  await atHeading(page, 'Marcus Oyelaran')
  await counted('member-page-viewed', ['feed'])

  await open('/feed')
  await entry.getByRole('link', { name: topic, exact: true }).click()
  const layer = page.locator('[data-top-layer]')
  await layer.getByRole('heading', { level: 1, name: topic }).waitFor()
  await layer.getByRole('link', { name: 'Marcus Oyelaran' }).first().click()
  await atHeading(page, 'Marcus Oyelaran')
  await counted('member-page-viewed', ['feed', 'thread_details'])

  await open(`/feed/${id}`)
  await page.getByRole('button', { name: /^1 recommendation/ }).click()
  const mentioned = page.getByRole('region', { name: 'Mentioned in this discussion' })
  await mentioned.getByRole('link', { name: 'Wherefrom & Co' }).click()
  await page.getByRole('heading', { level: 1, name: 'Wherefrom & Co' }).waitFor()
  await counted('expert-page-viewed', ['thread_details'])

  await open(`/members/${marcus.id}`)
  await counted('member-page-viewed', ['feed', 'thread_details', null])
  const notifications = await testServer.sql<{ data: object }>(
    `select data from analytics_events where key in ('member-page-viewed', 'expert-page-viewed')`,
  )
  for (const { data } of notifications) expect(Object.keys(data).filter((name) => /id$/.test(name))).toEqual([])
})
