/** The assistant in the browser: asking, refusals, conversations, prompts, preferences, the way to one's peers. */
import { expect, it } from 'vitest'
import { QUESTION_LENGTH } from '#shared/assistant.ts'
import { demoMembers } from '../demo-members.ts'
import { discuss } from '../harness/assistant.ts'
import { startIndex } from '../harness/search-index.ts'
import { insertThread, networkIds } from '../harness/threads.ts'
import { openBrowser, PHONE, waitForPath, type BrowserSession } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage
const networks = await networkIds(testServer)
const staffId = (await testServer.member(demoMembers.staff)).id
const peerId = (await testServer.member(demoMembers.peer)).id
await startIndex(testServer)

const question = ({ page }: BrowserSession) => page.getByRole('textbox', { name: 'Your question' })
async function ask(session: BrowserSession, words: string): Promise<void> {
  await question(session).fill(words)
  await question(session).press('Enter')
  await session.page.getByRole('heading', { level: 2, name: words, exact: true }).waitFor()
}
/** A discussion whose reply answers a question about the topic. */
const storeReply = async (topic: string, body: string) =>
  discuss(testServer, {
    author: staffId,
    networks: [networks.legal],
    topic,
    opening: 'What do you do?',
    replies: [{ sender: peerId, body }],
  })

it('ROUTE-chatbot, UI-screen-ai-chat, FEATURE-ai-assistant, UI-back-label-ai-assistant: asks from the menu, opens a source at its place, and comes back', async () => {
  const { thread } = await storeReply('Zephyrine clauses', 'We accept thirty days of zephyrine notice. Ask early.')
  const words = 'How many days of zephyrine notice do you accept?'
  const session = await stage.member(demoMembers.member)
  const { page, open } = session
  await open('/feed')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Assistant' }).click()
  await page.getByRole('heading', { level: 1, name: 'Assistant' }).waitFor()
  await page.getByText('Ask what your peers have already figured out').waitFor()
  await page.getByText('The assistant can read only what you can read.', { exact: false }).waitFor()
  await page.getByText('50 of 50 questions left today').waitFor()

  await ask(session, words)
  expect(await waitForPath(page, /^\/chatbot\?conversation=\d+$/)).toBeTruthy()
  expect(await question(session).inputValue()).toBe('')
  const answer = page.getByRole('article', { name: words })
  await answer.getByText('We accept thirty days of zephyrine notice.', { exact: false }).waitFor()
  await answer.getByText(/^Read \d+ messages? and \d+ documents?, used \d+$/).waitFor()
  await page.getByText('49 of 50 questions left today').waitFor()
  const number = answer.getByRole('button', { name: 'Source 1: Zephyrine clauses' })
  await number.click()
  expect(await number.getAttribute('aria-pressed')).toBe('true')
  const side = page.getByRole('complementary', { name: 'Related information' })
  expect(await side.locator('mark').textContent()).toContain('zephyrine notice')
  await side.getByRole('link', { name: /^Open/ }).click()
  await waitForPath(page, new RegExp(`^/feed/${thread}#!message-\\d+$`))
  await page.locator('[data-top-layer]').getByRole('heading', { level: 1, name: 'Zephyrine clauses' }).waitFor()
  await page.getByRole('link', { name: 'AI Assistant' }).click()
  await page.getByRole('heading', { level: 1, name: 'Assistant' }).waitFor()
  await answer.getByRole('button', { name: 'Source 1: Zephyrine clauses' }).waitFor()
})

it('speaks the answer once, when it has ended, and keeps the field ready for the next question', async () => {
  await storeReply('Marimba retention', 'Marimba logs are kept for ninety days.')
  const session = await stage.member(demoMembers.peer)
  await session.open('/chatbot', { live: true })
  await ask(session, 'How long are marimba logs kept?')
  await session.page.getByRole('status').filter({ hasText: 'Marimba logs are kept for ninety days' }).waitFor()
  expect(await question(session).evaluate((field) => field === document.activeElement)).toBe(true)
  await ask(session, 'And who reads marimba logs?')
  await expect.poll(() => session.page.getByRole('article').count()).toBe(2)
})

it('refuses nothing and what is too long, says so beside the field, and keeps the text on the device', async () => {
  const session = await stage.member(demoMembers.newcomer)
  const { page, open } = session
  await open('/chatbot')
  await question(session).press('Enter')
  await page.getByText('Enter your question.').waitFor()
  const long = 'a'.repeat(QUESTION_LENGTH + 1)
  await question(session).fill(long)
  await expect.poll(() => page.getByText('Enter your question.').count()).toBe(0)
  await question(session).press('Enter')
  await page.getByText('This is 4,001 characters long. The limit is 4,000. Your text is saved.').waitFor()
  await expect.poll(() => page.getByRole('status').filter({ hasText: 'Draft saved' }).count()).toBe(1)
  await open('/chatbot')
  await expect.poll(() => question(session).inputValue()).toBe(long)
  await question(session).fill('One line')
  await question(session).press('End')
  await question(session).press('Shift+Enter')
  await question(session).pressSequentially('and another')
  expect(await question(session).inputValue()).toBe('One line\nand another')
})

