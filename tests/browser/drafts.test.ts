import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { CloseThread, SaveDraft } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { networkIds, insertMessage, insertThread } from '../harness/threads.ts'
import { holdResponse, interceptFirst } from './kit/intercept-first.ts'
import { openBrowser } from './kit/browser-setup.ts'
import { editorOf, sendNow, TO_GROUP, write } from './kit/threads.ts'

const stage = await openBrowser()
const { testServer } = stage
const { legal } = await networkIds(testServer)
const marcus = (await testServer.member(demoMembers.peer)).id
const newThread = (topic: string) => insertThread(testServer, { author: marcus, networks: [legal], topic })
const draftsOnDevice = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')))
const drafts = () => testServer.sql('select key from drafts order by key')

it('continues on one device what was begun on another, and forgets it on both when it is sent', async () => {
  const { id } = await newThread('On two devices')
  const reply = await insertMessage(testServer, { thread: id, sender: marcus, body: 'Which one?' })
  const desk = await stage.member(demoMembers.member)
  await desk.open(`/feed/${id}`)
  await write(desk.page, TO_GROUP, 'Begun at the desk')
  await desk.page.getByText('Draft saved', { exact: true }).waitFor()
  await desk.page.getByRole('button', { name: 'Reply to Marcus Oyelaran' }).click()
  const answer = desk.page.getByRole('form', { name: 'Reply to Marcus Oyelaran' })
  await answer.getByRole('textbox').pressSequentially('An answer too')
  await answer.getByText('Draft saved', { exact: true }).waitFor()
  await expect.poll(() => drafts()).toEqual([{ key: `${id}.${reply}` }, { key: `${id}.thread` }])

  const sofa = await stage.member(demoMembers.member)
  await sofa.open(`/feed/${id}`)
  await sofa.page.getByRole('button', { name: TO_GROUP }).getByText('Begun at the desk').waitFor()
  await sofa.page.getByRole('button', { name: 'Continue your reply to Marcus Oyelaran' }).waitFor()
  const editor = await editorOf(sofa.page)
  await editor.press('End')
  await editor.pressSequentially(', done on the sofa')
  await sofa.page.getByText('Draft saved', { exact: true }).waitFor()
  await sofa.page.getByRole('button', { name: 'Post to the group' }).click()
  await sendNow(sofa.page)
  await sofa.page.getByText('Posted to the group').waitFor()
  await expect.poll(drafts).toEqual([{ key: `${id}.${reply}` }])

  await desk.page.reload()
  // Empty, whether the composer opened for the draft before that was forgotten or not.
  await desk.page.getByRole('button', { name: new RegExp(`^${TO_GROUP}: Write `) }).waitFor()
  await desk.page.getByRole('button', { name: 'Continue your reply to Marcus Oyelaran' }).click()
  await desk.page.getByRole('form', { name: 'Reply to Marcus Oyelaran' }).getByText('An answer too').waitFor()
})

it('do not come back when they were sent before the account’s drafts were loaded', async () => {
  const { id } = await newThread('On a slow line')
  const { page, open } = await stage.member(demoMembers.billing)
  await open(`/feed/${id}`)
  await write(page, TO_GROUP, 'Said once')
  await page.getByText('Draft saved', { exact: true }).waitFor()
  const { release } = await holdResponse(page, 'GetDrafts')
  const answered = page.waitForResponse('**/api/graphql/GetDrafts')
  await page.reload()
  await page.getByRole('button', { name: TO_GROUP }).getByText('Said once').waitFor()
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await sendNow(page)
  await page.getByText('Posted to the group').waitFor()
  release()
  await (await answered).finished()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  await expect.poll(() => draftsOnDevice(page)).toEqual([])
  await page.getByRole('button', { name: `${TO_GROUP}: Write a reply` }).waitFor()
})

it('do not come back when the request to delete them failed', async () => {
  stage.expectProblem(/ERR_FAILED/)
  const { id } = await newThread('Thrown away on a train')
  const { page, open } = await stage.member(demoMembers.staff)
  await open(`/feed/${id}`)
  await write(page, TO_GROUP, 'Never mind')
  await page.getByText('Draft saved', { exact: true }).waitFor()
  await interceptFirst(page, '**/api/graphql/DropDraft', (route) => route.abort())
  const unheard = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/DropDraft'))
  const editor = page.getByRole('textbox', { name: TO_GROUP })
  // With a key press, because the editor notices a programmatic selection only later.
  await editor.press('ControlOrMeta+a')
  await editor.press('Delete')
  await unheard
  await expect.poll(drafts).toContainEqual({ key: `${id}.thread` })
  await page.reload()
  await expect.poll(drafts).not.toContainEqual({ key: `${id}.thread` })
  await expect.poll(() => draftsOnDevice(page)).toEqual([])
  await page.getByRole('button', { name: `${TO_GROUP}: Write a reply` }).waitFor()
})

