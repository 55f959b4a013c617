/** Events: finding, attending, requesting, the main stage, and the pages on every width. */
import path from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { storeEventFiles } from '#database/seed/events/events.ts'
import { localBlobs } from '#server/platform/blobs.ts'
import { demoMembers } from '../demo-members.ts'
import { expectAccessible, widthsToTry } from './kit/accessible.ts'
import { openBrowser, PHONE, waitForPath } from './kit/browser-setup.ts'

const EVENTS = '/content/event-materials'
const stage = await openBrowser()
const { testServer } = stage
await storeEventFiles(localBlobs(path.join(testServer.config.dataDir, 'files')).put)
const idOf = async (title: string) =>
  (await testServer.sql<{ id: number }>('select id from events where title = $1', [title]))[0]!.id
const vendors = await idOf('Reading a model clause for AI vendors')
const winter = await idOf('General counsel winter summit')
const privilege = await idOf('Privilege in internal investigations')

/** The views of a page that were counted, with the label of their section. */
const viewed = (kind: string) => async () =>
  (
    await testServer.sql<{ label: string }>(
      `select distinct data ->> 'section_label' as label from analytics_events where key = $1`,
      [kind],
    )
  ).map(({ label }) => label)

it('finds events, documents, videos and everything, with the state in the URL', async () => {
  const { client, page, open } = await stage.member(demoMembers.member)
  // The list is in the document already.
  expect((await client.send('GET', EVENTS)).text).toContain('Sanctions: what changed this quarter</a>')
  expect(await open(EVENTS)).toBe(200)
  await expect.poll(() => page.title()).toContain('Events · Counterpart')
  await page
    .getByRole('main')
    .getByRole('heading', { level: 3, name: 'Sanctions: what changed this quarter' })
    .waitFor()
  const views = page.getByRole('navigation', { name: 'Events and their materials' })
  await views.getByRole('link', { name: 'Past' }).click()
  await page.getByRole('link', { name: 'Main stage: autumn sessions' }).waitFor()
  expect(new URL(page.url()).searchParams.get('view')).toBe('past')
  await views.getByRole('link', { name: 'Videos' }).click()
  await page.getByRole('searchbox', { name: /^Search events, documents/ }).fill('waiver')
  await page.keyboard.press('Enter')
  await page.getByRole('status').filter({ hasText: '1 video' }).waitFor()
  await page.getByRole('listitem').getByRole('link', { name: '0:46' }).waitFor()
  await views.getByRole('link', { name: 'All', exact: true }).click()
  await page.getByRole('heading', { level: 2, name: /^Main stage \(/ }).waitFor()
  await views.getByRole('link', { name: 'Documents' }).click()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await page.getByRole('button', { name: 'Download Interview memo, model form' }).waitFor()
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('combobox', { name: 'Expertise' }).selectOption({ label: 'Artificial intelligence' })
  await expect.poll(() => new URL(page.url()).searchParams.has('area')).toBe(true)
  await page.reload()
  await page.getByText('Model clause, annotated').waitFor()
  await expect.poll(() => page.getByText('Interview memo, model form').count()).toBe(0)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Model clause, annotated' }).click()
  expect((await download).suggestedFilename()).toBe('Model clause, annotated.pdf')
  await expect.poll(viewed('events-viewed')).toEqual(['Events'])
  await expect.poll(viewed('content-library-viewed')).toEqual(['Events'])
})

it('attends an event and leaves it, and joins and leaves a waiting list', async () => {
  const { page, open } = await stage.member(demoMembers.peer)
  await open(`${EVENTS}/${vendors}`)
  await page.getByRole('button', { name: /^Attend Reading/ }).click()
  await page.getByText('You’re attending.').waitFor()
  await page.getByRole('button', { name: /^Attending Reading/ }).click()
  await page.getByRole('menuitem', { name: 'Cancel attendance' }).click()
  await page.getByRole('button', { name: /^Attend Reading/ }).waitFor()
  const calendar = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Add to calendar' }).click()
  expect((await calendar).suggestedFilename()).toMatch(/\.ics$/)
  await expect.poll(viewed('event-viewed')).toEqual(['Event'])
  await open(EVENTS)
  await page.getByRole('button', { name: 'Join waiting list of Chicago breakfast: outside counsel budgets' }).click()
  await page.getByText('You’re 3rd on the waiting list').waitFor()
  await page.getByRole('button', { name: 'Leave waiting list of Chicago breakfast: outside counsel budgets' }).click()
  await page.getByRole('button', { name: /^Join waiting list of Chicago/ }).waitFor()
})

it('says why materials are closed to a member of another network, and what is not there', async () => {
  const { page, open } = await stage.member(demoMembers.finance)
  await open(`${EVENTS}/${privilege}`)
  await page.getByText('Documents and recordings are open to members of Legal Network.').waitFor()
  expect(await page.getByRole('button', { name: /^Download/ }).count()).toBe(0)
  stage.expectProblem(/404/)
  expect(await open(`${EVENTS}/999999`)).toBe(404)
  await page.getByRole('heading', { level: 1, name: 'This event isn’t available' }).waitFor()
})

it('requests missing material, with a sentence for an empty request', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  await open(`${EVENTS}/${privilege}`)
  await page.getByRole('button', { name: 'Request material' }).click()
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.getByText('Describe what you need').waitFor()
  await page.getByRole('textbox', { name: 'What are you missing?' }).fill('The second recording')
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.getByText('Request sent.').waitFor()
})

