/** npm run bench -- writing: time until a composer can be written in, and the cost of a keystroke in a long draft. */
import type { Page } from 'playwright-core'
import { launchChromium } from '../tests/browser/kit/chromium.ts'
import { openDemo } from './demo.ts'
import { median, print, round } from './kit.ts'

const RUNS = Number(process.env['BENCH_RUNS'] ?? 5)
const READER = 'member@legal.test'
const WORDS = 5_000
const WORDS_OF_PARAGRAPH = 50
const STROKES = 40
/** The prefetch on hover has finished if nothing was loaded for this long. */
const QUIET_MS = 500

interface Strokes {
  /** Our share: until the editor has handled the keystroke, with layout, plus the frame that renders it. */
  work: number[]
  /** Until it is painted, including the wait for the next frame, which comes every 16.7 ms. */
  painted: number[]
}

const site = await openDemo()
const browser = await launchChromium()
try {
  const visitor = await site.visitor(READER)
  const { rows } = await site.pool.query<{ id: number }>(
    `select t.id from threads t join users u on u.id = t.author_id where u.email = $1 and t.closed_at is null order by t.id limit 1`,
    [READER],
  )
  const thread = `/feed/${rows[0]!.id}`
  const reply = /^Your reply to the group/
  const times = { composer: [] as number[], hasty: [] as number[], thread: [] as number[] }
  const strokes: Strokes = { work: [], painted: [] }
  for (let run = 0; run < RUNS; run++) {
    times.hasty.push(await visit(thread, visitor, (page) => open(page, reply, { isHasty: true })))
    times.thread.push(await visit('/feed', visitor, (page) => open(page, /Start a discussion$/)))
    await visit(thread, visitor, async (page) => {
      times.composer.push(await open(page, reply))
      const seen = await write(page)
      strokes.work.push(...seen.work)
      strokes.painted.push(...seen.painted)
    })
  }
  const p95 = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.95)]!
  print('writing', {
    composer_ms: round(median(times.composer), 0),
    composer_hasty_ms: round(median(times.hasty), 0),
    new_thread_ms: round(median(times.thread), 0),
    keystroke_work_ms: round(median(strokes.work), 1),
    keystroke_work_p95_ms: round(p95(strokes.work), 1),
    keystroke_painted_ms: round(median(strokes.painted), 1),
    keystroke_painted_p95_ms: round(p95(strokes.painted), 1),
    words: WORDS,
    must: { composer_ms: '<= 200', new_thread_ms: '<= 200', keystroke_work_p95_ms: '<= 16' },
  })
} finally {
  await browser.close()
  await site.close()
}

async function visit<T>(path: string, visitor: { cookie: string }, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const [name, value] = visitor.cookie.split(/=(.*)/s) as [string, string]
  await context.addCookies([{ name, value, domain: 'localhost', path: '/', httpOnly: true }])
  const page = await context.newPage()
  await page.goto(`http://localhost:${site.port}${path}`)
  const result = await work(page)
  await context.close()
  return result
}

/** Hovers first, as members do before a click unless `isHasty`; then clicks and measures until the editor has focus. */
async function open(page: Page, field: RegExp, { isHasty = false } = {}): Promise<number> {
  const button = page.getByRole('button', { name: field })
  await button.waitFor()
  if (!isHasty) {
    await button.hover()
    await quiet(page)
  }
  await page.evaluate(() => {
    addEventListener(
      'pointerdown',
      () => {
        const from = performance.now()
        const look = () => {
          const isReady = document.activeElement?.matches('[contenteditable=true], form input')
          if (isReady) Object.assign(window, { opened: performance.now() - from })
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      },
      { capture: true, once: true },
    )
  })
  await button.click()
  await page.locator('[contenteditable=true]:focus, form input:focus').waitFor()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  return (await page.evaluate('opened')) as number
}

/** Waits until nothing was fetched for a while; the driver's load state covers only the first load. */
function quiet(page: Page): Promise<void> {
  return page.evaluate(
    (quietMs) =>
      new Promise<void>((resolve) => {
        let timer = setTimeout(resolve, quietMs)
        new PerformanceObserver(() => {
          clearTimeout(timer)
          timer = setTimeout(resolve, quietMs)
        }).observe({ type: 'resource' })
      }),
    QUIET_MS,
  )
}

async function write(page: Page): Promise<Strokes> {
  await page.evaluate(
    ([words, each]) => {
      const paragraph = `<p>${'considered '.repeat(each!)}</p>`
      const data = new DataTransfer()
      data.setData('text/html', paragraph.repeat(words! / each!))
      document.activeElement!.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    },
    [WORDS, WORDS_OF_PARAGRAPH],
  )
  await page.evaluate(() => {
    const strokes: { work: number[]; painted: number[] } = { work: [], painted: [] }
    Object.assign(window, { strokes })
    let from = 0
    addEventListener('keydown', () => (from = performance.now()), { capture: true })
    addEventListener(
      'input',
      () => {
        const began = from
        let taken = 0
        // Runs after the editor, which also handles the change in a microtask and queued its own first. A timer would
        // run only after the frame, and so include work that is not part of the keystroke.
        queueMicrotask(() => {
          void document.body.offsetHeight
          taken = performance.now() - began
        })
        requestAnimationFrame(() => {
          const frame = performance.now()
          const channel = new MessageChannel()
          channel.port1.onmessage = () => {
            const now = performance.now()
            strokes.work.push(taken + now - frame)
            strokes.painted.push(now - began)
          }
          channel.port2.postMessage(null)
        })
      },
      { capture: true },
    )
  })
  for (let stroke = 0; stroke < STROKES; stroke++) await page.keyboard.press('e', { delay: 20 })
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  return (await page.evaluate('strokes')) as Strokes
}
