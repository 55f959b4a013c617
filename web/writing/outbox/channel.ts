import type { QueryClient } from '@tanstack/react-query'

/** What the outbox knows of each item, beside what the channel sends. */
export interface SendingState {
  /** One for each item, through every retry and reload: the server answers a repeated key with the first result. */
  idempotency_key: string
  state: 'waiting' | 'sending' | 'failed'
  /** A waiting item is sent then, and can be cancelled before; in milliseconds since 1970. */
  sends_at?: number | undefined
  /** Why it failed, as a sentence for the member. */
  reason: string | null
  /** The connection or the server failed, not the item: it is sent again when the connection is back. */
  will_retry: boolean
  /** A limit was reached: it is sent again then, in milliseconds since 1970. */
  retry_at?: number | undefined
  written_at: string
}
export type OutboxItem<Content> = Content & SendingState

/** One kind of what members send, such as replies. */
export interface Channel<Content extends object> {
  storageKey: (userId: number) => string
  /** So long it waits on the device and can be cancelled; 0: it is sent at once. */
  undoMs: number
  order: 'newest-first' | 'oldest-first'
  /** The thread or group to which it is sent. */
  target: (item: Content) => number
  /** A stored item, also of the version before, as it is after a reload. */
  read: (stored: StoredItem<Content>) => OutboxItem<Content>
  /** Loaded when somebody writes. */
  loadDelivery: () => Promise<{ delivery: Delivery<Content> }>
}

/** How the items of a channel are sent, and what follows. */
export interface Delivery<Content extends object> {
  /** Items of one target are sent one after another; otherwise all are sent in parallel. */
  isSequential: boolean
  /** Sign-out sends these items first, and does not happen while one of them cannot be sent. */
  isSentBeforeSignOut: boolean
  /** Sends it and writes the caches. The item is removed when this resolves. */
  send: (client: QueryClient, item: OutboxItem<Content>, how: { keepalive: boolean }) => Promise<void>
  reason: (error: unknown) => string
  /** It failed for the first time, or for a reason that a retry does not help. */
  onFailed?: (client: QueryClient, item: OutboxItem<Content>, reason: string) => void
  /** The server decided against it. True: its text is back in a draft, so the item is removed. */
  onRefused?: (userId: number, item: OutboxItem<Content>, reason: string) => boolean
}

export type EditItems<Content> = (list: readonly OutboxItem<Content>[]) => readonly OutboxItem<Content>[]

/** What the sender may do with the items. */
export interface OutboxItems<Content> {
  all(): readonly OutboxItem<Content>[]
  /** Edits this page's items and, apart from them, what is stored: other tabs store items that this one does not know. */
  change(edit: EditItems<Content>): void
  /** Of whom the items are, and the client whose caches change. */
  opened: { userId: number; client: QueryClient } | undefined
}

/** An item as the version before stored it, which had no state `waiting` and called `will_retry` by two other names. */
export type StoredItem<Content> = OutboxItem<Content> & { retries_by_itself?: boolean; retries?: boolean }

export const readItem = <Content>(stored: StoredItem<Content>): OutboxItem<Content> => ({
  ...stored,
  state: stored.sends_at ? 'waiting' : stored.state,
  will_retry: stored.will_retry ?? stored.retries_by_itself ?? stored.retries ?? false,
})
