/** Groups as their members see them: what waits in them, and what greets who joins. */
import { expect, it } from 'vitest'
import { InviteMembersToGroup, SetLastViewMessage, updateInboxGroupMemberSettings } from '#api/operations.ts'
import { cast } from '../cast.ts'
import { newKey } from '../harness/client.ts'
import { beginGroup, sendTo } from '../harness/inbox.ts'
import { expectAccessible } from './kit/accessible.ts'
import { bubble } from './kit/inbox.ts'
import { DESK, openStage, PHONE } from './kit/stage.ts'

const stage = await openStage()
const { house } = stage

it('counts what waits in the navigation and the tab, live, and less once it is read on another device', async () => {
  const grace = await house.member(cast.billing)
  const newcomer = await stage.member(cast.newcomer, { ...DESK, reducedMotion: 'reduce' })
  const { page, open, client } = newcomer
  await house.sql('delete from inbox_members where user_id = $1', [client.id])
  await house.sql('delete from inbox_invitations where invitee_id = $1', [client.id])
  await house.sql('delete from notifications where user_id = $1', [client.id])
  const id = await beginGroup([grace, client], { name: 'Counted' })
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
  const other = await beginGroup([grace, await house.member(cast.peer)], { name: 'Invited to' })
  await grace.ask(InviteMembersToGroup, { group_id: other, members: [client.id], idempotency_key: newKey() })
  await place.getByText('1 unread').waitFor()
})

it('greets who joins with a text and a message that an admin has chosen, until they close it', async () => {
  const [helen, grace] = [
    await stage.member(cast.member),
    await stage.member(cast.billing, { ...DESK, reducedMotion: 'reduce' }),
  ]
  const id = await beginGroup([helen.client, await house.member(cast.peer)], { name: 'With a welcome' })
  await sendTo(helen.client, id, 'Read the house rules first.')
  await helen.open(`/inbox?group_id=${id}`, { live: true })
  const details = helen.page.getByRole('complementary', { name: 'Details' })
  const chosen = details.getByRole('region', { name: 'Welcome message' })
  await chosen.getByText('None yet.').waitFor()
  const rules = bubble(helen.page, 'Read the house rules first.')
  await rules.getByRole('button', { name: 'More about the message of You' }).click()
  await helen.page.getByRole('menuitem', { name: 'Show it to newcomers' }).click()
  await chosen.getByText('Read the house rules first.').waitFor()
  await details.getByLabel('Welcome, read before joining').fill('We talk about renewals.')
  await details.getByRole('button', { name: 'Save' }).click()
  await helen.page.getByText('Saved').waitFor()
  for (let index = 0; index < 60; index++) await sendTo(helen.client, id, `Later word ${index}.`)

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
  await expectAccessible(grace.page, 'a welcome')
  await grace.page.getByRole('button', { name: 'Close the welcome' }).click()
  await welcome.waitFor({ state: 'detached' })
  await expect
    .poll(() =>
      house.sql('select from inbox_members where group_id = $1 and user_id = $2 and last_read_date > date_joined', [
        id,
        grace.client.id,
      ]),
    )
    .toHaveLength(1)
  await grace.open(`/inbox?group_id=${id}`)
  await bubble(grace.page, 'Later word 59.').waitFor()
  await expect.poll(() => welcome.count()).toBe(0)
  await expect.poll(() => grace.page.getByRole('menuitem').count()).toBe(0)
  expect(
    await bubble(grace.page, 'Later word 59.')
      .getByRole('button', { name: /More about/ })
      .count(),
  ).toBe(0)

  await chosen.getByRole('button', { name: 'Take away' }).click()
  await chosen.getByText('None yet.').waitFor()
  await expect
    .poll(() => house.sql('select from inbox_groups where id = $1 and welcome_message_id is null', [id]))
    .toHaveLength(1)
})