it('says when questions can be asked again if none is left, and keeps the question', async () => {
  const session = await stage.member(demoMembers.groupAdmin)
  await testServer.sql(
    `insert into ai_usage (user_id, day, questions) values ($1, (now() at time zone 'utc')::date, 50)`,
    [session.client.id],
  )
  await session.open('/chatbot')
  await session.page.getByText(/^You have asked 50 questions today\. You can ask again at /).waitFor()
  await question(session).fill('One more')
  await question(session).press('Enter')
  await session.page.getByRole('alert').filter({ hasText: 'You can ask again at' }).waitFor()
  expect(await question(session).inputValue()).toBe('One more')
})

it('keeps the question of a member who is offline, and asks it once', async () => {
  const session = await stage.member(demoMembers.billing)
  const { page, open, context, client } = session
  stage.expectProblem(/ERR_INTERNET_DISCONNECTED/)
  await open('/chatbot')
  await context.setOffline(true)
  await question(session).fill('An unheard question')
  await question(session).press('Enter')
  await page.getByText('Your question wasn’t sent. You’re offline; try again when you’re back online.').waitFor()
  expect(await question(session).inputValue()).toBe('An unheard question')
  await context.setOffline(false)
  await question(session).press('Enter')
  await page.getByRole('heading', { level: 2, name: 'An unheard question' }).waitFor()
  const asked = await testServer.sql(
    `select m.content from ai_messages m join ai_conversations c on c.id = m.conversation_id
     where c.user_id = $1 and m.role = 'user'`,
    [client.id],
  )
  expect(asked).toEqual([{ content: 'An unheard question' }])
})

it('VALID-rename-conversation, STATE-ai-conversation-deleted: finds, renames and deletes conversations', async () => {
  const session = await stage.member(demoMembers.trial)
  const { page, open } = session
  await open('/chatbot')
  await ask(session, 'Ocarina insurance')
  await page.getByRole('button', { name: 'New question' }).click()
  await waitForPath(page, '/chatbot')
  await expect.poll(() => question(session).evaluate((field) => field === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: 'All 1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Earlier questions' })
  await dialog.getByRole('searchbox').fill('bassoon')
  await dialog.getByText('No question or name contains that.').waitFor()
  await dialog.getByRole('searchbox').fill('ocarina')
  await dialog.getByRole('button', { name: 'Rename Ocarina insurance' }).click()
  const name = dialog.getByRole('textbox', { name: 'Name of the conversation' })
  await name.fill(' ')
  await name.press('Enter')
  await dialog.getByText('Enter a name.').waitFor()
  await name.fill('Insurance for wind instruments')
  await name.press('Enter')
  await dialog.getByRole('link', { name: 'Insurance for wind instruments' }).click()
  await waitForPath(page, /^\/chatbot\?conversation=\d+$/)
  await page.getByRole('heading', { level: 2, name: 'Ocarina insurance' }).waitFor()
  const address = new URL(page.url())
  await page.getByRole('button', { name: 'All 1' }).click()
  await dialog.getByRole('button', { name: 'Delete Insurance for wind instruments' }).click()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await waitForPath(page, '/chatbot')
  await dialog.getByText('You haven’t asked anything yet.').waitFor()
  await open(`${address.pathname}${address.search}`)
  await page.getByRole('heading', { name: 'This conversation isn’t available' }).waitFor()
})

it('says plainly that members have not answered, and asks them with the same question', async () => {
  await insertThread(testServer, { author: staffId, networks: [networks.finance], topic: 'Quixotrope accounting' })
  const session = await stage.member(demoMembers.finance)
  const { page, open } = session
  await open('/chatbot')
  await ask(session, 'Quixotrope hyperledger')
  await page.getByRole('heading', { level: 3, name: 'Members have not answered this' }).waitFor()
  await page.getByRole('button', { name: 'Ask your peers' }).click()
  await waitForPath(page, /^\/feed/)
  await expect.poll(() => page.getByRole('textbox', { name: 'Topic' }).inputValue()).toBe('Quixotrope hyperledger')

  // A draft that is there already is not replaced unasked.
  await page.getByRole('textbox', { name: 'Topic' }).fill('My own draft')
  await page.getByText('Draft saved').first().waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Assistant' }).click()
  await page.getByRole('link', { name: 'Quixotrope hyperledger' }).click()
  await page.getByRole('button', { name: 'Ask your peers' }).click()
  await page.getByText('You have a draft of a discussion: “My own draft”').waitFor()
  await page.getByRole('button', { name: 'Keep the draft' }).click()
  await page.getByRole('button', { name: 'Ask your peers' }).click()
  await page.getByRole('button', { name: 'Replace the draft' }).click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Topic' }).inputValue()).toBe('Quixotrope hyperledger')
})

