import axe from 'axe-core'
import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { COMPANY_REQUIRED } from '#shared/experts.ts'
import { cast } from '../cast.ts'
import { networkIds, putThread } from '../harness/threads.ts'
import { DESK, openStage, PHONE } from './kit/stage.ts'
import { sendNow, TO_GROUP, write } from './kit/threads.ts'

const stage = await openStage()
const { house } = stage
const { legal } = await networkIds(house)
const [{ id: marcus }] = (await house.sql<{ id: number }>('select id from users where email = $1', [cast.peer])) as [
  { id: number },
]
const newThread = (topic: string) =>
  putThread(house, { author: marcus, networks: [legal], topic, thread_type: 'recommendation_request' })
const named = (thread: number) =>
  house.sql<{ name: string; company: string | null; first_name: string | null; last_name: string | null }>(
    `select e.name, c.name as company, e.first_name, e.last_name from message_experts x join messages m on m.id = x.message_id
     join experts e on e.id = x.expert_id left join expert_companies c on c.id = e.company_id
     where m.thread_id = $1 order by m.id, x.place`,
    [thread],
  )
const chips = (page: Page) => page.getByRole('list', { name: 'Experts you name' }).getByRole('listitem')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

async function expectNoViolations(page: Page, where: string) {
  await page.evaluate(axe.source)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const found = await page.evaluate(async (tags) => {
      const { axe: rules } = window as unknown as { axe: typeof import('axe-core') }
      const { violations } = await rules.run(document, { runOnly: tags, resultTypes: ['violations'] })
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
    }, TAGS)
    expect(found, `${where} ${colorScheme}`).toEqual([])
  }
}

it('names experts with the keyboard, known and new, votes, and shows them in the reply and above the replies (FEATURE-mentions-tagging, FEATURE-expert-votes, RULE-new-expert-name-split, RULE-votes-sent, UI-screen-recommendation-summary)', async () => {
  const { id } = await newThread('Whom would you ask about key clauses')
  const { page, open } = await stage.member(cast.member)
  await open(`/feed/${id}`)
  await write(page, TO_GROUP, 'These two.')
  await page.getByRole('button', { name: 'Name an expert' }).click()
  const field = page.getByRole('combobox', { name: 'Whom do you name?' })
  await field.pressSequentially('lopez mar')
  await page.getByRole('option', { name: /Maria Lopez \(Dahlberg & Rowe\)/ }).waitFor()
  await page.keyboard.press('Enter')
  await chips(page).filter({ hasText: 'Maria Lopez (Dahlberg & Rowe)' }).waitFor()
  await page.getByRole('button', { name: 'Recommend Maria Lopez' }).click()

  await page.getByRole('button', { name: 'Name an expert' }).click()
  await field.pressSequentially('Ada Maria Quezal')
  await page.getByRole('option', { name: 'Add “Ada Maria Quezal”' }).waitFor()
  await page.keyboard.press('Enter')
  const fresh = page.getByRole('group', { name: 'A new expert' })
  await fresh.getByRole('button', { name: 'Add', exact: true }).click()
  await fresh.getByRole('alert').getByText(COMPANY_REQUIRED).waitFor()
  await fresh.getByLabel('Company').fill('Quezal & Sons')
  await page.keyboard.press('Enter')
  await chips(page).filter({ hasText: 'Ada Maria Quezal (Quezal & Sons)' }).waitFor()

  await page.getByText('Draft kept').waitFor()
  await page.reload()
  await chips(page).nth(1).waitFor()
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await sendNow(page)
  await page.getByText('Posted to the group').waitFor()
  const reply = page.getByRole('list', { name: 'Replies' }).getByRole('article').filter({ hasText: 'These two.' })
  await reply.getByText('Maria Lopez (Dahlberg & Rowe), Ada Maria Quezal (Quezal & Sons)').waitFor()
  expect(await named(id)).toEqual([
    { name: 'Maria Lopez', company: 'Dahlberg & Rowe', first_name: 'Maria', last_name: 'Lopez' },
    { name: 'Ada Maria Quezal', company: 'Quezal & Sons', first_name: 'Ada', last_name: 'Maria' },
  ])
  expect(await chips(page).count()).toBe(0)

  await open(`/feed/${id}`)
  const summary = page.getByRole('region', { name: 'Named in this discussion' })
  await summary.getByRole('button', { name: /^2 recommendations/ }).click()
  const entry = summary.getByRole('listitem').filter({ hasText: 'Maria Lopez' })
  await entry.getByText('Named by Helen Marsh').waitFor()
  await entry.getByText('You voted for').waitFor()
  await open('/feed')
  await page
    .getByRole('feed')
    .getByRole('article')
    .filter({ hasText: 'key clauses' })
    .getByText('2 recommendations')
    .waitFor()
})

