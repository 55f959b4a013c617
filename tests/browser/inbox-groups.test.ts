/** Groups as their members see them: unread messages, and the welcome for new members. */
import { expect, it } from 'vitest'
import { InviteMembersToGroup, SetLastViewMessage, updateInboxGroupMemberSettings } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey } from '../harness/client.ts'
import { newConversation, newGroup, sendTo } from '../harness/inbox.ts'
import { expectAccessible } from './kit/accessible.ts'
import { bubble, isUncovered } from './kit/inbox.ts'
import { DESKTOP, openBrowser, PHONE, TABLET } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage

it('counts what waits in the navigation and the tab, live, and less once it is read on another device', async () => {
  const grace = await testServer.member(demoMembers.billing)
  const newcomer = await stage.member(demoMembers.newcomer, { ...DESKTOP, reducedMotion: 'reduce' })
  const { page, open, client } = newcomer
  await testServer.sql('delete from inbox_members where user_id = $1', [client.id])
  await testServer.sql('delete from inbox_invitations where invitee_id = $1', [client.id])
  await testServer.sql('delete from notifications where user_id = $1', [client.id])
  const id = await newGroup([grace, client], { name: 'Counted' })
  await open('/feed', { live: true })
  await page.mouse.move(200, 200)
  const place = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Inbox/ })
  await expect.poll(() => place.textContent()).not.toMatch(/\d/)
  const first = await sendTo(grace, id, 'One.')
  await place.getByText('1 unread').waitFor()
  await expect.poll(() => page.title()).toMatch(/^\(1\) /)
  const last = await sendTo(grace, id, 'Two.')
  await place.getByText('2 unread').waitFor()
  await expect.poll(() => page.title()).toMatch(/^\(2\) /)

  const phone = await stage.member(client, PHONE)
  await phone.open('/feed', { live: true })
  await phone.page.touchscreen.tap(200, 300)
  const tab = phone.page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: /^Inbox/ })
  await tab.getByText('2 unread').waitFor()
  await expect.poll(() => phone.page.getByRole('navigation', { name: 'Main' }).getByText('2 unread').count()).toBe(0)

  const read = (message_index: number) => client.ask(SetLastViewMessage, { group_id: id, message_index })
  await read(first.message_index_in_group)
  await Promise.all([place.getByText('1 unread').waitFor(), tab.getByText('1 unread').waitFor()])
  await read(last.message_index_in_group)
  await Promise.all([page, phone.page].map((each) => expect.poll(() => each.title()).not.toMatch(/^\(/)))
  await expect.poll(() => tab.textContent()).not.toMatch(/\d/)

  await client.ask(updateInboxGroupMemberSettings, { group_id: id, muted: true })
  await sendTo(grace, id, 'Three.')
  const other = await newGroup([grace, await testServer.member(demoMembers.peer)], { name: 'Invited to' })
  await grace.ask(InviteMembersToGroup, { group_id: other, members: [client.id], idempotency_key: newKey() })
  await place.getByText('1 unread').waitFor()
})

it('greets who joins with a text and a message that an admin has chosen, until they close it', async () => {
  const [helen, grace] = [
    await stage.member(demoMembers.member),
    await stage.member(demoMembers.billing, { ...DESKTOP, reducedMotion: 'reduce' }),
  ]
  const id = await newGroup([helen.client, await testServer.member(demoMembers.peer)], { name: 'With a welcome' })
  await sendTo(helen.client, id, 'Read the house rules first.')
  await helen.open(`/inbox?group_id=${id}`, { live: true })
  const details = helen.page.getByRole('complementary', { name: 'Details' })
  const chosen = details.getByRole('region', { name: 'Welcome message' })
  await chosen.getByText('None yet.').waitFor()
  const rules = bubble(helen.page, 'Read the house rules first.')
  await rules.getByRole('button', { name: 'More actions for your message' }).click()
  await helen.page.getByRole('menuitem', { name: 'Show to new members' }).click()
  await chosen.getByText('Read the house rules first.').waitFor()
  await details.getByLabel('Welcome text (shown before joining)').fill('We talk about renewals.')
  await details.getByRole('button', { name: 'Save' }).click()
  await helen.page.getByText('Saved').waitFor()
  // More than two pages: a conversation that is short at first loads older messages to fill its view.
  for (let index = 0; index < 120; index++) await sendTo(helen.client, id, `Later word ${index}.`)

  await helen.client.ask(InviteMembersToGroup, {
    group_id: id,
    members: [grace.client.id],
    idempotency_key: newKey(),
  })
  await grace.open('/inbox')
  const card = grace.page.getByRole('article', { name: 'Invitation to With a welcome' })
  await card.getByText('We talk about renewals.').waitFor()
  await expect.poll(() => grace.page.getByText('Read the house rules first.').count()).toBe(0)
  await card.getByRole('button', { name: 'Join' }).click()
  const welcome = grace.page.getByRole('region', { name: 'Welcome to With a welcome' })
  await welcome.getByText('We talk about renewals.').waitFor()
  await welcome.getByText('Read the house rules first.').waitFor()
  for (const words of ['We talk about renewals.', 'Read the house rules first.'])
    await expect.poll(() => grace.page.getByText(words).count(), { message: words }).toBe(1)
  await expectAccessible(grace.page, 'a welcome')
  await grace.page.getByRole('button', { name: 'Close the welcome' }).click()
  await welcome.waitFor({ state: 'detached' })
  await expect
    .poll(() =>
      testServer.sql(
        'select from inbox_members where group_id = $1 and user_id = $2 and last_read_date > date_joined',
        [id, grace.client.id],
      ),
    )
    .toHaveLength(1)
  await grace.open(`/inbox?group_id=${id}`)
  await bubble(grace.page, 'Later word 119.').waitFor()
  await grace.page.getByRole('region', { name: 'Pinned messages' }).getByText('Read the house rules first.').waitFor()
  await expect.poll(() => welcome.count()).toBe(0)
  await expect.poll(() => grace.page.getByRole('menuitem').count()).toBe(0)
  await bubble(grace.page, 'Later word 119.')
    .getByRole('button', { name: /More actions for/ })
    .click()
  expect(await grace.page.getByRole('menuitem').allTextContents()).toEqual(['Report'])
  await grace.page.keyboard.press('Escape')

  await chosen.getByRole('button', { name: 'Remove' }).click()
  await chosen.getByText('None yet.').waitFor()
  await expect
    .poll(() => testServer.sql('select from inbox_groups where id = $1 and welcome_message_id is null', [id]))
    .toHaveLength(1)
})

