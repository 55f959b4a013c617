import { expect, it } from 'vitest'
import { EDIT_MINUTES } from '#shared/discussions.ts'
import { demoMembers } from '../demo-members.ts'
import { networkIds, insertMessage, insertThread } from '../harness/threads.ts'
import { accessibilityErrors } from './kit/accessible.ts'
import { waitForPath, isReady, openBrowser, PHONE } from './kit/browser-setup.ts'
import { editorOf, sendNow, TO_GROUP } from './kit/threads.ts'

const stage = await openBrowser()
const { testServer } = stage
const { legal } = await networkIds(testServer)
const [helen, marcus, camille] = await testServer.members(demoMembers.member, demoMembers.peer, demoMembers.groupAdmin)
const newThread = (topic: string) => insertThread(testServer, { author: helen.id, networks: [legal], topic })

const put = (thread: number, sender: number, body: string, parent: number | null = null) =>
  insertMessage(testServer, { thread, sender, body, parent })

it('edits a reply in place, shows others that it was edited, and what it said before', async () => {
  const { id } = await newThread('Better words')
  const message = await put(id, marcus.id, 'Frist thoughts.')
  const reader = await stage.member(helen)
  await reader.open(`/feed/${id}`, { live: true })
  const { page, open } = await stage.member(marcus)
  await open(`/feed/${id}`)
  const reply = page.locator(`#message-${message}`)
  await reply.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('form', { name: 'Edit your reply' })
  const editor = form.getByRole('textbox')
  await editor.getByText('Frist thoughts.').waitFor()
  await editor.press('Escape')
  await reply.getByText('Frist thoughts.').waitFor()
  await reply.getByRole('button', { name: 'Edit', exact: true }).click()
  await editor.fill('First thoughts.')
  await editor.press('Escape')
  await form.getByText('You have unsaved changes.').waitFor()
  await form.getByRole('button', { name: 'Keep editing' }).click()
  await form.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Changes saved').waitFor()
  await reply.getByText('First thoughts.').waitFor()

  const seen = reader.page.locator(`#message-${message}`)
  await seen.getByText('First thoughts.').waitFor()
  await seen.getByRole('button', { name: 'edited' }).click()
  await reader.page.getByRole('region', { name: 'Earlier versions' }).getByText('Frist thoughts.').waitFor()
})

it('refuses an edit that comes too late, and keeps the text', async () => {
  const { id } = await newThread('Too late')
  const message = await put(id, marcus.id, 'As it was.')
  const { page, open } = await stage.member(marcus)
  await open(`/feed/${id}`)
  await page.locator(`#message-${message}`).getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('form', { name: 'Edit your reply' })
  await form.getByRole('textbox').fill('As it should be.')
  await testServer.sql('update messages set pub_date = now() - make_interval(mins => $2) where id = $1', [
    message,
    EDIT_MINUTES + 1,
  ])
  await form.getByRole('button', { name: 'Save changes' }).click()
  await form.getByRole('alert').getByText(`for ${EDIT_MINUTES} minutes`).waitFor()
  await form.getByText('As it should be.').waitFor()
  await page.reload()
  await page.locator(`#message-${message}`).getByText('As it was.').waitFor()
  await expect
    .poll(() => page.locator(`#message-${message}`).getByRole('button', { name: 'Edit', exact: true }).count())
    .toBe(0)
})

