/** Answers of the assistant in the browser: sources by key, versions, what is gone, feedback, phones, accessibility. */
import { expect, it } from 'vitest'
import { RegenerateMessage } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { storeConversation, type StoredAnswer } from '../harness/stored-answers.ts'
import { insertMessage, insertThread, networkIds } from '../harness/threads.ts'
import { expectAccessible } from './kit/accessible.ts'
import { DESKTOP, openBrowser, PHONE, TABLET, waitForPath } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage
const networks = await networkIds(testServer)
const staffId = (await testServer.member(demoMembers.staff)).id
const peerId = (await testServer.member(demoMembers.peer)).id
const helenId = (await testServer.member(demoMembers.member)).id

const { id: thread, opening } = await insertThread(testServer, {
  author: staffId,
  networks: [networks.legal],
  topic: 'Notice periods that survived',
})
const replyOf = (body: string, more: object = {}) =>
  insertMessage(testServer, { thread, sender: peerId, parent: opening, body, ...more })
const thirty = await replyOf('It depends. We hold thirty days of notice. Few objected.')
const seven = await replyOf('We walked away from seven days.', { readers: [helenId], original: false })
const gone = await replyOf('We complained in the same letter.')

const FULL: StoredAnswer = {
  citations: [
    { message: thirty, quote: 'We hold thirty days of notice.' },
    { message: seven, quote: 'We walked away from seven days.', isPrivate: true },
    { message: gone, quote: 'We complained in the same letter.' },
  ],
  sentences: [
    { content: 'Most hold thirty days.', citations: [1] },
    { content: 'One walked away from seven.', citations: [2] },
    { content: 'Members disagree about the letter.', citations: [3], paragraph: 2 },
  ],
  numLeftOut: 1,
  people: [{ user: peerId, messages: 4 }],
}
const EARLIER: StoredAnswer = { sentences: [FULL.sentences![0]!], citations: [FULL.citations![0]!], isFallback: true }
const ABSTAINED: StoredAnswer = { isAbstained: true, related: [thread], people: [{ user: peerId, messages: 1 }] }

const QUESTION = 'What notice period do members accept?'
const conversation = await storeConversation(testServer, helenId, [
  { question: QUESTION, versions: [EARLIER, { state: 'failed' }, FULL] },
])
const address = `/chatbot?conversation=${conversation}`

it('opens sources by digits and closes them with Escape, but not while a question is written', async () => {
  const { page, open } = await stage.member(demoMembers.member, DESKTOP)
  await open(address)
  const number = (at: number) => page.getByRole('button', { name: new RegExp(`^Source ${at}:`) }).first()
  await number(1).waitFor()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('1')
  const side = page.getByRole('complementary', { name: 'Related information' })
  expect(await side.locator('mark').textContent()).toBe('We hold thirty days of notice.')
  expect(
    await side
      .getByRole('listitem')
      .filter({ has: page.locator('mark') })
      .textContent(),
  ).toContain('It depends.')
  await page.keyboard.press('2')
  expect(await side.locator('mark').textContent()).toBe('We walked away from seven days.')
  await side.getByText('Private reply to you').first().waitFor()
  expect(await number(2).getAttribute('aria-pressed')).toBe('true')
  await page.keyboard.press('Escape')
  expect(await number(2).getAttribute('aria-pressed')).toBe('false')
  expect(await side.locator('mark').count()).toBe(0)
  await page.getByRole('textbox', { name: 'Your question' }).press('1')
  expect(await page.getByRole('textbox', { name: 'Your question' }).inputValue()).toBe('1')
  expect(await side.locator('mark').count()).toBe(0)
})

it('shows the versions of an answer, from the first to the current one', async () => {
  const { page, open } = await stage.member(demoMembers.member, DESKTOP)
  await open(address)
  const versions = page.getByRole('group', { name: 'Versions of this answer' })
  await versions.getByText('3 of 3').waitFor()
  await page.getByText('One sentence was left out.').waitFor()
  await versions.getByRole('button', { name: 'Earlier version' }).click()
  await page.getByText('The answer couldn’t be finished.', { exact: false }).waitFor()
  await versions.getByRole('button', { name: 'Earlier version' }).click()
  await versions.getByText('1 of 3').waitFor()
  await page.getByText('Answered from members’ sentences only').waitFor()
  expect(await page.getByRole('button', { name: 'Answer again' }).count()).toBe(0)
  await versions.getByRole('button', { name: 'Later version' }).click()
  await versions.getByRole('button', { name: 'Later version' }).click()
  await page.getByText('One walked away from seven.').waitFor()
})

