import { expect, it } from 'vitest'
import { COMPANY_REQUIRED, EXPERTISE_REQUIRED, EXPERT_REQUIRED, MESSAGE_REQUIRED } from '#shared/experts.ts'
import { demoMembers } from '../demo-members.ts'
import { expectAccessible, widthsToTry } from './kit/accessible.ts'
import { waitForPath, openBrowser, PHONE, scrollTop } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage
const idOf = async (name: string) =>
  (await testServer.sql<{ id: number }>('select id from experts where name = $1', [name]))[0]!.id

it('finds a firm by typing, by filters and by category, and keeps them in the address (ROUTE-experts, ROUTE-expert-categories, UI-screen-expert-search-full, UI-screen-expert-search-preview, UI-screen-company-type-search, ANALYTICS-page-expert-directory)', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  const counted = page.waitForRequest(
    (request) =>
      request.url().endsWith('/tracking/analytics-event') && request.postData()!.includes('expert-directory-viewed'),
  )
  await open('/experts')
  await counted
  await page.getByRole('link', { name: 'Maria Lopez', exact: true }).waitFor()
  await page
    .getByText(/Recommended by 5 members from 5 companies, most recently in .*; 1 disclosed/)
    .first()
    .waitFor()
  const field = page.getByRole('combobox', { name: /^Search experts/ })
  await field.pressSequentially('lop')
  const first = page.getByRole('option').first()
  await first.filter({ hasText: 'Maria Lopez' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => first.getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('Enter')
  const maria = await idOf('Maria Lopez')
  await waitForPath(page, `/experts/${maria}?s=experts&sid=${maria}`)
  await page.getByRole('heading', { level: 1, name: 'Maria Lopez' }).waitFor()
  await page.goBack()

  await page.getByRole('combobox', { name: /^Type/ }).selectOption('software')
  await page.getByLabel('Price').selectOption('1')
  await waitForPath(page, /\/experts\?(?=.*type=software)(?=.*price=1)/)
  await page.getByRole('link', { name: 'Maria Lopez', exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Paperloom', exact: true }).waitFor()
  const logo = page.getByRole('listitem').filter({ hasText: 'Paperloom' }).locator('img').first()
  expect(await logo.getAttribute('src')).toMatch(/^data:image\/svg/)
  await field.fill('nosuchnameanywhere')
  // Press Enter, then type one more letter before the URL has changed.
  await field.evaluate((input: HTMLInputElement) => {
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, `${input.value}!`)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await page.getByRole('heading', { name: 'No results' }).waitFor()
  await waitForPath(page, /search=nosuchnameanywhere(&|$)/)
  expect(await field.inputValue()).toBe('nosuchnameanywhere!')
  await page.getByRole('heading', { name: 'Open requests' }).waitFor()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await page.getByRole('link', { name: 'Maria Lopez', exact: true }).waitFor()

  await page.getByRole('link', { name: 'Categories' }).click()
  await page.getByRole('heading', { level: 1, name: 'Expert categories' }).waitFor()
  await page.getByLabel('Search categories').fill('transl')
  await page.getByText('1 category').waitFor()
  await page.getByRole('link', { name: /^Translation/ }).click()
  await waitForPath(page, /\/experts\?category=\d+$/)
  await page.getByRole('link', { name: 'Verbatim Nord', exact: true }).waitFor()
})

it('opens an expert over the list with what was searched for, and gives the place back on closing (SHELL-overlay-profiles)', async () => {
  const { page, open } = await stage.member(demoMembers.member, PHONE)
  const layer = page.locator('[data-top-layer]')
  const rows = page.getByRole('list', { name: 'Experts', exact: true }).getByRole('heading', { level: 2 })
  await open('/experts?type=individual')
  const link = rows.getByRole('link').nth(3)
  await link.scrollIntoViewIfNeeded()
  const [name, href, before] = [await link.textContent(), await link.getAttribute('href'), await scrollTop(page)]
  expect(href).toMatch(/^\/experts\/\d+\?s=experts&sid=\d+$/)
  expect(before).toBeGreaterThan(0)
  const asked = page.waitForRequest('**/api/graphql/GetExpertProfile')
  await link.click()
  expect((await asked).postDataJSON()).toMatchObject({ variables: { s: 'experts' } })
  await layer.getByRole('heading', { level: 1, name: name! }).waitFor()
  await waitForPath(page, `${href}#!open`)
  await layer.getByRole('link', { name: 'Back', exact: true }).click()
  await waitForPath(page, '/experts?type=individual')
  await layer.waitFor({ state: 'detached' })
  await expect.poll(async () => Math.abs((await scrollTop(page)) - before)).toBeLessThanOrEqual(10)
})

it('stays with the expert whom one has come to when the list of the last letter arrives', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  await open('/experts')
  const field = page.getByRole('combobox', { name: /^Search experts/ })
  const option = page.getByRole('option', { name: /Maria Lopez/ })
  await field.pressSequentially('lo')
  await option.waitFor()
  const { promise: listed, resolve: list } = Promise.withResolvers<void>()
  await page.route('**/api/graphql/SearchFilterExpertsPreview', async (route) => {
    await listed
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/graphql/SearchFilterExpertsPreview')
  await field.pressSequentially('p')
  await option.hover()
  await asked
  await expect.poll(() => option.getAttribute('aria-selected')).toBe('true')
  const answered = page.waitForResponse('**/api/graphql/SearchFilterExpertsPreview')
  list()
  await (await answered).finished()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Maria Lopez' }).waitFor()
})

it('shows an expert, takes a vote and takes it back, and puts in touch only after consent (ROUTE-expert-profile, UI-screen-expert-profile, UI-screen-company-mentions, FEATURE-expert-votes, UI-expert-type-label-software)', async () => {
  const id = await idOf('Ledgerline')
  const { page, open, client } = await stage.member(demoMembers.finance)
  await open(`/experts/${id}`)
  await page.getByRole('heading', { level: 1, name: 'Ledgerline' }).waitFor()
  await expect.poll(() => page.title()).toMatch(/^(\(\d+\) )?Ledgerline · Counterpart$/)
  const vote = page.getByRole('button', { name: 'Agree', exact: true })
  const before = await vote.getAttribute('aria-pressed')
  await vote.click()
  await page.locator(`[aria-label="Agree"][aria-pressed="${before === 'true' ? 'false' : 'true'}"]`).waitFor()
  await vote.click()
  await page.locator(`[aria-label="Agree"][aria-pressed="${before}"]`).waitFor()

  await page.getByRole('button', { name: 'Request an introduction' }).click()
  const form = page.getByRole('form', { name: 'Request an introduction to Ledgerline' })
  await form.getByRole('button', { name: 'Send request' }).click()
  await form
    .getByRole('alert')
    .getByText(/To continue, agree to share/)
    .waitFor()
  const connections = () => testServer.sql('select from vendor_connections where user_id = $1', [client.id])
  await expect.poll(() => connections()).toHaveLength(0)
  await form.getByRole('checkbox', { name: /Share my name/ }).check()
  await form.getByRole('button', { name: 'Send request' }).click()
  await page.getByText(/^You requested an introduction to Ledgerline on/).waitFor()
  await expect.poll(() => connections()).toHaveLength(1)

  await page.getByRole('button', { name: 'All mentions of Ledgerline' }).click()
  await page.getByRole('heading', { name: 'Mentions of Ledgerline' }).waitFor()
  await expectAccessible(page, 'expert')
})

it('recommends a new expert after asking whom one means, with the messages of the form (ROUTE-recommendations, MSG-recommend-expert-required, MSG-recommend-expertise-required, MSG-recommend-company-required, UI-section-label-recommendations_home)', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  await open('/recommendations')
  await page.getByRole('heading', { name: 'Requests you could answer' }).waitFor()
  await page.getByRole('button', { name: 'Recommend an expert' }).click()
  const form = page.getByRole('form', { name: 'Recommend an expert' })
  const send = form.getByRole('button', { name: 'Recommend to my networks' })
  const says = (words: string) => form.getByRole('alert').getByText(words, { exact: true }).waitFor()
  await send.click()
  await says(EXPERT_REQUIRED)
  await form.getByRole('combobox').first().pressSequentially('Maria Lopes')
  await form.getByRole('option', { name: 'Add “Maria Lopes”' }).click()
  await form.getByRole('button', { name: 'Maria Lopez (Dahlberg & Rowe)' }).waitFor()
  await send.click()
  await says(COMPANY_REQUIRED)
  await form.getByRole('button', { name: 'Maria Lopez (Dahlberg & Rowe)' }).click()
  await send.click()
  await says(EXPERTISE_REQUIRED)
  await form.getByLabel('Recommended for').selectOption({ label: 'Litigation' })
  await send.click()
  await says(MESSAGE_REQUIRED)
  await form.getByLabel('What should members know?').fill('Calm and <b>exact</b>.')
  await form.getByRole('checkbox', { name: /I have a relationship with them/ }).check()
  await form.getByLabel('Your relationship').fill('They’re our outside counsel.')
  await expectAccessible(page, 'form')
  // Leaving the page does not discard the draft.
  await open('/recommendations')
  await page.getByRole('button', { name: 'Recommend an expert' }).click()
  await expect.poll(() => form.getByLabel('What should members know?').inputValue()).toBe('Calm and <b>exact</b>.')
  await send.click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Recommend an expert' }).click()
  expect(await form.getByLabel('What should members know?').inputValue()).toBe('')
  await form.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Given' }).click()
  await page.getByText('Calm and <b>exact</b>.').waitFor()
  await page.getByText('Disclosed: They’re our outside counsel.').waitFor()
  await expect.poll(() => page.locator('nav[aria-label="Recommendation sections"] [aria-current]').count()).toBe(1)
  await page.getByRole('link', { name: 'Received' }).click()
  await waitForPath(page, '/recommendations?view=received')
})

it('answers for an expert whom one may not find as for none, and says when it could not load (ROUTE-expert-profile)', async () => {
  stage.expectProblem(/404|500/)
  const { page, open } = await stage.member(demoMembers.member)
  await open('/experts/999999')
  await page.getByRole('heading', { level: 1, name: 'This expert isn’t available' }).waitFor()
  expect(await open('/experts/lopez')).toBe(404)
  let fails = true
  await page.route('**/api/graphql/SearchFilterExperts', (route) =>
    fails ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  )
  await open('/experts')
  await page.getByRole('heading', { name: 'We couldn’t load the experts' }).waitFor({ timeout: 20_000 })
  fails = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('link', { name: 'Maria Lopez', exact: true }).waitFor()
})

it('lets staff join two entries and part them; for a member there is no such page', async () => {
  stage.expectProblem(/404/)
  const { page, open } = await stage.member(demoMembers.staff)
  await open('/staff/experts')
  await page.getByRole('button', { name: 'Keep Ewan Mackintosh' }).click()
  const form = page.getByRole('form', { name: 'Merge Ewan Macintosh into Ewan Mackintosh' })
  await form.getByRole('button', { name: /^Merge/ }).click()
  await form.getByText(/Enter a reason for merging/).waitFor()
  await form.getByLabel(/Reason for merging/).fill('One person, spelt twice.')
  await form.getByRole('button', { name: /^Merge/ }).click()
  await page.getByText('Ruth Calloway merged Ewan Macintosh into Ewan Mackintosh').waitFor()
  await expectAccessible(page, 'joining')
  await page.getByRole('button', { name: 'Undo: Ewan Macintosh into Ewan Mackintosh' }).click()
  await page.getByText(/^Undone/).waitFor()
  await page.getByRole('button', { name: 'Keep Ewan Macintosh' }).waitFor()
  const member = await stage.member(demoMembers.member)
  expect(await member.open('/staff/experts')).toBe(404)
})

it.each(widthsToTry(0))('can be read by everyone on a %s', async (_, device) => {
  const { page, open } = await stage.member(demoMembers.member, device)
  for (const path of [
    '/experts',
    '/experts/categories',
    '/recommendations',
    `/experts/${await idOf('Clausewright')}`,
  ]) {
    await open(path)
    await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('heading', { level: 1 }).count(), { message: path }).toBe(1)
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), { message: path })
      .toBe(true)
    await expectAccessible(page, path)
  }
})
