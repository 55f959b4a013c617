/** While the page's server has lost Redis, the page polls; it stops when live signals return. */
import { describe, expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { newGroup, sendTo } from '../harness/inbox.ts'
import { hasRedis, NO_REDIS, openRedis } from '../harness/redis.ts'
import { bubble } from './kit/inbox.ts'
import { openBrowser } from './kit/browser-setup.ts'

/** The page polls every ten seconds. */
const ASKED_WITHIN_MS = 14_000

describe.skipIf(!hasRedis)(`an open conversation${hasRedis ? '' : ` (${NO_REDIS})`}`, async () => {
  if (!hasRedis) return
  const redis = await openRedis()
  const stage = await openBrowser({ REDIS_URL: redis.url })

  it('shows what is sent while the bus is lost, says nothing of it, and is live again afterwards', async () => {
    const { page, open, client } = await stage.member(demoMembers.member)
    const marcus = await stage.testServer.member(demoMembers.peer)
    const id = await newGroup([client, marcus], { name: 'Without a bus' })
    await open(`/inbox?group_id=${id}`, { live: true })
    await sendTo(marcus, id, 'Live.')
    await bubble(page, 'Live.').waitFor()
    redis.cut()
    await sendTo(marcus, id, 'In between.')
    await bubble(page, 'In between.').waitFor({ timeout: ASKED_WITHIN_MS })
    await expect.poll(() => page.getByText('You’re offline.').count()).toBe(0)
    redis.heal()
    const readiness = async () => (await fetch(`${stage.testServer.url}/readyz`)).json()
    await expect.poll(readiness).toMatchObject({ signals: true })
    await sendTo(marcus, id, 'Live again.')
    await bubble(page, 'Live again.').waitFor({ timeout: 5_000 })
  })
})
