/** CLE credits of a member, verification by anybody, codes under a video, and what staff enter, on every width. */
import path from 'node:path'
import { expect, it } from 'vitest'
import { seedCle } from '#database/seed/cle.ts'
import { storeEventFiles } from '#database/seed/events/events.ts'
import { loadOrCreateSigner } from '#server/features/cle/index.ts'
import { localBlobs } from '#server/platform/blobs.ts'
import { demoMembers } from '../demo-members.ts'
import { expectAccessible } from './kit/accessible.ts'
import { DESKTOP, openBrowser, PHONE, TABLET } from './kit/browser-setup.ts'

const CLE = '/profile/cle-certificates'
const stage = await openBrowser()
const { testServer } = stage
const { dataDir } = testServer.config
const { put } = localBlobs(path.join(dataDir, 'files'))
await storeEventFiles(put)
const client = await testServer.database.write.connect()
await seedCle(client, { signer: loadOrCreateSigner(dataDir), put, now: new Date() })
client.release()
const PROGRAM = 'Privilege in internal investigations'

it('shows credits by state with what is needed, and by year with certificates (ROUTE-profile-cle)', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  await open('/profile')
  await page
    .getByRole('button', { name: /Helen Marsh/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'CLE credits' }).click()
  await page.getByRole('heading', { level: 1, name: 'CLE credits' }).waitFor()
  const newYork = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name: 'New York' }) })
  await newYork.getByText('of 24').waitFor()
  await newYork.getByText('50 minutes are one credit, rounded down to the half.').waitFor()
  const table = page.getByRole('table', { name: /^CLE credits in/ })
  await table.getByText('Attended, 62 minutes').first().waitFor()
  await table.getByText('Revoked by staff; it no longer counts').waitFor()
  const download = page.waitForEvent('download')
  await table
    .getByRole('link', { name: `PDF: ${PROGRAM}` })
    .first()
    .click()
  expect((await download).suggestedFilename()).toMatch(/^cle-certificate-\d+\.pdf$/)
  const last = String(new Date().getUTCFullYear() - 1)
  await page.getByRole('combobox', { name: 'Year' }).selectOption(last)
  await page.getByRole('heading', { level: 2, name: `Certificates, ${last}` }).waitFor()
  expect(new URL(page.url()).searchParams.get('year')).toBe(last)
})

it('asks for bar admissions where there are none, and says when credits cannot be loaded', async () => {
  const { page, open } = await stage.member(demoMembers.finance)
  await open(CLE)
  await page.getByRole('heading', { name: 'Add your bar admissions to see what you need' }).waitFor()
  stage.expectProblem(/503/)
  await page.route('**/api/graphql/GetCleCredits', (route) => route.fulfill({ status: 503, body: '{}' }))
  await open(CLE)
  await page.getByRole('heading', { name: 'We couldn’t load your credits' }).waitFor()
  await page.unroute('**/api/graphql/GetCleCredits')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Add your bar admissions to see what you need' }).waitFor()
})

