/**
 * Push notifications end to end: allowed with a button, sent encrypted to a push service, decrypted with the browser's
 * keys, delivered to the service worker as the browser does, shown, clicked, and dismissed once the member has seen
 * them. Headless Chromium has neither a push service nor a notification center, so the test replaces both.
 */
import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { ReplyToThread, UpdatePushPreferences } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey } from '../harness/client.ts'
import { openPushService, pushBrowser } from '../harness/push.ts'
import { networkIds, insertThread } from '../harness/threads.ts'
import { openBrowser, PHONE, type BrowserSession } from './kit/browser-setup.ts'

const service = await openPushService()
const { origin, calls } = service
const stage = await openBrowser({ PUSH_SERVICES: origin, APP_PUSH_URL: `${origin}/app` })
const { testServer } = stage
const { legal } = await networkIds(testServer)
const [helen, marcus] = await testServer.members(demoMembers.member, demoMembers.peer)

beforeEach(() => testServer.sql('delete from push_devices'))
const devices = () =>
  testServer.sql<{ kind: string; endpoint: string }>('select kind, endpoint from push_devices where user_id = $1', [
    helen.id,
  ])
async function answerPrivately(topic: string) {
  const { id } = await insertThread(testServer, { author: helen.id, networks: [legal], topic })
  const { replyToThread } = await marcus.ask(ReplyToThread, {
    thread_id: id,
    body: '<p>The canary sings.</p>',
    isPrivate: true,
    idempotency_key: newKey(),
  })
  await testServer.runJobs()
  return `/feed/${id}#message-${replyToThread.id}`
}
async function openSetting({ page, open }: BrowserSession) {
  await open('/profile/settings')
  return page.getByRole('region', { name: 'Notifications' }).getByRole('group', { name: 'Push on this device' })
}

/** Fakes the browser's part: the permission, a subscription whose keys the test has, and the shown notifications. */
async function allowsPush({ context }: BrowserSession, { endpoint, keys }: ReturnType<typeof pushBrowser>) {
  await context.addInitScript(
    ([address, given]) => {
      // A subscription belongs to the device and outlives the page, hence localStorage.
      const made = {
        endpoint: address,
        toJSON: () => ({ endpoint: address, keys: given }),
        unsubscribe: async () => (localStorage.removeItem('subscribed'), true),
      } as unknown as PushSubscription
      Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
      Notification.requestPermission = async () => 'granted'
      const page = window as unknown as { closedNotices: number }
      page.closedNotices = 0
      const notification = { close: () => void (page.closedNotices += 1) } as Notification
      ServiceWorkerRegistration.prototype.getNotifications = async () => [notification]
      PushManager.prototype.subscribe = async () => (localStorage.setItem('subscribed', 'yes'), made)
      PushManager.prototype.getSubscription = async () => (localStorage.getItem('subscribed') ? made : null)
    },
    [endpoint, keys] as const,
  )
}

/** Delivers pushes as the browser does when its push service sends one. */
async function deliverTo({ page, context }: BrowserSession) {
  const session = await context.newCDPSession(page)
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await found
  return (push: object) =>
    session.send('ServiceWorker.deliverPushMessage', {
      origin: testServer.url,
      registrationId,
      data: JSON.stringify(push),
    })
}

interface Scope {
  shown: { title: string; body: string; tag: string; data: { path: string } }[]
  badge: number
  registration: { showNotification(title: string, options: object): Promise<void> }
}
/** The notifications and badge that the worker showed; `touch` clicks the last notification. */
async function watchWorker({ context }: BrowserSession) {
  const [worker] = context.serviceWorkers()
  await worker!.evaluate(() => {
    const scope = globalThis as unknown as Scope
    scope.shown = []
    scope.registration.showNotification = async (title, options) =>
      void scope.shown.push({ title, ...options } as Scope['shown'][number])
    navigator.setAppBadge = async (count) => void (scope.badge = count ?? 0)
  })
  return {
    shown: () =>
      worker!.evaluate(() => (globalThis as unknown as Scope).shown.map(({ data, ...each }) => ({ ...each, ...data }))),
    badge: () => worker!.evaluate(() => (globalThis as unknown as Scope).badge),
    touch: () =>
      worker!.evaluate(async () => {
        const { data } = (globalThis as unknown as Scope).shown.at(-1)!
        let work: Promise<unknown> | undefined
        const waitUntil = (given: Promise<unknown>) => (work = given)
        dispatchEvent(
          Object.assign(new Event('notificationclick'), { waitUntil, notification: { data, close: () => {} } }),
        )
        await work
      }),
  }
}