it('makes a calendar address that is shown once', async () => {
  const { page, open, client } = await stage.member('priya@members.test')
  await open(EVENTS)
  await page.getByRole('button', { name: 'Create address' }).click()
  const address = await page.getByRole('dialog').locator('code').textContent()
  expect((await client.send('GET', new URL(address!).pathname)).status).toBe(200)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Renew address' }).waitFor()
})

it('opens the main stage beside the events, with its own place in the menu', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  await open(EVENTS)
  const menu = page.getByRole('banner')
  await menu.getByRole('link', { name: 'Mainstage' }).click()
  await waitForPath(page, `${EVENTS}/mainstage`)
  await expect.poll(() => page.title()).toContain('Mainstage · Counterpart')
  expect(await menu.getByRole('link', { name: 'Mainstage' }).getAttribute('aria-current')).toBe('page')
  await expect.poll(viewed('mainstage-viewed')).toEqual(['Mainstage'])
  expect(await menu.getByRole('link', { name: 'Events' }).first().getAttribute('aria-current')).toBeNull()
  await page.getByRole('link', { name: 'Privilege, read aloud' }).click()
  await page.getByRole('heading', { level: 1, name: 'Privilege, read aloud' }).waitFor()
  await page.getByRole('group', { name: 'Video: Privilege, read aloud' }).waitFor()
})

it('shows a network that switched events off neither menu nor page', async () => {
  await testServer.sql(`update peer_networks set main_menu_visibility = '{"events": false}' where slug = 'executive'`)
  const { page, open } = await stage.member(demoMembers.executive)
  stage.expectProblem(/404/)
  expect(await open(EVENTS)).toBe(404)
  expect(await open(`${EVENTS}/mainstage`)).toBe(200)
  expect(await page.getByRole('banner').getByRole('link', { name: 'Events' }).count()).toBe(0)
})

it('finds events in the search over everything, unless the network switched them off', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  await open('/braintrust?q=privilege&s=events')
  const results = page.getByRole('region', { name: 'Events' })
  await results.getByRole('link', { name: 'Privilege in internal investigations' }).first().waitFor()
  await expectAccessible(page, 'events found by the search over everything')
  await results.getByRole('link', { name: /results in Events$/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor()
  expect(new URL(page.url()).search).toBe('?view=all&search=privilege')
})

it('shows which credits an event earns', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  await testServer.sql(
    `insert into cle_accreditations (event_id, jurisdiction, title, number, minutes, valid_from, valid_until)
     values ($1, 'NY', 'Privilege', 'NY-9', 62, current_date - 1, current_date + 1)`,
    [privilege],
  )
  await open(`${EVENTS}/${privilege}`)
  await page.getByText('New York, 1.0 credit').filter({ visible: true }).first().waitFor()
  await page.getByText('For attending (62 minutes). Accreditation NY-9.').filter({ visible: true }).waitFor()
})