it('VALID-rename-prompt: uses a prompt of the community, and creates, renames, edits and deletes its own', async () => {
  const session = await stage.member(demoMembers.executive)
  const { page, open } = session
  await open('/chatbot')
  await page.getByRole('button', { name: /^What do peers accept\?/ }).click()
  await expect.poll(() => question(session).inputValue()).toMatch(/^What terms do members accept for/)
  await page.getByRole('button', { name: 'Prompts', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Prompts' })
  await dialog.getByRole('searchbox').fill('negotiat')
  await dialog.getByRole('button', { name: 'Use How was it negotiated?' }).waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: /^Use/ }).count()).toBe(1)
  await dialog.getByRole('button', { name: 'New prompt' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Enter a name for the prompt.').waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Board packs')
  await dialog.getByRole('textbox', { name: 'Text' }).fill('What goes into a board pack?')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('button', { name: 'Rename Board packs' }).click()
  const name = dialog.getByRole('textbox', { name: 'Name of the prompt' })
  await name.fill('')
  await name.press('Enter')
  await dialog.getByText('Enter a name for the prompt.').waitFor()
  await name.fill('Packs for the board')
  await name.press('Enter')
  await dialog.getByRole('button', { name: 'Edit Packs for the board' }).click()
  await dialog.getByRole('textbox', { name: 'Text' }).fill('What is in a good board pack?')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('button', { name: 'Use Packs for the board' }).click()
  await expect
    .poll(() => question(session).inputValue())
    .toMatch(/members accept[\s\S]+\n\nWhat is in a good board pack\?$/)
  await page.getByRole('button', { name: 'Prompts', exact: true }).click()
  await dialog.getByRole('button', { name: 'Delete Packs for the board' }).click()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog.getByText('Questions that you ask often can be saved here.', { exact: false }).waitFor()
})

it('saves preferences, and asks only the chosen sources', async () => {
  await storeReply('Theremin clauses', 'A theremin needs a clause of its own.')
  const session = await stage.member(demoMembers.member)
  const { page, open } = session
  await open('/chatbot')
  await page.getByRole('button', { name: 'Preferences', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Preferences' })
  await dialog.getByRole('combobox', { name: 'Risk tolerance' }).selectOption('low')
  await dialog.getByRole('textbox', { name: 'About your work' }).fill('We build theremins.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Preferences saved').waitFor()
  await page.getByRole('button', { name: 'Preferences', exact: true }).click()
  await expect.poll(() => dialog.getByRole('combobox').inputValue()).toBe('low')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Sources:/ }).click()
  const sources = page.getByRole('group', { name: 'Sources' })
  expect(await sources.getByRole('checkbox', { name: /Private replies to you \(only for you\)/ }).isChecked()).toBe(
    false,
  )
  for (const box of await sources.getByRole('checkbox').all()) await box.uncheck()
  await page.keyboard.press('Escape')
  await question(session).fill('theremin')
  await question(session).press('Enter')
  await page.getByText('Choose at least one source.').waitFor()
  await page.getByRole('button', { name: /^Sources:/ }).click()
  await sources.getByRole('checkbox', { name: /^Discussions/ }).check()
  await page.keyboard.press('Escape')
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/graphql/SendAIMessage'))
  await ask(session, 'theremin')
  expect((await sent).postDataJSON()).toMatchObject({
    variables: { sources: ['discussions'], idempotency_key: expect.stringMatching(/^[\da-f]{32}$/) },
  })
})

it('is a tab on a phone, with the library below the member’s own pages; nothing of it if it is turned off', async () => {
  const session = await stage.member(demoMembers.member, PHONE)
  const { page, open } = session
  await open('/feed')
  const tabs = page.getByRole('navigation', { name: 'Tabs' })
  await tabs.getByRole('link', { name: 'Assistant' }).tap()
  await waitForPath(page, '/chatbot')
  await tabs.getByRole('button', { name: 'You' }).tap()
  await page.getByRole('menuitem', { name: 'Peer Documents' }).waitFor()
  await testServer.sql(`insert into feature_flags (key, user_id, enabled) values ('ai_assistant', $1, false)`, [
    session.client.id,
  ])
  const other = await stage.member(demoMembers.member, PHONE)
  await other.open('/chatbot')
  await other.page.getByRole('heading', { level: 1, name: 'The assistant is turned off' }).waitFor()
  expect(await other.page.getByRole('link', { name: 'Assistant' }).count()).toBe(0)
  await testServer.sql(`delete from feature_flags where key = 'ai_assistant' and user_id = $1`, [session.client.id])
})
