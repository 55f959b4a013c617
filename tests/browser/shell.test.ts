import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { demoMember, demoMembers, type DemoMember } from '../demo-members.ts'
import { networkIds, insertThread } from '../harness/threads.ts'
import { waitForPath, DESKTOP, isReady, openBrowser, PHONE, TABLET } from './kit/browser-setup.ts'
import { editorOf, replies } from './kit/threads.ts'

const stage = await openBrowser()
const { testServer } = stage
const { legal } = await networkIds(testServer)
const idOf = async (email: string) =>
  (await testServer.sql<{ id: number }>('select id from users where email = $1', [email]))[0]!.id

const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null
    return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? ''
  })
const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

it.each([
  ['member', 'legal'],
  ['finance', 'cfo'],
  ['executive', 'executive'],
] as const)(
  'wears the colours of the network of %s from the first byte, light and dark (STATE-theme-body, STATE-theme-source, CONST-favicon-theme-path, CALL-manifest)',
  async (who, theme) => {
    const { page, open, client, context } = await stage.member(demoMembers[who])
    const { text } = await client.send('GET', '/feed')
    expect(text).toMatch(new RegExp(`<body class="theme-${theme} is-app"`))
    await open('/feed')
    const light = await background(page)
    await page.getByRole('button', { name: 'Switch theme' }).click()
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['scheme'])).toBe('dark')
    await expect.poll(() => background(page)).not.toBe(light)
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    expect((await client.send('GET', '/feed', { headers: { cookie } })).text).toContain('data-scheme="dark"')
    await page.reload()
    await expect.poll(() => background(page)).not.toBe(light)
    const icons = await page
      .locator('link[rel=icon]')
      .evaluateAll((all) => all.map((link) => (link as HTMLLinkElement).href))
    expect(icons.every((href) => href.includes(`/favicon/${theme}/`))).toBe(true)
    for (const href of icons) expect((await context.request.get(href)).status()).toBe(200)
    const manifest = (await (await context.request.get('/manifest.json')).json()) as {
      start_url: string
      icons: { src: string }[]
    }
    expect(manifest.start_url).toBe('/feed')
    expect(manifest.icons[0]!.src).toContain(theme)
  },
)

it('closes an open menu by a click beside it, and does nothing else', async () => {
  const { page, open } = await stage.member(demoMembers.member, DESKTOP)
  await open('/feed')
  const members = page.getByRole('navigation').getByRole('link', { name: 'Members', exact: true })
  const { x, y, width, height } = (await members.boundingBox())!
  await page.getByRole('button', { name: /Helen Marsh/ }).click()
  await page.locator('[role=menuitem]:focus', { hasText: 'Profile' }).waitFor()
  await page.mouse.click(x + width / 2, y + height / 2)
  await page.getByRole('menu').waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/feed')
  await members.click()
  await waitForPath(page, '/members')
})

it('follows the device between light and dark while nobody has chosen', async () => {
  const { page, open } = await stage.member(demoMembers.member, { ...DESKTOP, colorScheme: 'dark' })
  await open('/feed')
  const dark = await background(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => background(page)).not.toBe(dark)
})

it('reloads once for a new version, at a change of the route, and records it (STATE-version-changed, STATE-version-first, ANALYTICS-new-frontend-reloaded, FIELD-local_storage.version, FIELD-page_props.version)', async () => {
  const { page, open, client } = await stage.member(demoMembers.member)
  await open('/feed')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('version'))).toMatch(/^[0-9a-f]{12}$/)
  const version = await page.evaluate(() => localStorage.getItem('version'))
  await page.evaluate(() => localStorage.setItem('version', 'yesterday'))
  let loads = 0
  page.on('load', () => (loads += 1))
  await page.getByRole('link', { name: 'Discussions', exact: true }).first().click()
  await page.getByRole('button', { name: /Helen Marsh/ }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await expect.poll(() => loads).toBe(1)
  await waitForPath(page, '/profile/settings')
  await isReady(page)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('version'))).toBe(version)
  const events = await testServer.sql<{ data: Record<string, string> }>(
    `select data from analytics_events where key = 'new-frontend-reloaded'`,
  )
  expect(events.map(({ data }) => data)).toMatchObject([{ old_version: 'yesterday', new_version: version }])
  await page.goBack()
  await waitForPath(page, '/feed')
  expect(loads).toBe(1)
  expect(client.id).toBeGreaterThan(0)
})

