import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { COMPANY_REQUIRED } from '#shared/experts.ts'
import { demoMembers } from '../demo-members.ts'
import { networkIds, insertThread } from '../harness/threads.ts'
import { expectAccessible, widthsToTry } from './kit/accessible.ts'
import { openBrowser } from './kit/browser-setup.ts'
import { editorOf, sendNow, TO_GROUP, write } from './kit/threads.ts'

const stage = await openBrowser()
const { testServer } = stage
const { legal } = await networkIds(testServer)
const [{ id: marcus }] = (await testServer.sql<{ id: number }>('select id from users where email = $1', [
  demoMembers.peer,
])) as [{ id: number }]
const newThread = (topic: string) =>
  insertThread(testServer, { author: marcus, networks: [legal], topic, thread_type: 'recommendation_request' })
const named = (thread: number) =>
  testServer.sql<{ name: string; company: string | null; first_name: string | null; last_name: string | null }>(
    `select e.name, c.name as company, e.first_name, e.last_name from message_experts x join messages m on m.id = x.message_id
     join experts e on e.id = x.expert_id left join expert_companies c on c.id = e.company_id
     where m.thread_id = $1 order by m.id, x.place`,
    [thread],
  )
const chips = (page: Page) => page.getByRole('list', { name: 'Experts you tag' }).getByRole('listitem')

it('names experts with the keyboard, known and new, votes, and shows them in the reply and above the replies (FEATURE-mentions-tagging, FEATURE-expert-votes, RULE-new-expert-name-split, RULE-votes-sent, UI-screen-recommendation-summary)', async () => {
  const { id } = await newThread('Whom would you ask about key clauses')
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`)
  await write(page, TO_GROUP, 'These two.')
  await page.getByRole('button', { name: 'Tag an expert' }).click()
  const field = page.getByRole('combobox', { name: 'Who are you tagging?' })
  // A member who types the whole name need not wait for the list.
  await field.pressSequentially('lopez mar')
  await page.keyboard.press('Enter')
  await chips(page).filter({ hasText: 'Maria Lopez (Dahlberg & Rowe)' }).waitFor()
  await page.getByRole('button', { name: 'Recommend Maria Lopez' }).click()

  await page.getByRole('button', { name: 'Tag an expert' }).click()
  await field.pressSequentially('Ada Maria Quezal')
  await page.getByRole('option', { name: 'Add “Ada Maria Quezal”' }).waitFor()
  await page.keyboard.press('Enter')
  const fresh = page.getByRole('group', { name: 'New expert' })
  await fresh.getByRole('button', { name: 'Add', exact: true }).click()
  await fresh.getByRole('alert').getByText(COMPANY_REQUIRED).waitFor()
  await fresh.getByLabel('Company', { exact: true }).fill('Quezal & Sons')
  await page.keyboard.press('Enter')
  await chips(page).filter({ hasText: 'Ada Maria Quezal (Quezal & Sons)' }).waitFor()

  await page.getByText('Draft saved').waitFor()
  await page.reload()
  await chips(page).nth(1).waitFor()
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await sendNow(page)
  await page.getByText('Posted to the group').waitFor()
  const reply = page.getByRole('list', { name: 'Replies' }).getByRole('article').filter({ hasText: 'These two.' })
  await reply.getByText('Maria Lopez (Dahlberg & Rowe), Ada Maria Quezal (Quezal & Sons)').waitFor()
  await expect
    .poll(() => named(id))
    .toEqual([
      { name: 'Maria Lopez', company: 'Dahlberg & Rowe', first_name: 'Maria', last_name: 'Lopez' },
      { name: 'Ada Maria Quezal', company: 'Quezal & Sons', first_name: 'Ada', last_name: 'Maria' },
    ])
  await expect.poll(() => chips(page).count()).toBe(0)

  await open(`/feed/${id}`)
  const summary = page.getByRole('region', { name: 'Mentioned in this discussion' })
  await summary.getByRole('button', { name: /^2 recommendations/ }).click()
  const entry = summary.getByRole('listitem').filter({ hasText: 'Maria Lopez' })
  await entry.getByText('Mentioned by Helen Marsh').waitFor()
  await entry.getByText('You agree').waitFor()
  await open('/feed')
  await page
    .getByRole('feed')
    .getByRole('article')
    .filter({ hasText: 'key clauses' })
    .getByText('2 recommendations')
    .waitFor()
})

it('suggests experts and firms beneath the members after an @, and names the one that is chosen with the keys', async () => {
  const { id } = await newThread('Whom else would you ask')
  const { page, open } = await stage.member(demoMembers.member, { reducedMotion: 'reduce' })
  await open(`/feed/${id}`)
  await write(page, TO_GROUP, 'Ask @mar')
  const list = page.getByRole('listbox', { name: 'Mention someone' })
  const group = (name: string) => list.getByRole('group', { name, exact: true }).getByRole('option')
  await group('Members').filter({ hasText: 'Marcus Oyelaran' }).waitFor()
  const maria = group('Experts').filter({ hasText: 'Maria Lopez' })
  await maria.getByText('Dahlberg & Rowe, Individual').waitFor()
  await expectAccessible(page, 'suggestions')
  // Experts follow the members in the list.
  const members = await group('Members').and(page.locator('[aria-disabled="false"]')).count()
  const place = (await group('Experts').allTextContents()).findIndex((text) => text.startsWith('Maria Lopez'))
  for (let step = 0; step < members + place; step += 1) await page.keyboard.press('ArrowDown')
  await expect.poll(() => maria.getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('Enter')
  await chips(page).filter({ hasText: 'Maria Lopez (Dahlberg & Rowe)' }).waitFor()
  await page.keyboard.type('or @Clausew')
  await group('Experts')
    .filter({ hasText: /^Clausewright/ })
    .click()
  await chips(page).filter({ hasText: 'Clausewright' }).waitFor()
  await page.keyboard.type('first.')
  await expect
    .poll(() => page.getByRole('textbox', { name: TO_GROUP }).textContent())
    .toBe('Ask Maria Lopez or Clausewright first.')
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await sendNow(page)
  await page.getByText('Posted to the group').waitFor()
  expect((await named(id)).map(({ name }) => name)).toEqual(['Maria Lopez', 'Clausewright'])
})

it('keeps the experts of a reply that was refused, and takes one away', async () => {
  const { id } = await newThread('Refused with a name in it')
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`)
  await write(page, TO_GROUP, 'Ask them.')
  await page.getByRole('button', { name: 'Tag an expert' }).click()
  await page.getByRole('combobox', { name: 'Who are you tagging?' }).fill('Clausewright')
  await page.getByRole('option', { name: /^Clausewright/ }).click()
  await chips(page).filter({ hasText: 'Clausewright' }).waitFor()
  await testServer.sql('update threads set closed_at = now() where id = $1', [id])
  await page.getByRole('button', { name: 'Post to the group' }).click()
  await sendNow(page)
  await page
    .getByRole('alert')
    .getByText(/has been closed/)
    .waitFor()
  await chips(page).filter({ hasText: 'Clausewright' }).waitFor()
  await page.getByRole('button', { name: 'Remove Clausewright' }).click()
  await expect.poll(() => chips(page).count()).toBe(0)
  await expect.poll(() => named(id)).toEqual([])
})

