/** Stubs for tests of the platform: the browser APIs that it calls, which record calls instead of acting. */
import { vi } from 'vitest'

export interface FakeBrowser {
  /** URLs the page navigated to. */
  visited: string[]
  stored: Map<string, string>
  reloads: number
}

/** Stubs a page at a URL. Undone by vi.unstubAllGlobals(). */
export function fakeBrowser(href = 'https://peers.example.org/feed', cookie = ''): FakeBrowser {
  const { origin, pathname, search, hash, protocol } = new URL(href)
  const browser: FakeBrowser = { visited: [], stored: new Map(), reloads: 0 }
  vi.stubGlobal('location', {
    href,
    origin,
    pathname,
    search,
    hash,
    protocol,
    assign: (to: string) => void browser.visited.push(to),
    reload: () => void (browser.reloads += 1),
  })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => browser.stored.get(key) ?? null,
    setItem: (key: string, value: string) => void browser.stored.set(key, value),
    removeItem: (key: string) => void browser.stored.delete(key),
  })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('window', globalThis)
  const classes = new Set<string>()
  vi.stubGlobal('document', {
    cookie,
    querySelector: () => null,
    body: {
      classList: {
        add: (name: string) => void classes.add(name),
        remove: (name: string) => void classes.delete(name),
        [Symbol.iterator]: () => classes[Symbol.iterator](),
      },
    },
  })
  return browser
}

export interface SentCall {
  path: string
  method: string
  headers: Record<string, string>
  body: unknown
}

/** Answers every request with the same JSON and records what was sent. */
export function fakeServer(answer: unknown, status = 200): SentCall[] {
  const sent: SentCall[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const { method = 'GET', headers, body } = init
    const sentBody: unknown = typeof body === 'string' ? JSON.parse(body) : null
    sent.push({ path, method, headers: headers as Record<string, string>, body: sentBody })
    return new Response(answer === undefined ? null : JSON.stringify(answer), { status })
  })
  return sent
}
