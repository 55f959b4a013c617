/** Private conversations as their members see them, on two screens at once. */
import { expect, it } from 'vitest'
import { UpdateMessage } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { waitFor } from '../harness/connection.ts'
import { newConversation, newGroup, sendTo } from '../harness/inbox.ts'
import { networkIds, insertThread } from '../harness/threads.ts'
import { expectAccessible, widthsToTry } from './kit/accessible.ts'
import { holdResponse } from './kit/intercept-first.ts'
import { bubble, messages, sendText, write } from './kit/inbox.ts'
import { waitForPath, openBrowser, PHONE } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage

it('lets two talk: what one writes the other sees, with who is writing and what was seen (ROUTE-inbox-group, FEATURE-group-chat-inbox)', async () => {
  const [helen, marcus] = [await stage.member(demoMembers.member), await stage.member(demoMembers.peer)]
  const id = await newConversation(helen.client, marcus.client, 'A first word.')
  await helen.open(`/inbox?group_id=${id}`, { live: true })
  await marcus.open(`/inbox?group_id=${id}`, { live: true })
  await helen.page.getByRole('heading', { level: 1, name: 'Marcus Oyelaran' }).waitFor()
  await bubble(marcus.page, 'A first word.').waitFor()

  await write(helen.page, 'Is Thursday')
  await marcus.page.getByText('Helen is typing').waitFor()
  await helen.page.getByRole('textbox', { name: 'Message', exact: true }).pressSequentially(' good?')
  await helen.page.getByRole('button', { name: 'Send', exact: true }).click()
  await bubble(marcus.page, 'Is Thursday good?').waitFor()
  await bubble(helen.page, 'Is Thursday good?').getByText('Seen').waitFor()

  await bubble(marcus.page, 'Is Thursday good?').hover()
  await bubble(marcus.page, 'Is Thursday good?').getByRole('button', { name: 'Reply to Helen Marsh' }).click()
  await sendText(marcus.page, 'Friday is better.')
  await bubble(helen.page, 'Friday is better.').getByRole('button', { name: 'Helen Marsh Is Thursday good?' }).waitFor()

  const own = bubble(marcus.page, 'Friday is better.')
  await own.getByRole('button', { name: 'More actions for your message' }).click()
  await marcus.page.getByRole('menuitem', { name: 'Edit' }).click()
  const editor = marcus.page.getByRole('form', { name: 'Edit your message' }).getByRole('textbox')
  await editor.focus()
  await editor.press('End')
  await editor.pressSequentially(' At ten.')
  await marcus.page.getByRole('button', { name: 'Save' }).click()
  await bubble(helen.page, 'Friday is better. At ten.').getByText('Edited').waitFor()

  await bubble(helen.page, 'Friday is better. At ten.')
    .getByRole('button', { name: /More (about|actions for)/ })
    .click()
  await helen.page.getByRole('menuitem', { name: 'Pin' }).click()
  for (const { page } of [helen, marcus])
    await page.getByRole('region', { name: 'Pinned messages' }).getByText('Friday is better. At ten.').waitFor()
})

it('shows what is sent while its first messages are still on their way', async () => {
  const helen = await stage.member(demoMembers.member)
  const marcus = await testServer.member(demoMembers.peer)
  const id = await newGroup([helen.client, marcus], { name: 'On a slow line' })
  const { asked, release } = await holdResponse(helen.page, 'InboxGroupMessages')
  const stream = await helen.client.stream()
  await helen.open(`/inbox?group_id=${id}`, { live: true })
  await asked
  await sendTo(marcus, id, 'In the meantime.')
  await stream.next(({ data }) => data['signal'] === 'inbox.sent' && data['group_id'] === id)
  stream.close()
  await helen.page
    .getByRole('link', { name: /On a slow line/ })
    .getByText('In the meantime.')
    .waitFor()
  release()
  await bubble(helen.page, 'Welcome.').waitFor()
  await bubble(helen.page, 'In the meantime.').waitFor()
})

