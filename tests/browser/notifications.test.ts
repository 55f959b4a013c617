import { expect, it } from 'vitest'
import { LikeEntity, ReplyToThread } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { networkIds, insertThread } from '../harness/threads.ts'
import { expectAccessible } from './kit/accessible.ts'
import { holdResponse } from './kit/intercept-first.ts'
import { DESKTOP, openBrowser, PHONE } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage
const { legal } = await networkIds(testServer)
const [helen, marcus, grace] = await testServer.members(demoMembers.member, demoMembers.peer, demoMembers.billing)
await testServer.sql('delete from notifications')
// The title also counts unread inbox messages, so mark them as read.
await testServer.sql(
  'update inbox_members m set last_seen_message_index = g.latest_index from inbox_groups g where g.id = m.group_id',
)
await testServer.sql('delete from inbox_invitations')

const reply = async (who: Client, thread_id: number, more: object = {}) => {
  await who.ask(ReplyToThread, { thread_id, body: '<p>Ask for a cap.</p>', idempotency_key: newKey(), ...more })
  await testServer.runJobs()
}
const newThread = (topic: string) => insertThread(testServer, { author: helen.id, networks: [legal], topic })

it('counts on the bell and in the tab while it happens, and leads to what it is about (FEATURE-notifications, ROUTE-notifications, UI-screen-notifications)', async () => {
  const { id, opening } = await newThread('Whose cap')
  const { page, open } = await stage.member(demoMembers.member, { reducedMotion: 'reduce' })
  await open('/feed', { live: true })
  await page.mouse.move(200, 200)
  await reply(marcus, id)
  const bell = page.getByRole('link', { name: /^Notifications/ })
  await bell.getByText('1 new').waitFor()
  await expect.poll(() => page.title()).toMatch(/^\(1\) /)
  await bell.click()
  await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor()
  const line = page.getByRole('listitem').filter({ hasText: 'Ask for a cap.' })
  await line.getByText('Marcus Oyelaran').waitFor()
  await line.getByText('Ask for a cap.').waitFor()
  await expect.poll(() => page.title()).toBe('Notifications · Counterpart')
  for (const who of [marcus, grace]) {
    await who.ask(LikeEntity, { likes: [{ entity_type: 'message', entity_id: opening, sentiment: true }] })
    // Jobs that run at once notify in any order, and the last stands first.
    await testServer.runJobs()
  }
  await page.getByText('Grace Okafor and Marcus Oyelaran').waitFor()
  await expectAccessible(page, 'notifications')
  await line.getByRole('link').click()
  await page.getByRole('heading', { name: 'Whose cap', level: 1 }).waitFor()
  await expect
    .poll(() =>
      testServer.sql(
        "select from notifications where user_id = $1 and notification_type = 'reply' and read_at is null",
        [helen.id],
      ),
    )
    .toEqual([])
})

it('lists what happens while the list is on its way', async () => {
  await testServer.sql('delete from notifications')
  const { id } = await newThread('In the meantime')
  const { page, open } = await stage.member(demoMembers.member, { reducedMotion: 'reduce' })
  await open(`/feed/${id}`, { live: true })
  const { asked, release } = await holdResponse(page, 'Notifications')
  const bell = page.getByRole('link', { name: /^Notifications/ })
  await bell.click()
  await asked
  await reply(marcus, id)
  await bell.getByText('1 new').waitFor()
  release()
  const line = page.getByRole('listitem').filter({ hasText: 'In the meantime' })
  await line.getByText('Marcus Oyelaran').waitFor()
})

