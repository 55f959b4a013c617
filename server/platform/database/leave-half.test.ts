import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { leaveHalf } from './leave-half.ts'

it('takes twice as long as the work', async () => {
  const began = performance.now()
  let work = 0
  await leaveHalf(async () => {
    await sleep(30)
    work = performance.now() - began
  })
  // A timer may be a millisecond early.
  expect(performance.now() - began).toBeGreaterThan(2 * work - 2)
})
