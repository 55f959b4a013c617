import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { ReadAllNotifications, ToggleNotificationRead, UnseenNotificationCount } from '#api/operations.ts'
import { fakeBrowser } from '#web/platform/api/browser-stub.ts'
import { markSeen, useReadAll, useToggleRead } from '#web/features/notifications/notifications.queries.ts'

afterEach(() => vi.unstubAllGlobals())

test('marks all as read after the notification that was marked as unread before, however slow that is', async () => {
  fakeBrowser()
  const sent: string[] = []
  const answers: (() => void)[] = []
  vi.stubGlobal('fetch', (path: string) => {
    const name = path.split('/').at(-1)!
    sent.push(name)
    return new Promise((resolve) => answers.push(() => resolve(Response.json({ data: { [name]: true } }))))
  })
  const choices: { toggle: ReturnType<typeof useToggleRead>; readAll: ReturnType<typeof useReadAll> }[] = []
  function Probe() {
    choices.push({ toggle: useToggleRead(), readAll: useReadAll() })
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Probe />
    </QueryClientProvider>,
  )
  const { toggle, readAll } = choices[0]!
  const done = [toggle.run({ id: 1, read_at: '2026-11-28T10:00:00Z' }), readAll.run()]
  await expect.poll(() => sent).toEqual([ToggleNotificationRead.name])
  await new Promise((resolve) => setTimeout(resolve))
  expect(sent).toEqual([ToggleNotificationRead.name])
  answers.shift()!()
  await expect.poll(() => sent).toContain(ReadAllNotifications.name)
  answers.splice(0).forEach((answer) => answer())
  await Promise.all(done)
})

test('counts a notification that comes while the others are being marked as seen', async () => {
  fakeBrowser()
  const answers: (() => void)[] = []
  vi.stubGlobal('fetch', () => new Promise((resolve) => answers.push(() => resolve(Response.json({ data: {} })))))
  const client = new QueryClient()
  const key = [UnseenNotificationCount.name, {}]
  client.setQueryData(key, { unseen_notification_count: 3 })
  const done = markSeen(client)
  expect(client.getQueryData(key)).toEqual({ unseen_notification_count: 0 })
  await expect.poll(() => answers).toHaveLength(2)
  client.setQueryData(key, { unseen_notification_count: 1 })
  answers.forEach((answer) => answer())
  await done
  expect(client.getQueryData(key)).toEqual({ unseen_notification_count: 1 })
  expect(client.getQueryState(key)!.isInvalidated).toBe(true)
})
