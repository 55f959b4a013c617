/** Accessibility violations on the current page, found by axe. */
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** One line per violation, with its selector. Run with `evaluate`, because the CSP forbids an added script. */
export async function accessibilityErrors(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async (tags) => {
    const { axe: rules } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await rules.run(document, { runOnly: tags, resultTypes: ['violations'] })
    // While a menu is open, a click outside it only closes it, so nothing else counts as a target.
    const menu = document.querySelector('[role=menu]')
    const isTarget = ({ target }: { target: unknown[] }) =>
      !menu || menu.contains(document.querySelector(String(target[0])))
    return violations.flatMap(({ id, nodes }) =>
      nodes
        .filter((node) => id !== 'target-size' || isTarget(node))
        .map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
    )
  }, TAGS)
}

/** Expects no violations, in light and in dark mode. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    // Without reduced motion, axe would judge colors in the middle of the transition from light to dark.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await accessibilityErrors(page), `${where} ${colorScheme}`).toEqual([])
  }
}