it('edits topic and text of a thread, and removes the thread once it was asked', async () => {
  stage.expectProblem(/404/)
  const { id } = await newThread('Befor')
  const { page, open } = await stage.member(helen)
  await open(`/feed/${id}`)
  await page.getByRole('main').getByRole('button', { name: 'Edit', exact: true }).first().click()
  const form = page.getByRole('form', { name: 'Edit opening post' })
  await form.getByRole('textbox', { name: 'Topic' }).fill('Before')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('heading', { level: 1, name: 'Before', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('button', { name: 'Remove discussion' }).click()
  await waitForPath(page, '/feed')
  await page.getByText('Discussion removed').waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Before', exact: true }).count()).toBe(0)
  await open(`/feed/${id}`)
  await expect.poll(() => page.getByRole('heading', { name: 'Before', exact: true }).count()).toBe(0)
})

it('takes what is written in the very moment in which the form stands', async () => {
  const { id } = await newThread('Befor')
  const { page, open } = await stage.member(helen)
  await open(`/feed/${id}`)
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const field = document.querySelector<HTMLInputElement>('input[name=topic]')
      if (!field) return
      observer.disconnect()
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, 'At once')
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }).observe(document.body, { childList: true, subtree: true })
  })
  await page.getByRole('main').getByRole('button', { name: 'Edit', exact: true }).first().click()
  await page.getByRole('form', { name: 'Edit opening post' }).getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('heading', { level: 1, name: 'At once', exact: true }).waitFor()
})

it('leaves the caret in the topic when the editor comes while it is written', async () => {
  const { id } = await newThread('Befor')
  const { page, open } = await stage.member(helen)
  await open(`/feed/${id}`)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/Editor-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('main').getByRole('button', { name: 'Edit', exact: true }).first().click()
  const form = page.getByRole('form', { name: 'Edit opening post' })
  const topic = form.getByRole('textbox', { name: 'Topic' })
  await topic.press('End')
  await topic.pressSequentially('e and')
  release()
  await form.getByRole('textbox', { name: 'Opening post' }).waitFor()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await page.keyboard.type(' after')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('heading', { level: 1, name: 'Before and after', exact: true }).waitFor()
})

it('leaves the place of a removed reply that was answered, on open pages too', async () => {
  const { id } = await newThread('Said and unsaid')
  const message = await put(id, marcus.id, 'Unfortunate words.')
  await put(id, camille.id, 'I see it differently.', message)
  const reader = await stage.member(camille, PHONE)
  await reader.open(`/feed/${id}`, { live: true })
  const { page, open } = await stage.member(marcus)
  await open(`/feed/${id}`)
  await page.locator(`#message-${message}`).getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').waitFor()
  await page.keyboard.press('Enter')
  for (const each of [page, reader.page]) {
    await each.getByText('Removed by its author').waitFor()
    await each.getByText('I see it differently.').waitFor()
    expect(await each.getByText('Unfortunate words.').count()).toBe(0)
    await each.getByRole('heading', { name: '1 Group Reply' }).waitFor()
  }
})

it('quotes what was selected, with its author, into the answer', async () => {
  const { id } = await newThread('To the letter')
  const message = await put(id, marcus.id, 'Section 4 &lt;b&gt; must go.')
  const { page, open } = await stage.member(helen)
  await open(`/feed/${id}`)
  const reply = page.locator(`#message-${message}`)
  await reply.locator('.t-reply p').selectText()
  await reply.getByRole('button', { name: 'Quote Marcus Oyelaran' }).click()
  const form = page.getByRole('form', { name: 'Reply to Marcus Oyelaran' })
  await form.locator('blockquote').getByText('Marcus Oyelaran').waitFor()
  await form.getByRole('textbox').press('Control+End')
  await page.keyboard.type('Agreed.')
  await form.getByRole('button', { name: 'Post to the group' }).click()
  await sendNow(page)
  await page.getByText('Posted to the group').waitFor()
  const [stored] = await testServer.sql<{ parsed_body: string }>(
    'select parsed_body from messages where message_replied_id = $1',
    [message],
  )
  expect(stored!.parsed_body).toMatch(
    /^<blockquote><p><strong>Marcus Oyelaran<\/strong><\/p><p>Section 4 &lt;b&gt; must go\.<\/p><\/blockquote>/,
  )
  expect(stored!.parsed_body).toContain('Agreed.')
})

