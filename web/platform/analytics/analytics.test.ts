import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SNIPPET_VERSION, loadSnippet } from '#web/platform/analytics/analytics-snippet.ts'
import { countOnlyIf, identify, setInviteCode, track, trackRoute } from '#web/platform/analytics/analytics.ts'
import { fakeBrowser, fakeServer, type FakeBrowser, type SentCall } from '#web/platform/api/browser-stub.ts'

let browser: FakeBrowser
let sent: SentCall[]
beforeEach(() => {
  browser = fakeBrowser('https://peers.example.org/feed?utm_source=digest&kind=poll&utm_medium=mail')
  sent = fakeServer(undefined, 204)
})
afterEach(() => {
  setInviteCode(null)
  countOnlyIf(() => true)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  delete (globalThis as { analytics?: unknown }).analytics
})
const event = () => sent[0]!.body as Record<string, unknown>

describe('track', () => {
  test('sends the properties, the utm parameters and the platform (ANALYTICS-track)', async () => {
    await track('feed-filtered', { filter: 'kind', value: 'poll' })
    expect(event()).toMatchObject({ key: 'feed-filtered' })
    expect(event()['data']).toEqual({
      filter: 'kind',
      value: 'poll',
      section: 'discussions_home',
      section_label: 'Discussions',
      utm_source: 'digest',
      utm_medium: 'mail',
      platform: 'web',
    })
  })

  test.each([
    ['/feed/12', 'thread', 'Thread'],
    ['/feed', 'discussions_home', 'Discussions'],
    ['/experts/7', 'expert_profile', 'Expert Profile'],
    ['/experts', 'recommendations_home', 'Recommendations'],
    ['/recommendations', 'recommendations_home', 'Recommendations'],
    ['/experts/categories', 'category_type', 'Vendors'],
    ['/content/peer-documents', 'peer documents', 'Peer Documents'],
    ['/members', 'members', 'Members'],
    ['/members/9', 'members', 'Members'],
    ['/inbox?group_id=4', 'inbox', 'Inbox'],
    ['/profile', 'profile', 'Profile'],
    ['/profile/settings', 'profile', 'Profile'],
    ['/profile/badges', 'gamification/badges', 'Members'],
    ['/braintrust?q=board', 'global_search', 'Counterpart'],
    ['/braintrust?q=board&s=members', 'all_results', 'Counterpart'],
  ])('carries the section of %s with its label', async (address, section, section_label) => {
    browser = fakeBrowser(`https://peers.example.org${address}`)
    await track('feed-viewed', {})
    expect(event()['data']).toMatchObject({ section, section_label })
  })

  test('carries the section of the unit in which a member is followed, and that of the page that the unit led to', async () => {
    browser = fakeBrowser('https://peers.example.org/members')
    const referral_source = 'member_connections_unit'
    for (const key of ['follow', 'unfollow'] as const) await track(key, { user_id: 4, referral_source })
    await track('follow', { user_id: 4, referral_source: 'member_directory' })
    await track('member-page-viewed', { referral_source })
    expect(sent.map(({ body }) => (body as { data: object }).data)).toMatchObject([
      { section: 'member_connections_unit', section_label: 'Discussions' },
      { section: 'member_connections_unit', section_label: 'Discussions' },
      { section: 'members', section_label: 'Members' },
      { section: 'members', section_label: 'Members' },
    ])
  })

  test('names no section where there is none', async () => {
    browser = fakeBrowser('https://peers.example.org/notifications')
    await track('notifications-viewed', {})
    expect(event()['data']).not.toHaveProperty('section')
  })

  test('records an event with all its fields, those of the device from local storage (CALL-post-analytics-event, FIELD-analytics_event.insert_id, FIELD-analytics_event.occurred_at, FIELD-analytics_event.key, FIELD-analytics_event.data, FIELD-analytics_event.metadata, FIELD-analytics_event.abtests, FIELD-analytics_event.session, FIELD-analytics_event.invite_code)', async () => {
    browser.stored.set('analytics_metadata', '{"first":"visit"}').set('abtests', '{"cover":"b"}')
    browser.stored.set('analytics_session_id', 'session-7')
    setInviteCode('ab12')
    await track('feed-viewed', {})
    await track('feed-viewed', {})
    expect(sent[0]).toMatchObject({ method: 'POST', path: '/api/tracking/analytics-event' })
    expect(event()).toMatchObject({
      key: 'feed-viewed',
      metadata: { first: 'visit' },
      abtests: { cover: 'b' },
      session: 'session-7',
      invite_code: 'ab12',
    })
    expect(Date.parse(event()['occurred_at'] as string)).not.toBeNaN()
    expect(event()['insert_id']).not.toBe((sent[1]!.body as { insert_id: string }).insert_id)
  })

  test('ignores and logs what cannot be parsed (RULE-analytics-metadata-parse, RULE-abtests-parse)', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    browser.stored.set('analytics_metadata', '{broken').set('abtests', 'also broken')
    await track('feed-viewed', {})
    expect(event()).toMatchObject({ metadata: {}, abtests: {} })
    expect(warned).toHaveBeenCalledTimes(2)
  })

  test('troubles nobody when it cannot be recorded', async () => {
    vi.spyOn(console, 'debug').mockImplementation(() => {})
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(track('feed-viewed', {})).resolves.toBeUndefined()
  })
})

