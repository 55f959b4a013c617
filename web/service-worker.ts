/**
 * Shows push notifications, and opens their pages on a click. While the network fails, it serves what the page has
 * cached for offline reading, on devices whose member enabled that; it caches nothing itself. It deletes entries that
 * are too old, and all of them after the session has ended, which it checks as soon as the connection returns. The
 * build inlines its constants from `shared/offline.ts`.
 */
import type { OfflineFeed, OfflineThread } from '#shared/offline.ts'

declare const OFFLINE: { store: string; feed: string; threads: string; days: number }

interface Push {
  title: string
  body: string
  path: string
  count: number
}
interface PushEvent extends ExtendableEvent {
  data: { json(): Push } | null
}
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends ExtendableEvent {
  request: Request
  respondWith(answer: Promise<Response>): void
}
interface SyncEvent extends ExtendableEvent {
  tag: string
}
interface TouchEvent extends ExtendableEvent {
  notification: Notification
}
interface Window {
  url: string
  focus(): Promise<unknown>
  navigate(url: string): Promise<unknown>
}
interface Worker {
  registration: {
    showNotification(title: string, options: NotificationOptions): Promise<void>
    /** Not supported by every browser; there the next navigation does it. */
    sync?: { register(tag: string): Promise<void> }
  }
  clients: { matchAll(options: { type: 'window' }): Promise<Window[]>; openWindow(url: string): Promise<unknown> }
  location: { origin: string }
  navigator: { setAppBadge?(count: number): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener<E extends Event>(type: string, handler: (event: E) => void): void
}
const worker = globalThis as unknown as Worker

worker.addEventListener('install', () => void worker.skipWaiting())

worker.addEventListener<PushEvent>('push', (event) => {
  const push = event.data?.json()
  if (push) event.waitUntil(show(push))
})

async function show({ title, body, path, count }: Push): Promise<void> {
  await worker.navigator.setAppBadge?.(count).catch(() => {})
  // One notification at a time: the next replaces it, and the notifications page lists them all.
  await worker.registration.showNotification(title, { body, tag: 'notifications', data: { path } })
}

worker.addEventListener<TouchEvent>('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open((event.notification.data as { path: string }).path))
})

async function open(path: string): Promise<void> {
  const url = new URL(path, worker.location.origin)
  if (url.origin !== worker.location.origin) return
  const [window] = await worker.clients.matchAll({ type: 'window' })
  if (!window) return void (await worker.clients.openWindow(url.href))
  // Navigate even if the system refuses to focus the window.
  await window.focus().catch(() => undefined)
  await window.navigate(url.href)
}

worker.addEventListener<FetchEvent>('fetch', (event) => {
  const { request } = event
  if (request.mode !== 'navigate' || request.method !== 'GET') return
  event.respondWith(
    fetch(request).then(
      (answer) => {
        // A redirect may lead to the sign-in page: its target is opaque, so check the session.
        event.waitUntil(answer.type === 'opaqueredirect' ? inTurn(forgetEnded).catch(checkLater) : inTurn(forgetOld))
        return answer
      },
      async (failure: unknown) => {
        await inTurn(forgetOld)
        const kept = await offlinePage(new URL(request.url).pathname)
        if (!kept) throw failure
        await checkLater()
        return kept
      },
    ),
  )
})

const SESSION_CHECK = 'session'
const SESSION = '/api/sessions/refresh-user-session'

// Called by the browser when the connection returns, and again later if this fails.
worker.addEventListener<SyncEvent>('sync', (event) => {
  if (event.tag === SESSION_CHECK) event.waitUntil(inTurn(forgetEnded))
})

const checkLater = () => worker.registration.sync?.register(SESSION_CHECK).catch(() => {})

let last: Promise<void> = Promise.resolve()
/** One after the other: reading the cache while it is deleted would create it again, empty. */
const inTurn = (work: () => Promise<void>): Promise<void> => (last = last.then(work, work))

