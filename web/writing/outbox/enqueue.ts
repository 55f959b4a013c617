import { newKey } from '#shared/kit/ids.ts'
import { updateItem } from '#web/writing/outbox/items.ts'
import type { OutboxItem } from '#web/writing/outbox/channel.ts'
import type { Outbox } from '#web/writing/outbox/outbox.ts'

/**
 * Adds the item under a new key, which it returns. The item is shown from now on, and sent when its undo time is over.
 */
export function enqueue<Content extends object>(outbox: Outbox<Content>, content: Content, notLoaded: string): string {
  const key = newKey()
  const { undoMs, order } = outbox.channel
  const item: OutboxItem<Content> = {
    ...content,
    idempotency_key: key,
    state: undoMs > 0 ? 'waiting' : 'sending',
    ...(undoMs > 0 && { sends_at: Date.now() + undoMs }),
    reason: null,
    will_retry: false,
    written_at: new Date().toISOString(),
  }
  outbox.change((list) => (order === 'newest-first' ? [item, ...list] : [...list, item]))
  outbox.prepare().then(
    (sender) => (undoMs > 0 ? sender.schedule(key) : void sender.send(key)),
    () => fail(outbox, key, notLoaded),
  )
  return key
}

/** Retries an item, even a rejected one, under the same key. */
export function retry<Content extends object>(outbox: Outbox<Content>, key: string, notLoaded: string): void {
  outbox.prepare().then(
    (sender) => void sender.send(key),
    () => fail(outbox, key, notLoaded),
  )
}

/** The sender failed to load, which means a lost connection too. */
const fail = <Content extends object>(outbox: Outbox<Content>, key: string, reason: string): void =>
  updateItem(outbox, key, { state: 'failed', reason, will_retry: true, sends_at: undefined })
