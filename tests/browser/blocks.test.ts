import { expect, it } from 'vitest'
import { cast } from '../cast.ts'
import { networkIds, putMessage, putThread } from '../harness/threads.ts'
import { openStage } from './kit/stage.ts'

const stage = await openStage()
const { house } = stage
const { legal } = await networkIds(house)
const idOf = async (email: string) =>
  (await house.sql<{ id: number }>('select id from users where email = $1', [email]))[0]!.id

it('folds what a blocked member wrote, shows it when asked, and lets them near again in the settings', async () => {
  const { id } = await putThread(house, { author: await idOf(cast.billing), networks: [legal], topic: 'Apart' })
  await putMessage(house, { thread: id, sender: await idOf(cast.peer), body: 'What they wrote' })
  const { page, open } = await stage.member(cast.member)
  await open(`/feed/${id}`)
  await page.getByRole('button', { name: 'More about the reply of Marcus Oyelaran' }).click()
  await page.getByRole('button', { name: 'Block Marcus Oyelaran' }).click()
  await page.getByText('They are not told.').waitFor()
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  await page.getByText('You blocked this member.').waitFor()
  await expect.poll(() => page.getByText('What they wrote').count()).toBe(0)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByText('What they wrote').waitFor()
  await open('/profile/settings')
  await page.getByRole('button', { name: 'Unblock Marcus Oyelaran' }).click()
  await page.getByText('You have blocked nobody.').waitFor()
  await open(`/feed/${id}`)
  await page.getByText('What they wrote').waitFor()
})

it('folds a thread of a blocked member in the feed and when it is open', async () => {
  const author = await idOf(cast.billing)
  const { id } = await putThread(house, { author, networks: [legal], topic: 'Asked by somebody kept away' })
  await putMessage(house, { thread: id, sender: await idOf(cast.peer), body: 'An answer to it' })
  await house.sql('insert into member_blocks (user_id, blocked_user_id) values ($1, $2)', [
    await idOf(cast.member),
    author,
  ])
  const { page, open } = await stage.member(cast.member)
  await open('/feed')
  const entry = page.getByRole('article').filter({ hasText: 'You blocked this member.' }).first()
  await entry.waitFor()
  await expect.poll(() => page.getByText('Asked by somebody kept away').count()).toBe(0)
  await entry.getByRole('button', { name: 'Show' }).click()
  await page.getByRole('link', { name: 'Asked by somebody kept away', exact: true }).waitFor()
  await open(`/feed/${id}`)
  await page.getByText('You blocked this member.').waitFor()
  await page.getByText('An answer to it').waitFor()
  await house.sql('delete from member_blocks')
})
