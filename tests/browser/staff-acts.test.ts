/** Staff actions on threads: close, reopen, and reveal an anonymous author. */
import { expect, it } from 'vitest'
import { CreateThread } from '#api/operations.ts'
import { withoutDelay } from '../harness/anonymous.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey } from '../harness/client.ts'
import { networkIds, insertThread } from '../harness/threads.ts'
import { openBrowser } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage
const { legal } = await networkIds(testServer)
const author = await testServer.member(demoMembers.member)
const decisions = (id: number) =>
  testServer.sql('select decision, reason from moderation_decisions where thread_id = $1 order by id', [id])

it('closes a thread with a reason and opens it again, and offers neither to a member', async () => {
  const { id } = await insertThread(testServer, { author: author.id, networks: [legal], topic: 'To be closed' })
  const { page, open } = await stage.member(demoMembers.staff)
  await open(`/feed/${id}`)
  await page.getByRole('button', { name: 'Close discussion' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Close discussion' }).click()
  await question.getByRole('alert').waitFor()
  await question.getByLabel('Reason (recorded for staff)').fill('It has been answered.')
  await question.getByRole('button', { name: 'Close discussion' }).click()
  await page.getByText('You can still read it.').waitFor()
  await expect.poll(() => page.getByRole('form', { name: 'Reply' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Reopen discussion' }).click()
  await question.getByLabel('Reason (recorded for staff)').fill('There is more to say.')
  await question.getByRole('button', { name: 'Reopen discussion' }).click()
  await page.getByRole('form', { name: 'Reply' }).waitFor()
  await expect
    .poll(() => decisions(id))
    .toEqual([
      { decision: 'closed', reason: 'It has been answered.' },
      { decision: 'reopened', reason: 'There is more to say.' },
    ])

  const member = await stage.member(demoMembers.peer)
  await member.open(`/feed/${id}`)
  await member.page.getByRole('button', { name: 'Follow' }).waitFor()
  expect(await member.page.getByRole('group', { name: 'For staff' }).count()).toBe(0)
})

it('shows who asked without a name for the moment only, after it was written down', async () => {
  await testServer.sql(
    `with made as (insert into users (first_name, email, current_state) select 'Member', 'crowd' || n || '@members.test', 'full access' from generate_series(1, 40) n returning id)
     insert into peer_network_memberships (user_id, peer_network_id, is_primary) select id, $1, true from made`,
    [legal],
  )
  await withoutDelay(testServer)
  const { createThread: made } = await author.ask(CreateThread, {
    topic: 'Without a name',
    body: '<p>How?</p>',
    is_anonymous: true,
    peer_network_ids: [legal],
    idempotency_key: newKey(),
  })
  const [{ name }] = (await testServer.sql<{ name: string }>(
    `select first_name || ' ' || last_name as name from users where id = $1`,
    [author.id],
  )) as [{ name: string }]
  const { page, open } = await stage.member(demoMembers.staff)
  await open(`/feed/${made.id}`)
  await page.getByRole('button', { name: 'Look up author' }).click()
  await page.getByLabel('Why you need to know').fill('A threat was made.')
  await page.getByRole('button', { name: 'Show author' }).click()
  await page.getByText(`Asked by ${name}`).waitFor()
  await expect.poll(() => decisions(made.id)).toEqual([{ decision: 'revealed', reason: 'A threat was made.' }])
  await open(`/feed/${made.id}`)
  await page.getByRole('button', { name: 'Look up author' }).waitFor()
  await expect.poll(() => page.getByText(name).count()).toBe(0)
})
