/** Staff can read the security events of accounts; for members the page does not exist. */
import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { expectAccessible } from './kit/accessible.ts'
import { openBrowser, PHONE } from './kit/browser-setup.ts'

const stage = await openBrowser()

it('lists security events for staff, by kind, page by page', async () => {
  await stage.testServer.sql(
    `insert into security_events (kind, user_id, ip_address, device, facts)
     select 'sign_in.failed', u.id, '192.0.2.' || n, 'Firefox on Linux', '{"code": "accounts.login_refused"}'
     from users u cross join generate_series(1, 60) as n where u.email = $1`,
    [demoMembers.member],
  )
  await stage.testServer.sql(
    `insert into security_events (kind, facts) values ('permission.refused', '{"code": "session.xsrf"}')`,
  )
  const { page, open } = await stage.member(demoMembers.staff)
  await open('/staff/security-events')
  const list = page.getByRole('list', { name: 'Security events' })
  await list.getByText('code: session.xsrf').waitFor()
  await page.getByRole('button', { name: 'Failed', exact: true }).click()
  await expect.poll(() => list.getByText('code: session.xsrf').count()).toBe(0)
  await list.getByText('Firefox on Linux, 192.0.2.60', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Older' }).click()
  await list.getByText('Firefox on Linux, 192.0.2.1', { exact: true }).waitFor()
  expect(await list.getByRole('listitem').count()).toBe(10)
  await expectAccessible(page, 'security events')
  await page.setViewportSize(PHONE.viewport!)
  await expectAccessible(page, 'security events on a phone')
})

it('shows a member no such page', async () => {
  stage.expectProblem(/404/)
  const { open } = await stage.member(demoMembers.member)
  expect(await open('/staff/security-events')).toBe(404)
})
