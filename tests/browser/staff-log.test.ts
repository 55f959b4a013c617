/** The staff log: filters, the file of what is filtered, and every width. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { newStaff } from '../harness/staff.ts'
import { expectAccessible } from './kit/accessible.ts'
import { DESKTOP, openBrowser, PHONE, TABLET } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage
const staff = await testServer.member(demoMembers.staff)
await testServer.sql(
  `insert into staff_acts (actor_id, act, item_id, item_name, after) values
     ($1, 'team.saved', 501, 'Quillhaven Steel', '{"seats": 5}'), (null, 'member.restored', 502, 'Member 502', '{}'),
     ($1, 'feature.switched', 503, 'map', '{"map": "off"}')`,
  [staff.id],
)

it('filters staff actions and exports what is filtered (STAFF-audit)', async () => {
  const { page, open } = await stage.member(demoMembers.staff)
  await open('/staff/audit')
  await page.getByRole('button', { name: 'Staff actions', exact: true }).click()
  const log = page.getByRole('list', { name: 'Staff actions' })
  await log.getByText('Member restored: Member 502 (ID 502). By the system').waitFor()
  await page.getByLabel('Action', { exact: true }).selectOption({ label: 'Team saved' })
  await expect.poll(() => log.getByRole('listitem').count()).toBe(1)
  await log.getByText('What changed').click()
  await log.getByText('seats: 5').waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('staff-log.csv')
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('team.saved,Quillhaven Steel,501,')

  const item = page.getByLabel('Item or member ID')
  await item.fill('Quillhaven')
  await page.getByText('Enter the number of an item or a member.').waitFor()
  expect(await page.getByRole('link', { name: 'Export CSV' }).count()).toBe(0)
  await item.fill('502')
  await page.getByRole('heading', { name: 'No actions match' }).waitFor()
  await page.getByLabel('Action', { exact: true }).selectOption('')
  await log.getByText('Member restored').waitFor()
  await page.getByLabel('From').fill('2020-01-02')
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await page.getByText('Choose a day that isn’t before the first one.').waitFor()
  await page.getByLabel('To', { exact: true }).fill('2020-01-03')
  await page.getByRole('heading', { name: 'No actions match' }).waitFor()
})

it.each([
  ['phone', PHONE],
  ['tablet', TABLET],
  ['desk', DESKTOP],
])('the filters are accessible and fit: %s (STAFF-audit)', async (name, device) => {
  const { page, open } = await stage.member(demoMembers.staff, device)
  await open('/staff/audit')
  await page.getByRole('button', { name: 'Staff actions', exact: true }).click()
  await page.getByText('Quillhaven Steel').waitFor()
  await expectAccessible(page, `staff log, ${name}`)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

it('offers to try again when the log does not load (STAFF-audit)', async () => {
  stage.expectProblem(/Failed to load resource/)
  const { page, open } = await stage.member(demoMembers.staff)
  await open('/staff/audit')
  await page.route(/GetStaffActs/i, (route) => route.abort())
  await page.getByRole('button', { name: 'Staff actions', exact: true }).click()
  await page.getByRole('heading', { name: 'We couldn’t load the log' }).waitFor()
  await page.unroute(/GetStaffActs/i)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Quillhaven Steel').waitFor()
})

it('shows moderators decisions about posts, and nothing of other acts', async () => {
  const { page, open } = await stage.member(await newStaff(testServer, { role: 'moderator' }))
  await open('/staff/audit')
  await page.getByRole('list', { name: 'Staff log' }).getByRole('listitem').first().waitFor()
  expect(await page.getByRole('button', { name: 'Staff actions' }).count()).toBe(0)
})