it('starts a discussion that names a firm', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  await open('/feed')
  await page.getByRole('button', { name: /Start a discussion/ }).click()
  const form = page.getByRole('form', { name: 'Start a discussion' })
  await form.getByRole('textbox', { name: 'Topic' }).fill('We use them already')
  await write(page, 'Your question', 'Who else does?')
  await form.getByRole('button', { name: 'Tag an expert' }).click()
  await form.getByRole('combobox', { name: 'Who are you tagging?' }).fill('Paperloom')
  await form.getByRole('option', { name: /^Paperloom/ }).click()
  await form.getByRole('button', { name: /^Post to/ }).click()
  const layer = page.locator('[data-top-layer]')
  await layer.getByRole('heading', { level: 1, name: 'We use them already' }).waitFor()
  await layer.getByText('Experts: Paperloom').waitFor()
})

it.each(widthsToTry(1))('can be read and used by everyone on a %s', async (where, device) => {
  const { id } = await newThread('Experts for everyone')
  const { page, open, client } = await stage.member(demoMembers.member, { ...device, reducedMotion: 'reduce' })
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
  await page.getByText('Mentioned by Helen Marsh').waitFor()
  await editorOf(page)
  await page.getByRole('button', { name: 'Tag an expert' }).click()
  const field = page.getByRole('combobox', { name: 'Who are you tagging?' })
  await field.fill('every')
  await page.getByRole('option', { name: /^Everyone Reads/ }).waitFor()
  await expectAccessible(page, 'the search for experts')
  await page.getByRole('option', { name: /^Everyone Reads/ }).click()
  await page.getByRole('button', { name: 'Advise against Everyone Reads' }).click()
  await page.getByRole('button', { name: 'Tag an expert' }).click()
  await field.fill('Nobody Yet')
  await page.getByRole('option', { name: 'Add “Nobody Yet”' }).click()
  await page.getByRole('group', { name: 'New expert' }).getByRole('button', { name: 'Add', exact: true }).click()
  await expectAccessible(page, 'a new expert')
})