it('says where a draft is kept when the account cannot be reached, and brings it there later', async () => {
  stage.expectProblem(/ERR_FAILED/)
  const { id } = await newThread('Without a connection')
  const { page, open } = await stage.member(demoMembers.groupAdmin)
  await open(`/feed/${id}`)
  await page.route('**/api/graphql/SaveDraft', (route) => route.abort())
  await write(page, TO_GROUP, 'On a train')
  await page.getByText('Draft saved on this device').waitFor()
  await expect.poll(drafts).not.toContainEqual({ key: `${id}.thread` })
  await page.unroute('**/api/graphql/SaveDraft')
  await page.reload()
  await page.getByText('Draft saved', { exact: true }).waitFor()
  await expect.poll(() => drafts()).toContainEqual({ key: `${id}.thread` })
})

/** Simulates the user's return to the page, as the browser reports it. */
const comeBack = (page: Page) => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))

it('go on at the desk, whose page stood open, from what was written on the sofa meanwhile', async () => {
  const { id } = await newThread('Left open')
  const [desk, sofa] = [await stage.member(demoMembers.member), await stage.member(demoMembers.member)]
  await desk.open(`/feed/${id}`)
  const editor = await write(desk.page, TO_GROUP, 'Begun at the desk')
  await desk.page.getByText('Draft saved', { exact: true }).waitFor()
  await sofa.open(`/feed/${id}`)
  const there = await editorOf(sofa.page)
  await there.press('End')
  await there.pressSequentially(', continued on the sofa')
  await sofa.page.getByText('Draft saved', { exact: true }).waitFor()
  await comeBack(desk.page)
  await editor.getByText('Begun at the desk, continued on the sofa').waitFor()
  await editor.press('End')
  await editor.pressSequentially(', done')
  const texts = () => testServer.sql(`select content->>'text' as text from drafts where key = $1`, [`${id}.thread`])
  await expect.poll(texts).toEqual([{ text: 'Begun at the desk, continued on the sofa, done' }])
})

it('lose nothing when they are continued in two places, of which one had not heard of the other', async () => {
  const { id } = await newThread('Left open in both')
  const [desk, sofa] = [await stage.member(demoMembers.member), await stage.member(demoMembers.member)]
  await desk.open(`/feed/${id}`)
  const editor = await write(desk.page, TO_GROUP, 'Begun')
  await desk.page.getByText('Draft saved', { exact: true }).waitFor()
  await sofa.open(`/feed/${id}`)
  await sofa.page.getByRole('radio', { name: /To Marcus only/ }).check()
  const there = await editorOf(sofa.page, 'Your private reply to Marcus')
  await there.press('End')
  await there.pressSequentially(', and three paragraphs more')
  await sofa.page.getByText('Draft saved', { exact: true }).waitFor()
  await editor.pressSequentially(' again')
  const both = desk.page.getByRole('textbox', { name: 'Your private reply to Marcus' })
  await both.getByText('Begun, and three paragraphs more').waitFor()
  await both.getByText('Begun again').waitFor()
  await desk.page.getByText('Draft saved', { exact: true }).waitFor()
  await comeBack(sofa.page)
  await there.getByText('Begun again').waitFor()
  await there.getByText('Begun, and three paragraphs more').waitFor()
})

it('leave the name out when they are joined with one that does', async () => {
  const sofa = await stage.member(demoMembers.newcomer)
  await sofa.client.ask(SaveDraft, {
    key: 'new',
    content: { topic: 'Asked quietly', html: '<p>Without my name.</p>', text: 'Without my name.', is_anonymous: true },
  })
  const { page } = sofa
  const form = page.getByRole('form', { name: 'Start a discussion' })
  const { release } = await holdResponse(page, 'GetDrafts')
  await sofa.open('/feed#start-a-discussion')
  const isWithoutName = form.getByRole('switch', { name: /Ask anonymously/ })
  await isWithoutName.check()
  await isWithoutName.uncheck()
  await (await editorOf(page, 'Your question')).pressSequentially('With my name.')
  await form.getByText('Draft saved').waitFor()
  release()
  await form.getByText('Without my name.').waitFor()
  await form.getByText('With my name.').waitFor()
  expect(await isWithoutName.isChecked()).toBe(true)
  await testServer.sql(`delete from drafts where key = 'new'`)
})

