/** Features that staff switch off are not offered, not even in the server-rendered HTML. */
import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { expectAccessible } from './kit/accessible.ts'
import { openBrowser, PHONE } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage
const off = (key: string, email: string) =>
  testServer.sql('insert into feature_flags (key, enabled, user_id) select $1, false, id from users where email = $2', [
    key,
    email,
  ])
/** The HTML that the server renders for this member. */
const written = async (email: string, path: string) => (await (await testServer.member(email)).send('GET', path)).text

it('offers all of it by default', async () => {
  const { page, open } = await stage.member(demoMembers.peer)
  await open('/feed')
  for (const name of ['Create a poll', 'Ask for a recommendation']) await page.getByRole('button', { name }).waitFor()
  await page.getByRole('button', { name: 'Start a discussion' }).click()
  await page.getByRole('switch', { name: 'Ask anonymously' }).waitFor()
  await open('/members')
  await page.getByRole('button', { name: 'Map' }).waitFor()
  expect(await open('/recommendations')).toBe(200)
  expect(await open('/profile/invite')).toBe(200)
})

it('polls: not offered beside the feed nor among the kinds (STAFF-flags-consumer)', async () => {
  await off('polls', demoMembers.member)
  expect(await written(demoMembers.member, '/feed')).not.toContain('Create a poll')
  expect(await written(demoMembers.peer, '/feed')).toContain('Create a poll')
  const { page, open } = await stage.member(demoMembers.member)
  await open('/feed')
  await page.getByRole('button', { name: 'Start a discussion' }).click()
  await page.getByRole('radio', { name: 'Document request' }).waitFor()
  expect(await page.getByRole('radio', { name: 'Poll' }).count()).toBe(0)
})

it('anonymous posts: the switch is gone (STAFF-flags-consumer)', async () => {
  await off('anonymous_posts', demoMembers.member)
  const { page, open } = await stage.member(demoMembers.member)
  await open('/feed')
  await page.getByRole('button', { name: 'Start a discussion' }).click()
  await page.getByRole('textbox', { name: 'Topic' }).waitFor()
  expect(await page.getByRole('switch', { name: 'Ask anonymously' }).count()).toBe(0)
})

it('map: the directory has none (STAFF-flags-consumer)', async () => {
  await off('map', demoMembers.member)
  const { page, open } = await stage.member(demoMembers.member)
  await open('/members')
  await page.getByRole('button', { name: /^Filters/ }).waitFor()
  expect(await page.getByRole('button', { name: 'Map' }).count()).toBe(0)
})

it('recommendations: neither in the menu nor at their address, nor offered as a kind (STAFF-flags-consumer)', async () => {
  stage.expectProblem(/404/)
  await off('recommendations', demoMembers.member)
  expect(await written(demoMembers.member, '/feed')).not.toContain('href="/recommendations"')
  expect(await written(demoMembers.peer, '/feed')).toContain('href="/recommendations"')
  const { page, open } = await stage.member(demoMembers.member)
  for (const path of ['/recommendations', '/experts']) expect(await open(path)).toBe(404)
  await open('/feed')
  expect(await page.getByRole('button', { name: 'Ask for a recommendation' }).count()).toBe(0)
})

it('inviting colleagues: neither in the menu nor at its address (STAFF-flags-consumer)', async () => {
  stage.expectProblem(/404/)
  await off('invitations', demoMembers.member)
  const { page, open } = await stage.member(demoMembers.member)
  expect(await open('/profile/invite')).toBe(404)
  await open('/feed')
  await page
    .getByRole('button', { name: /Helen Marsh/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Settings' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Invite a colleague' }).count()).toBe(0)
})

it('lets staff switch a feature for everybody, and add and remove exceptions (STAFF-flags-write)', async () => {
  const { page, open } = await stage.member(demoMembers.staff, PHONE)
  await open('/staff/flags')
  await page.getByRole('button', { name: 'Turn off for everyone: Polls' }).click()
  await page.getByRole('button', { name: 'Turn on for everyone: Polls' }).waitFor()
  await page.getByRole('button', { name: 'Add an exception: Polls' }).click()
  const form = page.getByRole('form', { name: 'Exception: Polls' })
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Choose a network, or enter the email address of a member.').waitFor()
  await form.getByRole('combobox', { name: 'Member' }).fill('nobody@example.org')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('No member has this email address.').waitFor()
  await form.getByRole('combobox', { name: 'Member' }).fill(demoMembers.finance)
  await form.getByLabel('For them it is').selectOption('on')
  await expectAccessible(page, 'features')
  await form.getByRole('button', { name: 'Save' }).click()
  const exceptions = page.getByRole('list', { name: 'Exceptions: Polls' })
  await exceptions.getByText('Samuel Adeyemi').waitFor()
  expect(await written(demoMembers.finance, '/feed')).toContain('Create a poll')
  expect(await written(demoMembers.peer, '/feed')).not.toContain('Create a poll')
  await page.getByRole('button', { name: 'Remove the exception for Samuel Adeyemi: Polls' }).click()
  await exceptions.getByText('Samuel Adeyemi').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Turn on for everyone: Polls' }).click()
  await page.getByRole('button', { name: 'Turn off for everyone: Polls' }).waitFor()
})