test('the platform is web, mobile in the wrapper and web-mobile on a small screen (ENUM-analytics-platform, DECISION-mobile-detection)', async () => {
  const platforms = async () => {
    await track('feed-viewed', {})
    return (sent.at(-1)!.body as { data: { platform: string } }).data.platform
  }
  expect(await platforms()).toBe('web')
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  expect(await platforms()).toBe('web-mobile')
  vi.stubGlobal('CounterpartApp', { postMessage: () => {} })
  expect(await platforms()).toBe('mobile')
})

describe('the snippet', () => {
  const helen = { id: 7, first_name: 'Helen', last_name: 'Marsh', email: 'helen@ostrander.test' }
  const guest = { id: 9, first_name: 'Ivo', last_name: '', email: 'ivo@firm.test' }
  const scripts: { src: string }[] = []
  const calls = () => (globalThis as unknown as { analytics: unknown[][] }).analytics
  beforeEach(() => {
    scripts.length = 0
    Object.assign(document, {
      createElement: () => ({}),
      head: { append: (one: { src: string }) => scripts.push(one) },
    })
  })

  test('is version 5.2.0, loaded by the write key, and hears every event (ANALYTICS-snippet)', async () => {
    loadSnippet('key-1')
    expect(SNIPPET_VERSION).toBe('5.2.0')
    expect(scripts).toHaveLength(1)
    expect(scripts[0]!.src).toContain('/key-1/')
    await track('feed-viewed', {})
    expect([...calls()]).toEqual([['track', 'feed-viewed', (event() as { data: unknown }).data, expect.anything()]])
  })

  test('hears nothing of what the server does not count, and no address or title of a page', async () => {
    loadSnippet('key-1')
    sent = fakeServer({ counted: false }, 202)
    await track('thread-viewed', { thread_id: 7 })
    expect(sent).toHaveLength(1)
    expect([...calls()]).toEqual([])
    sent = fakeServer(undefined, 204)
    await track('thread-viewed', { thread_id: 8 })
    const [call] = [...calls()] as [[string, string, object, { context: { page: object } }]]
    expect(call[2]).toMatchObject({ thread_id: 8 })
    expect(Object.values(call[3].context.page).join('')).toBe('/')
  })

  test('hears only what is listed for an event, and nothing while the server cannot be asked', async () => {
    loadSnippet('key-1')
    await track('feed-viewed', { body: 'What I wrote', referral_source: 'my own words' } as never)
    expect([...calls()].map((call) => call[2])).toEqual([
      {
        platform: 'web',
        section: 'discussions_home',
        section_label: 'Discussions',
        utm_source: 'digest',
        utm_medium: 'mail',
      },
    ])
    vi.spyOn(console, 'debug').mockImplementation(() => {})
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await track('feed-viewed', {})
    expect([...calls()]).toHaveLength(1)
  })

  test('learns id, name and email of the member, and of the invitee only when there is no member (ANALYTICS-identify, FIELD-identified_person.id, FIELD-identified_person.first_name, FIELD-identified_person.last_name, FIELD-identified_person.email)', () => {
    loadSnippet('key-1')
    identify(helen, guest)
    identify(helen)
    identify(null, guest)
    identify(null)
    expect([...calls()]).toEqual([
      ['identify', '7', { name: 'Helen Marsh', email: 'helen@ostrander.test' }],
      ['identify', '9', { name: 'Ivo', email: 'ivo@firm.test' }],
    ])
  })

  test('is not there without a key, and our own call still works (DECISION-snippet-without-key, DECISION-analytics-event-keys)', async () => {
    loadSnippet(null)
    loadSnippet('')
    identify(helen)
    await track('feed-viewed', {})
    expect(scripts).toEqual([])
    expect(calls()).toBeUndefined()
    expect(event()).toMatchObject({ key: 'feed-viewed' })
  })
})

test('a failure of route tracking is logged to the console only (ERR-route-tracking)', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  trackRoute(() => {
    throw new Error('at once')
  })
  trackRoute(() => Promise.reject(new Error('later')))
  await Promise.resolve()
  await Promise.resolve()
  expect(told).toHaveBeenCalledTimes(2)
})

describe('those who do not want to be counted (COUNT-consent)', () => {
  const calls: unknown[] = []
  const person = { id: 41, first_name: 'Nora', last_name: 'Lind', email: 'nora@ostrander.test' }
  beforeEach(() => {
    calls.length = 0
    const hear = (...args: unknown[]) => void calls.push(args)
    Object.assign(globalThis, { analytics: { track: hear, identify: hear } })
  })

  test.each([
    ['Do Not Track', () => vi.stubGlobal('navigator', { doNotTrack: '1' })],
    ['Global Privacy Control', () => vi.stubGlobal('navigator', { globalPrivacyControl: true })],
    ['their own choice', () => countOnlyIf(() => false)],
  ])('send nothing and are not identified: %s', async (_, refuse) => {
    refuse()
    await track('feed-viewed', {})
    identify(person)
    expect(sent).toEqual([])
    expect(calls).toEqual([])
    vi.unstubAllGlobals()
    sent = fakeServer(undefined, 204)
    browser = fakeBrowser('https://peers.example.org/feed')
    countOnlyIf(() => true)
    await track('feed-viewed', {})
    identify({ ...person, email: `${String(_)}@ostrander.test` })
    expect(sent).toHaveLength(1)
    expect(calls).toHaveLength(2)
  })
})