it('shows a message once while it is being sent, although the others have it already', async () => {
  const [helen, marcus] = [await stage.member(demoMembers.member), await stage.member(demoMembers.peer)]
  const id = await newGroup([helen.client, marcus.client], { name: 'Once only' })
  const { id: message_id } = await sendTo(marcus.client, id, 'Do you agree?')
  await helen.open(`/inbox?group_id=${id}`, { live: true })
  await bubble(helen.page, 'Do you agree?').waitFor()
  const { asked, release } = await holdResponse(helen.page, 'SendMessage')
  await write(helen.page, 'Entirely.')
  await helen.page.getByRole('button', { name: 'Send', exact: true }).click()
  await asked
  await marcus.open(`/inbox?group_id=${id}`, { live: true })
  await bubble(marcus.page, 'Entirely.').waitFor()
  // Shown after whatever came before it.
  await marcus.client.ask(UpdateMessage, { message_id, msg_body: '<p>Do you agree with that?</p>' })
  await bubble(helen.page, 'Do you agree with that?').waitFor()
  const count = () => bubble(helen.page, 'Entirely.').count()
  expect(await count()).toBe(1)
  await sendTo(marcus.client, id, 'Good.')
  release()
  await bubble(helen.page, 'Good.').waitFor()
  expect(await count()).toBe(1)
  await helen.page.getByText('Sending…').waitFor({ state: 'detached' })
})

it('begins a group by the form, and those invited join or decline (UI-section-label-inbox)', async () => {
  const [helen, grace] = [await stage.member(demoMembers.member), await stage.member(demoMembers.billing)]
  await grace.open('/inbox', { live: true })
  const { page } = helen
  await helen.open('/inbox')
  await page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('button', { name: 'New conversation' })
    .click()
  await page.getByRole('radio', { name: /Small group/ }).check()
  await page.getByRole('button', { name: 'Create and invite' }).click()
  for (const refusal of ['Choose at least one member.', 'Enter a group name.', 'Write something first'])
    await page.getByText(refusal).waitFor()
  await page.getByLabel('Members to invite').fill('grace')
  await page.getByRole('button', { name: 'Add Grace Okafor' }).click()
  await page.getByLabel('Group name').fill('Quarter end')
  await page.getByRole('button', { name: 'First message: ' }).click()
  await page.getByRole('textbox', { name: 'First message' }).pressSequentially('What is open on your side?')
  await page.getByRole('button', { name: 'Create and invite' }).click()
  await page.getByRole('heading', { level: 1, name: 'Quarter end' }).waitFor()
  await page.getByText('1 member, 1 invited').waitFor()

  const card = grace.page.getByRole('article', { name: 'Invitation to Quarter end' })
  await card.getByText('Helen Marsh invited you to Quarter end').waitFor()
  await expect.poll(() => grace.page.getByText('What is open on your side?').count()).toBe(0)
  await card.getByRole('button', { name: 'Join' }).click()
  await bubble(grace.page, 'What is open on your side?').waitFor()
  await page.getByText('2 members').first().waitFor()

  const other = await newGroup([helen.client, await testServer.member(demoMembers.peer)], { name: 'Another one' })
  const { InviteMembersToGroup } = await import('#api/operations.ts')
  await helen.client.ask(InviteMembersToGroup, {
    group_id: other,
    members: [grace.client.id],
    idempotency_key: 'invite-grace-again',
  })
  const second = grace.page.getByRole('article', { name: 'Invitation to Another one' })
  await second.getByRole('button', { name: 'Decline' }).click()
  await grace.page.getByText('Declined').waitFor()
  await second.waitFor({ state: 'detached' })
})

