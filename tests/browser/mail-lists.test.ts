/** Mailing lists, as staff set them. */
import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { expectAccessible } from './kit/accessible.ts'
import { openBrowser, PHONE } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage

it('lets staff change a list, and says at the field what does not fit', async () => {
  const { page, open } = await stage.member(demoMembers.staff)
  await open('/staff/mail')
  const form = page.getByRole('form', { name: 'Legal Network' })
  const address = form.getByRole('textbox', { name: 'Address' })
  const save = form.getByRole('button', { name: 'Save' })
  expect(await address.inputValue()).toBe('legal')
  expect(await save.isDisabled()).toBe(true)
  await page.getByText(/^legal@/).waitFor()
  stage.expectProblem(/400/)
  await address.fill('postmaster')
  await save.click()
  await form.getByText('This address has another use. Choose another one.').waitFor()
  expect(await address.getAttribute('aria-invalid')).toBe('true')
  await address.fill('Legal.Talk')
  await form.getByRole('combobox', { name: 'Network default' }).selectOption('Daily digest')
  await form.getByRole('checkbox', { name: 'Wait for review' }).uncheck()
  await save.click()
  await page.getByText('Saved: Legal Network').waitFor()
  await page.getByText(/^legal\.talk@/).waitFor()
  expect(await address.inputValue()).toBe('legal.talk')
  expect(
    await testServer.sql(
      `select default_preference, waits_for_review, has_words from mail_lists where local_part = 'legal.talk'`,
    ),
  ).toEqual([{ default_preference: 'daily_digest', waits_for_review: false, has_words: true }])
  await expectAccessible(page, 'the mailing lists')
})

it('is accessible on a phone, and not found by members', async () => {
  const own = await stage.member(demoMembers.staff, PHONE)
  await own.open('/staff/mail')
  await own.page.getByRole('form', { name: 'Legal Network' }).waitFor()
  await expectAccessible(own.page, 'the mailing lists on a phone')
  stage.expectProblem(/404/)
  const { open } = await stage.member(demoMembers.billing, PHONE)
  expect(await open('/staff/mail')).toBe(404)
})

it('says that it could not load the lists, and loads them again', async () => {
  const { page, open } = await stage.member(demoMembers.staff)
  stage.expectProblem(/GetStaffMailLists|500/)
  const failing = '**/api/graphql/GetStaffMailLists'
  await page.route(failing, (route) => route.fulfill({ status: 500, body: '{}' }))
  await open('/staff/mail')
  await page.getByRole('heading', { name: 'We couldn’t load the mailing lists' }).waitFor({ timeout: 20_000 })
  await page.unroute(failing)
  await page.getByRole('button', { name: /again/i }).click()
  await page.getByRole('form', { name: 'Legal Network' }).waitFor()
})

it('shows deliveries, bounces and held emails, and sends a failed one again (STAFF-outbox)', async () => {
  const helen = await testServer.member(demoMembers.member)
  await testServer.sql(
    `insert into outgoing_mails ("to", kind, subject, text, html, message_id, state, attempts, error)
     values ('owl@desk.test', 'password-reset', 'Secret', 'Secret', 'Secret', 'desk-1', 'failed', 15, '550 No such user')`,
  )
  await testServer.sql(
    `insert into mail_members (user_id, bounced_at, paused_at, pause_reason) values ($1, now(), now(), 'bounces')
     on conflict (user_id) do update set bounced_at = now(), paused_at = now(), pause_reason = 'bounces'`,
    [helen.id],
  )
  await testServer.sql(
    `insert into inbound_mails (digest, via, recipient, state, reason, user_id, audience, subject, sender, posted_text)
     values ('desk-1', 'smtp', 'legal@x.test', 'held', 'unverified', $1, 'group', 'About owls', 'x@legal.test', 'Who has one?')`,
    [helen.id],
  )
  const { page, open } = await stage.member(demoMembers.staff, PHONE)
  await open('/staff/mail')
  await page.getByRole('button', { name: 'Deliveries' }).click()
  await page.getByRole('searchbox', { name: 'Recipient' }).fill('owl@desk.test')
  const deliveries = page.getByRole('list', { name: 'Deliveries' })
  await deliveries.getByText('550 No such user').waitFor()
  await expectAccessible(page, 'deliveries')
  await deliveries.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('The email is queued again').waitFor()
  await page.getByRole('searchbox', { name: 'Recipient' }).fill('nobody@desk.test')
  await page.getByText('No email matches.').waitFor()
  await page.getByRole('button', { name: 'Bounces and complaints' }).click()
  const bounces = page.getByRole('list', { name: 'Bounces and complaints' })
  await bounces.getByText(/The address refused emails on several days/).waitFor()
  await expectAccessible(page, 'bounces')
  await bounces.getByRole('button', { name: 'Resume' }).click()
  await bounces.getByText(/Still sent/).waitFor()
  await page.getByRole('button', { name: 'Held' }).click()
  const held = page.getByRole('list', { name: 'Held emails' })
  await held.getByText('About owls').waitFor()
  await expectAccessible(page, 'held emails')
  await held.getByRole('button', { name: 'Reject' }).click()
  await page.getByText('No email is waiting.').waitFor()
})
