import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  MENU_SECTIONS,
  PRODUCT_NAME,
  SECTION_LABELS,
  THEMES,
  faviconPath,
  isSectionOn,
  isSwitchedOff,
  isTheme,
  menuOf,
} from '#shared/networks.ts'

test('a section is on unless its switch says false', () => {
  for (const section of MENU_SECTIONS) {
    expect(isSectionOn({}, section)).toBe(true)
    expect(isSectionOn({ [section]: true }, section)).toBe(true)
    expect(isSectionOn({ [section]: false }, section)).toBe(false)
    expect(isSectionOn(null, section)).toBe(true)
  }
})

test('a switched-off section leaves the menu, and its pages do not exist', () => {
  const off = { discussions: false }
  const paths = (visibility: object) => menuOf(visibility).flatMap(({ items }) => items.map(({ path }) => path))
  const [events, mainstage] = ['/content/event-materials', '/content/event-materials/mainstage']
  const hub = '/content/learning-hub'
  expect(paths({})).toEqual([
    '/feed',
    '/recommendations',
    '/members',
    '/experts',
    '/content/peer-documents',
    events,
    mainstage,
    hub,
    '/inbox',
    '/chatbot',
    '/bookmarks',
  ])
  expect(isSwitchedOff(`${hub}/3`, { learning_hub: false })).toBe(true)
  expect(isSwitchedOff(`${mainstage}/3`, { events: false })).toBe(false)
  expect(isSwitchedOff(`${mainstage}/3`, { mainstage: false })).toBe(true)
  expect(isSwitchedOff(`${events}/3`, { mainstage: false })).toBe(false)
  expect(isSwitchedOff(`${events}/3`, { events: false })).toBe(true)
  expect(paths(off)).not.toContain('/feed')
  expect(paths(off)).toContain('/members')
  expect(menuOf(Object.fromEntries(MENU_SECTIONS.map((section) => [section, false])))).toEqual([])
  expect(isSwitchedOff('/feed', off)).toBe(true)
  expect(isSwitchedOff('/feed/12', off)).toBe(true)
  expect(isSwitchedOff('/feedback', off)).toBe(false)
  expect(isSwitchedOff('/profile/settings', off)).toBe(false)
  expect(isSwitchedOff('/feed/12', {})).toBe(false)
  expect(isSwitchedOff('/content/peer-documents/12', { peer_documents: false })).toBe(true)
  expect(isSwitchedOff('/profile/badges', { badges: false })).toBe(true)
  expect(isSwitchedOff('/profile/badges', off)).toBe(false)
})

test('themes are the four of the product, each with its own favicon', () => {
  expect(THEMES.map(faviconPath)).toEqual([
    '/favicon/cfo/favicon.png',
    '/favicon/legal/favicon.png',
    '/favicon/executive/favicon.png',
    '/favicon/thesuite/favicon.png',
  ])
  for (const value of ['Legal', '', null, undefined, 'constructor', '__proto__']) expect(isTheme(value)).toBe(false)
})

test.each(THEMES)('the favicon of %s has 128 points (CONST-favicon-theme-path)', (theme) => {
  const png = readFileSync(`web/public${faviconPath(theme)}`)
  expect(png.toString('latin1', 1, 4)).toBe('PNG')
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([128, 128])
})

test('sections have the labels of navigation and tracking; the product names what is everywhere (DECISION-product-name)', () => {
  expect(PRODUCT_NAME).toBe('Counterpart')
  expect(SECTION_LABELS).toEqual({
    thread: 'Thread',
    expert_profile: 'Expert Profile',
    recommendations_home: 'Recommendations',
    category_type: 'Vendors',
    discussions_home: 'Discussions',
    'peer documents': 'Peer Documents',
    bookmarks: 'Bookmarks',
    members: 'Members',
    events: 'Events',
    event: 'Event',
    mainstage: 'Mainstage',
    inbox: 'Inbox',
    'gamification/badges': 'Members',
    profile: 'Profile',
    series: 'Series',
    'learning-hub': 'Learning Hub',
    member_connections_unit: 'Discussions',
    global_search: 'Counterpart',
    all_results: 'Counterpart',
  })
})
