import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { insertMessage, insertThread, networkIds } from '../harness/threads.ts'
import { openBrowser, PHONE, waitForPath } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage
const { legal } = await networkIds(testServer)
const idOf = async (email: string) =>
  (await testServer.sql<{ id: number }>('select id from users where email = $1', [email]))[0]!.id
const [marcus, camille] = [await idOf(demoMembers.peer), await idOf(demoMembers.groupAdmin)]

it('sorts the feed by what is new, active, unanswered or most relevant, and keeps it in the address', async () => {
  const old = { author: marcus, networks: [legal], pub_date: new Date(Date.now() - 20 * 86_400_000).toISOString() }
  const { id, opening } = await insertThread(testServer, { ...old, topic: 'Old, and answered now' })
  await insertMessage(testServer, { thread: id, sender: camille, parent: opening, body: 'Now.' })
  const { page, open } = await stage.member(demoMembers.member)
  await open('/feed')
  const first = () => page.getByRole('feed').getByRole('heading', { level: 3 }).first().innerText()
  const sort = page.getByRole('combobox', { name: 'Sort by' })
  expect(await first()).not.toBe('Old, and answered now')
  await sort.selectOption('Active')
  await waitForPath(page, '/feed?sort=active')
  await page.getByRole('heading', { level: 2, name: 'Recently active' }).waitFor()
  await expect.poll(first).toBe('Old, and answered now')
  await page.reload()
  await expect.poll(first).toBe('Old, and answered now')
  await sort.selectOption('Unanswered')
  await waitForPath(page, '/feed?unanswered=true')
  await sort.selectOption('Most relevant to me')
  await waitForPath(page, '/feed?sort=relevant')
  await page.getByRole('heading', { level: 2, name: 'Most relevant' }).waitFor()
  await sort.selectOption('New')
  await waitForPath(page, '/feed')
})

it('fills the form of a new discussion with what another app shares, below what was begun', async () => {
  const { page, open } = await stage.member(demoMembers.member, PHONE)
  await open('/feed?shared_title=A+ruling&shared_text=Worth+a+look+https%3A%2F%2Fcourt.test%2F7%3Fa%3D1%26b%3D2')
  const form = page.getByRole('form', { name: 'Start a discussion' })
  await expect.poll(() => form.getByRole('textbox', { name: 'Topic' }).inputValue()).toBe('A ruling')
  await form.getByText('Worth a look').waitFor()
  await form.getByText('https://court.test/7?a=1&b=2').waitFor()
  expect(page.url()).not.toContain('shared_')
  await open('/feed?shared_url=https%3A%2F%2Fcourt.test%2F8')
  await expect.poll(() => form.getByRole('textbox', { name: 'Topic' }).inputValue()).toBe('A ruling')
  await form.getByText('https://court.test/8').waitFor()
  await form.getByText('Worth a look').waitFor()
})
