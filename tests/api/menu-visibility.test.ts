/** A section that a network switches off is neither in the menu of its members nor at its addresses. */
import { beforeEach, describe, expect, it } from 'vitest'
import { MENU_SECTION_LABELS } from '#shared/network-fields.ts'
import { MENU, MENU_SECTIONS, type MenuSection } from '#shared/networks.ts'
import { demoMembers } from '../demo-members.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal } = await networkIds(testServer)
const [helen, marcus] = await testServer.members(demoMembers.member, demoMembers.peer)
/** Of sections that are links to other sites, there are no pages. */
const LINKS: readonly MenuSection[] = ['jobs', 'discounts']
const PAGES = new Map<MenuSection, string[]>(
  MENU_SECTIONS.filter((section) => !LINKS.includes(section)).map((section) => [
    section,
    section === 'badges'
      ? ['/profile/badges']
      : MENU.flatMap(({ items }) => items.filter((item) => item.section === section).map(({ path }) => path)),
  ]),
)
/** An address below the first page of some sections. */
const DEEPER: Partial<Record<MenuSection, string>> = {
  discussions: '/feed/1',
  members: '/members/2',
  events: '/content/event-materials/1',
  peer_documents: '/content/peer-documents/requests',
  recommendations: '/experts/categories',
}
const ELSEWHERE = '/profile/settings'

const switchOff = (section: MenuSection, networks: 'all' | number) =>
  testServer.sql(
    `update peer_networks set main_menu_visibility = jsonb_build_object($1::text, false) where $2::bigint is null or id = $2`,
    [section, networks === 'all' ? null : networks],
  )
beforeEach(async () => void (await testServer.sql(`update peer_networks set main_menu_visibility = '{}'`)))

it('every section has a label and, unless it is a link, pages', () => {
  expect(Object.keys(MENU_SECTION_LABELS)).toEqual([...MENU_SECTIONS])
  for (const [section, paths] of PAGES) expect(paths, section).not.toEqual([])
})

describe.each([...PAGES])('%s', (section, paths) => {
  const menu = (html: string) => paths.filter((path) => html.includes(`href="${path}"`))
  const inMenu = section === 'badges' ? [] : paths

  it('is in the menu and at its addresses, and is neither once it is switched off (STAFF-network-menu-visibility)', async () => {
    const addresses = [...paths, ...(DEEPER[section] ? [DEEPER[section]] : [])]
    expect(menu((await helen.send('GET', ELSEWHERE)).text)).toEqual(inMenu)
    for (const path of addresses) expect((await helen.send('GET', path)).status, path).not.toBe(404)
    await switchOff(section, legal)
    const page = await helen.send('GET', ELSEWHERE)
    expect(page.status).toBe(200)
    expect(menu(page.text)).toEqual([])
    for (const path of addresses) expect((await helen.send('GET', path)).status, path).toBe(404)
  })

  it('is there for a member of two networks if one of them has it (STAFF-network-menu-visibility)', async () => {
    await switchOff(section, legal)
    expect(menu((await marcus.send('GET', ELSEWHERE)).text)).toEqual(inMenu)
    for (const path of paths) expect((await marcus.send('GET', path)).status, path).toBe(200)
    await switchOff(section, 'all')
    expect(menu((await marcus.send('GET', ELSEWHERE)).text)).toEqual([])
    for (const path of paths) expect((await marcus.send('GET', path)).status, path).toBe(404)
  })
})
