/** Asking without a name: explained before, measured while it is written, and kept afterwards. */
import { expect, it } from 'vitest'
import { pdfOf } from '#database/seed/file-forms.ts'
import { cast, castPerson } from '../cast.ts'
import { networkIds } from '../harness/threads.ts'
import { expectAccessible } from './kit/accessible.ts'
import { DESK, openStage } from './kit/stage.ts'
import { editorOf, sendNow, write } from './kit/threads.ts'

const stage = await openStage()
const { house } = stage
const { legal } = await networkIds(house)
await house.sql(
  `with made as (insert into users (first_name, email, title, current_state) select 'Member', 'crowd' || n || '@members.test', 'General Counsel', 'full access' from generate_series(1, 60) n returning id)
   insert into peer_network_memberships (user_id, peer_network_id, is_primary) select id, $1, true from made`,
  [legal],
)
const helen = castPerson(cast.member)

it('asks anonymously, is refused while the text tells who asks, and answers the same way', async () => {
  const { page, open } = await stage.member(cast.member, { ...DESK, reducedMotion: 'reduce' })
  await open('/feed')
  await page.getByRole('button', { name: /Start a discussion/ }).click()
  await page.getByRole('textbox', { name: 'Topic' }).fill('How do you say no to the board')
  await write(page, 'Your question', `We at ${helen.company} have to.`)
  await page.getByText('Staff can look it up, on record.').waitFor()
  await page.getByRole('switch', { name: 'Ask anonymously' }).check()
  await page.getByText('Each time is put on record with a reason.').waitFor()
  await page.getByText(`The text names ${helen.company}.`).waitFor()
  await page.getByRole('button', { name: /^Post without your name/ }).click()
  await page.getByRole('alert').getByText(`The text names ${helen.company}. Remove that`).waitFor()
  await expectAccessible(page, 'asking anonymously')
  await page.getByRole('textbox', { name: 'Your question' }).fill('We have to, now and then.')
  await page.getByText('members fit.').waitFor()
  await page.getByRole('button', { name: /^Post without your name/ }).click()
  const layer = page.locator('[data-top-layer]')
  await layer.getByText('You asked this anonymously').waitFor()
  const [made] = await house.sql<{ id: number }>(
    `select id from threads where topic = 'How do you say no to the board'`,
  )

  await open(`/feed/${made!.id}`)
  await write(page, 'Your reply to the group', 'One more thing.')
  await page.getByRole('button', { name: 'Name an expert' }).click()
  await page.getByRole('combobox', { name: 'Whom do you name?' }).pressSequentially('lopez mar')
  await page.keyboard.press('Enter')
  await page.getByText('so an anonymous reply carries none.').waitFor()
  expect(await page.getByRole('button', { name: /^Recommend / }).count()).toBe(0)
  const terms = page.locator('li', { hasText: 'terms.pdf' })
  await page.setInputFiles('input[type=file]', { name: 'terms.pdf', mimeType: '', buffer: pdfOf(['The terms.']) })
  await terms.getByRole('button', { name: 'Remove terms.pdf' }).waitFor()
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await page.getByRole('alert').getByText('“terms.pdf” can hold the name of its author').waitFor()
  await terms.getByRole('button', { name: 'Remove terms.pdf' }).click()
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await sendNow(page)
  await page.getByText('Posted to the group', { exact: true }).waitFor()

  await house.sql('update messages set edited_at = now() where thread_id = $1 and is_original_message', [made!.id])
  const reader = await stage.member(cast.peer)
  await reader.open(`/feed/${made!.id}`)
  await reader.page.getByText('One more thing.').waitFor()
  expect(await reader.page.content()).not.toContain(helen.last_name)
  await expect.poll(() => reader.page.getByText('A member', { exact: true }).count()).toBeGreaterThan(1)
  await reader.page.getByRole('button', { name: 'edited' }).click()
  await reader.page.getByText('How it stood before is not shown.').waitFor()
  await reader.page.getByRole('radio', { name: /^To A.member only/ }).check()
  await editorOf(reader.page, 'Your private reply to A\u00a0member')
})

it('opens no poll under the name of a member who asks anonymously, until they switch that off', async () => {
  const { page, open } = await stage.member(cast.billing)
  await open('/feed')
  await page.getByRole('button', { name: /Start a discussion/ }).click()
  await page.getByRole('textbox', { name: 'Topic' }).fill('Who has been raided at dawn?')
  await page.getByRole('switch', { name: 'Ask anonymously' }).check()
  await page.getByText('Draft kept', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Open a poll' }).click()
  const form = page.getByRole('form', { name: 'Open a poll' })
  await form.getByText('A poll stands under your name.').waitFor()
  await form.getByRole('textbox', { name: 'Option 1' }).fill('We have')
  await form.getByRole('textbox', { name: 'Option 2' }).fill('We have not')
  await form.getByRole('button', { name: /^Open the poll in/ }).click()
  await form
    .getByRole('alert')
    .getByText('Choose another kind to ask anonymously, or switch that off; your text is kept.')
    .waitFor()
  const made = () => house.sql(`select author_id from threads where topic = 'Who has been raided at dawn?'`)
  expect(await made()).toEqual([])
  await expectAccessible(page, 'a poll that was begun anonymously')
  await form.getByRole('switch', { name: 'Ask anonymously' }).uncheck()
  await form.getByText('Members see that you have opened this poll.').waitFor()
  await form.getByRole('button', { name: /^Open the poll in/ }).click()
  await page.getByRole('region', { name: 'Poll' }).getByRole('radio', { name: 'We have not' }).waitFor()
  const { id } = await house.member(cast.billing)
  expect(await made()).toEqual([{ author_id: id }])
})
