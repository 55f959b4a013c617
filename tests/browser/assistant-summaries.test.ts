/** A summary above long discussions, in sentences of replies that lead to them. */
import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { insertMessage, insertThread, networkIds } from '../harness/threads.ts'
import { expectAccessible } from './kit/accessible.ts'
import { openBrowser } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage
const { legal } = await networkIds(testServer)
const [marcus, grace] = await testServer.members(demoMembers.peer, demoMembers.billing)

const REPLIES = [
  'We renew ferry permits with the harbour office each March.',
  'Ferry permits cost 400 at the harbour office.',
  'The harbour office renews ferry permits by post.',
]

async function discussion(count: number) {
  const { id } = await insertThread(testServer, { author: marcus.id, networks: [legal], topic: 'Ferry permits' })
  for (let nth = 0; nth < count; nth++)
    await insertMessage(testServer, {
      thread: id,
      sender: nth % 2 === 0 ? grace.id : marcus.id,
      body: nth < REPLIES.length ? REPLIES[nth]! : `Thanks, number ${nth}.`,
    })
  return id
}

it('says what was said, and opens the reply of a sentence', async () => {
  const id = await discussion(14)
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`)
  await page.getByRole('button', { name: 'What was said' }).click()
  const summary = page.getByRole('region', { name: 'Summary of the replies' })
  await summary.getByText('Ferry permits cost 400 at the harbour office.').waitFor()
  await expectAccessible(page, 'a summary')
  await summary.getByRole('listitem').filter({ hasText: '400' }).getByRole('link').click()
  await page.waitForURL(/#message-\d+$/)
})

it('is not there above short discussions', async () => {
  const id = await discussion(4)
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`)
  await page.getByRole('button', { name: 'Follow' }).waitFor()
  expect(await page.getByRole('button', { name: 'What was said' }).count()).toBe(0)
})
