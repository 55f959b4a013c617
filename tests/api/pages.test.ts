/** Pages, manifest and favicons as the server sends them. */
import { WIDE_COOKIE } from '#web/platform/session/display.ts'
import { describe, expect, it } from 'vitest'
import { THEMES, THEME_COLORS } from '#shared/networks.ts'
import { FEED_PAGE } from '#shared/discussions.ts'
import { externalFaviconPath } from '#shared/kit/links.ts'
import type { PageState } from '#shared/pages.ts'
import { appSectionOf } from '#shared/routes.ts'
import { unpack, type PackedState } from '#web/platform/storage/packed-state.ts'
import { SHARE_PARAMS } from '#shared/share-target.ts'
import { demoMembers } from '../demo-members.ts'
import type { Client, Received } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer({
  BROWSER_LOG_LEVEL: '4',
  SUPPORT_EMAIL: 'help@house.test',
  SUPPORT_EMAIL_LEGAL: 'legal@house.test',
  SUPPORT_EMAIL_FINANCE: 'finance@house.test',
  SUPPORT_EMAIL_EXECUTIVE: 'executive@house.test',
})
const [helen, samuel, ingrid] = [
  await testServer.member(demoMembers.member),
  await testServer.member(demoMembers.finance),
  await testServer.member(demoMembers.executive),
]
const nobody = testServer.anonymous()

const page = (client: Client, path: string) => client.send('GET', path, { headers: { accept: 'text/html' } })
const stateOf = ({ text }: Received) =>
  JSON.parse(/<script[^>]*id="state"[^>]*>(.*?)<\/script>/s.exec(text)![1]!) as PageState
/**
 * A feed page with 25 discussions, before compression; those of the demo differ by a kilobyte with the day of the week. The
 * goal is 90 kB; the menu of the library and Save took 4, unread counts 1.
 */
const FEED_PAGE_KB = 96
/** With the side column, for windows that have room for it. */
const FEED_AND_DESK_KB = 106
const propsOf = async (client: Client, path = '/feed') => stateOf(await page(client, path)).pageProps

it.each([
  ['0', FEED_PAGE_KB],
  ['1', FEED_AND_DESK_KB],
])(`a full page of the feed weighs at most what it should (WIDE=%s: %i kB)`, async (wide, mostKb) => {
  helen.cookies.set(WIDE_COOKIE, wide)
  const answer = await page(helen, '/feed')
  helen.cookies.delete(WIDE_COOKIE)
  const { queries } = unpack(stateOf(answer).cache as PackedState) as {
    queries: { queryKey: string[]; state: { data: { pages?: { items: object[] }[] } } }[]
  }
  const feed = queries.find(({ queryKey }) => queryKey[0] === 'threads')!.state.data.pages!
  expect(feed.map(({ items }) => items.length)).toEqual([FEED_PAGE])
  expect(Buffer.byteLength(answer.text) / 1000).toBeLessThanOrEqual(mostKb)
})

it.each([
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
])('%s is of the app, with all beneath it: who has no session is led to sign in and back', async (section) => {
  expect(appSectionOf(`${section}/1`)).toBe(section)
  for (const path of [section, `${section}/1`]) {
    const answer = await page(nobody, path)
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe(`/auth/login?next=${encodeURIComponent(path)}`)
  }
})

it('tells the browser how much to write to its console', async () => {
  expect((await propsOf(helen)).logLevel).toBe(4)
})

