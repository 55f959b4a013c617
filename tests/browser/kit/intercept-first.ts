import type { Page, Route } from 'playwright-core'

/**
 * Handles the first request to `url` and lets all later ones pass. The interception stays on, because a request that
 * starts while the browser switches it off can be left without a response; `times: 1` of Playwright does that.
 */
export async function interceptFirst(page: Page, url: string, handle: (route: Route) => Promise<void>): Promise<void> {
  let isFirst = true
  await page.route(url, (route) => {
    if (!isFirst) return route.continue()
    isFirst = false
    return handle(route)
  })
}

/** Holds the next response to this operation: `asked` resolves when the server has answered; `release` delivers it. */
export async function holdResponse(
  page: Page,
  operation: string,
): Promise<{ asked: Promise<void>; release: () => void }> {
  const asked = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await interceptFirst(page, `**/api/graphql/${operation}`, async (route) => {
    const response = await route.fetch()
    asked.resolve()
    await held.promise
    await route.fulfill({ response })
  })
  return { asked: asked.promise, release: held.resolve }
}