it('takes feedback, and shares the question with staff only if that is asked for', async () => {
  const { page, open } = await stage.member(demoMembers.member, DESKTOP)
  const saved = () =>
    testServer.sql(
      `select f.is_positive, f.details, f.is_shared from ai_feedback f join ai_messages m on m.id = f.ai_message_id
       where m.conversation_id = $1`,
      [conversation],
    )
  await open(address)
  await page.getByRole('button', { name: 'Not helpful' }).click()
  const form = page.getByRole('form', { name: 'Feedback' })
  await form.waitFor()
  expect(await saved()).toEqual([{ is_positive: false, details: null, is_shared: false }])
  const share = form.getByRole('checkbox', { name: /^Share this question and answer with staff/ })
  expect(await share.isChecked()).toBe(false)
  await form.getByRole('textbox').fill('x'.repeat(2_001))
  await form.getByRole('button', { name: 'Send feedback' }).click()
  await form.getByText('The details are 2,001 characters long. The limit is 2,000.').waitFor()
  await form.getByRole('textbox').fill('The letter is missing.')
  await share.check()
  await form.getByRole('button', { name: 'Send feedback' }).click()
  await page.getByText('Feedback sent').waitFor()
  expect(await saved()).toEqual([{ is_positive: false, details: 'The letter is missing.', is_shared: true }])
  expect(await page.getByRole('button', { name: 'Not helpful' }).getAttribute('aria-pressed')).toBe('true')
})

it('copies the answer with its sources', async () => {
  const { page, open, context } = await stage.member(demoMembers.member, DESKTOP)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(address)
  await page.getByRole('button', { name: 'Copy with sources' }).click()
  await page.getByText('Copied with sources', { exact: true }).waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^What notice period do members accept\?\n\nMost hold thirty days\. \[1\]/)
  expect(copied).toContain(`${testServer.url}/feed/${thread}#message-${thirty}`)
  expect(copied).not.toContain(`#message-${seven}`)
})

it('is followed by what another device changes, while the page is open', async () => {
  const { page, open, client } = await stage.member(demoMembers.member, DESKTOP)
  await open(address, { live: true })
  await page.getByRole('button', { name: 'Answer again' }).click()
  await page.getByText('4 of 4').waitFor()
  // It has ended when it can be answered again.
  await page.getByRole('button', { name: 'Answer again' }).waitFor()
  const [{ id } = { id: 0 }] = await testServer.sql<{ id: number }>(
    `select id from ai_messages where conversation_id = $1 and role = 'assistant' and replaced_by_id is null`,
    [conversation],
  )
  await client.ask(RegenerateMessage, { message: id })
  await page.getByText('5 of 5').waitFor()
})