/** The cache belongs to a session: delete it when the session has ended or the member may no longer sign in. */
async function forgetEnded(): Promise<void> {
  if (!(await caches.has(OFFLINE.store))) return
  const { status } = await fetch(SESSION, { credentials: 'same-origin', cache: 'no-store' })
  if (status === 401 || status === 403) await caches.delete(OFFLINE.store)
}

async function forgetOld(): Promise<void> {
  if (!(await caches.has(OFFLINE.store))) return
  const store = await caches.open(OFFLINE.store)
  for (const request of await store.keys()) {
    const kept = (await (await store.match(request))?.json()) as { kept_at?: number } | number | undefined
    if (typeof kept === 'object' && isOld(kept.kept_at)) await store.delete(request)
  }
}
const isOld = (keptAt = 0) => keptAt <= Date.now() - OFFLINE.days * 86_400_000

async function keptAt<Kept extends { kept_at: number }>(path: string): Promise<Kept | undefined> {
  const answer = await caches.match(path, { cacheName: OFFLINE.store })
  const kept = (await answer?.json()) as Kept | undefined
  return kept && !isOld(kept.kept_at) ? kept : undefined
}

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
const dated = (text: string | number) =>
  new Date(text).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' })
/** Members' text is HTML that the server has sanitized; this page may run no scripts and load no files. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
/** The colors of the theme and system fonts: the page's own files may not be available. */
const STYLE = `:root{color-scheme:light dark;background:light-dark(#fcfdfc,#14171a);color:light-dark(#15191b,#eceeec)}
body{max-width:42rem;margin:0 auto;padding:20px 20px 64px;font:400 14px/20px system-ui,sans-serif}p{margin:0}
.mark{margin-bottom:16px;padding-bottom:12px;border-bottom:4px double light-dark(#bfc6c3,#3a4146);font:500 20px/26px Georgia,serif}
h1{margin:28px 0 8px;font:420 30px/36px Georgia,serif}h2{margin:4px 0 6px;font:560 20px/26px Georgia,serif}
article{padding:18px 0;border-bottom:1px solid light-dark(#dde1df,#262b2f)}.quiet{color:light-dark(#636b70,#8f979b)}
.words{font:400 17px/27px Georgia,serif;overflow-wrap:anywhere}.words p+p{margin-top:10px}a{color:inherit}
nav a{display:inline-block;padding:12px 0}h2 a{text-decoration:none}`

async function offlinePage(path: string): Promise<Response | undefined> {
  const threadId = /^\/feed\/(\d+)$/.exec(path)?.[1]
  const thread = threadId ? await keptAt<OfflineThread>(OFFLINE.threads + threadId) : undefined
  if (thread)
    return written(thread.topic, thread.kept_at, threadBody(thread), '<nav><a href="/feed">Discussions</a></nav>')
  const feed = await keptAt<OfflineFeed>(OFFLINE.feed)
  return feed && written('Discussions', feed.kept_at, feedBody(feed), '')
}

const feedBody = ({ entries }: OfflineFeed) =>
  entries
    .map(
      ({ id, topic, author, excerpt, pub_date }) =>
        `<article><p class="quiet">${escaped(author)}, ${dated(pub_date)}</p><h2><a href="/feed/${Number(id)}">${escaped(topic)}</a></h2><p class="words">${escaped(excerpt)}</p></article>`,
    )
    .join('')

const threadBody = ({ messages }: OfflineThread) =>
  messages
    .map(
      ({ author, html, pub_date }) =>
        `<article><p class="quiet">${escaped(author)}, ${dated(pub_date)}</p><div class="words">${html}</div></article>`,
    )
    .join('')

function written(title: string, keptAt: number, body: string, back: string): Response {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Counterpart</title><style>${STYLE}</style><main><p class="mark">Counterpart</p><p role="status">You’re offline. This copy was saved on this device on ${dated(keptAt)}. Private replies aren’t saved.</p>${back}
<h1>${escaped(title)}</h1>${body}</main>`
  return new Response(html, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY },
  })
}
