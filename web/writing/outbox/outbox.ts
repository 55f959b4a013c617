import { useSyncExternalStore } from 'react'
import type { UploadedFile } from '#shared/uploads.ts'
import type { ReplyVoteInput } from '#api/operations.ts'
import { removeKey, writeJson, readJson } from '#web/platform/storage/json-storage.ts'
import type { ExpertTagDraft } from '#web/writing/drafts/expert-tag-draft.ts'
import { replyOutboxKey } from '#web/platform/storage/storage-keys.ts'

/**
 * Replies on their way. An intent to send gets its idempotency key here, once, and every retry carries the same key,
 * also after a reload: the server answers a repeated key with the message that it made the first time.
 */
export interface OutboxItem {
  idempotency_key: string
  thread_id: number
  message_replied_id: number | null
  is_private: boolean
  addressees: string[]
  html: string
  text: string
  mentions: number[]
  /** Missing in what an earlier version has kept. */
  attachments?: UploadedFile[]
  experts?: ExpertTagDraft[]
  votes?: ReplyVoteInput[]
  /** In one's own anonymous thread: it waits on the server before it appears. */
  is_anonymous?: boolean
  written_at: string
  state: 'sending' | 'failed'
  /** Until then it waits on this device, in milliseconds since 1970, and can be taken back. */
  sends_at?: number | undefined
  /** Why it did not go out, in words. */
  reason: string | null
  /** True when the way was at fault and not the reply, so that the next connection may carry it. */
  retries_by_itself: boolean
  /** A limit was reached: it goes out then, in milliseconds since 1970. */
  retry_at?: number | undefined
}

/** What its writer can do with a reply that is on its way. */
export type PendingReplyAction = 'retry' | 'edit' | 'discard' | 'undo' | 'now'

const NONE: readonly OutboxItem[] = []
const listeners = new Set<() => void>()
let owner: number | null = null
let items: readonly OutboxItem[] = NONE
let stored = true

function kept(userId: number): readonly OutboxItem[] {
  const left = readJson<OutboxItem[]>(replyOutboxKey(userId))
  return Array.isArray(left) ? left : NONE
}

type Edit = (list: readonly OutboxItem[]) => readonly OutboxItem[]

/** Made here and, apart from that, to what is stored: there other tabs keep theirs, which this one may not know. */
function change(edit: Edit): void {
  items = edit(items)
  if (owner !== null) {
    const left = edit(kept(owner))
    if (left.length === 0) removeKey(replyOutboxKey(owner))
    else stored = writeJson(replyOutboxKey(owner), left) && left.length >= items.length
  }
  for (const listener of listeners) listener()
}

/** Reads what an earlier page of this member left behind. */
export function openOutbox(userId: number): void {
  if (owner === userId) return
  owner = userId
  items = kept(userId)
  for (const listener of listeners) listener()
}

export const outboxItems = () => items
export const findItem = (key: string) => items.find(({ idempotency_key }) => idempotency_key === key)

/** True while a reply may be in the thread already and this page does not know as which. */
export const isSendingTo = (threadId: number) =>
  items.some(({ thread_id, state, sends_at }) => thread_id === threadId && state === 'sending' && !sends_at)

/** True when leaving the page now would lose a reply. */
export const hasUnsavedItem = () => !stored && items.length > 0

export function enqueue(item: OutboxItem): void {
  change((list) => [item, ...list])
}

export function updateItem(key: string, part: Partial<OutboxItem>): void {
  change((list) => list.map((item) => (item.idempotency_key === key ? { ...item, ...part } : item)))
}

export function removeItem(key: string): void {
  change((list) => list.filter((item) => item.idempotency_key !== key))
}

/** The messages that this page has sent, with the key under which each was shown before it arrived. */
export const sentMessageKeys = new Map<number, string>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function useOutbox(): readonly OutboxItem[] {
  return useSyncExternalStore(subscribe, outboxItems, () => NONE)
}
