/**
 * Members in a real Chromium, with their own server. Console errors, uncaught exceptions and policy violations fail the
 * test, unless it calls `expectProblem`.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, expect } from 'vitest'
import { DEMO_PASSWORD } from '../../demo-members.ts'
import type { Client } from '../../harness/client.ts'
import { waitFor } from '../../harness/connection.ts'
import { startTestServer, type TestServer } from '../../harness/test-server.ts'
import { isSlow, TIMEOUT_MS } from '../../harness/timeouts.ts'
import { launchChromium } from './chromium.ts'

export interface BrowserSession {
  page: Page
  context: BrowserContext
  /** The same session without a browser. */
  client: Client
  /** Opens a path and waits until the page is interactive; returns the HTTP status. */
  open(path: string, options?: { live?: boolean }): Promise<number>
}

export interface BrowserSetup {
  testServer: TestServer
  browser: Browser
  /** A signed-in member in a new browser context. */
  member(who: string | Client, options?: BrowserContextOptions): Promise<BrowserSession>
  stranger(options?: BrowserContextOptions): Promise<BrowserSession>
  /** For the rest of this test, problems that match are ignored. */
  expectProblem(pattern: RegExp): void
}

export const PHONE: BrowserContextOptions = {
  ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/143.0 Mobile Safari/537.36',
}
export const TABLET: BrowserContextOptions = { viewport: { width: 820, height: 1180 }, hasTouch: true }
export const DESKTOP: BrowserContextOptions = { viewport: { width: 1440, height: 900 } }

const SLOW_NETWORK = { latency: 300, downloadThroughput: -1, uploadThroughput: -1 }
const SLOW_PROCESSOR = 4

export async function openBrowser(
  settings: Record<string, string> = {},
  options: { isEmpty?: boolean } = {},
): Promise<BrowserSetup> {
  const testServer = await startTestServer({ DEMO: options.isEmpty ? 'off' : 'on', ...settings }, options)
  const browser = await launchChromium()
  let contexts: BrowserContext[] = []
  let problems: string[] = []
  let expected: RegExp[] = []
  const expectProblem = (pattern: RegExp) => void expected.push(pattern)

  // Registered after the server's own hook, so it runs before the server closes.
  afterAll(() => browser.close())
  afterEach(async () => {
    const open = contexts
    const found = problems.filter((line) => !expected.some((pattern) => pattern.test(line)))
    // A request that a test holds back may still be on its way.
    const pages = open.flatMap((context) => context.pages())
    await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
    await Promise.all(open.map((context) => context.close()))
    // Only now: what is interrupted by closing must not count against the next test.
    ;[contexts, problems, expected] = [[], [], []]
    expect(found).toEqual([])
  })

  const browserSession = async (client: Client, options: BrowserContextOptions = DESKTOP): Promise<BrowserSession> => {
    const context = await browser.newContext({ baseURL: testServer.url, locale: 'en-US', ...options })
    contexts.push(context)
    context.setDefaultTimeout(TIMEOUT_MS)
    const { hostname } = new URL(testServer.url)
    await context.addCookies(
      [...client.cookies].map(([name, value]) => ({
        name,
        value,
        domain: hostname,
        path: '/',
        sameSite: 'Lax' as const,
      })),
    )
    context.on('weberror', (error) => problems.push(`thrown: ${error.error().message}`))
    context.on('console', (line) => {
      if (line.type() === 'error') problems.push(`${line.text()} (${line.location().url})`)
    })
    const page = await context.newPage()
    if (isSlow) await slowDown(page)
    return { page, context, client, open: (path, how) => openPage(page, path, how) }
  }
  return {
    testServer,
    browser,
    expectProblem,
    member: async (who, options) =>
      browserSession(typeof who === 'string' ? await testServer.member(who) : who, options),
    stranger: (options) => browserSession(testServer.anonymous(), options),
  }
}

/** High latency and a quarter of the processor speed: tests that pass by luck on a fast machine fail here. */
async function slowDown(page: Page): Promise<void> {
  const context = page.context()
  const session = await context.newCDPSession(page)
  const goSlowly = (offline: boolean) =>
    session.send('Network.emulateNetworkConditions', { offline, ...SLOW_NETWORK }).then(() => {})
  await session.send('Network.enable')
  await goSlowly(false)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PROCESSOR })
  // `setOffline` replaces the emulated conditions, whichever session set them, so apply them again.
  const setOffline = context.setOffline.bind(context)
  context.setOffline = (offline) => setOffline(offline).then(() => goSlowly(offline))
}

async function openPage(page: Page, path: string, { live = false } = {}): Promise<number> {
  const stream = live ? page.waitForResponse((response) => response.url().endsWith('/api/live')) : undefined
  const response = await page.goto(path)
  await isReady(page)
  // Loads of secondary features wait for the first user input or a few seconds; move the mouse to start them.
  await page.mouse.move(1, 1)
  await page.mouse.move(2, 2)
  await stream
  return response?.status() ?? 0
}

/** The next pages stay as the server rendered them, until what this returns is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/main-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

/** Until then, a line may still break elsewhere. */
export async function fontsAreThere(page: Page): Promise<void> {
  await waitFor('the fonts', () =>
    page.evaluate(() => document.fonts.ready.then(() => document.fonts.check('17px "Counterpart Serif"'))),
  )
}

/** Waits until React has hydrated every button and input that the server rendered; earlier clicks could be lost. */
export async function isReady(page: Page): Promise<void> {
  await waitFor('the page to be usable', () =>
    page.evaluate(() => {
      const root = document.getElementById('root')
      if (!root || !Object.keys(root).some((key) => key.startsWith('__reactContainer$'))) return false
      const isTaken = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactProps$'))
      return [...root.querySelectorAll('button, input')].every(isTaken)
    }),
  )
}

/** Checks every checkbox, after the first appears. */
export async function checkAllBoxes(page: Page): Promise<void> {
  await page.getByRole('checkbox').first().waitFor()
  for (const box of await page.getByRole('checkbox').all()) await box.check()
}

export async function signIn(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Waits until the path, with query and hash, matches; returns it. */
export async function waitForPath(page: Page, where: string | RegExp): Promise<string> {
  const here = () => page.url().replace(/^https?:\/\/[^/]+/, '')
  const fits = (url: string) => (typeof where === 'string' ? url === where : where.test(url))
  await waitFor(`the address ${String(where)}`, () => fits(here()))
  return here()
}

export const scrollTop = (page: Page, selector = '#scroller') =>
  page.evaluate((which) => document.querySelector(which)?.scrollTop ?? -1, selector)
