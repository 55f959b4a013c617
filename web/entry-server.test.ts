/** Server-rendered pages: their layout, status and redirects. */
import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import type { OperationAnswer, PageProps, PageRequest, PageState, SessionUser } from '#shared/pages.ts'
import { render } from '#web/entry-server.tsx'
import { mainRoute } from '#web/routes/main.tsx'
import { simpleRoute } from '#web/routes/simple.tsx'
import { createRoute, type Route } from '#web/platform/router/route.ts'

const HELEN: SessionUser = {
  id: 7,
  first_name: 'Helen',
  last_name: 'Marsh',
  email: 'helen@ostrander.test',
  analytics_session_id: 'session-7',
  abtests: {},
}
const NETWORK = {
  id: 1,
  slug: 'legal',
  display_name: 'Legal Network',
  theme: 'legal',
  logo: null,
  url_faq: null,
  url_jobs: 'example.org/jobs',
  url_discounts: null,
  main_menu_visibility: {},
  discussion_creation_networks: [{ id: 1, display_name: 'Legal Network' }],
}
const viewer = (network: object = {}) => ({
  ...HELEN,
  name: 'Helen Marsh',
  title: 'General Counsel',
  profile_thumbnail_url: null,
  current_state: 'full access',
  is_staff: false,
  on_boarding_complete: true,
  time_zone: 'UTC',
  num_of_peers: 33,
  company: null,
  feature_flags: [],
  peer_network_memberships: [{ peer_network_id: 1, is_primary: true, peer_network: { ...NETWORK, ...network } }],
})
const PAGE_PROPS: PageProps = {
  version: 'two',
  theme: 'legal',
  supportEmail: 'legal@counterpart.test',
  maintenance: '',
  analyticsWriteKey: null,
  logLevel: 7,
  mailDomain: 'counterpart.test',
  demoAccounts: null,
  demoPassword: null,
}

const PAGES = 1_000
const PAGE_KEEPS_BYTES = 5_000

interface FieldContext {
  user?: SessionUser | null
  pageProps?: Partial<PageProps>
  network?: object
  cookies?: Record<string, string>
  thread?: typeof HER_THREAD | null
  /** Between the invitation and the home page. */
  joining?: boolean
  paid?: boolean
  /** False if the membership agreement is not accepted. */
  accepted?: boolean
  features?: { key: string; enabled: boolean }[]
}

/** Renders a page for a community with one member and an empty feed; no thread exists unless one is given. */
async function page(
  url: string,
  { user = HELEN, pageProps, network, cookies = {}, thread = null, ...way }: FieldContext = {},
) {
  const { joining = false, paid = false, accepted = true, features = [] } = way
  const required = ['payment', 'create_password', 'agreement']
  const onTheWay = {
    standing: joining ? 'onboarding' : 'full',
    on_boarding_complete: !joining,
    has_accepted_all: accepted,
    onboarding_checklist_completed: true,
    onboarding_checklist_times_closed: 0,
    feature_flags: features,
  }
  const invitee = {
    ...viewer(network),
    ...onTheWay,
    current_onboarding_step: joining ? 'welcome' : null,
    terms_of_service_accepted: true,
    privacy_policy_accepted: true,
    membership_agreement_accepted: accepted,
    legal_to_accept: accepted ? [] : ['membership_agreement'],
    onboarding_steps: ['landing', 'profile', ...required, 'welcome'].map((step) => ({
      step,
      done: step !== 'welcome' && (step !== 'payment' || paid),
      required: required.includes(step),
    })),
  }
  const answers: Record<string, OperationAnswer> = {
    InitialUser: { data: { viewer: { ...viewer(network), ...onTheWay } } },
    ...(user && { Onboarding: { data: { viewer: invitee } } }),
    threads: { data: { threads: { count: 0, items: [] } } },
    thread: { data: { thread } },
  }
  const request: PageRequest = {
    ...{ url, nonce: 'once', cookies, isPhone: false, user },
    pageProps: { ...PAGE_PROPS, ...pageProps },
    assets: { entry: '/assets/main.js', fonts: [], filesOf: () => ({ preloads: [], css: '', inlined: [] }) },
    execute: async (operation) =>
      answers[operation] ??
      (user
        ? { errors: [{ message: `No ${operation} here.` }] }
        : { errors: [{ message: 'Sign in.', extensions: { code: 'session.none' } }] }),
  }
  const answer = await render(request)
  return { ...answer, html: answer.html.join('') }
}

