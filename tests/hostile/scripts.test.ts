/**
 * Published XSS vectors, sanitized with our allow-list and inserted into a real page. Each must fail twice: nothing
 * runs even on a page without a CSP, and the output contains only what the allow-list permits.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { htmlOfText, sanitizeBody } from '#server/platform/html.ts'
import { launchChromium } from '../browser/kit/chromium.ts'
import { sampleOf } from '../harness/full.ts'

const DATA = process.env['SHARED_DATA'] ?? fileURLToPath(new URL('../../../shared/data/', import.meta.url))
const AT_ONCE = 400
const QUIET_MS = 400
const OURS = [
  '<img src=x onerror=ran()>',
  '<svg onload=ran()>',
  '<a href="javascript:ran()">x</a>',
  '<a href="java\tscript:ran()">x</a>',
  '<a href=" &#1;javascript:ran()">x</a>',
  '<iframe srcdoc="<script>parent.ran()</script>"></iframe>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=ran()&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=ran()>">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=ran()>',
  '<base href="javascript:ran()//"><a href=x>x</a>',
  '<span data-mention-id="1"><img src=x onerror=ran()></span>',
  '<span data-mention-id="1&quot; onmouseover=&quot;ran()">x</span>',
  '<a href="https://x.test/&quot; onclick=&quot;ran()">x</a>',
  '<template><script>ran()</script></template>',
  '<object data="javascript:ran()">',
  '<meta http-equiv="refresh" content="0;url=javascript:ran()">',
  '<style>@import "javascript:ran()"</style>',
  '<p style="background:url(javascript:ran())">x</p>',
  '<details open ontoggle=ran()>',
  '<video><source onerror=ran()></video>',
  '<input autofocus onfocus=ran()>',
  '<isindex type=image src=1 onerror=ran()>',
  '<xss onafterscriptexecute=ran()><script>1</script>',
]

const strings = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : Array.isArray(value)
      ? value.flatMap(strings)
      : typeof value === 'object' && value !== null
        ? Object.values(value).flatMap(strings)
        : []
function corpus(folder: string): string[] | undefined {
  const place = path.join(DATA, folder)
  if (!existsSync(place)) return undefined
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(json|txt|test)$/.test(entry.name))
    .flatMap((entry) => {
      const text = readFileSync(path.join(entry.parentPath, entry.name), 'utf8')
      if (entry.name.endsWith('.json')) return strings(JSON.parse(text))
      return entry.name.endsWith('.test') ? [text] : text.split('\n')
    })
    .filter((vector) => vector.trim() !== '')
}

let browser: Browser | undefined
afterAll(() => browser?.close())

/** Returns the vectors that ran code, navigated, opened a window or made a request; empty if all were harmless. */
async function executed(vectors: readonly string[], toHtml: (vector: string) => string): Promise<string[]> {
  browser ??= await launchChromium()
  const context = await browser.newContext()
  const page = await context.newPage()
  let alarms: string[] = []
  page.on('dialog', (dialog) => {
    alarms.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('console', (message) => {
    if (message.type() !== 'error') alarms.push(`console ${message.text()}`)
  })
  page.on('pageerror', (error) => alarms.push(`error ${error.message}`))
  page.on('popup', () => alarms.push('popup'))
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame() || !page.url().startsWith('http://page.test/'))
      alarms.push(`navigated ${frame.url()}`)
  })
  await context.route('**/*', (route) => {
    const url = route.request().url()
    if (url === 'http://page.test/')
      return route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><title>quiet</title><link rel="icon" href="data:,"><main></main>',
      })
    alarms.push(`request ${url}`)
    return route.abort()
  })
  const run = async (batch: readonly string[]): Promise<string[]> => {
    alarms = []
    await page.goto('http://page.test/')
    await page.evaluate((parts) => {
      const tell = (what: string) => console.log(what)
      Object.assign(window, {
        ran: () => tell('ran'),
        alert: () => tell('alert'),
        prompt: () => tell('prompt'),
        confirm: () => tell('confirm'),
        open: () => tell('open'),
      })
      const main = document.querySelector('main')!
      for (const html of parts) {
        // As the server renders it into the page, and as the browser inserts it later.
        const article = document.createElement('article')
        article.innerHTML = html
        main.append(article)
      }
    }, batch.map(toHtml))
    // Simulate a reader: fire events on everything that can be clicked, hovered or focused.
    await page.evaluate(() => {
      for (const element of document.querySelectorAll<HTMLElement>('main *')) {
        for (const name of [
          'mouseover',
          'mouseenter',
          'focus',
          'pointerover',
          'toggle',
          'animationstart',
          'load',
          'error',
        ])
          element.dispatchEvent(new Event(name, { bubbles: true }))
        if (
          element instanceof HTMLAnchorElement &&
          URL.canParse(element.href) &&
          !/^(https?|mailto):$/.test(element.protocol)
        )
          element.click()
      }
    })
    await page.waitForTimeout(QUIET_MS)
    const state = await page.evaluate(() => ({
      title: document.title,
      cookie: document.cookie,
      strange: [...document.querySelectorAll('main *')]
        .filter(
          (element) =>
            !/^(article|p|br|strong|em|u|s|ul|ol|li|blockquote|a|span)$/i.test(element.tagName) ||
            [...element.attributes].some(({ name }) => !['href', 'data-mention-id'].includes(name)),
        )
        .map((element) => element.outerHTML.slice(0, 200)),
    }))
    if (state.title !== 'quiet') alarms.push(`title ${state.title}`)
    if (state.cookie !== '') alarms.push(`cookie ${state.cookie}`)
    alarms.push(...state.strange.map((html) => `let through ${html}`))
    if (alarms.length === 0) return []
    if (batch.length === 1) return [`${batch[0]} → ${alarms.join('; ')}`]
    const half = Math.ceil(batch.length / 2)
    return [...(await run(batch.slice(0, half))), ...(await run(batch.slice(half)))]
  }
  const found: string[] = []
  for (let from = 0; from < vectors.length; from += AT_ONCE)
    found.push(...(await run(vectors.slice(from, from + AT_ONCE))))
  await context.close()
  return found
}

describe('in a page of Chromium (threat 9)', () => {
  it('the alarm works: the same tricks, not cleaned, are heard', async () => {
    expect(await executed(['<img src=x onerror=ran()>', '<svg onload=alert(1)>'], (html) => html)).toHaveLength(2)
  })

  it('our own tricks do nothing', async () => {
    expect(await executed(OURS, (html) => sanitizeBody(html, new Set([1])))).toEqual([])
  })

  it.for(['xss-vectors', 'blns'])('the corpus %s does nothing, as HTML and as text', async (folder, { skip }) => {
    const all = corpus(folder)
    if (!all) return skip(`${folder} is not in the folder of SHARED_DATA`)
    expect(all.length).toBeGreaterThan(100)
    const vectors = sampleOf(all, 4)
    expect(await executed(vectors, (html) => sanitizeBody(html, new Set([1])))).toEqual([])
    expect(await executed(vectors, (text) => htmlOfText(text))).toEqual([])
    console.log(`${vectors.length} of ${all.length} vectors of ${folder}, twice each: 0 executions`)
  })
})
