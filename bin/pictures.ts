/**
 * Regenerates docs/pictures: starts Counterpart as a new user would, in a temporary folder, signs in through the page
 * and takes the screenshots of the README. node bin/run.mjs bin/pictures.ts
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import sparticuz from '@sparticuz/chromium'
import { chromium, type Browser, type Page } from 'playwright-core'
import { DEMO_PASSWORD } from '#database/seed/demo-members.ts'
import { inPalette } from './quantize-png.ts'

const FOLDER = 'docs/pictures'
const READY_WITHIN_MS = 300_000
const BYTES_AT_MOST = 300_000
const READER = 'member@legal.test'
const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

interface Picture {
  name: string
  size: { width: number; height: number }
  scheme: 'light' | 'dark'
  /** Navigates the page to what the picture shows; signed in unless `isSignedOut`. */
  show(page: Page, url: string): Promise<void>
  isSignedOut?: boolean
}

const PICTURES: Picture[] = [
  { name: 'login', size: WIDE, scheme: 'light', isSignedOut: true, show: async () => {} },
  { name: 'home', size: WIDE, scheme: 'light', show: showHome },
  { name: 'palette', size: WIDE, scheme: 'light', show: showPalette },
  { name: 'feed', size: WIDE, scheme: 'light', show: showFeed },
  { name: 'feed-dark', size: WIDE, scheme: 'dark', show: showFeed },
  { name: 'thread', size: WIDE, scheme: 'light', show: showPrivateReply },
  { name: 'phone-dark', size: PHONE, scheme: 'dark', show: showFeed },
]

async function showHome(page: Page, url: string) {
  await page.goto(url, { waitUntil: 'networkidle' })
}

async function showPalette(page: Page, url: string) {
  await showFeed(page, url)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('vendor')
  await page.getByRole('group', { name: 'Discussions' }).waitFor()
  await page.waitForLoadState('networkidle')
}

async function showFeed(page: Page, url: string) {
  await page.goto(`${url}/feed`, { waitUntil: 'networkidle' })
}

/** The newest thread with a private reply that the member may read, scrolled to that reply. */
async function showPrivateReply(page: Page, url: string) {
  await page.goto(`${url}/feed`, { waitUntil: 'networkidle' })
  const found = await page.evaluate(async () => {
    const ask = async (operation: string, variables: object) => {
      const token = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? ''
      const headers = { 'content-type': 'application/json', 'x-xsrf-token': token }
      const body = JSON.stringify({ variables })
      const answer = await fetch(`/api/graphql/${operation}`, { method: 'POST', headers, body })
      return ((await answer.json()) as { data: never }).data
    }
    const { threads } = (await ask('threads', {})) as { threads: { items: { thread: { id: number } }[] } }
    for (const {
      thread: { id },
    } of threads.items) {
      const { thread } = (await ask('thread', { id })) as {
        thread: { messages: { id: number; is_private: boolean }[] }
      }
      const message = thread.messages.find(({ is_private }) => is_private)
      if (message) return { threadId: id, messageId: message.id }
    }
    return undefined
  })
  if (!found) throw new Error(`${READER} reads no private reply on the first page of the feed.`)
  await page.goto(`${url}/feed/${found.threadId}`, { waitUntil: 'networkidle' })
  const message = page.locator(`#message-${found.messageId}`)
  await message.evaluate((element) => element.scrollIntoView({ block: 'center' }))
}

async function signIn(page: Page) {
  await page.getByLabel('Email address').fill(READER)
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(({ pathname }) => !pathname.startsWith('/auth'))
}

async function take(browser: Browser, url: string, { name, size, scheme, show, isSignedOut }: Picture) {
  const context = await browser.newContext({
    viewport: size,
    deviceScaleFactor: 2,
    colorScheme: scheme,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.goto(`${url}/auth/login`, { waitUntil: 'networkidle' })
  if (!isSignedOut) await signIn(page)
  await show(page, url)
  await page.evaluate(() => document.fonts.ready)
  const bytes = inPalette(await page.screenshot({ animations: 'disabled', caret: 'hide' }))
  if (bytes.length > BYTES_AT_MOST)
    throw new Error(`${name}.png has ${bytes.length} bytes; at most ${BYTES_AT_MOST} are wanted.`)
  writeFileSync(path.join(FOLDER, `${name}.png`), bytes)
  console.log(`${name}.png ${Math.round(bytes.length / 1000)} KB`)
  await context.close()
}

/** Starts a separate server and returns its URL. */
async function startServer(folder: string): Promise<{ server: ChildProcess; url: string }> {
  const server = spawn(process.execPath, ['bin/start.mjs'], {
    env: { ...process.env, PORT: '0', DATA_DIR: folder, DEMO: 'on' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ready = (async () => {
    for await (const line of createInterface({ input: server.stdout! })) {
      const url = /ready at (\S+)/.exec(line)?.[1]
      if (url) return url
    }
    throw new Error('The server ended before it was ready.')
  })()
  const late = AbortSignal.timeout(READY_WITHIN_MS)
  const url = await Promise.race([ready, once(late, 'abort').then(() => undefined)])
  if (!url) throw new Error('The server was not ready in time.')
  return { server, url }
}

mkdirSync(FOLDER, { recursive: true })
const folder = mkdtempSync(path.join(tmpdir(), 'counterpart-pictures-'))
// As root, the database runs as another user, who needs access to the folder.
chmodSync(folder, 0o755)
const { server, url } = await startServer(folder)
const browser = await chromium.launch({
  executablePath: await sparticuz.executablePath(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--hide-scrollbars',
    '--font-render-hinting=none',
  ],
})
try {
  for (const picture of PICTURES) await take(browser, url, picture)
} finally {
  await browser.close()
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true, force: true })
}
