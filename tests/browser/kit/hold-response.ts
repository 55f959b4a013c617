import type { Page, Route } from 'playwright-core'

/** Holds the next response to this operation: `asked` resolves when the server has answered; `release` delivers it. */
export async function holdResponse(
  page: Page,
  operation: string,
): Promise<{ asked: Promise<void>; release: () => void }> {
  const asked = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const hold = async (route: Route) => {
    const response = await route.fetch()
    asked.resolve()
    await held.promise
    await route.fulfill({ response })
  }
  await page.route(`**/api/graphql/${operation}`, hold, { times: 1 })
  return { asked: asked.promise, release: held.resolve }
}