it('shows a message for five seconds or until it is closed (CONST-toast-timeout, UI-toast-close, UI-toast-variants)', async () => {
  const { id } = await insertThread(testServer, {
    author: await idOf(demoMembers.peer),
    networks: [legal],
    topic: 'To be copied',
  })
  const { page, open, context } = await stage.member(demoMembers.member)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await open(`/feed/${id}#message-999999999`)
  const message = page.getByRole('region', { name: 'Notices' }).getByText('That reply isn’t available')
  await message.waitFor()
  // The page's clock also advances on its own, so leave some margin on both sides.
  await page.clock.runFor(3_000)
  await expect.poll(() => message.count()).toBe(1)
  await page.clock.runFor(2_000)
  await expect.poll(() => message.count()).toBe(0)
  await page.goto('about:blank')
  await open(`/feed/${id}#message-999999998`)
  await page.getByRole('button', { name: 'Close: That reply isn’t available' }).click()
  await expect.poll(() => message.count()).toBe(0)
})

it.each(['/no-such-page', '/404'])(
  'answers %s with the page for what is not here (ROUTE-404, LAYOUT-simple-404)',
  async (path) => {
    stage.expectProblem(/404/)
    const { page, open } = await stage.member(demoMembers.member)
    expect(await open(path)).toBe(404)
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    await page.getByRole('link', { name: 'Go to Discussions' }).click()
    await waitForPath(page, '/feed')
  },
)

it('names the error on the page for failures, with a way to support (ROUTE-500, LAYOUT-simple-500)', async () => {
  stage.expectProblem(/500/)
  const { page, open } = await stage.stranger()
  expect(await open('/500?error_id=e-42')).toBe(500)
  await page.getByText('Error ID: e-42.').waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toContain('mailto:')
})

it('says on /status that everything works, without a layout (ROUTE-status, LAYOUT-status-bare)', async () => {
  const { page, open } = await stage.stranger()
  expect(await open('/status')).toBe(200)
  await page.getByText('All systems are working.').waitFor()
  await expect.poll(() => page.getByRole('navigation').count()).toBe(0)
})