it('is shown by the service worker without a word, leads to its place when touched, and goes when it was seen', async () => {
  const browserSession = await stage.member(helen)
  const { page, open } = browserSession
  const device = pushBrowser(`${origin}/push/browser`)
  await allowsPush(browserSession, device)
  const setting = await openSetting(browserSession)
  await setting.getByText('Push is off on this device.').waitFor()
  await setting.getByRole('button', { name: 'Turn on for this device' }).click()
  await setting.getByText('Push is on for this device.').waitFor()
  await expect.poll(() => devices()).toEqual([{ kind: 'web', endpoint: device.endpoint }])

  const path = await answerPrivately('A question of caps')
  const message = device.read(calls.at(-1)!.body)
  const silent = { title: 'Counterpart', body: 'You have a new notification', path }
  expect(message).toEqual({ ...silent, count: 1 })
  // After a reload, the registered worker controls the page.
  await open('/members')
  const deliver = await deliverTo(browserSession)
  const { shown, badge, touch } = await watchWorker(browserSession)
  await deliver(message)
  await expect.poll(shown).toEqual([{ ...silent, tag: 'notifications' }])
  await expect.poll(() => badge()).toBe(1)

  await helen.ask(UpdatePushPreferences, { preferences: { push_content: true } })
  const second = await answerPrivately('A question of floors')
  const more = device.read(calls.at(-1)!.body)
  await deliver(more)
  const spoken = { title: 'Marcus Oyelaran replied to you privately', body: 'A question of floors', path: second }
  // The same tag, so that the device shows one at a time.
  await expect.poll(shown).toEqual([
    { ...silent, tag: 'notifications' },
    { ...spoken, tag: 'notifications' },
  ])
  await expect.poll(() => badge()).toBe(2)
  expect(JSON.stringify(await shown())).not.toContain('canary')

  await touch()
  await page.waitForURL(`**${second}`)
  await page.getByRole('heading', { name: 'A question of floors', level: 1 }).waitFor()

  await open('/notifications')
  await expect.poll(() => page.evaluate(() => (window as unknown as { closedNotices: number }).closedNotices)).toBe(1)
  await expect
    .poll(() => testServer.sql('select push_count from notification_preferences where user_id = $1', [helen.id]))
    .toEqual([{ push_count: 0 }])

  await (await openSetting(browserSession)).getByRole('button', { name: 'Turn off on this device' }).click()
  await setting.getByText('Push is off on this device.').waitFor()
  await expect.poll(() => devices()).toEqual([])
})

it('is not shown where the browser forbids it, and says so', async () => {
  const browserSession = await stage.member(helen)
  await browserSession.context.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
  })
  const setting = await openSetting(browserSession)
  await setting.getByText('Notifications are blocked for this site.').waitFor()
  await expect.poll(() => setting.getByRole('button').count()).toBe(0)
})

interface Wrapped {
  heard: { type: string; value: unknown }[]
  token: string | null
}
/** The native app around the page: records messages from the page and answers requests for its push token. */
const wrapApp = ({ context }: BrowserSession, token: string | null) =>
  context.addInitScript((given) => {
    const app = { heard: [], token: given } as Wrapped
    const postMessage = (text: string) => {
      const message = JSON.parse(text) as Wrapped['heard'][number]
      app.heard.push(message)
      if (message.type === 'push') dispatchEvent(new CustomEvent('app:push', { detail: { token: app.token } }))
    }
    Object.assign(window, { CounterpartApp: { postMessage }, wrapped: app })
  }, token)
const heardBy = (page: Page) => page.evaluate(() => (window as unknown as { wrapped: Wrapped }).wrapped.heard)

it('reaches the app by the token that it hands over, through the same sender, until it is stopped', async () => {
  await testServer.sql('delete from notification_preferences')
  const browserSession = await stage.member(helen, PHONE)
  const { page, open } = browserSession
  await wrapApp(browserSession, 'token-of-a-phone')
  const setting = await openSetting(browserSession)
  expect((await heardBy(page)).filter(({ type }) => type === 'push')).toEqual([])
  await setting.getByRole('button', { name: 'Turn on for this device' }).click()
  await setting.getByText('Push is on for this device.').waitFor()
  await expect.poll(() => devices()).toEqual([{ kind: 'app', endpoint: 'token-of-a-phone' }])
  calls.length = 0
  const path = await answerPrivately('Asked on the way')
  expect(calls.map((call) => [call.path, JSON.parse(call.body.toString()) as object])).toEqual([
    ['/app', { token: 'token-of-a-phone', title: 'Counterpart', body: 'You have a new notification', path, count: 1 }],
  ])
  await open('/notifications')
  await expect.poll(() => heardBy(page)).toContainEqual({ type: 'badge', value: 0 })
  // The page asks the app for its token again; later the app sends a new token on its own.
  await expect.poll(() => heardBy(page)).toContainEqual({ type: 'push', value: 'ask' })
  await page.evaluate(() => dispatchEvent(new CustomEvent('app:push', { detail: { token: 'a-newer-token' } })))
  await expect.poll(async () => (await devices()).map(({ endpoint }) => endpoint)).toContain('a-newer-token')
  await testServer.sql("delete from push_devices where endpoint = 'a-newer-token'")
  await (await openSetting(browserSession)).getByRole('button', { name: 'Turn off on this device' }).click()
  await setting.getByText('Push is off on this device.').waitFor()
  await expect.poll(() => devices()).toEqual([])
})

it('is not offered in an app whose device forbids it', async () => {
  const browserSession = await stage.member(helen, PHONE)
  await wrapApp(browserSession, null)
  const setting = await openSetting(browserSession)
  await setting.getByRole('button', { name: 'Turn on for this device' }).click()
  await setting.getByText('Notifications are blocked for this app.').waitFor()
  await expect.poll(() => devices()).toEqual([])
})
