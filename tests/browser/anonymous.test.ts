/** Asking without a name: explained before, measured while it is written, and kept afterwards. */
import axe from 'axe-core'
import { expect, it } from 'vitest'
import { cast, castPerson } from '../cast.ts'
import { networkIds } from '../harness/threads.ts'
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
  await page.evaluate(axe.source)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const found = await page.evaluate(async () => {
      const { axe: rules } = window as unknown as { axe: typeof import('axe-core') }
      return (await rules.run(document)).violations.map(({ id, nodes }) => `${id} ${nodes[0]!.html}`)
    })
    expect(found).toEqual([])
  }
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
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await sendNow(page)
  await page.getByText('Posted to the group', { exact: true }).waitFor()

  const reader = await stage.member(cast.peer)
  await reader.open(`/feed/${made!.id}`)
  await reader.page.getByText('One more thing.').waitFor()
  expect(await reader.page.content()).not.toContain(helen.last_name)
  expect(await reader.page.getByText('A member', { exact: true }).count()).toBeGreaterThan(1)
  await reader.page.getByRole('radio', { name: /^To A.member only/ }).check()
  await editorOf(reader.page, 'Your private reply to A\u00a0member')
})
