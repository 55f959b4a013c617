/** Badges and titles, as members and staff use them. */
import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { waitFor } from '../harness/connection.ts'
import { expectAccessible } from './kit/accessible.ts'
import { openBrowser } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage
const idOf = async (email: string) =>
  (await testServer.sql<{ id: number }>('select id from users where email = $1', [email]))[0]!.id
const [helen, marcus] = await Promise.all([demoMembers.member, demoMembers.peer].map(idOf))
await testServer.sql('delete from user_badges')
await testServer.sql('delete from community_titles')

it('gives a badge and offers a title as staff; the member shows the one and accepts the other (ROUTE-profile-badges, UI-screen-badges, ANALYTICS-page-badges, FEATURE-badges-titles)', async () => {
  const staff = await stage.member(demoMembers.staff)
  await staff.open('/staff/recognition')
  const give = staff.page.getByRole('form', { name: 'Award a badge' })
  await give.getByRole('button', { name: 'Award badge' }).click()
  await give.getByText('Choose a member first.').waitFor()
  await give.getByRole('searchbox', { name: 'Member' }).fill('Helen Marsh')
  await give.getByRole('button', { name: /Helen Marsh/ }).click()
  await give.getByRole('combobox', { name: 'Badge' }).selectOption('Spoke at an event')
  await give.getByRole('button', { name: 'Award badge' }).click()
  await staff.page.getByText('Helen Marsh has the badge').waitFor()
  const offer = staff.page.getByRole('form', { name: 'Offer a title' })
  await offer.getByRole('searchbox', { name: 'Member' }).fill('Helen Marsh')
  await offer.getByRole('button', { name: /Helen Marsh/ }).click()
  await offer.getByRole('button', { name: 'Offer title' }).click()
  await offer.getByText('Enter a title.').waitFor()
  await offer.getByRole('textbox', { name: 'Title' }).fill('Chapter chair')
  await offer.getByRole('button', { name: 'Offer title' }).click()
  await staff.page.getByText('Offered to Helen Marsh').waitFor()
  await expectAccessible(staff.page, 'badges of staff')

  const { page, open } = await stage.member(demoMembers.member)
  await open('/profile/badges')
  await page.getByRole('heading', { level: 1, name: 'Badges' }).waitFor()
  await page.getByRole('button', { name: 'Accept: Chapter chair' }).click()
  await page.getByText('Shown next to your name.').waitFor()
  await page.getByText('Visible only to you.').waitFor()
  await page.getByRole('button', { name: 'Show on profile: Spoke at an event' }).click()
  await page.getByText('Visible on your profile.').waitFor()
  await expectAccessible(page, 'badges')
  await waitFor('the view to be counted once', async () => {
    const seen = await testServer.sql(`select 1 from analytics_events where key = 'badges-viewed'`)
    return seen.length === 1
  })

  const peer = await stage.member(demoMembers.peer)
  await peer.open(`/members/${helen}`)
  await peer.page.getByText('Chapter chair').waitFor()
  await peer.page.getByRole('list', { name: 'Badges' }).getByText('Spoke at an event').waitFor()
  const drawn = await peer.page
    .getByRole('list', { name: 'Badges' })
    .locator('use')
    .evaluate((use) => (use as SVGGraphicsElement).getBBox().width)
  expect(drawn, 'the drawing came from this server').toBeGreaterThan(20)

  await page.getByRole('button', { name: 'Hide: Spoke at an event' }).click()
  await page.getByText('Visible only to you.').waitFor()
  await page.getByRole('button', { name: 'Hide title: Chapter chair' }).click()
  await page.getByText('You ignored this title. No one can see it.').waitFor()
  await peer.open(`/members/${helen}`)
  await peer.page.getByRole('heading', { level: 1, name: 'Helen Marsh' }).waitFor()
  expect(await peer.page.getByRole('list', { name: 'Badges' }).count()).toBe(0)
  expect(await peer.page.getByText('Chapter chair').count()).toBe(0)
})

it('lets staff write a badge and take one back, and has no such page for members', async () => {
  const badge = (
    await testServer.sql<{ id: number }>(`select id from badges where description = 'Spoke at an event'`)
  )[0]!
  await testServer.sql('insert into user_badges (user_id, badge_id) values ($1, $2)', [marcus, badge.id])
  const { page, open } = await stage.member(demoMembers.staff)
  await open('/staff/recognition')
  await page.getByRole('button', { name: 'Add badge' }).click()
  const form = page.getByRole('form', { name: 'New badge' })
  await form.getByRole('textbox', { name: 'Description' }).fill('Began 25 discussions')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText(/Enter the number required/).waitFor()
  await form.getByRole('spinbutton', { name: 'Number required' }).fill('25')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Edit: Began 25 discussions' }).waitFor()
  await page.getByRole('button', { name: 'Withdraw from Marcus Oyelaran: Spoke at an event' }).click()
  await page
    .getByText(/Withdrawn on/)
    .first()
    .waitFor()
  stage.expectProblem(/404/)
  const member = await stage.member(demoMembers.member)
  expect(await member.open('/staff/recognition')).toBe(404)
})