it('cannot be sent again where they are still open once they were sent elsewhere', async () => {
  const { id } = await newThread('Said on the sofa')
  const [desk, sofa] = [await stage.member(demoMembers.member), await stage.member(demoMembers.member)]
  await desk.open(`/feed/${id}`)
  const editor = await write(desk.page, TO_GROUP, 'Say it once')
  await desk.page.getByText('Draft saved', { exact: true }).waitFor()
  await sofa.open(`/feed/${id}`)
  await sofa.page.getByRole('button', { name: TO_GROUP }).getByText('Say it once').waitFor()
  await sofa.page.getByRole('button', { name: 'Post to the group' }).click()
  await sendNow(sofa.page)
  await sofa.page.getByText('Posted to the group').waitFor()
  await expect.poll(drafts).not.toContainEqual({ key: `${id}.thread` })
  await comeBack(desk.page)
  await expect.poll(() => editor.textContent()).toBe('')
  await desk.page.getByRole('radio', { name: /To Marcus only/ }).check()
  await desk.page.getByRole('button', { name: 'Send to Marcus' }).click()
  await desk.page.getByRole('alert').getByText('Write something first.').waitFor()
  expect((await draftsOnDevice(desk.page)).filter((key) => key.includes(`.${id}.`))).toEqual([])
})

it('keep what was added elsewhere when the earlier words are sent', async () => {
  const { id } = await newThread('Added on the sofa')
  const [desk, sofa] = [await stage.member(demoMembers.member), await stage.member(demoMembers.member)]
  await desk.open(`/feed/${id}`)
  await write(desk.page, TO_GROUP, 'Begun')
  await desk.page.getByText('Draft saved', { exact: true }).waitFor()
  await sofa.open(`/feed/${id}`)
  const there = await editorOf(sofa.page)
  await there.press('End')
  await there.pressSequentially(', and three paragraphs more')
  await sofa.page.getByText('Draft saved', { exact: true }).waitFor()
  const isDropped = desk.page.waitForResponse('**/api/graphql/DropDraft')
  await desk.page.getByRole('button', { name: 'Post to the group' }).click()
  await sendNow(desk.page)
  await desk.page.getByText('Posted to the group').waitFor()
  await (await isDropped).finished()
  const texts = () => testServer.sql(`select content->>'text' as text from drafts where key = $1`, [`${id}.thread`])
  expect(await texts()).toEqual([{ text: 'Begun, and three paragraphs more' }])
  await comeBack(sofa.page)
  await there.getByText('Begun, and three paragraphs more').waitFor()
  await desk.page.reload()
  await desk.page.getByRole('button', { name: TO_GROUP }).getByText('Begun, and three paragraphs more').waitFor()
})

it('leave the form for a discussion that was posted elsewhere', async () => {
  const [desk, sofa] = [await stage.member(demoMembers.peer), await stage.member(demoMembers.peer)]
  const begun = desk.page.getByRole('form', { name: 'Start a discussion' })
  await desk.open('/feed')
  await desk.page.getByRole('button', { name: /Start a discussion/ }).click()
  await begun.getByRole('textbox', { name: 'Topic' }).fill('Asked on the sofa')
  await write(desk.page, 'Your question', 'Is it asked twice?')
  await desk.page.getByText('Draft saved', { exact: true }).waitFor()
  await sofa.open('/feed')
  await sofa.page.getByRole('button', { name: /Start a discussion/ }).click()
  await sofa.page.getByText('Is it asked twice?').waitFor()
  await sofa.page.getByRole('button', { name: /^Post to/ }).click()
  await sofa.page.locator('[data-top-layer]').getByRole('heading', { name: 'Asked on the sofa' }).waitFor()
  await expect.poll(drafts).not.toContainEqual({ key: 'new' })
  await comeBack(desk.page)
  await expect.poll(() => begun.getByRole('textbox', { name: 'Topic' }).inputValue()).toBe('')
  expect(await begun.getByText('Is it asked twice?').count()).toBe(0)
})

it('stay in sight when the thread is closed meanwhile, and nobody begins another', async () => {
  const { id } = await newThread('Closed in the middle')
  const [{ page, open }, late, staff] = await Promise.all([
    stage.member(demoMembers.member),
    stage.member(demoMembers.billing),
    testServer.member(demoMembers.staff),
  ])
  await open(`/feed/${id}`, { live: true })
  await write(page, TO_GROUP, 'Half an answer')
  await staff.ask(CloseThread, { thread_id: id, reason: 'Settled.' })
  await page.getByText(/You can still read it/).waitFor()
  await page.getByText('Half an answer').waitFor()
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await sendNow(page)
  await page
    .getByRole('alert')
    .getByText(/has been closed/)
    .waitFor()
  await page.getByRole('textbox', { name: TO_GROUP }).getByText('Half an answer').waitFor()
  await late.open(`/feed/${id}`)
  await late.page.getByText(/You can still read it/).waitFor()
  expect(await late.page.getByRole('button', { name: 'Post to the group' }).count()).toBe(0)
})
