/** Staff see what is waiting and take it, decide about an appeal, and view the community as a member. */
import { expect, it } from 'vitest'
import { ModerateItems } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey } from '../harness/client.ts'
import { newStaff } from '../harness/staff.ts'
import { insertMessage, insertThread, networkIds } from '../harness/threads.ts'
import { expectAccessible } from './kit/accessible.ts'
import { openBrowser, PHONE } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage

it('lists what is waiting, which is chosen, taken and opened with keys', async () => {
  const { page, open } = await stage.member(demoMembers.staff)
  await open('/staff/work')
  const rows = page.getByRole('list', { name: 'Waiting' }).getByRole('listitem')
  await rows.first().waitFor()
  await page.keyboard.press('j')
  await expect.poll(() => rows.first().getAttribute('aria-current')).toBe('true')
  await page.keyboard.press('t')
  await rows.first().getByText(/You$/).waitFor()
  await page.getByRole('button', { name: 'Mine 1' }).click()
  await expect.poll(() => rows.count()).toBe(1)
  await expectAccessible(page, 'what is waiting')
  await page.keyboard.press('t')
  await page.getByRole('heading', { name: 'Nothing is waiting' }).waitFor()
  await page.getByRole('button', { name: /^All/ }).click()
  await rows.first().getByRole('link').first().click()
  await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor()
})

it('lets the author of a rejected post ask for a second look, which another moderator grants', async () => {
  const { legal } = await networkIds(testServer)
  const ruth = await testServer.member(demoMembers.staff)
  const helen = await testServer.member(demoMembers.member)
  const marcus = await testServer.member(demoMembers.peer)
  const { id } = await insertThread(testServer, { author: marcus.id, networks: [legal], topic: 'A second look' })
  const message = await insertMessage(testServer, {
    thread: id,
    sender: helen.id,
    body: 'No company is named here.',
    processed: false,
    approved: false,
  })
  await ruth.ask(ModerateItems, {
    act: 'reject',
    message_ids: [message],
    reason: 'It names a company.',
    idempotency_key: newKey(),
  })
  const author = await stage.member(demoMembers.member, PHONE)
  await author.open(`/feed/${id}`)
  await author.page.getByText('Staff didn’t approve this. Only you can see it. It names a company.').waitFor()
  await author.page.getByRole('button', { name: 'Ask for a second look' }).click()
  const form = author.page.getByRole('form', { name: 'Ask for a second look' })
  await form.getByRole('button', { name: 'Send to staff' }).click()
  await form.getByText('Say why your post should appear. Staff will read it.').waitFor()
  await form.getByLabel('Why should it appear?').fill('It names none.')
  await expectAccessible(author.page, 'an appeal')
  await form.getByRole('button', { name: 'Send to staff' }).click()
  await author.page.getByText(/^You asked for a second look on .+ Staff haven’t decided yet\.$/).waitFor()

  const moderator = await newStaff(testServer, { role: 'moderator' })
  const { page, open } = await stage.member(moderator)
  await open('/staff/appeals')
  const appeal = page.getByRole('listitem').filter({ hasText: 'It names none.' })
  await appeal.getByText('No company is named here.').waitFor()
  await appeal.getByRole('button', { name: 'Approve the post' }).click()
  await appeal.getByText('Enter a short reason. The author will see it.').waitFor()
  await appeal.getByLabel('Reason').fill('It does not.')
  await expectAccessible(page, 'appeals')
  await appeal.getByRole('button', { name: 'Approve the post' }).click()
  await page.getByRole('heading', { name: 'No open appeals' }).waitFor()
  const reader = await stage.member(demoMembers.peer)
  await reader.open(`/feed/${id}`)
  await reader.page.getByText('No company is named here.').waitFor()
})

it('shows staff the community with the networks of a member, with a banner that ends it', async () => {
  const helen = await testServer.member(demoMembers.member)
  const { page, open } = await stage.member(demoMembers.staff)
  await open(`/staff/members/${helen.id}`)
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  const form = page.getByRole('form', { name: 'View as this member' })
  await form.getByRole('button', { name: 'View as Helen Marsh' }).click()
  await form.getByText('Enter a reason. The member will see it in an email.').waitFor()
  await form.getByLabel('Reason').fill('You wrote that the feed is empty.')
  await form.getByRole('button', { name: 'View as Helen Marsh' }).click()
  const banner = page.getByRole('complementary', { name: 'Viewing as a member' })
  await banner.getByText(/Helen Marsh until/).waitFor()
  await expectAccessible(page, 'viewing as a member')
  stage.expectProblem(/404/)
  expect(await open('/staff/members')).toBe(404)
  await open('/feed')
  await banner.getByRole('button', { name: 'Stop viewing' }).click()
  await page.getByRole('heading', { level: 1, name: 'Helen Marsh' }).waitFor()
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page
    .getByRole('list', { name: 'Viewed as this member' })
    .getByText('You wrote that the feed is empty.')
    .waitFor()
})
