import axe from 'axe-core'
import { describe, expect, it } from 'vitest'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { cast, type CastMember } from '../cast.ts'
import { networkIds, putMessage, putThread } from '../harness/threads.ts'
import { DESK, openStage, PHONE, TABLET, type Seat } from './kit/stage.ts'
import { editorOf } from './kit/threads.ts'

const stage = await openStage()
const { house } = stage
const networks = await networkIds(house)
const idOf = async (email: string) =>
  (await house.sql<{ id: number }>('select id from users where email = $1', [email]))[0]!.id

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const THEMES = [
  ['legal', 'member', networks.legal],
  ['cfo', 'finance', networks.finance],
  ['executive', 'executive', networks.executive],
  ['thesuite', 'peer', networks.thesuite],
] as const satisfies readonly (readonly [string, CastMember, number])[]
// Without motion, or the colours would be judged on their way from light to dark.
const still = (device: BrowserContextOptions): BrowserContextOptions => ({ ...device, reducedMotion: 'reduce' })
const WIDTHS: Record<string, BrowserContextOptions> = { phone: still(PHONE), tablet: still(TABLET), desk: still(DESK) }

/** What the rules find, as lines that say where. Run in the page's own world: the policy forbids an added script. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async (tags) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const found = await axe.run(document, { runOnly: tags, resultTypes: ['violations'] })
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
    )
  }, TAGS)
}

const expectNone = async (page: Page, where: string) => expect(await violations(page), where).toEqual([])

async function inBothSchemes({ page }: Seat, where: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectNone(page, `${where} ${colorScheme}`)
  }
}

describe.each(THEMES)('in the colours of %s', (theme, who, network) => {
  it.each(Object.keys(WIDTHS))('feed, thread and settings can be read and used by everyone on a %s', async (width) => {
    const seat = await stage.member(cast[who], WIDTHS[width])
    await house.sql('update peer_networks set theme = $2 where id = $1 and theme <> $2', [network, theme])
    if (theme === 'thesuite')
      await house.sql('update peer_network_memberships set is_primary = (peer_network_id = $2) where user_id = $1', [
        seat.client.id,
        network,
      ])
    const others = await idOf(cast.staff)
    const { id, opening } = await putThread(house, { author: others, networks: [network], topic: 'Read by everyone' })
    const reply = await putMessage(house, {
      thread: id,
      sender: others,
      parent: opening,
      body: '<a href="https://counsel.example/">A link</a>',
      likes: 3,
    })
    await putMessage(house, { thread: id, sender: others, parent: reply, body: 'Private.', readers: [seat.client.id] })
    for (const path of ['/feed', `/feed/${id}`, '/profile/settings']) {
      await seat.open(path)
      expect(await seat.page.evaluate(() => document.body.className)).toContain(`theme-${theme}`)
      await inBothSchemes(seat, `${path} ${width}`)
    }
  })
})

it.each(Object.keys(WIDTHS))('the pages outside can be read by everyone on a %s', async (width) => {
  stage.expectProblem(/404|500/)
  const seat = await stage.stranger(WIDTHS[width])
  for (const path of ['/auth/login', '/auth/login?session_expired=true', '/404', '/500?error_id=e-1', '/status']) {
    await seat.open(path)
    await inBothSchemes(seat, path)
  }
})

it('what opens can be read by everyone: menus, filters, the editor, a thread over the feed, messages', async () => {
  const { id } = await putThread(house, {
    author: await idOf(cast.staff),
    networks: [networks.legal],
    topic: 'What opens',
  })
  const seat = await stage.member(cast.member, still(DESK))
  const { page, open } = seat
  await open('/feed')
  await page.getByRole('button', { name: 'Display settings' }).click()
  await inBothSchemes(seat, 'display settings')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /Helen Marsh/ }).click()
  await inBothSchemes(seat, 'account menu')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /Filter/ }).click()
  await inBothSchemes(seat, 'filters')
  await page.getByRole('button', { name: /Start a discussion/ }).click()
  await page.getByRole('textbox', { name: 'Topic' }).waitFor()
  await inBothSchemes(seat, 'new discussion')
  await page.getByRole('link', { name: 'What opens', exact: true }).click()
  const layer = page.locator('[data-top-layer]')
  await layer.getByRole('heading', { level: 1, name: 'What opens' }).waitFor()
  await inBothSchemes(seat, 'a thread over the feed')
  await open(`/feed/${id}#message-999999999`)
  await editorOf(page)
  await page.getByText('That reply is not here').waitFor()
  await expectNone(page, 'the editor and a message')
  await page.getByRole('radio', { name: /^To Ruth only/ }).check()
  await inBothSchemes(seat, 'a private reply')
})

it('nothing found and nothing loaded can be read by everyone', async () => {
  stage.expectProblem(/500|404/)
  const seat = await stage.member(cast.member, still(DESK))
  await seat.open('/feed?search=xylophone')
  await inBothSchemes(seat, 'nothing found')
  await seat.open('/feed/999999999')
  await inBothSchemes(seat, 'no such thread')
  await seat.page.route('**/api/graphql/threads', (route) =>
    route.fulfill({ status: 500, json: { data: null, errors: [{ message: 'x', extensions: { code: 'internal' } }] } }),
  )
  await seat.open('/feed?kind=poll')
  await seat.page.getByRole('link', { name: 'Documents', exact: true }).click()
  await seat.page.getByRole('heading', { name: 'We could not load the discussions' }).waitFor({ timeout: 20_000 })
  await inBothSchemes(seat, 'nothing loaded')
})
