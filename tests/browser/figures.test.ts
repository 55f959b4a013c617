/** The page of figures. */
import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { countFigures, fillFigures } from '../harness/figures.ts'
import { insertThread, networkIds } from '../harness/threads.ts'
import { expectAccessible, widthsToTry } from './kit/accessible.ts'
import { openBrowser } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage

it('says that nothing has been counted yet', async () => {
  const { page, open } = await stage.member(demoMembers.staff)
  await open('/staff/figures')
  await page.getByRole('heading', { name: 'Nothing has been counted yet' }).waitFor()
  await page.getByRole('complementary').getByText('Words that at least five members searched for').waitFor()
})

it('shows the figures of a network and a period, as charts and as tables (COUNT-figures)', async () => {
  const { legal, finance } = await networkIds(testServer)
  await fillFigures(testServer, [legal, finance])
  await countFigures(testServer)
  const { page, open } = await stage.member(demoMembers.staff)
  await open('/staff/figures')
  await page.getByText(/^All networks, .* with the 12 weeks before\.$/).waitFor()
  const hours = page.getByRole('region', { name: 'Hours to the first answer', exact: true })
  await hours.getByRole('img', { name: /^Hours to the first answer, median by week: .* hr in the week of/ }).waitFor()
  await hours.getByRole('button', { name: 'Table' }).click()
  await expect.poll(() => hours.getByRole('row').count()).toBe(13)
  await hours.getByRole('button', { name: 'Chart' }).click()
  await hours.getByRole('button', { name: 'How it is counted: Hours to the first answer' }).click()
  await hours.getByText('The median includes questions without an answer.').waitFor()
  await page.getByRole('rowheader', { name: 'Other reasons together' }).waitFor()
  await page.getByRole('combobox', { name: 'Period:' }).selectOption('4 weeks')
  await page.getByText(/with the 4 weeks before\.$/).waitFor()
  await page.getByRole('combobox', { name: 'Network:' }).selectOption({ label: 'Finance Network' })
  await page.getByText(/^Finance Network, .* with the 4 weeks before\.$/).waitFor()
  expect(page.url()).toContain(`network=${finance}`)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('figures.csv')
})

it('asks members who could answer a question, and shows who was asked', async () => {
  const { legal } = await networkIds(testServer)
  const people = await testServer.sql<{ id: number; name: string; email: string }>(
    `select id, first_name || ' ' || last_name as name, email from users where email in ($1, $2)`,
    [demoMembers.peer, demoMembers.member],
  )
  const marcus = people.find(({ email }) => email === demoMembers.peer)!
  const { id } = await insertThread(testServer, {
    author: people.find(({ email }) => email === demoMembers.member)!.id,
    networks: [legal],
    topic: 'Who has moved a works council?',
    pub_date: new Date(Date.now() - 59 * 86_400_000).toISOString(),
  })
  await testServer.sql(`insert into question_answerers (thread_id, user_id, num_of_answers) values ($1, $2, 3)`, [
    id,
    marcus.id,
  ])
  const { page, open } = await stage.member(demoMembers.staff)
  await open('/staff/figures')
  await page.getByRole('button', { name: 'Ask them: Who has moved a works council?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Who could answer' })
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click()
  await dialog.getByText('Choose who to ask.').waitFor()
  await dialog.getByRole('checkbox', { name: marcus.name }).check()
  await expectAccessible(page, 'asking to answer')
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click()
  await page.getByText('Your message was sent').waitFor()
  await page.getByRole('button', { name: 'Ask them: Who has moved a works council?' }).click()
  const asked = dialog.getByRole('checkbox', { name: marcus.name })
  await dialog.getByText(/^Asked by /).waitFor()
  expect(await asked.isDisabled()).toBe(true)
  const member = await stage.member(demoMembers.peer)
  await member.open('/inbox')
  await member.page.getByText('This question hasn’t had an answer yet.').first().waitFor()
})

it.each(widthsToTry(3))('is accessible and fits: %s', async (name, device) => {
  const { page, open } = await stage.member(demoMembers.staff, device)
  await open('/staff/figures')
  await page.getByRole('img', { name: /^Hours to the first answer/ }).waitFor()
  await expectAccessible(page, `figures, ${name}`)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

it('offers to try again when the figures do not load', async () => {
  stage.expectProblem(/Failed to load resource/)
  const { page, open } = await stage.member(demoMembers.staff)
  await open('/staff/queue')
  await page.route(/GetFigures/i, (route) => route.abort())
  await page.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name: 'Figures' }).click()
  await page.getByRole('heading', { name: 'We couldn’t load the figures' }).waitFor()
  await page.unroute(/GetFigures/i)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('img', { name: /^Hours to the first answer/ }).waitFor()
})

it('counts a search that found nothing', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  const [counted] = await Promise.all([
    page.waitForResponse(/RecordMissedSearch/i),
    open('/braintrust?q=zyzzyva&s=threads'),
  ])
  expect(counted.status()).toBe(200)
  const rows = await testServer.sql<{ query: string }>('select query from missed_searches')
  expect(rows).toEqual([{ query: 'zyzzyva' }])
})
