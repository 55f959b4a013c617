import { ApiError, isRetryable } from '#web/platform/api/api-error.ts'
import { retryDelay } from '#web/platform/api/query-client.ts'
import { pendingRequests } from '#web/platform/api/redirect-to-login.ts'
import { readJson, writeJson } from '#web/platform/storage/json-storage.ts'
import { CANCELLED_KEY } from '#web/platform/storage/storage-keys.ts'
import { findItem, removeItem, updateItem } from '#web/writing/outbox/items.ts'
import type { Channel, Delivery, OutboxItem, OutboxItems } from '#web/writing/outbox/channel.ts'

const CANCELLED_AT_MOST = 20
/** Keys that were cancelled on this device: another tab may still be waiting to send them. */
const cancelledKeys = () => readJson<string[]>(CANCELLED_KEY) ?? []

type Timer = ReturnType<typeof setTimeout>
interface How {
  keepalive: boolean
}

/** Sends the items of one channel: each once, when its undo time is over, and again after a failure. */
export class Sender<Content extends object> {
  readonly #items: OutboxItems<Content>
  readonly #channel: Channel<Content>
  readonly #delivery: Delivery<Content>
  readonly #waiting = new Map<string, Timer>()
  readonly #retries = new Map<string, Timer>()
  readonly #failures = new Map<string, number>()
  /** An attempt stays here until its item is removed, so that the item is not sent again just as it succeeds. */
  readonly #attempts = new Map<string, Promise<boolean>>()
  readonly #queues = new Map<number, Promise<unknown>>()

  constructor(items: OutboxItems<Content>, channel: Channel<Content>, delivery: Delivery<Content>) {
    this.#items = items
    this.#channel = channel
    this.#delivery = delivery
    // The page may be discarded after this, so send waiting items now, under their keys.
    addEventListener('pagehide', () => {
      for (const key of [...this.#waiting.keys()]) void this.#leave(key, { keepalive: true })
    })
  }

  /** Sends the item when its undo time is over. Until then nothing has left the device. */
  schedule(key: string): void {
    const item = findItem(this.#items, key)
    if (!item || this.#waiting.has(key)) return
    this.#waiting.set(
      key,
      setTimeout(() => void this.#leave(key), Math.max(0, (item.sends_at ?? 0) - Date.now())),
    )
    this.#announce(key, () => this.#leave(key))
  }

  sendNow(key: string): void {
    void this.#leave(key)
  }

  /** Returns false if the item was already sent. */
  cancel(key: string): boolean {
    if (!this.#waiting.has(key)) return false
    this.#endWait(key)
    writeJson(CANCELLED_KEY, [...cancelledKeys(), key].slice(-CANCELLED_AT_MOST))
    return true
  }

  /** Makes one attempt, also after a failure. Resolves to false if it failed. */
  send(key: string, how?: How): Promise<boolean> {
    const item = findItem(this.#items, key)
    const known = this.#attempts.get(key)
    if (!item || known) return known ?? Promise.resolve(true)
    clearTimeout(this.#retries.get(key))
    this.#retries.delete(key)
    updateItem(this.#items, key, { state: 'sending', reason: null, sends_at: undefined, retry_at: undefined })
    const attempt = this.#inTurn(item, () => this.#attempt(item, how))
    this.#attempts.set(key, attempt)
    this.#announce(key, () => attempt)
    return attempt
  }

  /** Sends items that waited for a connection, and those that were being sent when an earlier page closed. */
  resume(): void {
    for (const { idempotency_key: key, state, will_retry, retry_at } of this.#items.all()) {
      if (state === 'waiting') this.schedule(key)
      else if (retry_at !== undefined && retry_at > Date.now()) this.#retryAt(key, retry_at)
      else if (state === 'sending' || will_retry) void this.send(key)
    }
  }

  /**
   * Ends the undo time and sends the item, unless another tab cancelled it. Resolves to true if nothing is left to
   * send.
   */
  #leave(key: string, how?: How): Promise<boolean> {
    if (!this.#waiting.has(key)) return this.#attempts.get(key) ?? Promise.resolve(true)
    this.#endWait(key)
    if (!cancelledKeys().includes(key)) return this.send(key, how)
    removeItem(this.#items, key)
    return Promise.resolve(true)
  }

  #endWait(key: string): void {
    clearTimeout(this.#waiting.get(key))
    this.#waiting.delete(key)
    pendingRequests.delete(key)
  }

  #inTurn(item: OutboxItem<Content>, work: () => Promise<boolean>): Promise<boolean> {
    if (!this.#delivery.isSequential) return work()
    const target = this.#channel.target(item)
    const next = (this.#queues.get(target) ?? Promise.resolve()).then(work)
    this.#queues.set(target, next)
    return next
  }

  async #attempt(item: OutboxItem<Content>, how: How = { keepalive: false }): Promise<boolean> {
    const { idempotency_key: key } = item
    try {
      await this.#delivery.send(this.#items.opened!.client, item, how)
      this.#failures.delete(key)
      removeItem(this.#items, key)
      return true
    } catch (error) {
      this.#fail(item, error)
      return false
    } finally {
      this.#attempts.delete(key)
      pendingRequests.delete(key)
    }
  }

  #fail(item: OutboxItem<Content>, error: unknown): void {
    const { idempotency_key: key } = item
    const reason = this.#delivery.reason(error)
    const retry_at = error instanceof ApiError ? error.retryAt : undefined
    const will_retry = isRetryable(error) || retry_at !== undefined
    updateItem(this.#items, key, { state: 'failed', reason, will_retry, retry_at })
    if (retry_at !== undefined) this.#retryAt(key, retry_at)
    else if (will_retry) this.#retryLater(key)
    if (item.state !== 'failed' || !isRetryable(error))
      this.#delivery.onFailed?.(this.#items.opened!.client, item, reason)
    const isRefused = error instanceof ApiError && !will_retry && error.status !== 401
    if (isRefused && this.#delivery.onRefused?.(this.#items.opened!.userId, item, reason)) removeItem(this.#items, key)
  }

  /** Browsers say that a device is online before requests succeed, and do not notice that a server is back. */
  #retryLater(key: string): void {
    const failures = this.#failures.get(key) ?? 0
    this.#failures.set(key, failures + 1)
    this.#retryAt(key, Date.now() + retryDelay(failures))
  }

  /** Retries from any page that is open then. */
  #retryAt(key: string, at: number): void {
    clearTimeout(this.#retries.get(key))
    this.#retries.set(
      key,
      setTimeout(() => void this.send(key), Math.max(0, at - Date.now())),
    )
  }

  #announce(key: string, send: () => Promise<boolean>): void {
    if (this.#delivery.isSentBeforeSignOut) pendingRequests.set(key, send)
  }
}