const HER_THREAD = {
  id: 12,
  topic: 'Clawback after a spin-off',
  thread_type: 'discussion',
  excerpt: 'Has anybody',
  pub_date: '2026-11-20T09:00:00Z',
  mod_date: '2026-11-20T09:00:00Z',
  approved: true,
  num_of_responses: 0,
  num_of_private_responses: 0,
  num_of_recommendations: 0,
  count_of_entries: 1,
  geographies: [],
  areas_of_expertise: [],
  peer_networks: [{ id: 1, slug: 'legal', display_name: 'Legal Network' }],
  accessible_from: [{ id: 1, slug: 'legal', display_name: 'Legal Network' }],
  cleaned_html: '<p>Has <strong>anybody</strong> done this?</p>',
  text_is_wrapping: false,
  closed_at: null,
  viewed_at: null,
  num_of_readers: 33,
  moderation: { processed: true, approved: true, processed_date: null },
  author: {
    id: 7,
    name: 'Helen Marsh',
    first_name: 'Helen',
    title: null,
    profile_thumbnail_url: null,
    is_online: false,
    company: null,
  },
  messages: [],
}

const bodyClassOf = (html: string) => /<body(?: class="([^"]*)")?>/.exec(html)?.[1] ?? ''
const hasSpine = (html: string) => html.includes('Skip to main content')
const stateOf = (html: string) => JSON.parse(/id="state"[^>]*>(.*?)<\/script>/s.exec(html)![1]!) as PageState

describe('pages that need no session', () => {
  test('signing in stands in the simple layout (ROUTE-auth-login, LAYOUT-simple-login)', async () => {
    const { status, html } = await page('/auth/login', { user: null })
    expect(status).toBe(200)
    expect(html).toContain('Sign in')
    expect(hasSpine(html)).toBe(false)
  })

  test.each(['/404', '/500'])('%s has its status, the simple layout and the way on', async (path) => {
    const { status, html } = await page(path, { user: null })
    expect(status).toBe(Number(path.slice(1)))
    expect(hasSpine(html)).toBe(false)
    expect(html).toContain('Counterpart')
  })

  test('the page for failures names the support address and the id', async () => {
    const { html } = await page('/500?error_id=abc-123', { user: null })
    expect(html).toContain('legal@counterpart.test')
    expect(html).toContain('abc-123')
  })

  test('status is bare (ROUTE-status)', async () => {
    const { status, html } = await page('/status', { user: null, pageProps: { theme: 'cfo' } })
    expect(status).toBe(200)
    expect(html).toMatch(/Version (<!-- -->)?two/)
    expect(html).not.toContain('<header')
    expect(html).toMatch(/<div id="root">(<!--\$-->)*<div class="theme-cfo">(<!--\$-->)*<main/)
  })

  test('the test page exists while developing (ROUTE-test)', async () => {
    const { status, html } = await page('/test', { user: null })
    expect(status).toBe(200)
    expect(hasSpine(html)).toBe(false)
  })

  test('a path that does not exist is not found', async () => {
    const { status, html } = await page('/nowhere')
    expect(status).toBe(404)
    expect(html).toContain('Page not found')
  })
})

describe('a page that is flagged as having no layout (LAYOUT-no-layout-flag, SHELL-no-layout-page)', () => {
  const addTo = (parent: Route, path: string, staticData?: { hasNoLayout: boolean }) =>
    parent.addChildren([
      ...parent.children,
      createRoute({
        getParentRoute: () => parent,
        path,
        component: () => 'Alone?',
        ...(staticData && { staticData }),
      }),
    ])
  const bare = /<div id="root">(<!--\$-->)*<div class="theme-legal">(<!--\/?\$-->)*Alone\?(<!--\/?\$-->)*<\/div>/

  test.each([
    ['main', mainRoute, '/feed', 'Skip to main content'],
    ['simple', simpleRoute, '/auth', 'Terms and privacy'],
  ])('stands alone within the theme, though it belongs to the %s layout', async (_, parent, above, sign) => {
    addTo(parent, `${above}/with/layout`)
    addTo(parent, `${above}/without/layout`, { hasNoLayout: true })
    const withLayout = await page(`${above}/with/layout`)
    expect([withLayout.status, withLayout.html.includes(sign)]).toEqual([200, true])
    const { status, html } = await page(`${above}/without/layout`)
    expect([status, html.includes(sign)]).toEqual([200, false])
    expect(html).toMatch(bare)
    // The body scrolls, as on an ordinary page.
    expect(bodyClassOf(html)).toBe('theme-legal')
  })
})

