import { expect, test } from 'vitest'
import {
  APP_SECTIONS,
  ROUTES,
  appSectionOf,
  barePath,
  forwardedFrom,
  isAppSection,
  layoutOf,
  loginPath,
  safeNext,
} from '#shared/routes.ts'
import { backLabelOf, directoryBackLink } from '#shared/back-targets.ts'

test('paths are compared without trailing slash, query and hash', () => {
  expect(barePath('/feed/?a=1#b')).toBe('/feed')
  expect(barePath('/')).toBe('/')
  expect(barePath('')).toBe('/')
  expect(isAppSection('/feed/?kind=polls')).toBe(true)
  expect(isAppSection('/experts')).toBe(false)
  expect(appSectionOf('/content/event-materials/mainstage/4')).toBe('/content/event-materials')
})

test('the authenticated app has twelve sections, for matching', () => {
  expect([...APP_SECTIONS].sort()).toEqual([
    '/bookmarks',
    '/braintrust',
    '/chatbot',
    '/content/event-materials',
    '/content/learning-hub',
    '/content/peer-documents',
    '/feed',
    '/inbox',
    '/members',
    '/notifications',
    '/profile',
    '/recommendations',
  ])
})

test.each([
  ['/status', 'bare'],
  ['/listserv-email-feedback', 'toasts'],
  ['/onboarding/profile/complete', 'simple'],
  ['/onboarding/welcome', 'simple'],
  ['/onboarding/a1b2', 'simple'],
  ['/onboarding', 'main'],
  ['/trial/code', 'simple'],
  ['/auth/login/?next=/feed', 'simple'],
  ['/auth/forgot-password', 'simple'],
  ['/auth/invitation', 'simple'],
  ['/auth/reset-password/token', 'simple'],
  ['/auth/reset-password', 'simple'],
  ['/auth/confirm-login', 'simple'],
  ['/404', 'simple'],
  ['/500', 'simple'],
  ['/test', 'simple'],
  ['/invite/token', 'invite'],
  ['/invoice/token', 'invoice'],
  ['/', 'main'],
  ['/feed/12', 'main'],
  ['/experts', 'main'],
  ['/anything/else', 'main'],
])('the layout of %s is %s', (path, layout) => {
  expect(layoutOf(path)).toBe(layout)
})

test('only the text "true" is maintenance, and it comes before everything', () => {
  expect(layoutOf('/status', 'true')).toBe('maintenance')
  for (const text of ['', 'false', 'TRUE', '1', 'yes', ' true']) expect(layoutOf('/feed', text)).toBe('main')
})

test.each([
  ['/feed?kind=polls', 'Discussions'],
  ['/feed/12', 'Thread'],
  ['/chatbot', 'AI Assistant'],
  ['/members/', 'Members'],
  ['/members/7', 'Member'],
  ['/content/event-materials', 'Events'],
  ['/content/event-materials/7', 'Event'],
  ['/content/event-materials/mainstage', 'Back'],
  ['/content/event-materials/mainstage/7', 'Back'],
  ['/content/learning-hub', 'Learning Hub'],
  ['/content/learning-hub/7', 'Back'],
  ['/experts/categories', 'Expert Categories'],
  ['/experts/7', 'Expert Profile'],
  ['/profile/activity', 'Profile Activity'],
  ['/content/peer-documents', 'Peer Documents'],
  ['/inbox?group_id=4', 'Chats'],
  ['/bookmarks', 'Bookmarks'],
  ['/recommendations', 'Recommendations'],
  ['/braintrust?q=a', 'Braintrust'],
  ['/profile', 'Profile'],
  ['/notifications', 'Back'],
  ['/profile/badges', 'Back'],
  ['/profile/settings', 'Back'],
  ['/', 'Back'],
  [undefined, 'Back'],
])('a link back to %s reads %s', (path, label) => {
  expect(backLabelOf(path)).toBe(label)
})

test('the root of signing in leads to its page, with what was asked', () => {
  expect(forwardedFrom('/')).toBeUndefined()
  expect(forwardedFrom('/auth?utm_source=mail&a=b?c')).toBe(`${ROUTES.login}?utm_source=mail&a=b?c`)
  expect(forwardedFrom('/auth/')).toBe(ROUTES.login)
  expect(forwardedFrom('/feed')).toBeUndefined()
})

const ELSEWHERE = [
  '//evil.test',
  '///evil.test',
  '/\\evil.test',
  '\\evil.test',
  '\\\\evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  '\t//evil.test',
  ' //evil.test',
  '/ /evil.test',
  '/%09/evil.test\u0000',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'https://evil.test',
  'http:evil.test',
  'https:/evil.test',
  'feed',
  './feed',
  '../feed',
  '?next=/feed',
  '#feed',
  '',
  ' ',
  '/\u00a0/evil.test',
  '/.//evil.test',
  '/feed/..//evil.test',
  '/./\\evil.test',
  '/@evil.test\\',
  '/\u007f/evil',
  '/feed\r\nSet-Cookie: a=b',
  'mailto:a@evil.test',
  'blob:https://evil.test/1',
  '/auth/login',
  '/auth/login?next=/feed',
  '/auth',
  '/api/auth/logout',
  '/api/attachments/1',
  '/'.repeat(3000),
]
test.each(ELSEWHERE)('signing in never leads to %j', (next) => {
  const reached = safeNext(next)
  expect(reached).toBe('/')
})

test('values that are no text lead home', () => {
  for (const next of [undefined, null, 4, {}, ['/feed'], true]) expect(safeNext(next)).toBe('/')
})

test('whatever comes out stays on the own origin', () => {
  const parts = [
    '/',
    '\\',
    '.',
    '..',
    ':',
    '@',
    '%2f',
    '%5c',
    'evil.test',
    'javascript',
    '\t',
    ' ',
    '?',
    '#',
    'feed',
    '\u0000',
    '\ufeff',
  ]
  let seed = 7
  const pick = () => parts[(seed = (seed * 1103515245 + 12345) & 0x7fffffff) % parts.length]!
  for (let round = 0; round < 20_000; round += 1) {
    const payload = Array.from({ length: 1 + (round % 6) }, pick).join('')
    const reached = new URL(safeNext(payload), 'https://own.test/auth/login')
    expect(reached.origin).toBe('https://own.test')
  }
})

test.each(['/feed', '/feed/12#message-7', '/feed?kind=polls&area=4', '/inbox?group_id=9', '/members/7/'])(
  '%s may follow signing in',
  (next) => {
    expect(safeNext(next)).toBe(next)
  },
)

test('the way to the sign-in page names where to return, unless that is home', () => {
  expect(loginPath('/feed/12?a=b')).toBe('/auth/login?next=%2Ffeed%2F12%3Fa%3Db')
  expect(loginPath('/')).toBe('/auth/login')
  expect(loginPath('//evil.test')).toBe('/auth/login')
})

test('the directory leads back to the member whom the search of the feed named (RULE-directory-back-target)', () => {
  expect(directoryBackLink('/feed?s=members&sid=12')).toBe('/members/12')
  expect(directoryBackLink('/feed?sid=12&s=members#top')).toBe('/members/12')
  for (const previous of [
    undefined,
    '/feed',
    '/feed?s=members',
    '/feed?s=experts&sid=12',
    '/feed?s=members&sid=//evil',
    '/inbox?s=members&sid=12',
  ])
    expect(directoryBackLink(previous)).toBe('/members')
})
