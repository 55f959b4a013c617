import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CreatePoll, PollById, VotePoll } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey } from '../harness/client.ts'
import { insertMessage, insertThread, networkIds } from '../harness/threads.ts'
import { expectAccessible } from './kit/accessible.ts'
import { waitForPath, DESKTOP, openBrowser, PHONE } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage
const { legal } = await networkIds(testServer)
const [helen, marcus, grace] = await testServer.members(demoMembers.member, demoMembers.peer, demoMembers.billing)
const opened = async (more: Record<string, unknown> = {}) =>
  (
    await helen.ask(CreatePoll, {
      title: 'Which counsel first?',
      options: ['Local', 'National', 'Foreign'],
      idempotency_key: newKey(),
      ...more,
    })
  ).createPoll

it('is opened with its options in the order chosen by keyboard, refused while it is not whole, and keeps what was written (UI-screen-polls)', async () => {
  const browserSession = await stage.member(helen, DESKTOP)
  const { page, open } = browserSession
  await open('/feed')
  await page.getByRole('button', { name: 'Start a discussion' }).click()
  await page.getByRole('textbox', { name: 'Topic' }).fill('Who reads the fine print?')
  await page.getByRole('radio', { name: 'Poll' }).check()
  const form = page.getByRole('form', { name: 'Create a poll' })
  await expect
    .poll(() => form.getByRole('textbox', { name: 'Your question, in one line' }).inputValue())
    .toBe('Who reads the fine print?')
  await form.getByRole('textbox', { name: 'Option 1' }).fill('Nobody')
  await form.getByRole('button', { name: /^Post poll to/ }).click()
  await form.getByRole('alert').getByText('Add at least 2 options').waitFor()
  await form.getByRole('textbox', { name: 'Option 2' }).fill('Everybody')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Only we')
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => form.getByRole('textbox', { name: 'Option 2' }).inputValue()).toBe('Only we')
  await expectAccessible(browserSession.page, 'the form')
  await page.getByText('Draft saved').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Continue' }).click()
  await form.getByRole('button', { name: /^Post poll to/ }).click()
  await waitForPath(page, /^\/feed\/\d+/)
  const poll = page.getByRole('region', { name: 'Poll' })
  await poll.getByRole('radio', { name: 'Only we' }).waitFor()
  const [made] = await testServer.sql<{ titles: string[] }>(
    `select array_agg(o.title order by o.position) as titles from polls p join poll_options o on o.poll_id = p.id
     where p.title = 'Who reads the fine print?'`,
  )
  expect(made!.titles).toEqual(['Nobody', 'Only we', 'Everybody'])
})