it('names the place that the way back leads to, and goes there (UI-back-label-discussions, UI-back-label-default, RULE-back-skip-same-path, RULE-back-fallback-web)', async () => {
  const { id } = await insertThread(testServer, {
    author: await idOf(demoMembers.peer),
    networks: [legal],
    topic: 'A way back',
  })
  const { page, open } = await stage.member(demoMembers.member)
  await open(`/feed/${id}`)
  await page.getByRole('main').getByRole('link', { name: 'Back', exact: true }).click()
  await waitForPath(page, '/')
  await page.getByRole('heading', { level: 1, name: 'Welcome back, Helen' }).waitFor()
  await page.getByRole('link', { name: 'Discussions', exact: true }).first().click()
  await waitForPath(page, '/feed')
  await page.getByRole('feed').getByRole('link', { name: 'Marcus Oyelaran' }).first().click()
  // The feed stays on screen until the member's page is ready, and it has a tab of the same name.
  await page.getByRole('heading', { level: 1, name: 'Marcus Oyelaran' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Discussions', exact: true }).click()
  await waitForPath(page, '/feed')
  await page.getByRole('heading', { level: 1, name: 'Discussions' }).waitFor()
})

it('drops a change of the route right after going back (CONST-back-guard)', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  await open('/feed')
  await page.getByRole('button', { name: /Helen Marsh/ }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await waitForPath(page, '/profile/settings')
  await page.evaluate(async () => {
    history.back()
    await new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
    document.querySelector<HTMLElement>('a[data-thread]')?.click()
  })
  await waitForPath(page, '/feed')
  await page.getByRole('feed').waitFor()
  await expect.poll(() => page.locator('[data-top-layer]').count()).toBe(0)
})

it('moves the focus to the heading of each page that is opened, and says its name', async () => {
  const { page, open } = await stage.member(demoMembers.member)
  await open('/feed')
  await page.getByRole('button', { name: /Helen Marsh/ }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await waitForPath(page, '/profile/settings')
  await expect.poll(() => focused(page)).toBe('Settings')
  await expect.poll(() => page.title()).toMatch(/^(\(\d+\) )?Settings · Counterpart$/)
  await page.getByRole('link', { name: 'Discussions', exact: true }).first().click()
  await waitForPath(page, '/feed')
  await expect.poll(() => focused(page)).toBe('Discussions')
})

it('can be used by keyboard alone, from the skip link to a posted reply', async () => {
  const { id } = await insertThread(testServer, {
    author: await idOf(demoMembers.peer),
    networks: [legal],
    topic: 'By keyboard',
  })
  const { page, open } = await stage.member(demoMembers.member)
  await open('/feed')
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Tab')
      if (name.test(await focused(page))) return
    }
    throw new Error(`Tab never came to ${name}.`)
  }
  await page.keyboard.press('Tab')
  await expect.poll(() => focused(page)).toBe('Skip to main content')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  await tabTo(/^By keyboard$/)
  await page.keyboard.press('Enter')
  await waitForPath(page, `/feed/${id}#!open`)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  await tabTo(/^Your reply to the group/)
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Your reply to the group' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('textbox')
  await page.keyboard.type('Written without a mouse')
  await tabTo(/^Post to the group$/)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Send now' }).waitFor()
  await tabTo(/^Send now$/)
  await page.keyboard.press('Enter')
  await page.getByText('Posted to the group').waitFor()
  await replies(page).getByText('Written without a mouse').waitFor()
})

it('has tabs at the foot of a phone, or in a discussion the reply bar, and room for a thumb everywhere', async () => {
  const { id } = await insertThread(testServer, {
    author: await idOf(demoMembers.peer),
    networks: [legal],
    topic: 'With the thumb',
  })
  const { page, open } = await stage.member(demoMembers.member, PHONE)
  for (const path of ['/feed', `/feed/${id}`, '/profile/settings']) {
    await open(path)
    const tabs = page.getByRole('navigation', { name: 'Tabs' })
    if (path.includes(String(id))) {
      expect(await tabs.isVisible()).toBe(false)
      await editorOf(page)
    } else await tabs.getByRole('link', { name: 'Discussions' }).waitFor()
    await expect.poll(() => tooSmall(page)).toEqual([])
  }
})

it.each([
  ['phone', PHONE],
  ['tablet', TABLET],
  ['desk', DESKTOP],
] as const)('never scrolls sideways on a %s', async (_, device) => {
  const { id } = await insertThread(testServer, {
    author: await idOf(demoMembers.peer),
    networks: [legal],
    topic: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft and '
      .repeat(2)
      .slice(0, 190),
    body: 'https://counsel.example/'.padEnd(300, 'long'),
  })
  const { page, open } = await stage.member(demoMembers.member, device)
  for (const path of ['/feed', `/feed/${id}`, '/profile/settings', '/status']) {
    await open(path)
    const wider = await page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('main, #scroller')]
        .filter((element) => element.scrollWidth > element.clientWidth + 1)
        .map((element) => `${element.tagName} ${element.scrollWidth} > ${element.clientWidth}`),
    )
    expect(wider, path).toEqual([])
  }
})

it('keeps still for those who asked for that', async () => {
  const { page, open } = await stage.member(demoMembers.member, { ...DESKTOP, reducedMotion: 'reduce' })
  await open('/feed')
  await page.getByRole('feed').getByRole('heading', { level: 3 }).getByRole('link').first().click()
  await page.locator('[data-top-layer]').getByRole('heading', { level: 1 }).waitFor()
  const moving = await page.evaluate(
    () => document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().duration ?? 0) > 1).length,
  )
  expect(moving).toBe(0)
})

it('tells when the connection is lost and when it is back', async () => {
  stage.expectProblem(/ERR_INTERNET_DISCONNECTED/)
  const { page, open, context } = await stage.member(demoMembers.member)
  await open('/feed', { live: true })
  await context.setOffline(true)
  const line = page.getByText(/You’re offline/)
  await line.waitFor()
  await context.setOffline(false)
  await line.waitFor({ state: 'hidden' })
})

it('greets each demo member in their own network', async () => {
  for (const who of ['peer', 'newcomer', 'trial', 'groupAdmin', 'billing', 'staff'] satisfies DemoMember[]) {
    const { page, open } = await stage.member(demoMembers[who])
    expect(await open('/feed')).toBe(200)
    await page.getByRole('button', { name: new RegExp(demoMember(demoMembers[who]).name) }).waitFor()
    await page.getByRole('feed').waitFor()
  }
})

/** Controls too small for a thumb; links within text may be as small as the text. */
const tooSmall = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, select, input, [role=button], nav a')]
      .filter(
        (element) =>
          element.checkVisibility() && !element.closest('[inert]') && !element.matches('[type=radio], [type=checkbox]'),
      )
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 0 && (box.height < 43.5 || box.width < 43.5))
      .map(
        ({ element, box }) =>
          `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent} ${Math.round(box.width)}×${Math.round(box.height)}`,
      ),
  )
