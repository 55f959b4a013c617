/**
 * Offline reading, on devices where the member enabled it: the feed and the opened threads are cached as they load, and
 * the service worker serves them while the network fails. Loaded only if enabled.
 */
import type { QueryClient } from '@tanstack/react-query'
import {
  OFFLINE_FEED,
  OFFLINE_OWNER,
  OFFLINE_STORE,
  OFFLINE_THREADS,
  offlineFeedOf,
  offlineThreadOf,
  offlineThread,
} from '#shared/offline.ts'
import { clearOfflineCache } from '#web/platform/storage/clear-offline-cache.ts'
import { readString, writeString } from '#web/platform/storage/json-storage.ts'
import { STORAGE_KEYS } from '#web/platform/storage/storage-keys.ts'
import { log } from '#web/platform/log.ts'

const WORKER = '/service-worker.js'

export const isOfflineReadingSupported = (): boolean => 'caches' in window && 'serviceWorker' in navigator

const put = async (store: Cache, path: string, data: unknown) =>
  store.put(path, new Response(JSON.stringify(data), { headers: { 'content-type': 'application/json' } }))

/** Starts caching what this member reads. */
export async function enableOfflineReading(client: QueryClient, memberId: number): Promise<void> {
  await navigator.serviceWorker.register(WORKER)
  // An active worker deletes the cache after the session has ended, so nothing is cached before.
  await navigator.serviceWorker.ready
  writeString(STORAGE_KEYS.offline, String(memberId))
  await cacheForOffline(client, memberId)
}

export function disableOfflineReading(): void {
  writeString(STORAGE_KEYS.offline, '')
  stop?.()
  clearOfflineCache()
}

let stop: (() => void) | undefined

/** Caches the current and all later query results. Deletes another member's cache first. */
export async function cacheForOffline(client: QueryClient, memberId: number): Promise<void> {
  stop?.()
  const owner = await (await (await caches.open(OFFLINE_STORE)).match(OFFLINE_OWNER))?.json()
  if (owner !== memberId) await caches.delete(OFFLINE_STORE)
  const store = await caches.open(OFFLINE_STORE)
  await put(store, OFFLINE_OWNER, memberId)
  // A response that arrives after sign-out must not recreate the cache.
  const isMine = () => readString(STORAGE_KEYS.offline) === String(memberId)
  const keep = ({ queryKey, state }: { queryKey: readonly unknown[]; state: { data?: unknown } }) =>
    isMine() &&
    void kept(store, queryKey, state.data).catch((error: unknown) => log.debug('Not kept for offline.', error))
  client.getQueryCache().getAll().forEach(keep)
  stop = client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.state.status === 'success' && query.state.fetchStatus === 'idle') keep(query)
  })
}

async function kept(store: Cache, [name, given]: readonly unknown[], data: unknown): Promise<void> {
  const isWhole = typeof given === 'object' && given !== null
  if (name === 'threads' && isWhole && Object.keys(given).length === 0 && data) {
    const { pages } = data as { pages: { items: Parameters<typeof offlineFeedOf>[0] }[] }
    await put(
      store,
      OFFLINE_FEED,
      offlineFeedOf(
        pages.flatMap(({ items }) => items),
        Date.now(),
      ),
    )
  }
  const open =
    name === 'thread' && (data as { thread: Parameters<typeof offlineThreadOf>[0] | null } | undefined)?.thread
  if (!open) return
  // Delete and rewrite to make it the newest entry: keys are in insertion order.
  await store.delete(offlineThread(open.id))
  await put(store, offlineThread(open.id), offlineThreadOf(open, Date.now()))
  const threads = (await store.keys()).filter(({ url }) => new URL(url).pathname.startsWith(offlineThread('')))
  for (const old of threads.slice(0, -OFFLINE_THREADS)) await store.delete(old)
}