it('is voted in by keyboard, shows bars only then, and follows the votes of others', async () => {
  const poll = await opened({ can_change_vote: true })
  const browserSession = await stage.member(marcus, PHONE)
  const { page, open } = browserSession
  await open(`/feed/${poll.thread_id}`, { live: true })
  const panel = page.getByRole('region', { name: 'Poll' })
  await panel.getByRole('group', { name: 'Which counsel first?' }).waitFor()
  await expectAccessible(browserSession.page, 'the ballot')
  await expect.poll(() => panel.getByText('%').count()).toBe(0)
  await panel.getByRole('button', { name: 'Vote' }).click()
  await panel.getByRole('alert').getByText('Choose an option first.').waitFor()
  await panel.getByRole('radio', { name: 'Local' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await panel.getByRole('listitem').filter({ hasText: 'National' }).getByText('100%').waitFor()
  await panel.getByText('Your vote').waitFor()
  const staff = await testServer.member(demoMembers.staff)
  await staff.ask(VotePoll, { poll_id: poll.id, option_id: poll.options[0]!.id })
  await panel.getByRole('listitem').filter({ hasText: 'Local' }).getByText('50%').waitFor()
  await expectAccessible(browserSession.page, 'the results')
  await panel.getByRole('button', { name: 'Change my vote' }).click()
  await panel.getByRole('radio', { name: 'Local' }).check()
  await panel.getByRole('button', { name: 'Vote', exact: true }).click()
  await panel.getByRole('listitem').filter({ hasText: 'Local' }).getByText('100%').waitFor()
  // The bars update before the server has responded, so poll for the stored vote.
  await expect
    .poll(async () => (await marcus.ask(PollById, { id: poll.id })).poll)
    .toMatchObject({ viewed_results: true, num_of_votes: 2, my_vote: { option_id: poll.options[0]!.id } })
})

it('puts the ballot back with a sentence when the vote is refused', async () => {
  const poll = await opened()
  const { page, open } = await stage.member(marcus)
  await open(`/feed/${poll.thread_id}`)
  await page.getByRole('radio', { name: 'Foreign' }).check()
  await testServer.sql(`update polls set end_date = now() - interval '1 minute' where id = $1`, [poll.id])
  await page.getByRole('button', { name: 'Vote', exact: true }).click()
  await page.getByRole('alert').getByText('This poll has closed, so your vote wasn’t counted.').waitFor()
  await expect.poll(() => testServer.sql('select from poll_votes where poll_id = $1', [poll.id])).toEqual([])
})

it('shows its author who voted, and gives the results as a file (ANALYTICS-poll-results-downloaded)', async () => {
  const poll = await opened()
  await marcus.ask(VotePoll, { poll_id: poll.id, option_id: poll.options[2]!.id })
  const browserSession = await stage.member(helen)
  const { page, open } = browserSession
  await open(`/feed/${poll.thread_id}`)
  const panel = page.getByRole('region', { name: 'Poll' })
  await panel.getByRole('button', { name: 'See results' }).click()
  await panel.getByRole('button', { name: 'See how members voted' }).click()
  await panel.getByRole('list', { name: 'Votes' }).getByText('Marcus Oyelaran').waitFor()
  await expectAccessible(browserSession.page, 'who voted')
  const counted = page.waitForRequest(
    (request) => request.url().endsWith('/analytics-event') && request.postData()!.includes('poll-results-downloaded'),
  )
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Download results' }).click(),
  ])
  expect(readFileSync(await file.path(), 'utf8')).toContain('Foreign,1,100,Marcus Oyelaran')
  await counted
})

it('says in words that the file could not be downloaded, and logs it', async () => {
  stage.expectProblem(/Download failed|500/)
  const poll = await opened()
  const { page, open } = await stage.member(helen)
  await open(`/feed/${poll.thread_id}`)
  await page.route('**/results.csv', (route) => route.fulfill({ status: 500 }))
  const logged = page.waitForEvent('console', (line) => line.text().startsWith('Download failed'))
  await page.getByRole('button', { name: 'See results' }).click()
  await page.getByRole('button', { name: 'Download results' }).click()
  await page.getByText('We couldn’t download the results').waitFor()
  await logged
})

it('shows the open polls above those of the feed, and what was asked before while a topic is written', async () => {
  const poll = await opened({ title: 'Which escrow agent in Liechtenstein?' })
  await testServer.sql('update threads set processed = true, approved = true where id = $1', [poll.thread_id])
  await testServer.sql('select refresh_threads(array[$1::bigint])', [poll.thread_id])
  const compared = await insertThread(testServer, {
    author: marcus.id,
    networks: [legal],
    topic: 'Escrow agents compared in Liechtenstein',
  })
  const reply = await insertMessage(testServer, {
    thread: compared.id,
    sender: grace.id,
    body: 'The escrow agent that we chose in Liechtenstein charges a flat fee.',
    processed: true,
    approved: true,
  })
  const browserSession = await stage.member(marcus)
  const { page, open } = browserSession
  await open('/feed?kind=poll')
  await page.getByRole('region', { name: 'Open polls' }).getByRole('link', { name: poll.title }).waitFor()
  await page.getByRole('button', { name: 'Ask for a recommendation' }).click()
  const field = page.getByRole('textbox', { name: 'Who or what are you looking for?' })
  await field.fill('An escrow agent in Liechtenstein')
  const before = page.getByRole('region', { name: 'Has this been asked before?' })
  await before.getByRole('link', { name: 'Escrow agents compared in Liechtenstein' }).waitFor()
  const said = before.getByRole('list', { name: 'What members replied' })
  await said.getByText('The escrow agent that we chose in Liechtenstein charges a flat fee.').waitFor()
  expect(await said.getByRole('link').getAttribute('href')).toBe(`/feed/${compared.id}#message-${reply}`)
  await expectAccessible(browserSession.page, 'what was asked before')
  await before.getByRole('link', { name: poll.title }).click()
  await waitForPath(page, new RegExp(`^/feed/${poll.thread_id}`))
  await page.goBack()
  await expect.poll(() => field.inputValue()).toBe('An escrow agent in Liechtenstein')
})