it('stops an answer that is being written, and keeps what is written', async () => {
  const id = await storeConversation(testServer, helenId, [
    { question: QUESTION, versions: [{ ...EARLIER, state: 'writing' }] },
  ])
  const { page, open } = await stage.member(demoMembers.member, DESKTOP)
  await open(`/chatbot?conversation=${id}`)
  await page.getByText('Most hold thirty days.').waitFor()
  expect(await page.getByRole('button', { name: 'Ask', exact: true }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Helpful' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByText('This answer was stopped before its end.').waitFor()
  await page.getByRole('article').getByText('Most hold thirty days.').waitFor()
  await page.getByRole('button', { name: 'Ask', exact: true }).waitFor()
})

it('shows the end of an answer and speaks it without a live connection', async () => {
  const id = await storeConversation(testServer, helenId, [
    { question: QUESTION, versions: [{ ...EARLIER, state: 'writing' }] },
  ])
  const { page, open, context } = await stage.member(demoMembers.member, DESKTOP)
  stage.expectProblem(/api\/live/)
  await context.route('**/api/live', (route) => route.abort())
  await open(`/chatbot?conversation=${id}`)
  await page.getByText('Reading what members wrote…').waitFor()
  await testServer.sql(`update ai_messages set state = 'complete' where conversation_id = $1`, [id])
  await page.getByRole('status').filter({ hasText: 'Most hold thirty days.' }).waitFor()
  await page.getByRole('button', { name: 'Helpful', exact: true }).waitFor()
})

it('opens a source from below on a phone, with the next and the previous one', async () => {
  const [id] = [await storeConversation(testServer, helenId, [{ question: QUESTION, versions: [FULL] }])]
  const { page, open } = await stage.member(demoMembers.member, PHONE)
  await open(`/chatbot?conversation=${id}`)
  await page.getByRole('button', { name: /^Source 2:/ }).tap()
  const sheet = page.getByRole('dialog', { name: 'Source 2 of 3' })
  await sheet.getByText('Supports: “One walked away from seven.”').waitFor()
  await expectAccessible(page, 'a source on a phone')
  await sheet.getByRole('button', { name: 'Previous source' }).tap()
  const first = page.getByRole('dialog', { name: 'Source 1 of 3' })
  expect(await first.locator('mark').textContent()).toBe('We hold thirty days of notice.')
  await page.keyboard.press('Escape')
  await first.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Source 1:/ }).tap()
  await first.getByRole('link', { name: /^Open/ }).tap()
  await waitForPath(page, `/feed/${thread}#!message-${thirty}`)
})

it('says of a sentence whose source is gone that it is no longer available, and does not say it', async () => {
  const id = await storeConversation(testServer, helenId, [{ question: QUESTION, versions: [FULL] }])
  await testServer.sql('update messages set removed_at = now() where id = $1', [gone])
  const { page, open } = await stage.member(demoMembers.member, DESKTOP)
  await open(`/chatbot?conversation=${id}`)
  await page.getByText('No longer available to you').waitFor()
  await page.getByText('You can no longer read all of the sources.').waitFor()
  expect(await page.getByText('Members disagree about the letter.').count()).toBe(0)
  await page.getByText('You can open both.', { exact: false }).waitFor()
  await testServer.sql('update messages set removed_at = null where id = $1', [gone])
})

it('leads from an abstained answer to the discussions that mention it, and to who could answer', async () => {
  const id = await storeConversation(testServer, helenId, [{ question: 'Were damages paid?', versions: [ABSTAINED] }])
  const { page, open } = await stage.member(demoMembers.member, DESKTOP)
  await open(`/chatbot?conversation=${id}`)
  await page.getByText('One discussion mentions it, but doesn’t answer it.').waitFor()
  const side = page.getByRole('complementary', { name: 'Related information' })
  await side.getByText('Wrote 1 of the messages that were read').waitFor()
  await page.getByRole('button', { name: 'Show the discussion' }).click()
  await page.getByRole('link', { name: 'Notice periods that survived' }).click()
  await page
    .locator('[data-top-layer]')
    .getByRole('heading', { level: 1, name: 'Notice periods that survived' })
    .waitFor()
})

it.each([
  ['desk', DESKTOP],
  ['tablet', TABLET],
  ['phone', PHONE],
])('can be used by everyone, in light and in dark, on a %s', async (name, device) => {
  const id = await storeConversation(testServer, helenId, [
    { question: QUESTION, versions: [EARLIER, FULL] },
    { question: 'Were damages paid?', versions: [ABSTAINED] },
    { question: 'And after that?', versions: [{ state: 'stopped' }] },
  ])
  const { page, open } = await stage.member(demoMembers.member, device)
  await open('/chatbot')
  await page.getByRole('button', { name: 'All prompts' }).waitFor()
  await expectAccessible(page, `/chatbot ${name}`)
  await open(`/chatbot?conversation=${id}`)
  await page.getByText('This answer was stopped before its end.').waitFor()
  await page.getByRole('textbox', { name: 'Your question' }).focus()
  await expectAccessible(page, `a conversation ${name}`)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await page.getByRole('button', { name: 'Prompts', exact: true }).click()
  await page.getByRole('dialog', { name: 'Prompts' }).getByRole('button', { name: 'New prompt' }).click()
  await page.getByRole('button', { name: 'Use What do peers accept?' }).waitFor()
  await expectAccessible(page, `prompts ${name}`)
})
