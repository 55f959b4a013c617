import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { storeEventFiles } from '#database/seed/events/events.ts'
import { storeSeriesFiles } from '#database/seed/learning/seed-series.ts'
import { localBlobs } from '#server/platform/blobs.ts'
import { demoMembers, type DemoMember } from '../demo-members.ts'
import { networkIds, insertMessage, insertThread } from '../harness/threads.ts'
import { accessibilityErrors, expectAccessible, widthsToTry } from './kit/accessible.ts'
import { DESKTOP, openBrowser } from './kit/browser-setup.ts'
import { editorOf } from './kit/threads.ts'

const stage = await openBrowser()
const { testServer } = stage
const { put } = localBlobs(path.join(testServer.config.dataDir, 'files'))
await storeEventFiles(put)
await storeSeriesFiles(put)
const networks = await networkIds(testServer)
const idOf = async (email: string) =>
  (await testServer.sql<{ id: number }>('select id from users where email = $1', [email]))[0]!.id

const THEMES = [
  ['legal', 'member', networks.legal],
  ['cfo', 'finance', networks.finance],
  ['executive', 'executive', networks.executive],
  ['thesuite', 'peer', networks.thesuite],
] as const satisfies readonly (readonly [string, DemoMember, number])[]
/** Each theme in another width; `npm test -- full` tries each theme in all. */
const CASES = THEMES.map((theme, turn) => [...theme, widthsToTry(turn)] as const)

describe.each(CASES)('in the colors of %s', (theme, who, network, widths) => {
  it.each(widths)('feed, thread and settings can be read and used by everyone on a %s', async (width, device) => {
    const browserSession = await stage.member(demoMembers[who], device)
    await testServer.sql('update peer_networks set theme = $2 where id = $1 and theme <> $2', [network, theme])
    if (theme === 'thesuite')
      await testServer.sql(
        'update peer_network_memberships set is_primary = (peer_network_id = $2) where user_id = $1',
        [browserSession.client.id, network],
      )
    const others = await idOf(demoMembers.staff)
    const { id, opening } = await insertThread(testServer, {
      author: others,
      networks: [network],
      topic: 'Read by everyone',
    })
    const reply = await insertMessage(testServer, {
      thread: id,
      sender: others,
      parent: opening,
      body: '<a href="https://counsel.example/">A link</a>',
      likes: 3,
    })
    await insertMessage(testServer, {
      thread: id,
      sender: others,
      parent: reply,
      body: 'Private.',
      readers: [browserSession.client.id],
    })
    for (const address of [
      '/',
      '/feed',
      `/feed/${id}`,
      '/inbox',
      '/chatbot',
      '/notifications',
      '/braintrust?q=board',
      '/profile/settings',
      '/profile/membership',
      '/members',
      `/members/${others}`,
      '/profile',
    ]) {
      await browserSession.open(address)
      await expect.poll(() => browserSession.page.evaluate(() => document.body.className)).toContain(`theme-${theme}`)
      await expectAccessible(browserSession.page, `${address} ${width}`)
    }
  })
})

it.each(widthsToTry(0))('the pages outside can be read by everyone on a %s', async (_, device) => {
  stage.expectProblem(/404|500/)
  const browserSession = await stage.stranger(device)
  for (const address of [
    '/auth/login',
    '/auth/login?session_expired=true',
    '/404',
    '/500?error_id=e-1',
    '/status',
    '/auth/confirm-email?token=x',
    '/onboarding/terms-of-use',
  ]) {
    await browserSession.open(address)
    // Data that loads after the page may still be pending.
    await browserSession.page.getByRole('heading', { level: 1 }).waitFor()
    await expectAccessible(browserSession.page, address)
  }
})

it('what opens can be read by everyone: menus, filters, the editor, a thread over the feed, messages', async () => {
  const { id } = await insertThread(testServer, {
    author: await idOf(demoMembers.staff),
    networks: [networks.legal],
    topic: 'What opens',
  })
  const browserSession = await stage.member(demoMembers.member, DESKTOP)
  const { page, open } = browserSession
  await open('/feed')
  await page.getByRole('button', { name: 'Display settings' }).click()
  await expectAccessible(browserSession.page, 'display settings')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /Helen Marsh/ }).click()
  await page.locator('[role=menuitem]:focus', { hasText: 'Profile' }).waitFor()
  await expectAccessible(browserSession.page, 'account menu')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /Filter/ }).click()
  await expectAccessible(browserSession.page, 'filters')
  await page.getByRole('button', { name: /Start a discussion/ }).click()
  await page.getByRole('textbox', { name: 'Topic' }).waitFor()
  await expectAccessible(browserSession.page, 'new discussion')
  await page.getByRole('feed').getByRole('link', { name: 'What opens', exact: true }).click()
  const layer = page.locator('[data-top-layer]')
  await layer.getByRole('heading', { level: 1, name: 'What opens' }).waitFor()
  await expectAccessible(browserSession.page, 'a thread over the feed')
  await open(`/feed/${id}#message-999999999`)
  await editorOf(page)
  await page.getByText('That reply isn’t available').waitFor()
  expect(await accessibilityErrors(page), 'the editor and a message').toEqual([])
  await page.getByRole('radio', { name: /^To Ruth only/ }).check()
  await expectAccessible(browserSession.page, 'a private reply')
})

it('nothing found and nothing loaded can be read by everyone', async () => {
  stage.expectProblem(/500|404/)
  const browserSession = await stage.member(demoMembers.member, DESKTOP)
  await browserSession.open('/feed?search=xylophone')
  await expectAccessible(browserSession.page, 'nothing found')
  await browserSession.open('/feed/999999999')
  await expectAccessible(browserSession.page, 'no such thread')
  await browserSession.page.route('**/api/graphql/threads', (route) =>
    route.fulfill({ status: 500, json: { data: null, errors: [{ message: 'x', extensions: { code: 'internal' } }] } }),
  )
  await browserSession.open('/feed?kind=poll')
  await browserSession.page.getByRole('link', { name: 'Documents', exact: true }).click()
  await browserSession.page.getByRole('heading', { name: 'We couldn’t load discussions' }).waitFor({ timeout: 20_000 })
  await expectAccessible(browserSession.page, 'nothing loaded')
})