it('keeps a reply to a few with them when a passage is quoted into it, it is opened again, or an older draft comes late', async () => {
  const { id } = await newThread('For your eyes')
  const message = await put(id, marcus.id, 'The figure is wrong.')
  const { page, open } = await stage.member(helen)
  await open(`/feed/${id}`)
  const reply = page.locator(`#message-${message}`)
  const form = page.getByRole('form', { name: 'Reply to Marcus Oyelaran' })
  const toMarcus = form.getByRole('radio', { name: /To Marcus only/ })
  const toAll = form.getByRole('radio', { name: /To the group/ })
  await reply.getByRole('button', { name: 'Reply to Marcus Oyelaran' }).click()
  await toMarcus.check()
  await reply.getByRole('button', { name: 'Reply to Marcus Oyelaran' }).click()
  await reply.locator('.t-reply p').selectText()
  await reply.getByRole('button', { name: 'Quote Marcus Oyelaran' }).click()
  await form.locator('blockquote').getByText('The figure is wrong.').waitFor()
  expect(await toMarcus.isChecked()).toBe(true)

  await toAll.check()
  await form.getByText('Draft saved', { exact: true }).waitFor()
  const held = Promise.withResolvers<void>()
  await page.route('**/ReplyForm-*.js', (route) => held.promise.then(() => route.continue()))
  await page.reload()
  await isReady(page)
  await reply.focus()
  await page.keyboard.press('Shift+R')
  await form.getByRole('button', { name: 'Send to Marcus' }).waitFor()
  held.resolve()
  await form.locator('blockquote').getByText('The figure is wrong.').waitFor()
  await form.getByText('Draft saved', { exact: true }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Continue your reply to Marcus Oyelaran' }).click()
  await form.getByRole('button', { name: 'Send to Marcus' }).click()
  await sendNow(page)
  await page.getByText('Sent to Marcus', { exact: true }).waitFor()
  const stored = await testServer.sql('select is_private from messages where message_replied_id = $1', [message])
  expect(stored).toEqual([{ is_private: true }])
})

it('warns of a name that cannot read a private reply, and offers it no longer (RULE-mention-kept)', async () => {
  const { id } = await insertThread(testServer, { author: marcus.id, networks: [legal], topic: 'In confidence' })
  const { page, open } = await stage.member(helen)
  await open(`/feed/${id}`)
  await editorOf(page, TO_GROUP)
  await page.keyboard.type('Ask @Cami')
  await page.getByRole('option', { name: /Camille Dufour/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('radio', { name: /To Marcus only/ }).check()
  await page.getByText('Camille Dufour can’t read this private reply and won’t be notified').waitFor()
  await page.getByRole('textbox', { name: 'Your private reply to Marcus' }).focus()
  await page.keyboard.type(' or @Cami')
  const greyed = page.getByRole('option', { name: /Camille Dufour Can’t read this/ })
  await greyed.waitFor()
  await expect.poll(() => greyed.getAttribute('aria-disabled')).toBe('true')
})

it('is accessible while editing, asking and looking back', async () => {
  const { id } = await newThread('For everybody')
  const message = await put(id, marcus.id, 'One.')
  await testServer.sql(
    `insert into message_versions (message_id, version, body, edited_by) values ($1, 1, '<p>Zero.</p>', $2), ($1, 2, '<p>One.</p>', $2)`,
    [message, marcus.id],
  )
  await testServer.sql('update messages set edited_at = now(), edited_by = $2 where id = $1', [message, marcus.id])
  const { page, open } = await stage.member(marcus)
  await open(`/feed/${id}`)
  const reply = page.locator(`#message-${message}`)
  await reply.getByRole('button', { name: 'edited' }).click()
  await page.getByText('Zero.').waitFor()
  await expect.poll(() => accessibilityErrors(page)).toEqual([])
  await reply.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').waitFor()
  await expect.poll(() => accessibilityErrors(page)).toEqual([])
  await page.keyboard.press('Escape')
  await reply.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('form', { name: 'Edit your reply' }).getByRole('textbox').waitFor()
  await expect.poll(() => accessibilityErrors(page)).toEqual([])
})