it('is marked read and unread by hand and all at once, narrowed by kind, on a phone too (ANALYTICS-notification-read, ANALYTICS-notifications-mark-all-read, ANALYTICS-page-notifications)', async () => {
  await testServer.sql('delete from notifications')
  const { id } = await newThread('Read by hand')
  await reply(marcus, id)
  await reply(marcus, id, { isPrivate: true })
  const { page, open } = await stage.member(demoMembers.member, { ...PHONE, reducedMotion: 'reduce' })
  await open('/notifications')
  const lines = page.getByRole('listitem').filter({ hasText: 'Read by hand' })
  await expect.poll(() => lines.count()).toBe(2)
  await expectAccessible(page, 'notifications on a phone')
  await page.getByRole('button', { name: 'Mark as read: Marcus Oyelaran' }).first().click()
  await page.getByRole('button', { name: 'Mark as unread: Marcus Oyelaran' }).first().click()
  await expect.poll(() => page.getByRole('button', { name: 'Mark as read: Marcus Oyelaran' }).count()).toBe(2)
  await page.getByRole('button', { name: 'Mark all read' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Mark as unread: Marcus Oyelaran' }).count()).toBe(2)
  await page.getByRole('link', { name: 'Private replies', exact: true }).click()
  await expect.poll(() => lines.count()).toBe(1)
  await page.getByRole('link', { name: 'Unread', exact: true }).click()
  await page.getByRole('heading', { name: 'No notifications of this type' }).waitFor()
  const events = await testServer.sql<{ key: string; times: number }>(
    `select key, count(*)::integer as times from analytics_events where key like 'notification%' and user_id = $1 group by key order by key`,
    [helen.id],
  )
  expect(events.map(({ key }) => key)).toEqual([
    'notification-read',
    'notifications-mark-all-read',
    'notifications-viewed',
  ])
})

it('mutes a discussion with a way back, and lists it in the settings (UI-screen-settings-notification-timing, UI-screen-settings-push-notifications)', async () => {
  await testServer.sql('delete from notifications')
  const { id } = await newThread('Too loud')
  await reply(marcus, id)
  const { page, open } = await stage.member(demoMembers.member, { reducedMotion: 'reduce' })
  await open('/notifications')
  await page.getByRole('button', { name: 'Mute this discussion: Too loud' }).click()
  await page.getByText('You won’t get notifications about this discussion.').waitFor()
  await page.getByRole('link', { name: 'Notification settings' }).click()
  const settings = page.getByRole('region', { name: 'Notifications' })
  // The link scrolls to the section, not to the top of a long page, and the surrounding page does not scroll.
  const topOf = async () => (await settings.boundingBox())!.y
  await expect.poll(topOf).toBeGreaterThan(0)
  await expect.poll(topOf).toBeLessThan(200)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThan(10)
  await settings.getByRole('button', { name: 'Unmute Too loud' }).click()
  await expect.poll(() => testServer.sql('select from muted_threads')).toEqual([])
  await settings.getByRole('checkbox', { name: 'Agreed with you: Push' }).click()
  const conversations = settings.getByRole('group', { name: 'Conversations' })
  await conversations.getByRole('checkbox', { name: /^New messages/ }).click()
  await expect
    .poll(() =>
      testServer.sql('select messages, mentions, email, push from inbox_settings where user_id = $1', [helen.id]),
    )
    .toEqual([{ messages: false, mentions: true, email: true, push: true }])
  await settings.getByRole('radio', { name: /Daily at/ }).click()
  await settings.getByRole('checkbox', { name: /Pause email and push/ }).click()
  await settings.getByLabel(/^to/).selectOption('9')
  await expect
    .poll(() =>
      testServer.sql('select kinds, timing, quiet_from, quiet_until from notification_preferences where user_id = $1', [
        helen.id,
      ]),
    )
    .toEqual([{ kinds: { like: { push: true } }, timing: 'daily', quiet_from: 22, quiet_until: 9 }])
  await settings
    .getByText(/this device|This browser/)
    .first()
    .waitFor()
  await expectAccessible(page, 'notification settings')
})

it('shows the renewal of the membership as a banner above the list (STATE-notification-membership-renewal)', async () => {
  await testServer.sql(
    `with made as (insert into notifications (user_id, notification_type, group_key, payload)
    values ($1, 'membership_renewal', 'renewal', '{"next_billing_at": "2030-03-02T10:00:00Z", "subscription_total": 120000}') returning id, user_id)
    insert into notification_facts (user_id, fact, notification_id) select user_id, 'renewal', id from made`,
    [grace.id],
  )
  const { page, open } = await stage.member(demoMembers.billing)
  await open('/notifications')
  const banner = page.getByRole('region', { name: 'Membership renewal' })
  await banner.getByText('Your membership renews on March 2, 2030 for $1,200.00.').waitFor()
  await banner.getByRole('button', { name: 'Dismiss' }).click()
  await banner.waitFor({ state: 'detached' })
})

it('says what failed, and that there is nothing for who has nothing', async () => {
  stage.expectProblem(/500|error/i)
  const { page, open } = await stage.member(demoMembers.newcomer)
  await testServer.sql('delete from notifications where user_id = (select id from users where email = $1)', [
    demoMembers.newcomer,
  ])
  await open('/notifications')
  await page.getByRole('heading', { name: 'You have no notifications' }).waitFor()
  await page.route('**/api/graphql/Notifications', (route) => route.fulfill({ status: 500, json: { message: 'x' } }))
  await page.getByRole('link', { name: 'Mentions', exact: true }).click()
  await page.getByRole('heading', { name: 'We couldn’t load your notifications' }).waitFor({ timeout: 30_000 })
})

it('ends the mail by a button, without a session; looking ends nothing', async () => {
  await reply(marcus, (await newThread('By mail')).id, { isPrivate: true })
  await testServer.sql(`update notification_facts set at = at - interval '3 minutes'`)
  await testServer.sql('update notification_preferences set quiet_from = null, quiet_until = null, timing = $1', [
    'immediate',
  ])
  await testServer.sql('update graphile_worker._private_jobs set run_at = now()')
  await testServer.runJobs()
  const [mail] = await testServer.sql<{ headers: Record<string, string> }>(
    "select headers from outgoing_mails where kind = 'notice' order by id desc limit 1",
  )
  const { pathname } = new URL(mail!.headers['List-Unsubscribe']!.slice(1, -1))
  const endsMail = () =>
    testServer.sql(
      "select from notification_preferences where user_id = $1 and kinds -> 'mention' ->> 'email' = 'false'",
      [helen.id],
    )
  const { page, open } = await stage.stranger({ ...DESKTOP, reducedMotion: 'reduce' })
  await open(pathname)
  await page.getByRole('heading', { name: 'Unsubscribe from notification emails' }).waitFor()
  await expect.poll(() => endsMail()).toEqual([])
  await expectAccessible(page, 'unsubscribing')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await page.getByRole('heading', { name: 'You’re unsubscribed' }).waitFor()
  await expect.poll(() => endsMail()).toHaveLength(1)
  stage.expectProblem(/404/)
  await open('/unsubscribe/1.forged')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await page.getByText('This link is incomplete.').waitFor()
})
