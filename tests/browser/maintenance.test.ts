import { expect, it } from 'vitest'
import { cast } from '../cast.ts'
import { openStage } from './kit/stage.ts'

const stage = await openStage({ MAINTENANCE: 'true' })

it.each(['/feed', '/status', '/auth/login', '/feed/1'])(
  'shows the maintenance screen at %s (LAYOUT-maintenance, DECISION-maintenance-precedence)',
  async (path) => {
    stage.expectProblem(/503/)
    const { page } = await stage.member(cast.member)
    expect((await page.goto(path))?.status()).toBe(503)
    await page.getByRole('heading', { level: 1, name: 'Counterpart is being maintained' }).waitFor()
    await expect.poll(() => page.getByRole('article').count()).toBe(0)
  },
)
