import { describe, expect, test } from 'vitest'
import { createMemoryHistory } from '#web/platform/router/history.ts'
import { notFound, redirect, rootRouteId } from '#web/platform/router/interrupts.ts'
import { hrefOf, isSafe, parseAddress } from '#web/platform/router/location.ts'
import { createRootRoute, createRoute, type Route } from '#web/platform/router/route.ts'
import { Router } from '#web/platform/router/router.ts'

const Whole = () => null
const Layout = () => null
const Missing = () => null
const Page = () => null

type PageOptions = Partial<Parameters<typeof createRoute>[0]>
const begun: string[] = []

async function open(href: string, page: PageOptions = {}, layout: PageOptions = {}) {
  begun.length = 0
  const root = createRootRoute({ component: Whole, notFoundComponent: Missing })
  const around = createRoute({ getParentRoute: () => root, id: 'layout', component: Layout, ...layout })
  const pages = ['/', '/feed', '/feed/$threadId', '/experts/categories', '/experts/$expertId'].map((path) =>
    createRoute({ getParentRoute: () => around, path, component: Page, ...page }),
  )
  root.addChildren([around.addChildren(pages as unknown as Route[])])
  const router = new Router({
    routeTree: root,
    history: createMemoryHistory(href),
    context: { queryClient: undefined as never },
  })
  const outcome = await router.load()
  const matches = outcome.type === 'render' ? outcome.matches : []
  return { router, outcome, matches, page: matches.at(-1) }
}
const failing = (cause: unknown) => ({
  loader: () => {
    throw cause
  },
})

describe('an address', () => {
  test('finds its page within the layout, with what the path and the query say', async () => {
    const { outcome, matches, page } = await open('/feed/12?area=4&area=9#reply')
    expect(outcome).toMatchObject({ type: 'render', status: 200 })
    expect(matches.map(({ component }) => component)).toEqual([Whole, Layout, Page])
    expect(page).toMatchObject({ params: { threadId: '12' }, search: { area: ['4', '9'] } })
  })

  test('prefers a path without parameters', async () => {
    expect((await open('/experts/categories')).page!.params).toEqual({})
    expect((await open('/experts/7')).page!.params).toEqual({ expertId: '7' })
  })

  test('is written without a slash at the end', async () => {
    expect((await open('/feed/?kind=poll#x')).outcome).toEqual({ type: 'redirect', href: '/feed?kind=poll#x' })
  })

  test.each(['/nowhere', '/feed/12/more', '/feedback'])(
    'that is unknown is not found outside the layout: %s',
    async (href) => {
      const { outcome, matches } = await open(href)
      expect(outcome).toMatchObject({ status: 404 })
      expect(matches.map(({ component }) => component)).toEqual([Whole, Missing])
    },
  )

  test('that is not encoded well is read as it stands', async () => {
    expect((await open('/feed/a%')).page!.params).toEqual({ threadId: 'a%' })
  })

  test.each(['//evil.test/x', '/\\evil.test', '\\\\evil.test', '/\t/evil.test', ' //evil.test'])(
    'stays on this site: %j',
    (given) => expect(new URL(parseAddress(given).href, 'https://peers.test').host).toBe('peers.test'),
  )

  test.each(['javascript:alert(1)', 'JavaScript:alert(1)', 'data:text/html,x'])('never runs code: %s', (to) =>
    expect(isSafe(to)).toBe(false),
  )

  test('takes query and fragment apart from the path', () => {
    expect(hrefOf({ to: '/experts/7?s=experts' })).toBe('/experts/7?s=experts')
    expect(hrefOf({ to: '/experts?s=experts', search: { search: 'tax law', none: undefined } })).toBe(
      '/experts?search=tax+law',
    )
    expect(hrefOf({ to: '/profile/settings', hash: 'email' })).toBe('/profile/settings#email')
  })
})

describe('guards and loaders', () => {
  test('run before the page is shown: guards in turn, then all loaders', async () => {
    const step = (name: string) => async () => {
      await Promise.resolve()
      begun.push(name)
    }
    await open(
      '/feed',
      { beforeLoad: step('page guard'), loader: step('page') },
      { beforeLoad: step('guard'), loader: step('layout') },
    )
    expect(begun).toEqual(['guard', 'page guard', 'layout', 'page'])
  })

  test('a redirect wins over everything else', async () => {
    const { outcome } = await open('/feed', failing(redirect({ href: '/home' })), failing(new Error('broken')))
    expect(outcome).toEqual({ type: 'redirect', href: '/home' })
  })

  test('what is not found is said by the nearest route that can, or by the root', async () => {
    const near = await open('/feed/9', { ...failing(notFound()), notFoundComponent: Missing })
    expect(near.matches.map(({ component }) => component)).toEqual([Whole, Layout, Missing])
    expect(near.page!.params).toEqual({ threadId: '9' })
    const whole = await open('/feed/9', { ...failing(notFound({ routeId: rootRouteId })), notFoundComponent: Missing })
    expect(whole.matches.map(({ component }) => component)).toEqual([Whole, Missing])
    const none = await open('/feed/9', failing(notFound()))
    expect(none.matches.map(({ component }) => component)).toEqual([Whole, Missing])
    for (const { outcome } of [near, whole, none]) expect(outcome).toMatchObject({ status: 404 })
  })

  test('a refused page loads nothing, but its layout does', async () => {
    const note = (name: string) => () => void begun.push(name)
    await open('/feed', { beforeLoad: failing(notFound()).loader, loader: note('page') }, { loader: note('layout') })
    expect(begun).toEqual(['layout'])
  })

  test('another failure takes the place of the page', async () => {
    const error = new Error('broken')
    const { outcome, page } = await open('/feed', failing(error))
    expect(outcome).toMatchObject({ status: 500 })
    expect(page!.error).toBe(error)
  })
})