describe('the main layout', () => {
  test('holds the feed for who has a session (ROUTE-feed, UI-screen-feed-and-thread)', async () => {
    const { status, html } = await page('/feed')
    expect(status).toBe(200)
    expect(hasSpine(html)).toBe(true)
    expect(bodyClassOf(html)).toBe('theme-legal is-app')
  })

  test('holds a thread at its address (ROUTE-feed-thread, UI-screen-feed-and-thread)', async () => {
    const { status, html } = await page('/feed/12', { thread: HER_THREAD })
    expect(status).toBe(200)
    expect(html).toContain('<title>Clawback after a spin-off · Counterpart</title>')
    expect(html).toContain(HER_THREAD.cleaned_html)
  })

  test('does not scroll as a page, others do (STATE-body-overflow)', async () => {
    expect(bodyClassOf((await page('/feed')).html)).toContain('is-app')
    for (const path of ['/auth/login', '/status', '/404'])
      expect(bodyClassOf((await page(path, { user: null })).html)).not.toContain('is-app')
    expect(readFileSync('web/theme/base.css', 'utf8')).toMatch(/body\.is-app \{\s*overflow: hidden;/)
  })

  test.each(['/feed', '/feed/12', '/profile/settings', '/experts', '/onboarding', '/nowhere'])(
    '%s sends everybody else to sign in, and back (DECISION-experts-and-home-not-in-sections, PRODUCT-members-only)',
    async (path) => {
      const { redirect, html } = await page(path, { user: null })
      expect(redirect).toBe(`/auth/login?next=${encodeURIComponent(path)}`)
      expect(html).toBe('')
    },
  )

  test('a thread that is not there, or not for the reader, is not found within it', async () => {
    const { status } = await page('/feed/12')
    expect(status).toBe(404)
    expect((await page('/feed/twelve')).status).toBe(404)
  })

  test('holds the assistant, also at the address of a conversation (ROUTE-chatbot)', async () => {
    for (const path of ['/chatbot', '/chatbot?conversation=3', '/chatbot?conversation=none']) {
      const { status, html } = await page(path)
      expect([status, hasSpine(html)]).toEqual([200, true])
      expect(html).toMatch(/<title>Assistant · Counterpart<\/title>.*<h1[^>]*>Assistant<\/h1>/s)
    }
    expect((await page('/feed')).html).toContain('href="/chatbot"')
  })

  test('leaves the assistant out of the menu if it is turned off for the viewer, and its page says so (FEATURE-ai-assistant)', async () => {
    const off = { features: [{ key: 'ai_assistant', enabled: false }] }
    expect((await page('/feed', off)).html).not.toContain('href="/chatbot"')
    const { status, html } = await page('/chatbot', off)
    expect(status).toBe(200)
    expect(html).toContain('The assistant is turned off')
    expect(html).not.toContain('<textarea')
    const switchedOff = { network: { main_menu_visibility: { ai_assistant: false } } }
    expect((await page('/feed', switchedOff)).html).not.toContain('href="/chatbot"')
    expect((await page('/chatbot', switchedOff)).status).toBe(404)
  })

  test('what the network switched off is not found either (DECISION-menu-sections)', async () => {
    const off = { main_menu_visibility: { discussions: false } }
    expect((await page('/feed', { network: off })).status).toBe(404)
    expect((await page('/feed/12', { network: off, thread: HER_THREAD })).status).toBe(404)
    expect((await page('/profile/settings', { network: off })).status).toBe(200)
    const plain = { main_menu_visibility: { badges: false } }
    expect((await page('/profile/badges', { network: plain })).status).toBe(404)
    expect((await page('/profile/badges')).status).toBe(200)
  })
})

test('home has a page in the main layout, whatever its panels answer (ROUTE-home, DECISION-experts-and-home-not-in-sections)', async () => {
  const { status, html } = await page('/')
  expect(status).toBe(200)
  expect(hasSpine(html)).toBe(true)
  expect(html).toContain('Welcome back')
  expect((await page('/', { user: null })).redirect).toBe('/auth/login')
})

test.each([
  ['/onboarding', '/onboarding/payment'],
  ['/onboarding/agreement', '/onboarding/payment'],
  ['/feed', '/onboarding'],
  ['/', '/onboarding'],
])(
  '%s leads a member who is still joining to %s (ROUTE-onboarding, DECISION-onboarding-and-auth-roots, STATE-onboarding-step)',
  async (path, to) => {
    expect((await page(path, { joining: true })).redirect).toBe(to)
  },
)

test.each(['/onboarding/profile/complete', '/onboarding/welcome'])(
  '%s stands in the simple layout, for who is joining (LAYOUT-simple-onboarding-profile-complete, LAYOUT-simple-onboarding-welcome, ROUTE-onboarding-profile-complete, ROUTE-onboarding-welcome)',
  async (path) => {
    const { status, html } = await page(path, { joining: true, paid: true })
    expect(status).toBe(200)
    expect(hasSpine(html)).toBe(false)
    expect((await page(path, { user: null })).redirect).toBe(`/auth/login?next=${encodeURIComponent(path)}`)
    expect((await page(path)).redirect).toBe('/')
  },
)

test('what is new to accept is asked before a member goes on (DECISION-legal-acceptance-flags)', async () => {
  expect((await page('/feed', { accepted: false })).redirect).toBe('/onboarding')
  expect((await page('/onboarding', { accepted: false })).redirect).toBe('/onboarding/agreement')
  expect((await page('/onboarding/agreement', { accepted: false })).status).toBe(200)
  expect((await page('/onboarding/welcome', { accepted: false })).redirect).toBe('/onboarding/agreement')
})

test('the root of sign-in leads to its page (ROUTE-auth)', async () => {
  expect((await page('/auth', { user: null })).redirect).toBe('/auth/login')
  expect((await page('/auth/login')).redirect).toBe('/')
  expect((await page('/auth/login?message=Paused')).status).toBe(200)
})

describe('maintenance (LAYOUT-maintenance, DECISION-maintenance-precedence)', () => {
  test.each(['/feed', '/status', '/auth/login', '/404', '/nowhere'])('replaces %s', async (path) => {
    const { status, html } = await page(path, { pageProps: { maintenance: 'true' }, user: null })
    expect(status).toBe(503)
    expect(html).toContain('is down for maintenance')
  })

  test.each(['TRUE', '1', 'false', 'yes'])('is not meant by %j', async (maintenance) => {
    expect((await page('/status', { pageProps: { maintenance } })).status).toBe(200)
  })
})

describe('the document', () => {
  test('is visible from the start where the theme is known, and else waits for it', async () => {
    expect(bodyClassOf((await page('/auth/login', { user: null })).html)).toBe('theme-legal')
    const unknown = await page('/auth/login', { user: null, pageProps: { theme: null } })
    expect(bodyClassOf(unknown.html)).toBe('')
    const remembered = await page('/auth/login', { user: null, pageProps: { theme: null }, cookies: { THEME: 'cfo' } })
    expect(bodyClassOf(remembered.html)).toBe('theme-cfo')
    expect(remembered.html).toContain('href="/favicon/cfo/favicon.png"')
  })

  test('contains the state that the browser continues from, which cannot end its script', async () => {
    const { html } = await page('/feed', { network: { display_name: '</script><script>alert(1)' } })
    const { pageProps, user } = stateOf(html)
    expect(pageProps).toMatchObject({ version: 'two', theme: 'legal', supportEmail: 'legal@counterpart.test' })
    expect(user).toEqual(HELEN)
    expect(html).not.toContain('<script>alert')
  })

  test('lets nothing run without the nonce', async () => {
    const { html } = await page('/feed')
    for (const [script] of html.matchAll(/<script[^>]*>/g)) expect(script).toContain('nonce="once"')
    expect(html).not.toMatch(/<[^>]+\son\w+=/)
    expect(html.replace(/<script.*?<\/script>/gs, '')).not.toMatch(/<[^>]+\sstyle=/)
  })
})

test('a page that was rendered leaves the memory: 1,000 of them keep at most 5 KB each', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const used = () => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const renderMany = async (count: number) => {
    for (let rendered = 0; rendered < count; rendered++) await page('/feed')
  }
  await renderMany(200)
  const before = used()
  await renderMany(PAGES)
  expect((used() - before) / PAGES).toBeLessThan(PAGE_KEEPS_BYTES)
}, 60_000)