it('lets staff plan an event and cancel it', async () => {
  const { page, open } = await stage.member(demoMembers.staff)
  await open('/staff/library/events')
  await page.getByRole('button', { name: 'New event' }).click()
  const form = page.getByRole('form', { name: 'New event' })
  await form.getByLabel('Title').fill('Spring clinic')
  await form.getByLabel('Network').selectOption({ label: 'Legal Network' })
  await form.getByLabel('Category').selectOption({ label: 'Online: Webinars' })
  await form.getByLabel('Starts').fill('2027-03-14T02:30')
  await form.getByLabel('Ends').fill('2027-03-14T04:00')
  await form.getByLabel('Time zone of the venue').selectOption('America/New_York')
  await form.getByLabel('Places').fill('20')
  await form.getByLabel('People').fill(`speaker: ${demoMembers.member}\nsponsor: Keel & Pike`)
  await form.getByRole('button', { name: 'Save event' }).click()
  await page.getByText('This time doesn’t exist in New York').waitFor()
  await form.getByLabel('Starts').fill('2027-03-14T03:00')
  await form.getByRole('button', { name: 'Save event' }).click()
  await page.getByText('Event saved').waitFor()
  await page.getByRole('button', { name: 'Edit: Spring clinic' }).click()
  await page.getByRole('button', { name: 'Cancel this event' }).click()
  await page.getByRole('button', { name: 'Cancel the event' }).click()
  await page.getByText('Event canceled.').waitFor()
  await expectAccessible(page, 'staff events')
})

it('lets staff show photos of an event and change a session', async () => {
  const { page, open } = await stage.member(demoMembers.staff)
  await open('/staff/library/events')
  await page.getByRole('searchbox').fill('Main stage: autumn')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Edit: Main stage: autumn sessions' }).click()
  const png = await sharp({ create: { width: 80, height: 50, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  await page.getByLabel('Add photos').setInputFiles({ name: 'stage.png', mimeType: 'image/png', buffer: png })
  await page.getByText('stage.png').waitFor()
  await page.getByRole('button', { name: 'Save photos' }).click()
  await page.getByText('Enter what each photo shows.').waitFor()
  await page.getByLabel('What photo 3 shows').fill('The stage from the last row')
  await page.getByRole('button', { name: 'Move photo 3 up' }).click()
  await page.getByRole('button', { name: 'Remove photo 1' }).click()
  await page.getByRole('button', { name: 'Save photos' }).click()
  await page.getByText('Photos saved').waitFor()
  const [{ id, title }] = (await testServer.sql<{ id: number; title: string }>(
    `select s.event_id as id, s.title from mainstage_sessions s join events e on e.id = s.event_id
     where e.title = 'Main stage: autumn sessions' order by s.wall_start, s.id limit 1`,
  )) as [{ id: number; title: string }]
  await page.getByRole('button', { name: `Edit: ${title}` }).click()
  const session = page.getByRole('form', { name: `Edit: ${title}` })
  await session.getByLabel('Title of the session').fill('A better opening')
  await expectAccessible(page, 'the photos and program of staff')
  await session.getByRole('button', { name: 'Save session' }).click()
  await page.getByText('Session saved').waitFor()
  const member = await stage.member(demoMembers.member)
  await member.open(`${EVENTS}/${id}`)
  await member.page.getByRole('link', { name: 'A better opening' }).waitFor()
  await member.page.getByText('The stage from the last row').waitFor()
})

it.each(widthsToTry(1))('can be read and used by everyone on a %s', async (_, device) => {
  const { page, open } = await stage.member(demoMembers.member, device)
  for (const address of [EVENTS, `${EVENTS}?view=all&search=privilege`, `${EVENTS}/${winter}`, `${EVENTS}/mainstage`]) {
    await open(address)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectAccessible(page, address)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
})

it('reaches events from the tab bar on a phone', async () => {
  const { page, open } = await stage.member(demoMembers.member, PHONE)
  await open('/feed')
  await page.getByRole('navigation', { name: 'Tabs' }).getByRole('button', { name: 'You' }).click()
  await page.getByRole('menuitem', { name: 'Events' }).click()
  await waitForPath(page, EVENTS)
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor()
})
