import { expect, it } from 'vitest'
import { COMPANY_REQUIRED, EXPERTISE_REQUIRED, EXPERT_REQUIRED, MESSAGE_REQUIRED } from '#shared/experts.ts'
import { cast } from '../cast.ts'
import { expectAccessible } from './kit/accessible.ts'
import { arrivesAt, DESK, openStage, PHONE } from './kit/stage.ts'

const stage = await openStage()
const { house } = stage
const idOf = async (name: string) =>
  (await house.sql<{ id: number }>('select id from experts where name = $1', [name]))[0]!.id

it('finds a firm by typing, by filters and by category, and keeps them in the address (ROUTE-experts, ROUTE-expert-categories, UI-screen-expert-search-full, UI-screen-expert-search-preview, UI-screen-company-type-search, ANALYTICS-page-expert-directory)', async () => {
  const { page, open } = await stage.member(cast.member)
  const counted = page.waitForRequest(
    (request) =>
      request.url().endsWith('/tracking/analytics-event') && request.postData()!.includes('expert-directory-viewed'),
  )
  await open('/experts')
  await counted
  await page.getByRole('link', { name: 'Maria Lopez', exact: true }).waitFor()
  await page
    .getByText(/Recommended by 5 members of 5 companies, the last in .*; 1 disclosed/)
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
  await arrivesAt(page, `/experts/${maria}?s=experts&sid=${maria}`)
  await page.getByRole('heading', { level: 1, name: 'Maria Lopez' }).waitFor()
  await page.goBack()

  await page.getByLabel('Kind').selectOption('software')
  await page.getByLabel('Price').selectOption('1')
  await arrivesAt(page, /\/experts\?(?=.*type=software)(?=.*price=1)/)
  await page.getByRole('link', { name: 'Maria Lopez', exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Paperloom', exact: true }).waitFor()
  await field.fill('nosuchnameanywhere')
  // Enter, and one letter more before the address has changed.
  await field.evaluate((input: HTMLInputElement) => {
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, `${input.value}!`)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await page.getByRole('heading', { name: 'Nobody matches' }).waitFor()
  await arrivesAt(page, /search=nosuchnameanywhere(&|$)/)
  expect(await field.inputValue()).toBe('nosuchnameanywhere!')
  await page.getByRole('heading', { name: 'Asked for at present' }).waitFor()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await page.getByRole('link', { name: 'Maria Lopez', exact: true }).waitFor()

  await page.getByRole('link', { name: 'Categories' }).click()
  await page.getByRole('heading', { level: 1, name: 'Expert categories' }).waitFor()
  await page.getByLabel('Find a category').fill('transl')
  await page.getByText('1 category').waitFor()
  await page.getByRole('link', { name: /^Translation/ }).click()
  await arrivesAt(page, /\/experts\?category=\d+$/)
  await page.getByRole('link', { name: 'Verbatim Nord', exact: true }).waitFor()
})

it('stays with the expert whom one has come to when the list of the last letter arrives', async () => {
  const { page, open } = await stage.member(cast.member)
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
  const { page, open, client } = await stage.member(cast.finance)
  await open(`/experts/${id}`)
  await page.getByRole('heading', { level: 1, name: 'Ledgerline' }).waitFor()
  await expect.poll(() => page.title()).toBe('Ledgerline · Counterpart')
  const vote = page.getByRole('button', { name: 'Vote for' })
  const before = await vote.getAttribute('aria-pressed')
  await vote.click()
  await page.locator(`[aria-label="Vote for"][aria-pressed="${before === 'true' ? 'false' : 'true'}"]`).waitFor()
  await vote.click()
  await page.locator(`[aria-label="Vote for"][aria-pressed="${before}"]`).waitFor()

  await page.getByRole('button', { name: 'Ask to be put in touch' }).click()
  const form = page.getByRole('form', { name: 'Be put in touch with Ledgerline' })
  await form.getByRole('button', { name: 'Ask Ledgerline' }).click()
  await form
    .getByRole('alert')
    .getByText(/Agree first/)
    .waitFor()
  const connections = () => house.sql('select from vendor_connections where user_id = $1', [client.id])
  await expect.poll(() => connections()).toHaveLength(0)
  await form.getByRole('checkbox', { name: /may be told my name/ }).check()
  await form.getByRole('button', { name: 'Ask Ledgerline' }).click()
  await page.getByText(/^You asked Ledgerline on/).waitFor()
  await expect.poll(() => connections()).toHaveLength(1)

  await page.getByRole('button', { name: 'All that is said about Ledgerline' }).click()
  await page.getByRole('heading', { name: 'Said about Ledgerline' }).waitFor()
  await expectAccessible(page, 'expert')
})

it('recommends a new expert after asking whom one means, with the messages of the form (ROUTE-recommendations, MSG-recommend-expert-required, MSG-recommend-expertise-required, MSG-recommend-company-required, UI-section-label-recommendations_home)', async () => {
  const { page, open } = await stage.member(cast.member)
  await open('/recommendations')
  await page.getByRole('heading', { name: 'Requests that you could answer' }).waitFor()
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
  await form.getByLabel('What members should know').fill('Calm and <b>exact</b>.')
  await form.getByRole('checkbox', { name: /Something binds us/ }).check()
  await form.getByLabel('What binds you').fill('They are outside counsel of ours.')
  await expectAccessible(page, 'form')
  // Leaving the page loses nothing.
  await open('/recommendations')
  await page.getByRole('button', { name: 'Recommend an expert' }).click()
  await expect.poll(() => form.getByLabel('What members should know').inputValue()).toBe('Calm and <b>exact</b>.')
  await send.click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Recommend an expert' }).click()
  expect(await form.getByLabel('What members should know').inputValue()).toBe('')
  await form.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Given' }).click()
  await page.getByText('Calm and <b>exact</b>.').waitFor()
  await page.getByText('Disclosed: They are outside counsel of ours.').waitFor()
  await expect.poll(() => page.locator('nav[aria-label="Sections of recommendations"] [aria-current]').count()).toBe(1)
  await page.getByRole('link', { name: 'Received' }).click()
  await arrivesAt(page, '/recommendations?view=received')
})

it('answers for an expert whom one may not find as for none, and says when it could not load (ROUTE-expert-profile)', async () => {
  stage.expectProblem(/404|500/)
  const { page, open } = await stage.member(cast.member)
  await open('/experts/999999')
  await page.getByRole('heading', { level: 1, name: 'This expert is not here' }).waitFor()
  expect(await open('/experts/lopez')).toBe(404)
  let fails = true
  await page.route('**/api/graphql/SearchFilterExperts', (route) =>
    fails ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  )
  await open('/experts')
  await page.getByRole('heading', { name: 'We could not load the experts' }).waitFor({ timeout: 20_000 })
  fails = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('link', { name: 'Maria Lopez', exact: true }).waitFor()
})

it('lets staff join two entries and part them; for a member there is no such page', async () => {
  stage.expectProblem(/404/)
  const { page, open } = await stage.member(cast.staff)
  await open('/staff/experts')
  await page.getByRole('button', { name: 'Keep Ewan Mackintosh' }).click()
  const form = page.getByRole('form', { name: 'Join Ewan Macintosh to Ewan Mackintosh' })
  await form.getByRole('button', { name: /^Join/ }).click()
  await form.getByText(/Say why the two are one/).waitFor()
  await form.getByLabel(/Why they are one/).fill('One person, spelt twice.')
  await form.getByRole('button', { name: /^Join/ }).click()
  await page.getByText('Ruth Calloway joined Ewan Macintosh to Ewan Mackintosh').waitFor()
  await expectAccessible(page, 'joining')
  await page.getByRole('button', { name: 'Undo: Ewan Macintosh into Ewan Mackintosh' }).click()
  await page.getByText(/^Undone/).waitFor()
  await page.getByRole('button', { name: 'Keep Ewan Macintosh' }).waitFor()
  const member = await stage.member(cast.member)
  expect(await member.open('/staff/experts')).toBe(404)
})

it.each([
  ['a phone', PHONE],
  ['a desk', DESK],
] as const)('can be read by everyone on %s', async (_, device) => {
  const { page, open } = await stage.member(cast.member, device)
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
