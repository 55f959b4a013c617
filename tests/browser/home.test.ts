/** The home page: its content, panels that fail independently, and the number of its requests. */
import { expect, it } from 'vitest'
import { SaveDraft } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { networkIds, insertMessage, insertThread } from '../harness/threads.ts'
import { expectAccessible, widthsToTry } from './kit/accessible.ts'
import { waitForPath, openBrowser } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage
const { legal } = await networkIds(testServer)
const PANELS = [
  'Since your last visit',
  'Questions you could answer',
  'Trending',
  'Open polls',
  'New in your library',
  'Next events',
  'Members to know',
]
it('is rendered with what concerns the member, and leads to it (ROUTE-home, DECISION-home-body)', async () => {
  const { client, page, open } = await stage.member(demoMembers.member)
  const [ruth] = await testServer.sql<{ id: number }>('select id from users where email = $1', [demoMembers.staff])
  const { id } = await insertThread(testServer, { author: ruth!.id, networks: [legal], topic: 'Who keeps the seal?' })
  const { text } = await client.send('GET', '/')
  for (const title of PANELS) expect(text).toContain(title)
  expect(text).toContain('Who keeps the seal?')
  await open('/')
  await expect.poll(() => page.title()).toMatch(/^(\(\d+\) )?Home · Counterpart$/)
  await expect.poll(() => page.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['Welcome back, Helen'])
  const questions = page.getByRole('region', { name: 'Questions you could answer' })
  await questions.getByRole('link', { name: 'Who keeps the seal?' }).click()
  await waitForPath(page, `/feed/${id}`)
  await page.getByRole('heading', { level: 1, name: 'Who keeps the seal?' }).waitFor()
  await page.getByRole('link', { name: /^Counterpart/ }).click()
  await waitForPath(page, '/')
})

it('a panel that fails says so, and keeps none of the others', async () => {
  stage.expectProblem(/500/)
  const { page, open } = await stage.member(demoMembers.peer)
  await page.route('**/api/graphql/MembersToKnow', (route) =>
    route.fulfill({ status: 500, json: { data: null, errors: [{ message: 'x', extensions: { code: 'internal' } }] } }),
  )
  // Not from a list: there the desk brings the members with the page.
  await open('/profile/settings')
  await page.getByRole('link', { name: /^Counterpart/ }).click()
  await waitForPath(page, '/')
  const members = page.getByRole('region', { name: 'Members to know' })
  await members.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor({ timeout: 20_000 })
  await page.getByRole('region', { name: 'Trending' }).getByRole('link').first().waitFor()
  await page.unroute('**/api/graphql/MembersToKnow')
  await members.getByRole('button', { name: 'Try again' }).click()
  await members.getByRole('listitem').first().waitFor()
})

it('has the desk beside lists, with what waits for the member, also drafts of other devices', async () => {
  const { client, page, open } = await stage.member(demoMembers.groupAdmin)
  const [marcus] = await testServer.members(demoMembers.peer)
  const { id, opening } = await insertThread(testServer, {
    author: client.id,
    networks: [legal],
    topic: 'Where is the seal?',
  })
  const soon = new Date(Date.now() + 1_000).toISOString()
  await insertMessage(testServer, { thread: id, sender: marcus!.id, parent: opening, pub_date: soon })
  await client.ask(SaveDraft, {
    key: `${id}.thread`,
    content: { html: '<p>Here.</p>', text: 'Here.', is_private: true, device: 'phone' },
  })
  await open('/members')
  const desk = page.getByRole('complementary', { name: 'Related information' })
  const unread = desk.getByRole('region', { name: 'Unread in threads you follow' })
  await unread.getByRole('listitem').filter({ hasText: 'Where is the seal?' }).getByText('1 new').waitFor()
  await desk.getByRole('region', { name: 'Your drafts' }).getByText('Private. Saved on another device').waitFor()
  // The server doesn't know this device; a page with its draft must still be taken over as it was rendered.
  await page.evaluate(() => localStorage.setItem('this-device', '"laptop"'))
  await client.ask(SaveDraft, {
    key: 'new',
    content: { topic: 'Who files the deed?', html: '', text: '', device: 'laptop' },
  })
  await open('/members')
  await desk.getByRole('region', { name: 'Your drafts' }).getByText('New discussion. Saved here').waitFor()
  await expectAccessible(page, 'members with the desk')
  expect(await desk.getByRole('heading').allTextContents()).toEqual([
    'New members',
    'Unread in threads you follow',
    'Your drafts',
    'Questions you could answer',
    'Next events',
    'Members to know',
    'Most discussed',
  ])
  await unread.getByRole('link', { name: 'Where is the seal?' }).click()
  await page.getByRole('heading', { level: 1, name: 'Where is the seal?' }).waitFor()
})

it('marks all as read from the home page', async () => {
  const { page, open } = await stage.member(demoMembers.trial)
  await open('/')
  await page.getByText(/^Your trial ends on /).waitFor()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByText(/: no new discussions\./).waitFor()
})

it('says what will appear where there is nothing', async () => {
  const [user] = await testServer.sql<{ id: number }>(
    `insert into users (first_name, last_name, email, current_state, registered, on_boarding_complete, terms_of_service_accepted,
       privacy_policy_accepted, membership_agreement_accepted, onboarding_checklist_completed)
     values ('Uma', 'Alone', 'uma@ostrander.test', 'full access', true, true, true, true, true, true) returning id`,
  )
  const { page, open } = await stage.member(await testServer.memberById(user!.id))
  await open('/')
  for (const sentence of [
    /You’re all caught up/,
    /Every question has a reply/,
    /Nothing is trending right now/,
    /No open polls/,
    /No documents or recordings yet/,
    /No events are planned/,
    /Members near you/,
  ])
    await page.getByText(sentence).filter({ visible: true }).first().waitFor()
})

it.each(widthsToTry(2))('can be read and used by everyone on a %s', async (_, device) => {
  const { page, open } = await stage.member(demoMembers.newcomer, device)
  await open('/')
  await expectAccessible(page, 'home')
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

it('a first view asks for no operation', async () => {
  const { page } = await stage.member(demoMembers.member)
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  await page.goto('/')
  await page.getByRole('heading', { level: 2, name: 'Members to know' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(
    asked.filter((path) => /Missed|QuestionsToAnswer|MembersToKnow|HomePolls|GetTrendingThread/.test(path)),
  ).toEqual([])
})

it('shows no panel of a section that the network has switched off', async () => {
  const { client } = await stage.member(demoMembers.executive)
  const panels = async () => {
    const { text } = await client.send('GET', '/')
    return PANELS.filter((title) => text.includes(`>${title}</h2>`))
  }
  const off = (sections: object) =>
    testServer.sql(`update peer_networks set main_menu_visibility = $1 where slug = 'executive'`, [sections])
  expect(await panels()).toEqual(PANELS)
  await off({ events: false, peer_documents: false })
  expect(await panels()).not.toContain('Next events')
  expect(await panels()).not.toContain('New in your library')
  expect(await panels()).toContain('Members to know')
  await off({ members: false, events: false })
  expect(await panels()).not.toContain('Members to know')
  expect(await panels()).toContain('New in your library')
  await off({ discussions: false })
  expect(await panels()).toEqual(['New in your library', 'Next events', 'Members to know'])
  await off({})
})
