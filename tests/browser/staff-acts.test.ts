/** What staff alone can do with a thread: close and reopen it, and learn who asked without a name. */
import { expect, it } from 'vitest'
import { CreateThread } from '#api/operations.ts'
import { cast } from '../cast.ts'
import { newKey } from '../harness/client.ts'
import { networkIds, putThread } from '../harness/threads.ts'
import { openStage } from './kit/stage.ts'

const stage = await openStage()
const { house } = stage
const { legal } = await networkIds(house)
const author = await house.member(cast.member)
const decisions = (id: number) =>
  house.sql('select decision, reason from moderation_decisions where thread_id = $1 order by id', [id])

it('closes a thread with a reason and opens it again, and offers neither to a member', async () => {
  const { id } = await putThread(house, { author: author.id, networks: [legal], topic: 'To be closed' })
  const { page, open } = await stage.member(cast.staff)
  await open(`/feed/${id}`)
  await page.getByRole('button', { name: 'Close thread' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Close thread' }).click()
  await question.getByRole('alert').waitFor()
  await question.getByLabel('Reason, on record for staff').fill('It has been answered.')
  await question.getByRole('button', { name: 'Close thread' }).click()
  await page.getByText('It can still be read.').waitFor()
  await expect.poll(() => page.getByRole('form', { name: 'Reply' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Reopen thread' }).click()
  await question.getByLabel('Reason, on record for staff').fill('There is more to say.')
  await question.getByRole('button', { name: 'Reopen thread' }).click()
  await page.getByRole('form', { name: 'Reply' }).waitFor()
  await expect
    .poll(() => decisions(id))
    .toEqual([
      { decision: 'closed', reason: 'It has been answered.' },
      { decision: 'reopened', reason: 'There is more to say.' },
    ])

  const member = await stage.member(cast.peer)
  await member.open(`/feed/${id}`)
  await member.page.getByRole('button', { name: 'Follow' }).waitFor()
  expect(await member.page.getByRole('group', { name: 'For staff' }).count()).toBe(0)
})

it('shows who asked without a name for the moment only, after it was written down', async () => {
  await house.sql(
    `with made as (insert into users (first_name, email, current_state) select 'Member', 'crowd' || n || '@members.test', 'full access' from generate_series(1, 40) n returning id)
     insert into peer_network_memberships (user_id, peer_network_id, is_primary) select id, $1, true from made`,
    [legal],
  )
  const { createThread: made } = await author.ask(CreateThread, {
    topic: 'Without a name',
    body: '<p>How?</p>',
    is_anonymous: true,
    peer_network_ids: [legal],
    idempotency_key: newKey(),
  })
  const [{ name }] = (await house.sql<{ name: string }>(
    `select first_name || ' ' || last_name as name from users where id = $1`,
    [author.id],
  )) as [{ name: string }]
  const { page, open } = await stage.member(cast.staff)
  await open(`/feed/${made.id}`)
  await page.getByRole('button', { name: 'Who asked this?' }).click()
  await page.getByLabel('Why it has to be known').fill('A threat was made.')
  await page.getByRole('button', { name: 'Show the author' }).click()
  await page.getByText(`Asked by ${name}`).waitFor()
  await expect.poll(() => decisions(made.id)).toEqual([{ decision: 'revealed', reason: 'A threat was made.' }])
  await open(`/feed/${made.id}`)
  await page.getByRole('button', { name: 'Who asked this?' }).waitFor()
  await expect.poll(() => page.getByText(name).count()).toBe(0)
})
