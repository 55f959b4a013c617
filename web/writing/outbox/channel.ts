import type { QueryClient } from '@tanstack/react-query'

/** The outbox's own fields of an item, in addition to the channel's content. */
export interface SendingState {
  /** One per item, the same for every retry and reload: the server answers a repeated key with the first result. */
  idempotency_key: string
  state: 'waiting' | 'sending' | 'failed'
  /** When a waiting item is sent, and until when it can be cancelled; in milliseconds since 1970. */
  sends_at?: number | undefined
  /** Why it failed, as a message for the member. */
  reason: string | null
  /** The connection or the server failed, not the item: it is sent again when the connection returns. */
  will_retry: boolean
  /** When a rate limit allows a retry, in milliseconds since 1970. */
  retry_at?: number | undefined
  written_at: string
}
export type OutboxItem<Content> = Content & SendingState

/** One kind of item that members send, such as replies. */
export interface Channel<Content extends object> {
  storageKey: (userId: number) => string
  /** How long an item waits on the device and can be cancelled; 0: it is sent at once. */
  undoMs: number
  order: 'newest-first' | 'oldest-first'
  /** The id of the thread or group it is sent to. */
  target: (item: Content) => number
  /** Converts a stored item, including one of the previous version, to its state after a reload. */
  read: (stored: StoredItem<Content>) => OutboxItem<Content>
  /** Loaded when the user writes. */
  loadDelivery: () => Promise<{ delivery: Delivery<Content> }>
}

/** How the items of a channel are sent, and what happens afterwards. */
export interface Delivery<Content extends object> {
  /** Items of one target are sent in sequence; otherwise all are sent in parallel. */
  isSequential: boolean
  /** Sign-out sends these items first, and is cancelled if one of them cannot be sent. */
  isSentBeforeSignOut: boolean
  /** Sends the item and updates the query cache. The item is removed when this resolves. */
  send: (client: QueryClient, item: OutboxItem<Content>, how: { keepalive: boolean }) => Promise<void>
  reason: (error: unknown) => string
  /** Called on the first failure, and on any failure that a retry does not solve. */
  onFailed?: (client: QueryClient, item: OutboxItem<Content>, reason: string) => void
  /**
   * Called if the server rejected the item. Returns true if its text was restored to a draft, so that the item is
   * removed.
   */
  onRefused?: (userId: number, item: OutboxItem<Content>, reason: string) => boolean
}

export type EditItems<Content> = (list: readonly OutboxItem<Content>[]) => readonly OutboxItem<Content>[]

/** The operations on items that the sender may use. */
export interface OutboxItems<Content> {
  all(): readonly OutboxItem<Content>[]
  /** Edits this page's items and, separately, the stored ones: other tabs store items that this tab does not have. */
  change(edit: EditItems<Content>): void
  /** The member who owns the items, and the client whose caches change. */
  opened: { userId: number; client: QueryClient } | undefined
}

/** An item as stored by the previous version, which had no state `waiting` and two other names for `will_retry`. */
export type StoredItem<Content> = OutboxItem<Content> & { retries_by_itself?: boolean; retries?: boolean }

export const readItem = <Content>(stored: StoredItem<Content>): OutboxItem<Content> => ({
  ...stored,
  state: stored.sends_at ? 'waiting' : stored.state,
  will_retry: stored.will_retry ?? stored.retries_by_itself ?? stored.retries ?? false,
})
