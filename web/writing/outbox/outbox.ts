import type { QueryClient } from '@tanstack/react-query'
import { loadOnce } from '#web/kit/loading/load-once.ts'
import { createStore } from '#web/kit/store.ts'
import { readJson, removeKey, writeJson } from '#web/platform/storage/json-storage.ts'
import type { Channel, EditItems, OutboxItem, OutboxItems, StoredItem } from '#web/writing/outbox/channel.ts'

/**
 * Items that the member has sent and the server has not confirmed, stored on the device until then. The sender is
 * loaded when there is something to send.
 */
export class Outbox<Content extends object> implements OutboxItems<Content> {
  readonly channel: Channel<Content>
  readonly #items = createStore<readonly OutboxItem<Content>[]>([])
  opened: { userId: number; client: QueryClient } | undefined
  #key = ''
  #isStored = true

  constructor(channel: Channel<Content>) {
    this.channel = channel
  }

  /** Loads everything needed to send an item, so that sending needs no more of our files if the connection is lost. */
  readonly prepare = loadOnce(async () => {
    const [{ Sender }, { delivery }] = await Promise.all([
      import('#web/writing/outbox/sender.ts'),
      this.channel.loadDelivery(),
    ])
    return new Sender(this, this.channel, delivery)
  })

  /** Reads the items that an earlier page of this member stored. */
  open(userId: number, client: QueryClient): void {
    if (this.opened?.userId === userId) return
    if (!this.opened) addEventListener('online', () => this.resume())
    this.opened = { userId, client }
    this.#key = this.channel.storageKey(userId)
    this.#items.set(this.#stored().map(this.channel.read))
  }

  use(): readonly OutboxItem<Content>[] {
    return this.#items.use()
  }

  all(): readonly OutboxItem<Content>[] {
    return this.#items.get()
  }

  /** Resumes sending, now and whenever the connection returns, even after the page that showed the items was left. */
  resume(): void {
    if (this.all().length > 0)
      this.prepare().then(
        (sender) => sender.resume(),
        () => undefined,
      )
  }

  /** True if leaving the page now would lose an item. */
  readonly hasUnsaved = (): boolean => !this.#isStored && this.all().length > 0

  /** True while an item may have arrived and this page does not know its message id. */
  isSending(target: number): boolean {
    return this.all().some((item) => item.state === 'sending' && this.channel.target(item) === target)
  }

  change(edit: EditItems<Content>): void {
    const items = edit(this.all())
    if (this.#key) {
      const stored = edit(this.#stored())
      if (stored.length === 0) removeKey(this.#key)
      else this.#isStored = writeJson(this.#key, stored) && stored.length >= items.length
    }
    this.#items.set(items)
  }

  #stored = (): readonly StoredItem<Content>[] => readJson<StoredItem<Content>[]>(this.#key) ?? []
}