it.each([
  ['desk', DESKTOP],
  ['tablet', TABLET],
  ['phone', PHONE],
])('covers neither Send nor Leave with a toast on a %s', async (where, device) => {
  const { page, open, client } = await stage.member(demoMembers.member, { ...device, reducedMotion: 'reduce' })
  const id = await newGroup([client, await testServer.member(demoMembers.peer)], { name: `Uncovered on a ${where}` })
  await open(`/inbox?group_id=${id}`)
  await bubble(page, 'Welcome.').waitFor()
  const toDetails = page.getByRole('button', { name: 'Details' })
  if (await toDetails.isVisible()) await toDetails.click()
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.getByLabel('Welcome text (shown before joining)').fill('Read me.')
  await details.getByRole('button', { name: 'Save' }).click()
  const toast = page.getByRole('region', { name: 'Notices' }).getByText('Saved')
  await toast.waitFor()
  const leave = details.getByRole('button', { name: 'Leave group' })
  await leave.scrollIntoViewIfNeeded()
  expect(await isUncovered(leave)).toBe(true)
  if (await toDetails.isVisible()) await toDetails.click()
  expect(await isUncovered(page.getByRole('button', { name: 'Send', exact: true }))).toBe(true)
  expect(await toast.count()).toBe(1)
})

it('speaks of two where a conversation is between two, and offers nothing of groups', async () => {
  const { page, open, client } = await stage.member(demoMembers.member)
  const id = await newConversation(client, await testServer.member(demoMembers.groupAdmin))
  await open(`/inbox?group_id=${id}`)
  await page.getByText('Only the two of you can read this conversation.').waitFor()
  expect(await page.getByText(/everyone|joins later|New members/).count()).toBe(0)
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.getByRole('heading', { name: 'Archive', exact: true }).waitFor()
  expect(await details.getByRole('button', { name: /everyone|Leave/ }).count()).toBe(0)
})

it('is archived between two by one of them, who finds it, moves it back, and gets it back with a new message', async () => {
  const { page, open, client } = await stage.member(demoMembers.member, { ...DESKTOP, reducedMotion: 'reduce' })
  const camille = await testServer.member(demoMembers.groupAdmin)
  const id = await newConversation(client, camille, 'To be archived.')
  await open(`/inbox?group_id=${id}`, { live: true })
  const list = page.getByRole('navigation', { name: 'Conversations' })
  const listed = list.getByRole('link', { name: /^Camille Dufour/ })
  const details = page.getByRole('complementary', { name: 'Details' })
  const archive = details.getByRole('button', { name: 'Archive', exact: true })
  const back = details.getByRole('button', { name: 'Move back to inbox' })
  await listed.waitFor()
  await archive.click()
  await listed.waitFor({ state: 'detached' })
  // An archived conversation still accepts messages.
  await page.getByRole('button', { name: 'Message: ' }).waitFor()
  await list.getByRole('button', { name: 'Archived conversations' }).click()
  await listed.waitFor()
  await back.click()
  await listed.waitFor({ state: 'detached' })
  await list.getByRole('button', { name: 'Back to inbox' }).click()
  await listed.waitFor()
  await archive.click()
  await listed.waitFor({ state: 'detached' })
  await sendTo(camille, id, 'This brings it back.')
  await listed.getByText('This brings it back.').waitFor()
  await archive.waitFor()
})
