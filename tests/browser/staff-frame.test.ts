/** The navigation of staff pages. */
import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { newStaff } from '../harness/staff.ts'
import { expectAccessible } from './kit/accessible.ts'
import { PHONE, TABLET, openBrowser } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage

it('has a column of its own, with every desk, and a way back', async () => {
  const { page, open } = await stage.member(demoMembers.staff)
  await open('/staff/limits')
  const desks = page.getByRole('navigation', { name: 'Staff' })
  expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0)
  expect(await desks.getByRole('heading').allInnerTexts()).toEqual(['Work', 'People', 'Community', 'System'])
  await expect.poll(() => desks.locator('[aria-current]').allInnerTexts()).toEqual(['Limits'])
  const { height } = (await desks.getByRole('link', { name: 'Limits' }).boundingBox())!
  expect(height).toBe(34)
  // The library of documents has other desks under its address.
  await desks.getByRole('link', { name: 'Series' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => desks.locator('[aria-current]').allInnerTexts()).toEqual(['Series'])
  await expectAccessible(page, 'series of staff')
  await desks.getByRole('link', { name: 'Back to the community' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Discussions' }).waitFor()
  expect(await desks.count()).toBe(0)
})

it('opens every desk that it lists', async () => {
  const { page, open } = await stage.member(demoMembers.staff)
  await open('/staff/queue')
  const desks = page.getByRole('navigation', { name: 'Staff' })
  const labels = await desks.getByRole('listitem').getByRole('link').allInnerTexts()
  expect(labels.length).toBeGreaterThan(20)
  for (const [place, label] of labels.entries()) {
    const name = label.split('\n')[0]!.trim()
    await desks.getByRole('listitem').getByRole('link').nth(place).click()
    await expect.poll(() => desks.locator('[aria-current]').first().innerText()).toContain(name)
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  }
})

it('finds desks and members with Ctrl K, and Enter opens the first', async () => {
  const { page, open } = await stage.member(demoMembers.staff)
  await open('/staff/queue')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('synon')
  await page.getByRole('option', { name: 'Synonyms Community', selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Synonyms', level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('helen')
  await page.getByRole('option', { name: /^Helen Marsh/ }).waitFor()
  await expectAccessible(page, 'search of staff')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Helen Marsh', level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('zzzz')
  await page.getByText('No desk or member matches.').waitFor()
})

it.each([
  ['tablet', TABLET],
  ['phone', PHONE],
])('has all desks in a menu that says the current one: %s', async (name, device) => {
  const { page, open } = await stage.member(demoMembers.staff, device)
  await open('/staff/limits')
  const trigger = page.getByRole('button', { name: 'Desk: Limits' })
  await trigger.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('menu', { name: 'Desks' })
  expect(await menu.locator('[aria-current]').innerText()).toBe('Limits')
  await expectAccessible(page, `desks on a ${name}`)
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Staff log', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Desk: Staff log' }).waitFor()
})

it('does not exist for members, and has no pages that no desk lists', async () => {
  stage.expectProblem(/404/)
  const { page, open } = await stage.member(demoMembers.member)
  for (const path of ['/staff/queue', '/staff/teams/1', '/staff/nothing']) expect(await open(path)).toBe(404)
  expect(await page.getByRole('navigation', { name: 'Staff' }).count()).toBe(0)
  const html = await (await testServer.member(demoMembers.member)).send('GET', '/staff/queue')
  expect(html.text).not.toContain('Synonyms')
  const staff = await stage.member(demoMembers.staff)
  for (const path of ['/staff/nothing', '/staff/queue/1', '/staff/teams/x']) expect(await staff.open(path)).toBe(404)
  expect(await staff.open('/staff/queue')).toBe(200)
})

it('lists the desks that a role allows, and opens what is waiting', async () => {
  const { page, open } = await stage.member(await newStaff(testServer, { role: 'finance' }))
  await open('/staff/work')
  const desks = page.getByRole('navigation', { name: 'Staff' })
  await page.getByRole('heading', { name: 'What is waiting', level: 1 }).waitFor()
  expect(await desks.getByRole('listitem').allInnerTexts()).toEqual([
    'What is waiting',
    'Approvals',
    'Teams and billing',
    'Figures',
  ])
  stage.expectProblem(/404/)
  for (const path of ['/staff/settings', '/staff/queue']) expect(await open(path)).toBe(404)
})
