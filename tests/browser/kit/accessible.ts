/** Accessibility violations on the current page, found by axe. */
import axe from 'axe-core'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { isFull, sampleOf } from '../../harness/full.ts'
import { DESKTOP, PHONE, TABLET } from './browser-setup.ts'

/** What depends on the color scheme; all else is the same in light and in dark mode. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const WIDTHS: [name: string, device: BrowserContextOptions][] = [
  ['phone', PHONE],
  ['tablet', TABLET],
  ['desk', DESKTOP],
]

/** One width for each commit, another for each `turn`; all in a full run. */
export const widthsToTry = (turn: number): typeof WIDTHS => sampleOf(WIDTHS, WIDTHS.length, turn)

/** One line per violation, with its selector. Run with `evaluate`, because the CSP forbids an added script. */
export async function accessibilityErrors(page: Page, rulesOrTags: string[] = TAGS): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (runOnly) => {
    const { axe: rules } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await rules.run(document, { runOnly, resultTypes: ['violations'] })
    // While a menu is open, a click outside it only closes it, so nothing else counts as a target.
    const menu = document.querySelector('[role=menu]')
    const isTarget = ({ target }: { target: unknown[] }) =>
      !menu || menu.contains(document.querySelector(String(target[0])))
    return violations.flatMap(({ id, nodes }) =>
      nodes
        .filter((node) => id !== 'target-size' || isTarget(node))
        .map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
    )
  }, rulesOrTags)
}

/** Expects no violations in light mode, and none of color in dark mode; in a full run, none at all in both. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    // Without reduced motion, axe would judge colors in the middle of the transition from light to dark.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const rules = colorScheme === 'light' || isFull ? TAGS : COLOR_RULES
    expect(await accessibilityErrors(page, rules), `${where} ${colorScheme}`).toEqual([])
  }
}
