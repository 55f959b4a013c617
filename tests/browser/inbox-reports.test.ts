/** A member reports one message of a conversation to staff; staff see it, decide, and can read nothing else. */
import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { newConversation, sendTo } from '../harness/inbox.ts'
import { expectAccessible } from './kit/accessible.ts'
import { bubble, isUncovered } from './kit/inbox.ts'
import { DESKTOP, openBrowser, PHONE } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage
await testServer.sql('delete from reports')

it.each([
  ['desk', DESKTOP],
  ['phone', PHONE],
])('reports a message from its menu on a %s, and staff find the copy and decide', async (where, device) => {
  stage.expectProblem(/404/)
  const still = { ...device, reducedMotion: 'reduce' as const }
  const helen = await stage.member(demoMembers.member, still)
  const marcus = await testServer.member(demoMembers.peer)
  const id = await newConversation(helen.client, marcus, `Never to be shown on a ${where}.`)
  for (const words of ['Three before.', 'Two before.', 'One before.'])
    await sendTo(helen.client, id, `${words} ${where}`)
  const threat = `Do as I say on the ${where}.`
  await sendTo(marcus, id, threat)
  const own = `My own on the ${where}.`
  await sendTo(helen.client, id, own)
  await helen.open(`/inbox?group_id=${id}`)
  const { page } = helen

  // Members cannot report their own messages.
  await bubble(page, own).hover()
  await bubble(page, own).getByRole('button', { name: 'More actions for your message' }).click()
  await page.getByRole('menuitem', { name: 'Pin' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Report' }).count()).toBe(0)
  await page.keyboard.press('Escape')

  const more = bubble(page, threat).getByRole('button', { name: 'More actions for Marcus Oyelaran’s message' })
  await bubble(page, threat).hover()
  await more.click()
  const item = page.getByRole('menuitem', { name: 'Report' })
  await item.waitFor()
  // The composer does not cover the menu of the last messages.
  expect(await isUncovered(item)).toBe(true)
  await item.click()
  const dialog = page.getByRole('dialog', { name: 'Report Marcus Oyelaran’s message' })
  await dialog
    .getByText('The community’s staff will see this message and the three before it. Nothing else in the conversation.')
    .waitFor()
  await expectAccessible(page, `reporting a message on a ${where}`)
  await dialog.getByRole('radio', { name: 'Disrespectful or harassing' }).check()
  await dialog.getByLabel('What should staff know?').fill(`He threatens me on the ${where}.`)
  await dialog.getByRole('button', { name: 'Send to staff' }).click()
  await page.getByRole('dialog', { name: 'Sent to staff' }).getByText('decide what to do').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => more.evaluate((control) => control === document.activeElement)).toBe(true)

  const staff = await stage.member(demoMembers.staff, still)
  await staff.open('/staff/reports')
  const report = staff.page.getByRole('list', { name: 'Reports' }).getByRole('listitem').first()
  await report.getByText(`He threatens me on the ${where}.`).waitFor()
  await report.getByText('reported an inbox message').waitFor()
  const shown = report.getByRole('list', { name: 'Messages shown by the reporter' }).getByRole('listitem')
  expect(await shown.count()).toBe(4)
  await shown.first().getByText('Three before.').waitFor()
  await shown.last().getByText(threat).waitFor()
  await shown.last().getByText('Reported').waitFor()
  for (const words of ['Never to be shown', own]) expect(await staff.page.getByText(words).count(), words).toBe(0)
  await report.getByRole('link', { name: 'Marcus Oyelaran' }).first().waitFor()
  expect(await report.getByRole('link', { name: 'Marcus Oyelaran' }).first().getAttribute('href')).toBe(
    `/staff/members/${marcus.id}`,
  )
  expect(await report.getByRole('button', { name: 'Remove' }).count()).toBe(0)
  await expectAccessible(staff.page, `a reported message on a ${where}`)
  await report.getByLabel('Reason for dismissing it or acting on it (recorded)').fill('Spoke with both.')
  await report.getByRole('button', { name: where === 'desk' ? 'Mark as acted on' : 'Dismiss' }).click()
  await staff.page.getByRole('heading', { name: 'No open reports' }).waitFor()
  const filters = staff.page.getByRole('group', { name: 'Show' })
  await filters.getByRole('button', { name: where === 'desk' ? 'Acted on' : 'Kept or dismissed' }).click()
  await staff.page.getByText(where === 'desk' ? /acted on it,/ : /dismissed it,/).waitFor()
  await staff.open(`/inbox?group_id=${id}`)
  await staff.page.getByRole('heading', { level: 1, name: 'This conversation isn’t available' }).waitFor()
  await bubble(page, threat).waitFor()
})