it('goes back through long conversations, to a day and to what was found', async () => {
  const helen = await stage.member(demoMembers.member)
  const marcus = await testServer.member(demoMembers.peer)
  const id = await newGroup([helen.client, marcus], { name: 'Long talk' })
  await testServer.sql(
    `insert into inbox_messages (group_id, sender_id, msg_body, cleaned_body, message_index_in_group, pub_date)
     select $1, $2, '<p>Point ' || n || '</p>', 'Point ' || n, n, now() - (400 - n) * interval '1 hour' from generate_series(2, 300) n`,
    [id, marcus.id],
  )
  await testServer.sql(
    "update inbox_messages set pub_date = now() - interval '401 hours' where group_id = $1 and message_index_in_group = 1",
    [id],
  )
  await testServer.sql('update inbox_groups set latest_index = 300 where id = $1', [id])
  await testServer.sql('update inbox_members set last_seen_message_index = 200 where group_id = $1 and user_id = $2', [
    id,
    helen.client.id,
  ])
  const { page, open } = helen
  // The composer, which loads later, leaves less height for the messages.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const box = document.querySelector<HTMLElement>('[role=region][aria-label=Messages]')
      if (!box?.querySelector('[data-index="201"]')) return
      observer.disconnect()
      box.style.maxHeight = `${box.clientHeight - 20}px`
    }).observe(document, { subtree: true, childList: true })
  })
  await open(`/inbox?group_id=${id}`)
  await messages(page).getByText('Point 201', { exact: true }).waitFor()
  const isInView = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top > 0 && bottom < innerHeight
  }
  await expect.poll(() => page.getByText('New', { exact: true }).evaluate(isInView)).toBe(true)
  const stream = page.getByRole('region', { name: 'Messages' })
  for (const index of [150, 100, 60])
    await waitFor(`message ${index}`, async () => {
      await stream.evaluate((box) => box.scrollTo({ top: 0 }))
      return (await messages(page).getByText(`Point ${index}`, { exact: true }).count()) === 1
    })
  const shown = await page
    .locator('[data-index]')
    .evaluateAll((rows) => rows.map((row) => Number((row as HTMLElement).dataset['index'])))
  expect(shown).toEqual(Array.from({ length: shown.length }, (_, each) => shown[0]! + each))
  await page.getByRole('button', { name: /new messages|Jump to latest/ }).click()
  await messages(page).getByText('Point 300', { exact: true }).waitFor()
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('Point 17')
  await page
    .getByRole('list', { name: 'Search results' })
    .getByRole('link', { name: /Point 17$|Point 17 / })
    .first()
    .click()
  await messages(page).getByText('Point 17', { exact: true }).waitFor()
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('')
  const [{ day }] = (await testServer.sql<{ day: string }>(
    `select to_char(pub_date, 'YYYY-MM-DD') as day from inbox_messages where group_id = $1 and message_index_in_group = 260`,
    [id],
  )) as [{ day: string }]
  await page.getByLabel('Jump to date').fill(day)
  await waitFor('the day', async () => (await messages(page).getByText('Point 260', { exact: true }).count()) === 1)
})

it('shows one pane at a time on a phone, and leads back to the same conversation (RULE-inbox-back-group-id, UI-back-label-chats, ROUTE-inbox, ANALYTICS-page-inbox)', async () => {
  const { page, open, client } = await stage.member(demoMembers.member, PHONE)
  const { legal } = await networkIds(testServer)
  const thread = await insertThread(testServer, { author: client.id, networks: [legal], topic: 'What we talk about' })
  const id = await newGroup([client, await testServer.member(demoMembers.peer)], { name: 'Pocket' })
  const { SendMessage } = await import('#api/operations.ts')
  await client.ask(SendMessage, {
    group_id: id,
    msg_body: '<p>See this.</p>',
    thread_id: thread.id,
    idempotency_key: 'see-this-thread',
  })
  const viewed: string[] = []
  page.on('request', (request) => {
    if (request.postData()?.includes('inbox-viewed')) viewed.push(request.url())
  })
  await open('/inbox')
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
  await page.getByRole('link', { name: /Pocket/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Pocket' }).waitFor()
  await expect.poll(() => page.getByRole('navigation', { name: 'Conversations' }).isVisible()).toBe(false)
  expect(viewed.length).toBe(1)
  await bubble(page, 'See this.')
    .getByRole('link', { name: /What we talk about/ })
    .click()
  await page.getByRole('heading', { level: 1, name: 'What we talk about' }).waitFor()
  await page.locator('[data-back]').filter({ hasText: 'Chats' }).click()
  await waitForPath(page, `/inbox?group_id=${id}`)
  await page.getByRole('link', { name: 'All conversations' }).click()
  await waitForPath(page, '/inbox')
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
})

it('finds or begins the conversation with a member, and not with whom one may not write to', async () => {
  const { page, open, client } = await stage.member(demoMembers.trial)
  const camille = await testServer.member(demoMembers.groupAdmin)
  const samuel = await testServer.member(demoMembers.finance)
  await open(`/inbox?to=${camille.id}`)
  await page.getByRole('button', { name: 'Remove Camille Dufour' }).waitFor()
  await page.getByRole('button', { name: 'First message: ' }).click()
  await page.getByRole('textbox', { name: 'First message' }).pressSequentially('Good morning.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Camille Dufour' }).waitFor()
  const address = await waitForPath(page, /^\/inbox\?group_id=\d+$/)
  await open(`/inbox?to=${camille.id}`)
  await waitForPath(page, address)
  await open(`/inbox?to=${samuel.id}`)
  await page.getByRole('heading', { level: 1, name: 'You can’t message this member' }).waitFor()
  expect(client.id).toBeGreaterThan(0)
})

it('is run, muted, archived and left from its details', async () => {
  stage.expectProblem(/404/)
  const { page, open, client } = await stage.member(demoMembers.member)
  const id = await newGroup([client, await testServer.member(demoMembers.peer)], { name: 'To be renamed' })
  await open(`/inbox?group_id=${id}`)
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.getByLabel('Name', { exact: true }).fill('Renamed')
  await details.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: 'Renamed' }).waitFor()
  await details.getByLabel(/^Mute/).check()
  await page.getByRole('img', { name: 'Muted' }).first().waitFor()
  await details.getByRole('button', { name: 'Archive for everyone' }).click()
  await page.getByText('This conversation is archived. You can read it').waitFor()
  await details.getByRole('button', { name: 'Reopen' }).click()
  await page.getByRole('button', { name: /^Message/ }).waitFor()
  await details.getByRole('button', { name: 'Leave group' }).click()
  await details.getByRole('button', { name: 'Leave', exact: true }).click()
  await page.getByText('You left Renamed').waitFor()
  await open(`/inbox?group_id=${id}`)
  await page.getByRole('heading', { level: 1, name: 'This conversation isn’t available' }).waitFor()
})

