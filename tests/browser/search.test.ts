import path from 'node:path'
import { expect, it } from 'vitest'
import { pdfOf } from '#database/seed/file-forms.ts'
import { localBlobs } from '#server/platform/blobs.ts'
import { demoMembers } from '../demo-members.ts'
import { startIndex } from '../harness/search-index.ts'
import { networkIds, insertMessage, insertThread } from '../harness/threads.ts'
import { expectAccessible } from './kit/accessible.ts'
import { PHONE, waitForPath, openBrowser } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage
const { legal } = await networkIds(testServer)
const helen = await testServer.member(demoMembers.member)
const marcus = await testServer.member(demoMembers.peer)
const { id } = await insertThread(testServer, { author: helen.id, networks: [legal], topic: 'Keeping quokkas' })
const answer = await insertMessage(testServer, {
  thread: id,
  sender: marcus.id,
  body: 'Ours live behind the numbat house.',
})
await insertMessage(testServer, {
  thread: id,
  sender: marcus.id,
  body: 'And a kinkajou.',
  readers: [marcus.id, helen.id],
})
const { id: papers } = await insertThread(testServer, {
  author: helen.id,
  networks: [legal],
  topic: 'Papers of the zoo',
})
const filed = await insertMessage(testServer, { thread: papers, sender: marcus.id, body: 'Attached.' })
const key = await localBlobs(path.join(testServer.config.dataDir, 'files')).put(
  pdfOf(['Of the kookaburra', 'it is said']),
)
await testServer.sql(
  `insert into message_attachments (message_id, name, file_type, size, storage_key) values ($1, 'Aviary rules.pdf', 'application/pdf', 1, $2)`,
  [filed, key],
)
await testServer.sql("select from graphile_worker.add_job('search:index')")
await testServer.runJobs()
await startIndex(testServer)

it('finds a reply by its words, marks them, and leads to it (ROUTE-braintrust, UI-section-label-global-search, DECISION-all-results-pages, DECISION-search-section-values)', async () => {
  const { page, open } = await stage.member(demoMembers.billing)
  await open('/braintrust')
  await page.getByRole('heading', { name: 'Braintrust', level: 1 }).waitFor()
  await page.getByRole('combobox', { name: 'Search', exact: true }).fill('numbats from:marcus')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await waitForPath(page, '/braintrust?q=numbats+from%3Amarcus')
  await page.getByText('1 discussion').waitFor()
  await expect.poll(() => page.locator('mark').allTextContents()).toEqual(['numbat'])
  await page.getByRole('link', { name: 'All discussions' }).click()
  await waitForPath(page, /s=threads/)
  await page.getByRole('heading', { name: 'Members', level: 2 }).waitFor({ state: 'detached' })
  await expect
    .poll(() => page.locator('[aria-label="Result types"] [aria-current]').allTextContents())
    .toEqual(['Discussions'])
  await page.getByRole('link', { name: 'Keeping quokkas' }).click()
  await waitForPath(page, new RegExp(`^/feed/${id}#.*${answer}`))
})

it('finds nothing of what others said in private, and what has any of the words', async () => {
  // The library of the tests has no pictures.
  stage.expectProblem(/404.*\/preview/)
  const { page, open } = await stage.member(demoMembers.billing)
  await open('/braintrust?q=kinkajou')
  await page.getByRole('heading', { name: 'No results' }).waitFor()
  // A question needs no second search for any of its words.
  await open('/braintrust?q=numbat+of+unheard+words')
  await page.getByRole('link', { name: 'Keeping quokkas' }).waitFor()
})