describe('a page', () => {
  it('holds what its member may read, for nobody else to keep', async () => {
    const answer = await page(helen, '/feed')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(stateOf(answer).user).toMatchObject({ id: helen.id, email: demoMembers.member })
  })

  it('allows nothing but what bears its nonce, which is new each time (threat 9)', async () => {
    const nonces = new Set<string>()
    for (const path of ['/feed', '/feed', '/auth/login', '/404']) {
      const answer = await page(path === '/auth/login' ? nobody : helen, path)
      const policy = answer.headers.get('content-security-policy') ?? ''
      const nonce = /script-src 'nonce-([\w-]+)' 'strict-dynamic'(;|$)/.exec(policy)?.[1]
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("style-src-attr 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('unsafe')
      nonces.add(nonce!)
      for (const [tag] of answer.text.matchAll(/<(?:script|style)\b[^>]*>/g)) expect(tag).toContain(`nonce="${nonce}"`)
    }
    expect(nonces.size).toBe(4)
  })

  it.each(['/feed', '/feed/1', '/profile/settings', '/nowhere'])(
    '%s sends who has no session to sign in (PRODUCT-members-only)',
    async (path) => {
      const answer = await page(nobody, path)
      expect(answer.status).toBe(302)
      expect(answer.headers.get('location')).toBe(`/auth/login?next=${encodeURIComponent(path)}`)
      expect(answer.text).not.toMatch(/state|Helen/)
    },
  )

  it('/staff leads to what is waiting for staff, which does not exist for members', async () => {
    const answer = await page(helen, '/staff')
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/staff/work'])
    expect((await page(helen, '/staff/work')).status).toBe(404)
    expect((await page(await testServer.member(demoMembers.staff), '/staff/work')).status).toBe(200)
  })

  it('for trying things out is not there in production (ROUTE-test, DECISION-unshown-paths)', async () => {
    expect((await page(helen, '/test')).status).toBe(404)
  })

  it('of another network looks exactly like one that does not exist (threat 1)', async () => {
    const [foreign] = await testServer.sql<{ id: number }>(
      `select p.thread_id as id from thread_peer_networks p join peer_networks n on n.id = p.peer_network_id where n.slug = 'finance' limit 1`,
    )
    const seen = async (path: string) => {
      const { status, text } = await page(helen, path)
      return { status, main: /<main.*<\/main>/s.exec(text)?.[0] }
    }
    const missing = await seen('/feed/987654321')
    expect(missing.status).toBe(404)
    expect(await seen(`/feed/${foreign!.id}`)).toEqual(missing)
    expect((await page(samuel, `/feed/${foreign!.id}`)).status).toBe(200)
  })
})

describe('each network has its own', () => {
  it('theme (PRODUCT-network-branding)', async () => {
    expect((await propsOf(helen)).theme).toBe('legal')
    expect((await propsOf(samuel)).theme).toBe('cfo')
    expect((await propsOf(ingrid)).theme).toBe('executive')
    expect((await propsOf(nobody, '/auth/login')).theme).toBe('thesuite')
  })

  it('support address, and a general one where none is known (RULE-support-addresses, DECISION-audience-track-and-discipline)', async () => {
    expect((await propsOf(helen)).supportEmail).toBe('legal@house.test')
    expect((await propsOf(samuel)).supportEmail).toBe('finance@house.test')
    expect((await propsOf(ingrid)).supportEmail).toBe('executive@house.test')
    expect((await propsOf(nobody, '/auth/login')).supportEmail).toBe('help@house.test')
    await testServer.sql(`update peer_networks set theme = 'thesuite' where slug = 'executive'`)
    const later = await testServer.memberById(ingrid.id)
    expect(await propsOf(later)).toMatchObject({ theme: 'thesuite', supportEmail: 'help@house.test' })
  })

  it.each(THEMES)('favicon and manifest: %s (CALL-manifest, CONST-favicon-theme-path)', async (theme) => {
    const answer = await nobody.send('GET', '/manifest.json', { headers: { cookie: `THEME=${theme}` } })
    expect(answer.headers.get('content-type')).toMatch(/^application\/manifest\+json/)
    const manifest = JSON.parse(answer.text) as { theme_color: string; start_url: string; icons: { src: string }[] }
    expect(manifest).toMatchObject({ name: 'Counterpart', start_url: '/feed', theme_color: THEME_COLORS[theme] })
    expect(manifest).toMatchObject({ share_target: { action: '/feed', method: 'GET', params: SHARE_PARAMS } })
    for (const { src } of manifest.icons) {
      expect(src.startsWith(`/favicon/${theme}/`)).toBe(true)
      const icon = await nobody.send('GET', src)
      expect([icon.status, icon.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)])
    }
  })
})

it('every call stands under /api and nowhere else (DECISION-base-path-of-calls, RULE-single-query-api)', async () => {
  const calls = [
    ['GET', '/theme'],
    ['GET', '/sessions/refresh-user-session'],
    ['POST', '/graphql/InitialUser'],
    ['POST', '/tracking/analytics-event'],
  ] as const
  for (const [method, path] of calls) {
    const options = method === 'POST' ? { body: {} } : {}
    expect((await helen.send(method, `/api${path}`, options)).status, path).not.toBe(404)
    expect((await helen.send(method, path, options)).status, path).toBe(404)
  }
})

it('an operation that is not named in the contract is an error payload with 404 (DECISION-single-api-or-per-operation-path)', async () => {
  const answer = await helen.send('POST', '/api/graphql/NoSuchThing', { body: { variables: {} } })
  expect(answer.status).toBe(404)
  expect(answer.body).toMatchObject({ data: null, errors: [{ extensions: { code: 'request.unknown_operation' } }] })
})

describe('during maintenance (LAYOUT-maintenance)', async () => {
  const closed = await startTestServer({ MAINTENANCE: 'true' })

  it.each(['/', '/feed', '/status', '/404', '/nowhere'])(
    '%s is the maintenance screen, for everybody',
    async (path) => {
      for (const client of [closed.anonymous(), await closed.member(demoMembers.member)]) {
        const answer = await page(client, path)
        expect(answer.status).toBe(503)
        expect(answer.text).toContain('is down for maintenance')
      }
    },
  )

  it('so is signing in', async () => expect((await page(closed.anonymous(), '/auth/login')).status).toBe(503))

  it('operators are still answered', async () => {
    expect((await closed.anonymous().send('GET', '/readyz')).status).toBe(200)
  })
})

describe('the favicon of another site (RULE-favicon-external)', () => {
  it('comes from our server by domain, in the size of a favicon, and is the same for the same domain', async () => {
    const answer = await nobody.send('GET', externalFaviconPath('www.wexbury.example/offices?x=1'))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
    expect(answer.text).toContain('width="128" height="128"')
    expect(answer.text).toContain('>W</text>')
    const bare = await nobody.send('GET', externalFaviconPath('https://wexbury.example'))
    expect(bare.text).toBe(answer.text)
    const other = await nobody.send('GET', externalFaviconPath('https://xexbury.example'))
    expect(other.text).not.toBe(answer.text)
    const { headers } = await page(helen, '/experts')
    expect(headers.get('content-security-policy')).toContain("img-src 'self' data:;")
  })

  it.each(['', 'a b', '<script>', '-x.example', `${'a'.repeat(64)}.example`, '../etc'])(
    'is not drawn for what is no domain: %s',
    async (domain) => {
      const answer = await nobody.send('GET', `/api/favicon?domain=${encodeURIComponent(domain)}&size=128`)
      expect(answer.status).toBe(404)
    },
  )

  it('is not drawn for two at once, of which one could be checked and the other used', async () => {
    const answer = await nobody.send('GET', '/api/favicon?domain=wexbury.example&domain=other.example&size=128')
    expect(answer.status).toBe(404)
  })

  it('comes in one size', async () => {
    expect((await nobody.send('GET', '/api/favicon?domain=wexbury.example&size=4096')).status).toBe(404)
  })
})