it('is not there for staff and strangers, and says when it cannot be loaded', async () => {
  stage.expectProblem(/500|404/)
  const [helen, marcus] = await testServer.members(demoMembers.member, demoMembers.peer)
  const id = await newGroup([helen, marcus])
  await sendTo(helen, id, 'Between us.')
  for (const who of [demoMembers.staff, demoMembers.finance]) {
    const { page, open } = await stage.member(who)
    await open(`/inbox?group_id=${id}`)
    await page.getByRole('heading', { level: 1, name: 'This conversation isn’t available' }).waitFor()
    await expect.poll(() => page.getByText('Between us.').count()).toBe(0)
  }
  const { page, open } = await stage.member(demoMembers.member)
  await page.route('**/api/graphql/InboxGroup', (route) =>
    route.fulfill({ status: 500, json: { data: null, errors: [{ message: 'x', extensions: { code: 'internal' } }] } }),
  )
  await open(`/inbox?group_id=${id}`)
  await page.getByRole('heading', { name: 'We couldn’t load this conversation' }).waitFor({ timeout: 20_000 })
  await page.unroute('**/api/graphql/InboxGroup')
  await page.getByRole('button', { name: 'Try again' }).click()
  await bubble(page, 'Between us.').waitFor()
})

it('asks by itself when the stream is lost for ten seconds', async () => {
  stage.expectProblem(/ERR_|Failed to load|api\/live/)
  const { page, open, client } = await stage.member(demoMembers.member)
  const marcus = await testServer.member(demoMembers.peer)
  const id = await newGroup([client, marcus])
  await page.route('**/api/live', (route) => route.abort())
  await open(`/inbox?group_id=${id}`)
  await bubble(page, 'Welcome.').waitFor()
  await sendTo(marcus, id, 'Do you read me?')
  await bubble(page, 'Do you read me?').waitFor({ timeout: 25_000 })
})

it.each(widthsToTry(0))('can be read and used by everyone on a %s', async (where, device) => {
  const { page, open, client } = await stage.member(demoMembers.member, { ...device, reducedMotion: 'reduce' })
  const id = await newGroup([client, await testServer.member(demoMembers.peer)], { name: 'For everyone' })
  await open('/inbox')
  await expectAccessible(page, `the inbox on a ${where}`)
  await open(`/inbox?group_id=${id}`)
  await bubble(page, 'Welcome.').waitFor()
  await expectAccessible(page, `a conversation on a ${where}`)
  await open('/inbox')
  await page.getByRole('button', { name: 'New conversation' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'New conversation' }).waitFor()
  await expectAccessible(page, `a new conversation on a ${where}`)
})
