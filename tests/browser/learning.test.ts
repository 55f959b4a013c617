import { expect, it } from 'vitest'
import path from 'node:path'
import { storeEventFiles } from '#database/seed/events/events.ts'
import { storeSeriesFiles } from '#database/seed/learning/seed-series.ts'
import { localBlobs } from '#server/platform/blobs.ts'
import { SPONSOR_CONNECTION_DAYS } from '#shared/learning.ts'
import { demoMembers } from '../demo-members.ts'
import { waitFor } from '../harness/connection.ts'
import { expectAccessible } from './kit/accessible.ts'
import { openBrowser } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage
const { put } = localBlobs(path.join(testServer.config.DATA_DIR, 'files'))
await storeEventFiles(put)
await storeSeriesFiles(put)
const [{ id: vendors }] = (await testServer.sql<{ id: number }>(
  `select id from series where title = 'Negotiating with model vendors'`,
)) as [{ id: number }]

it('shows what was begun, all series, and goes on where the member stopped (ROUTE-learning-hub, UI-section-label-learning-hub, FEATURE-learning-hub, LEARN-resume)', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  await open('/content/learning-hub')
  expect(await page.title()).toContain('Learning Hub')
  const begun = page.getByRole('region', { name: 'Continue' })
  await begun.getByText('Continue, part 2 of 3').waitFor()
  const list = page.getByRole('list', { name: 'Series' })
  await list.getByRole('link', { name: 'Board minutes that hold up' }).waitFor()
  await list.getByText('1 of 3 parts, 36 sec left').waitFor()
  await expectAccessible(page, 'the Learning Hub')
  await begun.getByRole('link', { name: 'Continue: Keeping the review privileged' }).click()
  await page.getByRole('heading', { level: 1, name: 'Keeping the review privileged' }).waitFor()
  await page.getByText('Resumed at 0:24, where you left off.').waitFor()
  await expect
    .poll(() => page.evaluate(() => Math.floor(document.querySelector('video')!.currentTime)))
    .toBeGreaterThanOrEqual(24)
  await expectAccessible(page, 'the Learning Hub')
})

it('searches series, documents and what was said, and leads to the second (UI-screen-series-search)', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  await open('/content/learning-hub')
  const field = page.getByRole('searchbox', { name: 'Search series, documents and what was said in videos' })
  await field.fill('fine-tuned')
  await field.press('Enter')
  await page.getByRole('heading', { name: 'Said in videos (' }).waitFor()
  expect(new URL(page.url()).searchParams.get('search')).toBe('fine-tuned')
  await expectAccessible(page, 'the Learning Hub')
  await page.getByRole('navigation', { name: 'Kinds of results' }).getByRole('link', { name: 'Documents' }).click()
  await page.getByText('No results').waitFor()
  // The search over everything has the same results.
  await open('/braintrust?q=fine-tuned')
  await page.getByRole('link', { name: '1 result in the Learning Hub' }).click()
  await page.getByRole('link', { name: '0:38' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'What we bought, and from whom' }).waitFor()
  expect(new URL(page.url()).searchParams.get('t')).toBe('38')
  await expect
    .poll(() => page.evaluate(() => Math.floor(document.querySelector('video')!.currentTime)))
    .toBeGreaterThanOrEqual(38)
})

it('shows a series with its parts, finds what is said, and jumps there (ROUTE-series, UI-section-label-series, UI-back-label-learning-hub, ANALYTICS-page-learning-hub-series)', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  await open('/content/learning-hub')
  await page.getByRole('list', { name: 'Series' }).getByRole('link', { name: 'Negotiating with model vendors' }).click()
  await page.getByRole('heading', { level: 1, name: 'Negotiating with model vendors' }).waitFor()
  await page.getByRole('link', { name: 'Learning Hub', exact: true }).first().waitFor()
  await page.getByRole('img', { name: 'Part 1, completed' }).waitFor()
  await waitFor('the view of the series to be counted once, and those of the hub with their label', async () => {
    const seen = await testServer.sql<{ key: string; label: string }>(
      `select key, data ->> 'section_label' as label from analytics_events where key in ('series-viewed', 'learning-hub-viewed')`,
    )
    const of = (key: string) => seen.filter((row) => row.key === key).map(({ label }) => label)
    return (
      of('series-viewed').join() === 'Series' && of('learning-hub-viewed').every((label) => label === 'Learning Hub')
    )
  })
  await page.getByRole('link', { name: 'Continue part 2' }).waitFor()
  const later = page.getByRole('listitem').filter({ hasText: 'Renewal: what we would do again' })
  await later.getByText('Opens on').waitFor()
  expect(await later.getByRole('link').count()).toBe(0)
  await page.getByRole('searchbox', { name: 'Search the transcripts' }).fill('waiver')
  await page.getByText('“Sharing it with the auditor may be a waiver').waitFor()
  await expectAccessible(page, 'the Learning Hub')
  await page.getByRole('link', { name: 'Part 2, 0:30' }).click()
  await page.getByRole('heading', { level: 1, name: 'Keeping the review privileged' }).waitFor()
  expect(new URL(page.url()).searchParams.get('t')).toBe('30')
})

