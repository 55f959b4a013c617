/** Peer documents in the browser: search, open at a page, submit without a name, request, small screens. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { docxPagesOf } from '#database/seed/file-forms.ts'
import { demoMembers } from '../demo-members.ts'
import { cell, xlsx } from '../harness/documents.ts'
import { documentId, storeDocuments, submit } from '../harness/peer-documents.ts'
import { networkIds } from '../harness/threads.ts'
import { expectAccessible } from './kit/accessible.ts'
import { DESKTOP, openBrowser, PHONE } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage
await storeDocuments(testServer)
const PEER_DOCUMENTS = '/content/peer-documents'

function fileOf(name: string, bytes: Buffer): string {
  const folder = path.join(tmpdir(), `documents-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, name)
  writeFileSync(file, bytes)
  return file
}

it('ROUTE-peer-documents, UI-screen-peer-document-search, FEATURE-peer-documents: finds by page, opens at that page with the words marked, and keeps filters in the address', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  await open('/')
  await page.getByRole('link', { name: 'Peer Documents' }).first().click()
  await page.getByRole('heading', { name: 'Peer Documents', level: 1 }).waitFor()
  const field = page.getByRole('searchbox', { name: 'Search titles, descriptions and pages' })
  await field.fill('subprocessor objection')
  await field.press('Enter')
  await page.getByRole('heading', { name: /documents?, \d+ pages/ }).waitFor()
  expect(new URL(page.url()).searchParams.get('q')).toBe('subprocessor objection')
  await page.getByRole('combobox', { name: 'Type' }).selectOption('agreement')
  await page.getByRole('heading', { name: '1 document, 1 page' }).waitFor()
  expect(new URL(page.url()).searchParams.get('type')).toBe('agreement')
  await page.getByRole('link', { name: 'Page 2' }).click()
  await page.getByRole('heading', { name: 'Data processing addendum, buyer’s paper', level: 1 }).waitFor()
  const shown = page.getByRole('region', { name: 'Page 2' })
  await shown.getByText('subprocessor', { exact: false }).first().waitFor()
  expect(await shown.locator('mark').first().textContent()).toMatch(/subprocessor/i)
  await page.getByRole('link', { name: 'Changes' }).click()
  await page.getByText('changes between version 1 and version 2').waitFor()
  expect(await page.locator('ins').allTextContents()).toEqual(
    expect.arrayContaining([expect.stringMatching(/thirty|forty-eight/)]),
  )
  await page.getByRole('link', { name: 'Peer Documents' }).first().click()
  await page.getByRole('heading', { name: 'Peer Documents', level: 1 }).waitFor()
})

it('ROUTE-peer-documents-featured, ANALYTICS-page-peer-docs: lists only what staff featured, and records the view once', async () => {
  const { page, open, client } = await stage.member(demoMembers.newcomer)
  await open(`${PEER_DOCUMENTS}/featured`)
  await page.getByRole('heading', { name: '4 documents' }).waitFor()
  await page.getByText('Read it before you need it').waitFor()
  const recorded = () =>
    testServer.sql(
      `select data ->> 'section_label' as label from analytics_events where key = 'peer-docs-viewed' and user_id = $1`,
      [client.id],
    )
  await expect.poll(recorded).toEqual([{ label: 'Peer Documents' }])
})

it('shows pages as pictures, and says from when a document can be opened', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  await open(`${PEER_DOCUMENTS}/${await documentId(testServer, 'Outside counsel guidelines, short form')}`)
  const picture = page.getByRole('img', { name: /^Page 1 of Outside counsel guidelines/ })
  await picture.waitFor()
  await page.waitForFunction(() =>
    [...document.images].some((image) => image.src.includes('/pictures/1') && image.naturalWidth > 0),
  )
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('2 of 3').waitFor()
  await open(`${PEER_DOCUMENTS}/${await documentId(testServer, 'Contract playbook for sales, 2027')}`)
  await page
    .getByText(/You can open this from/)
    .first()
    .waitFor()
  stage.expectProblem(/404/)
  await open(`${PEER_DOCUMENTS}/900000000000000`)
  await page.getByRole('heading', { name: 'This document isn’t available' }).waitFor()
})

it('DOC-submit: submits without a name only after the member has read what stays, and staff publish it', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  await open(`${PEER_DOCUMENTS}/share`)
  const file = fileOf(
    'Helen Marsh draft.docx',
    docxPagesOf([['Helen Marsh of Ostrander wrote this sentence.', 'The rest is a checklist about herons.']]),
  )
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await page.getByText(/Published under its title/).waitFor()
  await page.getByRole('radio', { name: /Without my name/ }).check()
  await page.getByRole('heading', { name: 'Still in the file' }).waitFor()
  await page.getByText('Read what is still in the file first').waitFor()
  await page.getByLabel('Title', { exact: true }).fill('A checklist about herons')
  await page.getByRole('checkbox', { name: /They may stay/ }).check()
  await page.getByRole('button', { name: 'Submit without my name' }).click()
  await page.getByRole('heading', { name: 'A checklist about herons', level: 1 }).waitFor()
  await page.getByText('Only you and staff can see this document.').waitFor()

  const staff = await stage.member(demoMembers.staff)
  await staff.open('/staff/library')
  await staff.page.getByRole('button', { name: 'Approve A checklist about herons' }).click()
  await staff.page.getByText('Published. Members can open it').waitFor()
  const peer = await stage.member(demoMembers.peer)
  await peer.open(`${PEER_DOCUMENTS}?q=herons`)
  await peer.page
    .getByText(/Shared by a member of Legal Network/)
    .first()
    .waitFor()
})

it('asks about what is hidden in a file without a name, and submits it once that is removed', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  await open(`${PEER_DOCUMENTS}/share`)
  const book = xlsx([
    { name: 'Offer', rows: `<row>${cell('What we offer')}</row>` },
    { name: 'Margins', rows: `<row>${cell('What we earn')}</row>`, state: 'hidden' },
  ])
  // Decided while the file is still on its way.
  const held = Promise.withResolvers<void>()
  await page.route(/\/api\/uploads/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByLabel('File', { exact: true }).setInputFiles(fileOf('offer.xlsx', Buffer.from(book)))
  await page.getByText(/^Uploading/).waitFor()
  await page.getByRole('radio', { name: /Without my name/ }).check()
  held.resolve()
  await page.getByRole('heading', { name: 'Hidden in the file' }).waitFor()
  await page.getByText('Hidden sheet, Sheet “Margins”').waitFor()
  await page.getByText('Decide about what is hidden in the file first').waitFor()
  await expectAccessible(page, 'what is hidden in a file')
  await page.getByLabel('Title', { exact: true }).fill('An offer in two sheets')
  await page.getByRole('button', { name: 'Remove hidden parts' }).click()
  await page.getByText('Hidden sheets; formulas that used them keep their last values').waitFor()
  await page.getByRole('button', { name: 'Submit without my name' }).click()
  await page.getByRole('heading', { name: 'An offer in two sheets', level: 1 }).waitFor()
})

it('submits a new version only once its file has arrived', async () => {
  const helen = await testServer.member(demoMembers.member)
  const { legal } = await networkIds(testServer)
  const { data } = await submit(testServer, helen, { bytes: 'Notes about cranes.', networks: [legal] })
  const { page, open } = await stage.member(helen)
  await open(`${PEER_DOCUMENTS}/${data!.submitPeerDocument!.id}`)
  await page.getByRole('button', { name: 'Add a version' }).click()
  const form = page.getByRole('form', { name: 'New version' })
  const held = Promise.withResolvers<void>()
  await page.route(/\/api\/uploads/, async (route) => {
    await held.promise
    await route.continue()
  })
  await form.getByLabel('File', { exact: true }).setInputFiles(fileOf('cranes.txt', Buffer.from('More about cranes.')))
  await form.getByText('The file is still being uploaded').waitFor()
  expect(await form.getByRole('button', { name: 'Submit version' }).isDisabled()).toBe(true)
  held.resolve()
  await form.getByRole('button', { name: 'Submit version' }).click()
  await page.getByText('Submitted. Members see it when staff have approved it').waitFor()
})

it('UI-screen-document-requests: shows what exists before a request is sent, and leads to the form with “I have one”', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  await open(`${PEER_DOCUMENTS}/requests`)
  await page.getByLabel('Title of the document').fill('ransomware')
  await page.getByText('These documents exist. Does one of them help?').waitFor()
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.getByText('Say what you need the document for.').waitFor()
  await page.getByLabel('What you need it for').fill('For our own table-top exercise.')
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.getByRole('heading', { name: 'Your requests' }).waitFor()
  await page.getByRole('heading', { name: 'ransomware', level: 3 }).waitFor()
  await page.getByRole('link', { name: 'I have one: Subprocessor objection letter' }).click()
  await page.getByText('Answers the request “Subprocessor objection letter”').waitFor()
})

it.each([
  ['phone', PHONE],
  ['desk', DESKTOP],
] as const)('can be read by everyone on a %s', async (name, device) => {
  const { page, open } = await stage.member(demoMembers.member, device)
  const addendum = await documentId(testServer, 'Data processing addendum, buyer’s paper')
  const places = ['?q=subprocessor', '/featured', '/requests', '/share', `/${addendum}`, `/${addendum}?view=changes`]
  for (const place of places) {
    await open(`${PEER_DOCUMENTS}${place}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    if (process.env['SHOTS'])
      await page.screenshot({
        path: `${process.env['SHOTS']}/${name}${place.replaceAll(/[^a-z]/g, '-')}.png`,
        fullPage: true,
      })
    await expectAccessible(page, place)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), place).toBe(true)
  }
})