it('keeps the experts of a reply that was refused, and takes one away', async () => {
  const { id } = await newThread('Refused with a name in it')
  const { page, open } = await stage.member(cast.member)
  await open(`/feed/${id}`)
  await write(page, TO_GROUP, 'Ask them.')
  await page.getByRole('button', { name: 'Name an expert' }).click()
  await page.getByRole('combobox', { name: 'Whom do you name?' }).fill('Clausewright')
  await page.getByRole('option', { name: /^Clausewright/ }).click()
  await chips(page).filter({ hasText: 'Clausewright' }).waitFor()
  await house.sql('update threads set closed_at = now() where id = $1', [id])
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await sendNow(page)
  await page
    .getByRole('alert')
    .getByText(/was closed/)
    .waitFor()
  await chips(page).filter({ hasText: 'Clausewright' }).waitFor()
  await page.getByRole('button', { name: 'Remove Clausewright' }).click()
  expect(await chips(page).count()).toBe(0)
  expect(await named(id)).toEqual([])
})

it('starts a discussion that names a firm', async () => {
  const { page, open } = await stage.member(cast.member)
  await open('/feed')
  await page.getByRole('button', { name: /Start a discussion/ }).click()
  const form = page.getByRole('form', { name: 'Start a discussion' })
  await form.getByRole('textbox', { name: 'Topic' }).fill('We use them already')
  await write(page, 'Your question', 'Who else does?')
  await form.getByRole('button', { name: 'Name an expert' }).click()
  await form.getByRole('combobox', { name: 'Whom do you name?' }).fill('Paperloom')
  await form.getByRole('option', { name: /^Paperloom/ }).click()
  await form.getByRole('button', { name: /^Post to/ }).click()
  const layer = page.locator('[data-top-layer]')
  await layer.getByRole('heading', { level: 1, name: 'We use them already' }).waitFor()
  await layer.getByText('Names: Paperloom').waitFor()
})

it.each([
  ['a desk', DESK],
  ['a phone', PHONE],
])('can be read and used by everyone on %s', async (where, device) => {
  const { id } = await newThread('Experts for everyone')
  const { page, open, client } = await stage.member(cast.member, { ...device, reducedMotion: 'reduce' })
  await client.send('POST', '/api/graphql/ReplyToThread', {
    body: {
      variables: {
        thread_id: id,
        body: '<p>Them.</p>',
        experts: [{ new_expert: { name: 'Everyone Reads', type: 'company' }, areas_of_expertise: [] }],
        idempotency_key: `everyone-${where}`,
      },
    },
  })
  await open(`/feed/${id}`)
  await page.getByRole('button', { name: /^1 recommendation/ }).click()
  await page.getByText('Named by Helen Marsh').waitFor()
  await page.getByRole('button', { name: 'Name an expert' }).click()
  const field = page.getByRole('combobox', { name: 'Whom do you name?' })
  await field.fill('every')
  await page.getByRole('option', { name: /^Everyone Reads/ }).waitFor()
  await expectNoViolations(page, 'the search for experts')
  await page.getByRole('option', { name: /^Everyone Reads/ }).click()
  await page.getByRole('button', { name: 'Advise against Everyone Reads' }).click()
  await page.getByRole('button', { name: 'Name an expert' }).click()
  await field.fill('Nobody Yet')
  await page.getByRole('option', { name: 'Add “Nobody Yet”' }).click()
  await page.getByRole('group', { name: 'A new expert' }).getByRole('button', { name: 'Add', exact: true }).click()
  await expectNoViolations(page, 'a new expert')
})
