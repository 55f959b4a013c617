/** Two stories from the door to the last word, each told by those who would live it. */
import { expect, it } from 'vitest'
import { cast } from '../cast.ts'
import { arrivesAt, isReady, openStage, PHONE, signIn } from '../browser/kit/stage.ts'
import { editorOf, replies, sendNow, TO_GROUP, write } from '../browser/kit/threads.ts'

const stage = await openStage()
const { house } = stage
const TOPIC = 'Customer wants a named engineer for the life of the contract. Do you ever agree?'
const [question] = await house.sql<{ id: number; author: string }>(
  `select t.id, u.first_name as author from threads t join users u on u.id = t.author_id where t.topic = $1`,
  [TOPIC],
)
const { id, author } = question!
const path = `/feed/${id}`
const TO_ALL = 'We agree to a role, never to a name, and list the person as the first holder of it.'
const IN_CONFIDENCE = 'Between us: that customer asked us the same, and dropped it when we asked for the fee.'

it('a general counsel’s morning: she signs in, reads, answers the group and then the author alone, and both stand exactly where they belong', async () => {
  const helen = await stage.stranger()
  const { page } = helen
  await helen.open('/feed')
  await arrivesAt(page, /^\/auth\/login/)
  await signIn(page, cast.member)
  await arrivesAt(page, '/feed')
  await isReady(page)
  await page.getByRole('link', { name: TOPIC, exact: true }).click()
  const layer = page.locator('[data-top-layer]')
  await layer.getByRole('heading', { level: 1, name: TOPIC }).waitFor()
  await expect.poll(() => replies(page).count()).toBe(3)
  await layer.getByRole('heading', { level: 2, name: '3 Group Replies' }).waitFor()

  await write(page, TO_GROUP, TO_ALL)
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await sendNow(page)
  await page.getByText('Posted to the group').waitFor()
  await layer.getByRole('heading', { level: 2, name: '4 Group Replies' }).waitFor()

  await layer.getByRole('radio', { name: `To ${author} only You, ${author} and staff can read it` }).check()
  await write(page, `Your private reply to ${author}`, IN_CONFIDENCE)
  await page.getByRole('button', { name: `Send to ${author}` }).click()
  // A fee that several asked for: worth a second look, and she has taken it.
  await page.getByRole('button', { name: 'Send it as it is' }).click()
  await sendNow(page)
  await page.getByText(`Sent to ${author}`, { exact: true }).waitFor()
  await layer.getByRole('heading', { level: 2, name: '4 Group Replies, 1 Private' }).waitFor()
  await expect.poll(() => replies(page).count()).toBe(5)

  await layer.getByRole('link', { name: 'Discussions' }).click()
  await arrivesAt(page, '/feed')
  const entry = page.getByRole('article').filter({ hasText: TOPIC })
  await entry.getByText('4 Group Replies').waitFor()
  await entry.getByText('1 Private Reply').waitFor()

  const reads = async (who: string) => {
    const seat = await stage.member(who)
    const status = await seat.open(path)
    const shown = await seat.page.content()
    return { status, group: shown.includes('never to a name'), confidence: shown.includes('dropped it when') }
  }
  const [asker] = await house.sql<{ email: string }>(
    'select u.email from threads t join users u on u.id = t.author_id where t.id = $1',
    [id],
  )
  await expect.poll(() => reads(asker!.email)).toEqual({ status: 200, group: true, confidence: true })
  await expect.poll(() => reads(cast.member)).toEqual({ status: 200, group: true, confidence: true })
  await expect.poll(() => reads(cast.staff)).toEqual({ status: 200, group: true, confidence: true })
  await expect.poll(() => reads(cast.peer)).toEqual({ status: 200, group: true, confidence: false })
  await expect.poll(() => reads(cast.newcomer)).toEqual({ status: 200, group: true, confidence: false })
  stage.expectProblem(/404/)
  await expect.poll(() => reads(cast.finance)).toEqual({ status: 404, group: false, confidence: false })
  const stored = await house.sql(
    'select is_private from messages m join users u on u.id = m.sender_id where m.thread_id = $1 and u.email = $2 order by m.id',
    [id, cast.member],
  )
  expect(stored).toEqual([{ is_private: false }, { is_private: true }])
})

it('a newcomer on a phone: from the demo’s door through the tabs to a first question that a colleague answers', async () => {
  const tomas = await stage.stranger(PHONE)
  const { page } = tomas
  await tomas.open('/auth/login')
  await page.getByRole('button', { name: /Newcomer, legal network/ }).tap()
  await arrivesAt(page, '/')
  await isReady(page)
  await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Discussions' }).tap()
  await arrivesAt(page, '/feed')
  await isReady(page)
  const kinds = page.getByRole('navigation', { name: 'Kinds of discussion' })
  await kinds.getByRole('link', { name: 'Recommendations' }).tap()
  await arrivesAt(page, '/feed?kind=recommendation')
  await expect
    .poll(() => page.getByRole('feed').getByRole('article').filter({ hasNotText: 'asks for a recommendation' }).count())
    .toBe(0)
  await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Discussions' }).tap()
  await arrivesAt(page, '/feed')

  await page.getByRole('button', { name: /Ask your peers something/ }).tap()
  await page.getByRole('textbox', { name: 'Topic' }).fill('Who keeps your signature register?')
  await (await editorOf(page, 'Your question')).pressSequentially('Legal, or the company secretary?')
  await page.getByRole('button', { name: /^Post to/ }).tap()
  const layer = page.locator('[data-top-layer]')
  await layer.getByRole('heading', { level: 1, name: 'Who keeps your signature register?' }).waitFor()
  const [, threadId] = /\/feed\/(\d+)/.exec(page.url())!

  const helen = await stage.member(cast.member)
  await helen.open(`/feed/${threadId}`)
  await write(helen.page, TO_GROUP, 'The secretary keeps it; legal asks to see it twice a year.')
  await helen.page.keyboard.press('Control+Enter')
  await sendNow(helen.page)
  await helen.page.getByText('Posted to the group').waitFor()

  await layer.getByRole('button', { name: '1 new reply' }).tap()
  await replies(page).getByText('The secretary keeps it').waitFor()
  await layer.getByRole('link', { name: 'Discussions' }).tap()
  await arrivesAt(page, '/feed')
  await page
    .getByRole('article')
    .filter({ hasText: 'Who keeps your signature register?' })
    .getByText('1 Group Reply')
    .waitFor()
  await page.getByRole('button', { name: 'You', exact: true }).tap()
  await page.getByRole('menuitem', { name: 'Sign out' }).tap()
  await arrivesAt(page, '/auth/login')
})