it('verifies by code and by file without a session, and finds a changed file', async () => {
  const helen = await testServer.member(demoMembers.member)
  const { page, open } = await stage.stranger()
  const [credit] = await testServer.sql<{ id: number; code: string }>(
    `select c.id, c.code from cle_credits c where c.jurisdiction = 'NY' and c.title = $1 and c.code is not null`,
    [PROGRAM],
  )
  await open('/verify')
  await page.getByRole('textbox', { name: 'Code' }).fill(credit!.code.toLowerCase().replaceAll('-', ''))
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByRole('heading', { name: 'Valid' }).waitFor()
  await page.getByText(PROGRAM).waitFor()
  expect(await page.getByText('Helen').count()).toBe(0)
  const { text } = await helen.send('GET', `/api/cle-certificates/${credit!.id}/signed`)
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.method()} ${request.postData() ?? ''}`))
  const choose = (content: string) =>
    page
      .getByLabel(/^Certificate file/)
      .setInputFiles({ name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(content) })
  await choose(text)
  await page.getByText(/mine\.json is unchanged since/).waitFor()
  await choose(text.replace('"credits":1', '"credits":9'))
  await page.getByText(/isn’t a certificate that we signed/).waitFor()
  expect(sent.filter((line) => line !== 'GET ')).toEqual([])
  stage.expectProblem(/404/)
  expect(await open('/verify/7QK4-M2XV-9TBD-H0RC-5WNE-J8AP-YZ')).toBe(404)
  await page.getByRole('heading', { name: 'Unknown' }).waitFor()
})

it('shows a code under the video, and takes it', async () => {
  const [video] = await testServer.sql<{ id: number; event_id: number; video_id: number }>(
    'select id, event_id, video_id from event_videos where title = $1',
    [PROGRAM],
  )
  await testServer.sql(
    `insert into cle_accreditations (video_id, jurisdiction, title, number, minutes, valid_from, valid_until)
     values ($1, 'CA', $2, 'CA-26-9', 8, '2026-01-01', '2036-01-01')`,
    [video!.video_id, PROGRAM],
  )
  const { page, open } = await stage.member(demoMembers.peer)
  await open(`/content/event-materials/${video!.event_id}?video=${video!.id}`)
  await page.getByRole('heading', { name: 'CLE credit' }).waitFor()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => testServer.sql('select 1 from cle_codes').then((rows) => rows.length)).toBeGreaterThan(0)
  await testServer.sql('update cle_codes set from_second = 0, at_second = 0, shown_at = now()')
  const form = page.getByRole('form', { name: 'CLE code' })
  const code = (await form.locator('b').textContent())!
  await form.getByRole('textbox', { name: 'Enter the code' }).fill('WRONG')
  await form.getByRole('button', { name: 'Submit' }).click()
  await form.getByText('This isn’t the code shown.').waitFor()
  await form.getByRole('textbox', { name: 'Enter the code' }).fill(code)
  await form.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('1 code accepted.').waitFor()
  await expectAccessible(page, 'CLE under a video')
})

it('lets staff enter a credit, accredit an event and confirm attendance, and revoke', async () => {
  const { page, open } = await stage.member(demoMembers.staff, TABLET)
  await open('/staff/cle')
  const credit = page.getByRole('form', { name: 'Enter a credit' })
  await credit.getByRole('button', { name: 'Enter credit' }).click()
  await credit.getByText('Enter the title of the program.').waitFor()
  await credit.getByRole('textbox', { name: 'Member' }).fill(demoMembers.peer)
  await credit.getByRole('textbox', { name: 'Program' }).fill('Oil and gas leases')
  await credit.getByLabel('Date').fill('2026-05-05')
  await credit.getByRole('textbox', { name: 'Minutes' }).fill('90')
  await credit.getByRole('combobox', { name: 'State' }).selectOption('Texas')
  await credit.getByRole('button', { name: 'Enter credit' }).click()
  await page.getByText('Marcus Oyelaran: Oil and gas leases').waitFor()
  const attendance = page.getByRole('form', { name: 'Confirm attendance' })
  await attendance.getByRole('combobox', { name: 'Event' }).selectOption({ label: `${PROGRAM}, New York` })
  await attendance.getByRole('textbox', { name: 'Member' }).fill(demoMembers.peer)
  await attendance.getByRole('textbox', { name: 'Minutes attended' }).fill('62')
  await attendance.getByRole('button', { name: 'Confirm attendance' }).click()
  await page.getByText(`Marcus Oyelaran: ${PROGRAM}`).waitFor()
  await page.getByRole('button', { name: 'Revoke: Oil and gas leases, Marcus Oyelaran' }).click()
  const revoke = page.getByRole('form', { name: 'Revoke: Oil and gas leases' })
  await revoke.getByRole('textbox', { name: 'Reason' }).fill('Entered for the wrong member.')
  await revoke.getByRole('button', { name: 'Revoke credit' }).click()
  await page.getByText(/: Entered for the wrong member\.$/).waitFor()
  await expectAccessible(page, 'CLE of staff')
})

it.each([
  ['desk', DESKTOP],
  ['tablet', TABLET],
  ['phone', PHONE],
])('is accessible and fits: %s', async (_, device) => {
  const [credit] = await testServer.sql<{ code: string }>('select code from cle_credits where code is not null limit 1')
  const { page, open } = await stage.member(demoMembers.member, device)
  for (const [address, name] of [
    [CLE, 'CLE credits'],
    [`/verify/${credit!.code}`, 'Verify a certificate'],
  ] as const) {
    await open(address)
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    await expectAccessible(page, name)
  }
})
