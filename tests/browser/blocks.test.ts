import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { networkIds, insertMessage, insertThread } from '../harness/threads.ts'
import { openBrowser } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage
const { legal } = await networkIds(testServer)
const idOf = async (email: string) =>
  (await testServer.sql<{ id: number }>('select id from users where email = $1', [email]))[0]!.id

it('folds what a blocked member wrote, shows it when asked, and lets them near again in the settings', async () => {
  const { id } = await insertThread(testServer, {
    author: await idOf(demoMembers.billing),
    networks: [legal],
    topic: 'Apart',
  })
  await insertMessage(testServer, { thread: id, sender: await idOf(demoMembers.peer), body: 'What they wrote' })
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`)
  await page.getByRole('button', { name: 'More actions for Marcus Oyelaran’s reply' }).click()
  await page.getByRole('button', { name: 'Block Marcus Oyelaran' }).click()
  await page.getByText('They won’t be told.').waitFor()
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  await page.getByText('You blocked this member.').waitFor()
  await expect.poll(() => page.getByText('What they wrote').count()).toBe(0)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByText('What they wrote').waitFor()
  await open('/profile/settings')
  await page.getByRole('button', { name: 'Unblock Marcus Oyelaran' }).click()
  await page.getByText('You haven’t blocked anyone.').waitFor()
  await open(`/feed/${id}`)
  await page.getByText('What they wrote').waitFor()
})

it('folds a thread of a blocked member in the feed and when it is open', async () => {
  const author = await idOf(demoMembers.billing)
  const { id } = await insertThread(testServer, { author, networks: [legal], topic: 'Asked by somebody kept away' })
  await insertMessage(testServer, { thread: id, sender: await idOf(demoMembers.peer), body: 'An answer to it' })
  await testServer.sql('insert into member_blocks (user_id, blocked_user_id) values ($1, $2)', [
    await idOf(demoMembers.member),
    author,
  ])
  const { page, open } = await stage.member(demoMembers.member)
  await open('/feed')
  const entry = page.getByRole('article').filter({ hasText: 'You blocked this member.' }).first()
  await entry.waitFor()
  await expect.poll(() => page.getByText('Asked by somebody kept away').count()).toBe(0)
  await entry.getByRole('button', { name: 'Show' }).click()
  await page.getByRole('link', { name: 'Asked by somebody kept away', exact: true }).waitFor()
  await open(`/feed/${id}`)
  await page.getByText('You blocked this member.').waitFor()
  await page.getByText('An answer to it').waitFor()
  await testServer.sql('delete from member_blocks')
})
