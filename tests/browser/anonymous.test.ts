/** Asking anonymously: explained before, checked while writing, and still anonymous afterwards. */
import { expect, it } from 'vitest'
import { pdfOf } from '#database/seed/file-forms.ts'
import { demoMembers, demoMember } from '../demo-members.ts'
import { publishWaiting } from '../harness/anonymous.ts'
import { networkIds } from '../harness/threads.ts'
import { expectAccessible } from './kit/accessible.ts'
import { DESKTOP, openBrowser } from './kit/browser-setup.ts'
import { editorOf, sendNow, write } from './kit/threads.ts'

const stage = await openBrowser()
const { testServer } = stage
const { legal } = await networkIds(testServer)
await testServer.sql(
  `with made as (insert into users (first_name, email, title, current_state) select 'Member', 'crowd' || n || '@members.test', 'General Counsel', 'full access' from generate_series(1, 60) n returning id)
   insert into peer_network_memberships (user_id, peer_network_id, is_primary) select id, $1, true from made`,
  [legal],
)
const helen = demoMember(demoMembers.member)

it('asks anonymously, is refused while the text tells who asks, and answers the same way', async () => {
  const { page, open } = await stage.member(demoMembers.member, { ...DESKTOP, reducedMotion: 'reduce' })
  await open('/feed')
  await page.getByRole('button', { name: /Start a discussion/ }).click()
  await page.getByRole('textbox', { name: 'Topic' }).fill('How do you say no to the board')
  await write(page, 'Your question', `We at ${helen.company} have to.`)
  await page.getByText('each lookup is recorded.').waitFor()
  await page.getByRole('switch', { name: 'Ask anonymously' }).check()
  await page.getByText('Each lookup is recorded with a reason.').waitFor()
  await page.getByText(`Your text includes ${helen.company}.`).waitFor()
  await page.getByRole('button', { name: /^Post anonymously to/ }).click()
  await page.getByRole('alert').getByText(`Your text includes ${helen.company}. Remove that`).waitFor()
  await expectAccessible(page, 'asking anonymously')
  await page.getByRole('textbox', { name: 'Your question' }).fill('We have to, now and then.')
  await page.getByText('members could have written it.').waitFor()
  await page.getByRole('button', { name: /^Post anonymously to/ }).click()
  await page.getByText('Your question waits', { exact: true }).waitFor()
  const made = () =>
    testServer.sql<{ id: number }>(`select id from threads where topic = 'How do you say no to the board'`)
  expect(await made()).toEqual([])
  const own = page.getByRole('region', { name: 'Your anonymous posts' })
  await own.getByText(/^Waiting\. It appears between .* at a random moment/).waitFor()
  await own.getByRole('button', { name: 'Cancel post' }).waitFor()
  await expectAccessible(page, 'an anonymous question that waits')
  await publishWaiting(testServer)
  const [{ id }] = (await made()) as [{ id: number }]

  await open(`/feed/${id}`)
  await page.getByText('You asked this anonymously').waitFor()
  await write(page, 'Your reply to the group', 'One more thing.')
  await page.getByRole('button', { name: 'Tag an expert' }).click()
  await page.getByRole('combobox', { name: 'Who are you tagging?' }).pressSequentially('lopez mar')
  await page.keyboard.press('Enter')
  await page.getByText('so you can’t vote in an anonymous reply.').waitFor()
  expect(await page.getByRole('button', { name: /^Recommend / }).count()).toBe(0)
  const terms = page.locator('li', { hasText: 'terms.pdf' })
  await page.setInputFiles('input[type=file]', { name: 'terms.pdf', mimeType: '', buffer: pdfOf(['The terms.']) })
  await terms.getByRole('button', { name: 'Remove terms.pdf' }).waitFor()
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await page.getByRole('alert').getByText('“terms.pdf” may contain its author’s name').waitFor()
  await terms.getByRole('button', { name: 'Remove terms.pdf' }).click()
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await sendNow(page)
  await page.getByText('Your reply waits', { exact: true }).waitFor()
  await own.getByText('One more thing.').waitFor()
  await publishWaiting(testServer)

  await testServer.sql('update messages set edited_at = now() where thread_id = $1 and is_original_message', [id])
  const reader = await stage.member(demoMembers.peer)
  await reader.open(`/feed/${id}`)
  await reader.page.getByText('One more thing.').waitFor()
  expect(await reader.page.content()).not.toContain(helen.last_name)
  await expect.poll(() => reader.page.getByText('A member', { exact: true }).count()).toBeGreaterThan(1)
  await reader.page.getByRole('button', { name: 'edited' }).click()
  await reader.page.getByText('The earlier version isn’t shown.').waitFor()
  // An icon instead of initials: “A member” would give those of a real member.
  expect(await reader.page.locator('article [data-anonymous] svg').count()).toBeGreaterThan(0)
  expect(await reader.page.getByText('AM', { exact: true }).count()).toBe(0)
  await expect.poll(() => reader.page.getByText('asked without a name').count()).toBeGreaterThan(1)
  await reader.page.getByRole('radio', { name: /^Only the member who asked will read this/ }).check()
  await editorOf(reader.page, 'Your private reply to the member who asked')
  await reader.page.getByRole('button', { name: 'Send to the member who asked' }).waitFor()
  await expectAccessible(reader.page, 'a private reply to whoever asked without a name')
  await reader.open('/feed')
  const entry = reader.page.locator('article', { hasText: 'How do you say no to the board' })
  await entry.locator('[data-anonymous] svg').first().waitFor()
  expect(await entry.getByText('AM', { exact: true }).count()).toBe(0)
})

it('opens no poll under the name of a member who asks anonymously, until they switch that off', async () => {
  const { page, open } = await stage.member(demoMembers.billing)
  await open('/feed')
  await page.getByRole('button', { name: /Start a discussion/ }).click()
  await page.getByRole('textbox', { name: 'Topic' }).fill('Who has been raided at dawn?')
  await page.getByRole('switch', { name: 'Ask anonymously' }).check()
  await page.getByText('Draft saved', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Create a poll' }).click()
  const form = page.getByRole('form', { name: 'Create a poll' })
  await form.getByText('Polls show who posted them.').waitFor()
  await form.getByRole('textbox', { name: 'Option 1' }).fill('We have')
  await form.getByRole('textbox', { name: 'Option 2' }).fill('We have not')
  await form.getByRole('button', { name: /^Post poll to/ }).click()
  await form.getByRole('alert').getByText('To ask anonymously, choose another type').waitFor()
  const made = () => testServer.sql(`select author_id from threads where topic = 'Who has been raided at dawn?'`)
  expect(await made()).toEqual([])
  await expectAccessible(page, 'a poll that was begun anonymously')
  await form.getByRole('switch', { name: 'Ask anonymously' }).uncheck()
  await form.getByText('Members can see that you posted this poll.').waitFor()
  await form.getByRole('button', { name: /^Post poll to/ }).click()
  await page.getByRole('region', { name: 'Poll' }).getByRole('radio', { name: 'We have not' }).waitFor()
  const { id } = await testServer.member(demoMembers.billing)
  expect(await made()).toEqual([{ author_id: id }])
})
