/** The first view of a page stands still, from the first paint until everything has loaded, fonts included. */
import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { DESKTOP, fontsAreThere, openBrowser, PHONE, TABLET } from './kit/browser-setup.ts'
import { waitFor } from '../harness/connection.ts'

const stage = await openBrowser()

/**
 * Words within a line may move by a few pixels when the fonts come (0.0006 at most, 0.0018 once on a slow machine); a line
 * that breaks elsewhere is much more.
 */
const STILL = 0.002

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }

/** Runs in the page before its scripts. */
function watchShifts(): void {
  const shifts: { value: number; what: string }[] = []
  Object.assign(window, { shifts })
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      const elements = sources.map(({ node }) =>
        node instanceof Element ? node.outerHTML.slice(0, 120) : node?.nodeName,
      )
      if (!hadRecentInput) shifts.push({ value, what: elements.join(', ') })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

it.each([
  ['the feed on a phone', '/feed', PHONE],
  ['the feed on a tablet', '/feed', TABLET],
  ['the feed on a desk', '/feed', DESKTOP],
  ['a thread on a phone', '/feed/1', PHONE],
  ['a thread on a tablet', '/feed/1', TABLET],
  ['a thread on a desk', '/feed/1', DESKTOP],
])('%s does not move while it loads', async (_, path, device) => {
  const { page, open } = await stage.member(demoMembers.member, device)
  await page.addInitScript(watchShifts)
  expect(await open(path)).toBe(200)
  if (path !== '/feed') await page.getByRole('button', { name: /^Follow/ }).waitFor()
  await fontsAreThere(page)
  // The fonts took their place in these frames.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  const shifts = (await page.evaluate('window.shifts')) as { value: number; what: string }[]
  expect(
    shifts.reduce((sum, { value }) => sum + value, 0),
    JSON.stringify(shifts),
  ).toBeLessThan(STILL)
})

it('fonts are preloaded once they are known to be cached', async () => {
  const { page, open, context } = await stage.member(demoMembers.member)
  await open('/feed')
  const preloads = () => page.locator('link[rel=preload][as=font]').count()
  expect(await preloads()).toBe(0)
  await waitFor('the cookie', async () => (await context.cookies()).some(({ name }) => name === 'FONTS'))
  await open('/feed')
  expect(await preloads()).toBe(2)
})
