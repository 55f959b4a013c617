import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { openBrowser } from './kit/browser-setup.ts'

const stage = await openBrowser({ MAINTENANCE: 'true' })

it.each(['/feed', '/status', '/auth/login', '/feed/1'])(
  'shows the maintenance screen at %s (LAYOUT-maintenance, DECISION-maintenance-precedence)',
  async (path) => {
    stage.expectProblem(/503/)
    const { page } = await stage.member(demoMembers.member)
    expect((await page.goto(path))?.status()).toBe(503)
    await page.getByRole('heading', { level: 1, name: 'Counterpart is down for maintenance' }).waitFor()
    await expect.poll(() => page.getByRole('article').count()).toBe(0)
  },
)
