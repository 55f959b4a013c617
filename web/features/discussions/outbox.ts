import { useSyncExternalStore } from 'react'
import type { UploadedFile } from '#shared/uploads.ts'
import type { ReplyVoteInput } from '#api/operations.ts'
import { forget, keep, readKept } from '#web/platform/device.ts'
import type { NamedDraft } from '#web/features/discussions/use-naming.tsx'
import { outboxKey } from '#web/platform/local.ts'

/**
 * Replies on their way. An intent to send gets its idempotency key here, once, and every retry carries the same key,
 * also after a reload: the server answers a repeated key with the message that it made the first time.
 */
export interface Outgoing {
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
  experts?: NamedDraft[]
  votes?: ReplyVoteInput[]
  written_at: string
  state: 'sending' | 'failed'
  /** Until then it waits on this device, in milliseconds since 1970, and can be taken back. */
  sends_at?: number | undefined
  /** Why it did not go out, in words. */
  reason: string | null
  /** True when the way was at fault and not the reply, so that the next connection may carry it. */
  retries_by_itself: boolean
}

const NONE: readonly Outgoing[] = []
const listeners = new Set<() => void>()
let owner: number | null = null
let items: readonly Outgoing[] = NONE
let stored = true

function kept(userId: number): readonly Outgoing[] {
  const left = readKept<Outgoing[]>(outboxKey(userId))
  return Array.isArray(left) ? left : NONE
}

type Edit = (list: readonly Outgoing[]) => readonly Outgoing[]

/** Made here and, apart from that, to what is stored: there other tabs keep theirs, which this one may not know. */
function change(edit: Edit): void {
  items = edit(items)
  if (owner !== null) {
    const left = edit(kept(owner))
    if (left.length === 0) forget(outboxKey(owner))
    else stored = keep(outboxKey(owner), left) && left.length >= items.length
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

export const outgoing = () => items
export const findOutgoing = (key: string) => items.find(({ idempotency_key }) => idempotency_key === key)

/** True while a reply may be in the thread already and this page does not know as which. */
export const isSendingTo = (threadId: number) =>
  items.some(({ thread_id, state, sends_at }) => thread_id === threadId && state === 'sending' && !sends_at)

/** True when leaving the page now would lose a reply. */
export const hasUnstoredReply = () => !stored && items.length > 0

export function addOutgoing(item: Outgoing): void {
  change((list) => [item, ...list])
}

export function updateOutgoing(key: string, part: Partial<Outgoing>): void {
  change((list) => list.map((item) => (item.idempotency_key === key ? { ...item, ...part } : item)))
}

export function removeOutgoing(key: string): void {
  change((list) => list.filter((item) => item.idempotency_key !== key))
}

/** The messages that this page has sent, with the key under which each was shown before it arrived. */
export const sentAs = new Map<number, string>()

/** Loaded when somebody writes: a reply waits long enough for it to arrive. */
export const loadSending = () => import('#web/features/discussions/replies.ts')

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function useOutbox(): readonly Outgoing[] {
  return useSyncExternalStore(subscribe, outgoing, () => NONE)
}
