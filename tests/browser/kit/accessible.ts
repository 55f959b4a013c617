/** What the rules of accessibility find on a page as it stands. */
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** As lines that say where. Run in the page's own world: the policy forbids an added script. */
export async function accessibilityErrors(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async (tags) => {
    const { axe: rules } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await rules.run(document, { runOnly: tags, resultTypes: ['violations'] })
    // Beside an open menu nothing is a target: a click there closes the menu.
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

/** Nothing, light and dark. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    // Without motion, or the colours would be judged on their way from light to dark.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await accessibilityErrors(page), `${where} ${colorScheme}`).toEqual([])
  }
}