it('asks a sponsor for an introduction only with consent, once (OP-TriggerSponsorConnection)', async () => {
  const { page, open } = await stage.member(demoMembers.peer)
  await open(`/content/learning-hub/${vendors}`)
  await page.getByRole('button', { name: 'Request an introduction' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Request an introduction to Ledger & Pine LLP' })
  await dialog.getByLabel('Message to Lydia (optional)').fill('A call in May?')
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await dialog.getByRole('alert').getByText('To continue, agree to share').waitFor()
  await expectAccessible(page, 'the Learning Hub')
  await dialog.getByRole('checkbox', { name: 'Share my name' }).check()
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await page
    .getByRole('complementary', { name: 'Related information' })
    .getByText(`You can ask again after ${SPONSOR_CONNECTION_DAYS} days.`)
    .waitFor()
  expect(await page.content()).not.toContain('ledgerandpine.test')
})

it('says that a series of another network is not available, and fits a phone', async () => {
  stage.expectProblem(/404/)
  const { page, open } = await stage.member(demoMembers.finance)
  await open(`/content/learning-hub/${vendors}`)
  await page.getByRole('heading', { level: 1, name: 'This series isn’t available' }).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await open('/content/learning-hub')
  await page.getByRole('link', { name: 'A legal budget the CFO believes' }).first().click()
  await page.getByText('You completed this series').waitFor()
  await page.getByRole('heading', { name: 'Sponsor' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessible(page, 'the Learning Hub')
})

it('lets staff make a series', async () => {
  const { page, open } = await stage.member(demoMembers.staff)
  await open('/staff/library/series')
  await page.getByRole('button', { name: 'Add series' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Privacy in fifteen states')
  await page.getByLabel('Network', { exact: true }).selectOption({ label: 'Legal Network' })
  await page.getByRole('button', { name: 'Add part' }).click()
  const part = page.getByRole('group', { name: 'Part 1' })
  await part.getByLabel('Video', { exact: true }).selectOption({ index: 1 })
  await part.getByLabel('Title of part 1').fill('One program')
  await part.getByRole('button', { name: 'Upload the video of part 1' }).click()
  await part.getByLabel('MP4 or WebM file').setInputFiles('database/seed/events/videos/boards.webm')
  await part.getByLabel('Captions (WebVTT)').fill('WEBVTT\n\n00:01.000 --> 00:03.500\nFifteen states')
  await part.getByLabel('Chapters').fill('no time')
  await part.getByRole('button', { name: 'Add video' }).click()
  await part.getByText('“no time” isn’t a chapter.').waitFor()
  await part.getByLabel('Chapters').fill('0:00 Start')
  await part.getByRole('button', { name: 'Add video' }).click()
  await page.getByText('Video added').waitFor()
  await expect
    .poll(() => part.getByLabel('Video', { exact: true }).locator('option:checked').textContent())
    .toBe('boards.webm')
  await page.getByRole('button', { name: 'Add sponsor' }).click()
  const sponsor = page.getByRole('group', { name: 'Sponsor 1' })
  await sponsor.getByLabel('Contact’s first name').fill('Ana')
  await sponsor.getByLabel('Company').fill('Fifteen LLP')
  await sponsor.getByLabel('Email address').fill('no address')
  await page.getByRole('button', { name: 'Save series' }).click()
  await page.getByText('Enter an email address for each sponsor.').waitFor()
  await sponsor.getByLabel('Email address').fill('ana@fifteen.test')
  await expectAccessible(page, 'the Learning Hub')
  await page.getByRole('button', { name: 'Save series' }).click()
  await page.getByText('Series saved').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Privacy in fifteen states' }).getByText('Not published').waitFor()
})