it('suggests what one searched for before, by keyboard', async () => {
  const { page, open } = await stage.member(demoMembers.billing)
  await testServer.sql(
    `insert into searches (user_id, search_section, query) select id, 'threads', 'numbat house' from users where email = $1`,
    [demoMembers.billing],
  )
  await open('/braintrust')
  await page.getByRole('combobox', { name: 'Search', exact: true }).click()
  await page.getByRole('option', { name: 'numbat house recent search' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await waitForPath(page, '/braintrust?q=numbat+house')
})

it('finds every kind in the palette while one types, after Ctrl K on any page', async () => {
  const { page, open } = await stage.member(demoMembers.billing)
  await open('/members')
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search everything, or type a command' })
  await page.keyboard.type('kangaroomouse')
  await page.getByText('No results. Try other words.').waitFor()
  await page.getByRole('option', { name: 'Search for “kangaroomouse”', selected: true }).waitFor()
  await field.fill('numbat hou')
  await page.getByRole('option', { name: /^Keeping quokkas In a reply\. / }).waitFor()
  await field.fill('kookab')
  await page.getByRole('option', { name: /^Papers of the zoo In a file\. /, selected: true }).waitFor()
  await expect.poll(() => page.getByRole('option', { name: /^Keeping quokkas/ }).count()).toBe(0)
  await expectAccessible(page, 'palette with results')
  const option = page.getByRole('dialog').getByRole('option', { selected: true })
  expect(await option.getAttribute('id')).toBe(await field.getAttribute('aria-activedescendant'))
  await page.keyboard.press('Enter')
  await waitForPath(page, new RegExp(`^/feed/${papers}#.*${filed}`))
  expect(await page.getByRole('dialog').count()).toBe(0)
})

it('finds people in the palette, and messages one of them', async () => {
  const { page, open } = await stage.member(demoMembers.billing)
  await open('/feed')
  await page.getByRole('link', { name: 'Search everything, or type a command' }).click()
  await page.keyboard.type('priya')
  await page
    .getByRole('group', { name: 'People' })
    .getByRole('option', { name: /^Priya Raman/ })
    .waitFor()
  await page.getByRole('combobox', { name: 'Search everything, or type a command' }).fill('message priya')
  await page.getByRole('option', { name: /^Message Priya Raman/, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await waitForPath(page, /^\/inbox\?/)
})

it('goes to pages and changes the appearance from the palette, and gives the focus back', async () => {
  const { page, open } = await stage.member(demoMembers.billing)
  await open('/members')
  const opener = page.getByRole('link', { name: 'Search everything, or type a command' })
  await opener.focus()
  await page.keyboard.press('Enter')
  // What she searched for before stands above it.
  await page.getByRole('option', { name: /^Ask a question/ }).waitFor()
  await page.getByRole('option', { name: 'Home' }).waitFor()
  await page.keyboard.type('dark')
  await page.getByRole('option', { name: /^Dark/ }).click()
  await expect.poll(() => page.locator('html').getAttribute('data-scheme')).toBe('dark')
  await expect.poll(() => opener.evaluate((link) => link === document.activeElement)).toBe(true)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('noti')
  await page.getByRole('option', { name: 'Notifications', selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await waitForPath(page, '/notifications')
})

it('a key pressed at once after the palette was closed is for the page', async () => {
  const { page, open } = await stage.member(demoMembers.billing)
  await open('/members')
  for (const [key, ctrlKey, opened] of [
    ['k', true, 'Search everything, or type a command'],
    ['?', false, 'Keyboard shortcuts'],
  ] as const) {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Search everything, or type a command' }).waitFor()
    // In one step, so that the key comes before the page has heard that the dialog closed.
    await page.evaluate(
      (pressed) => {
        document.querySelector('dialog')!.close()
        document.body.dispatchEvent(new KeyboardEvent('keydown', { ...pressed, bubbles: true, cancelable: true }))
      },
      { key, ctrlKey },
    )
    await page.getByRole('dialog', { name: opened }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
})

it('letters go to the page again when the palette cannot be loaded', async () => {
  stage.expectProblem(/ERR_FAILED/)
  const { page, open } = await stage.member(demoMembers.billing)
  await open('/members')
  await page.clock.install()
  await page.route(/\.js$/, (route) => route.abort())
  await page.keyboard.press('Control+k')
  await page.clock.fastForward(5_000)
  const field = page.getByRole('main').getByRole('searchbox').first()
  await field.pressSequentially('quokka')
  expect(await field.inputValue()).toBe('quokka')
})

it('shows the answer to the last letters, however late an earlier one comes (SEARCH-live)', async () => {
  const { page, open } = await stage.member(demoMembers.billing)
  const held: (() => void)[] = []
  await page.route('**/api/graphql/PreviewThreads', async (route) => {
    if (route.request().postData()!.includes('quok')) await new Promise<void>((resolve) => held.push(resolve))
    // A canceled request has no answer.
    await route.continue().catch(() => undefined)
  })
  await open('/braintrust')
  const field = page.getByRole('combobox', { name: 'Search', exact: true })
  await field.fill('quok')
  await expect.poll(() => held.length).toBe(1)
  await field.fill('kookab')
  await page.getByRole('option', { name: 'Papers of the zoo file' }).waitFor()
  for (const release of held) release()
  await field.press('ArrowDown')
  await page.getByRole('option', { name: 'Papers of the zoo file', selected: true }).waitFor()
  expect(await page.getByRole('option', { name: 'Keeping quokkas' }).count()).toBe(0)
})

it('says so while typing offline, and lists discussions again after', async () => {
  const { page, open } = await stage.member(demoMembers.billing)
  await open('/braintrust')
  const field = page.getByRole('combobox', { name: 'Search', exact: true })
  await field.fill('numbat')
  await page.getByRole('option', { name: 'Keeping quokkas reply' }).waitFor()
  stage.expectProblem(/ERR_INTERNET_DISCONNECTED/)
  await page.context().setOffline(true)
  await field.fill('kookab')
  await page.getByText('You’re offline. Search again when you’re back online.').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('option', { name: 'Papers of the zoo file' }).waitFor()
})

it('finds a reply by what stands in its file, and says which', async () => {
  const { page, open } = await stage.member(demoMembers.billing)
  await open('/braintrust?q=kookaburras')
  await page.getByText('Aviary rules.pdf').waitFor()
  await expect.poll(() => page.locator('mark').allTextContents()).toEqual(['kookaburra'])
  await page.getByRole('link', { name: 'Papers of the zoo' }).click()
  await waitForPath(page, new RegExp(`^/feed/${papers}#.*${filed}`))
})

it('meets a word typed wrongly by what may have been meant', async () => {
  const { page, open } = await stage.member(demoMembers.billing, PHONE)
  await open('/braintrust?q=kookabura&s=threads')
  await page.getByText('No discussions contain “kookabura”.').waitFor()
  await page.getByText('Aviary rules.pdf').waitFor()
  await page.getByRole('link', { name: 'kookaburra', exact: true }).click()
  await waitForPath(page, '/braintrust?q=kookaburra&s=threads')
  await page.getByText('1 discussion').waitFor()
})

it('writes what is chosen into the search, and takes it out again', async () => {
  const { page, open } = await stage.member(demoMembers.billing)
  await open('/braintrust?q=numbat&s=threads')
  await page.getByText('1 discussion').waitFor()
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Polls')
  await waitForPath(page, '/braintrust?q=numbat+type%3Apoll&s=threads')
  await page.getByRole('heading', { name: 'No results' }).waitFor()
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Any type')
  await waitForPath(page, '/braintrust?q=numbat&s=threads')
  await page.getByRole('combobox', { name: 'Time' }).selectOption('Past month')
  await waitForPath(page, /q=numbat\+after%3A\d{4}-\d\d-01&s=threads/)
  await page.getByText('1 discussion').waitFor()
})

it('leads to members and experts with where it led from, and back (RULE-search-context-params, UI-back-label-braintrust)', async () => {
  const { page, open } = await stage.member(demoMembers.billing)
  await open('/braintrust?q=oyelaran+marcus')
  const member = page.getByRole('link', { name: 'Marcus' }).first()
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/graphql/profile'))
  await member.click()
  await sent
  await waitForPath(page, `/members/${marcus.id}?s=members&sid=${marcus.id}`)
  const counted = page.waitForRequest(
    (request) => request.url().endsWith('/api/tracking/analytics-event') && request.postDataJSON().key === 'follow',
  )
  await page
    .getByRole('button', { name: /^Follow/ })
    .first()
    .click()
  expect((await counted).postDataJSON()).toMatchObject({
    key: 'follow',
    data: { s: 'members', sid: String(marcus.id) },
  })
  await page.getByRole('link', { name: 'Braintrust' }).click()
  await waitForPath(page, '/braintrust?q=oyelaran+marcus')
})

it('leads back to what was found where nothing else is known of the way (RULE-search-context-params)', async () => {
  const { page, open } = await stage.member(demoMembers.billing)
  await open(`/members/${marcus.id}?s=members&sid=${marcus.id}`)
  await page.getByRole('link', { name: 'Braintrust' }).click()
  await waitForPath(page, `/braintrust?s=members&sid=${marcus.id}`)
  await page.locator(`a[href="/members/${marcus.id}?s=members&sid=${marcus.id}"]`).waitFor()
  const [expert] = await testServer.sql<{ id: number }>(
    'select id from experts where merged_into is null and mention_count > 0 order by mention_count desc, id limit 1',
  )
  const other = await stage.member(demoMembers.billing)
  await other.open(`/experts/${expert!.id}?s=experts&sid=${expert!.id}`)
  await other.page.getByRole('link', { name: 'Braintrust' }).click()
  await waitForPath(other.page, `/braintrust?s=experts&sid=${expert!.id}`)
  await other.page.locator(`a[href="/experts/${expert!.id}?s=experts&sid=${expert!.id}"]`).waitFor()
})
