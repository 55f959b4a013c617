import { useSyncExternalStore } from 'react'
import type { UploadedFile } from '#shared/uploads.ts'
import { cleanBody } from '#web/features/discussions/clean-body.ts'
import type { ReplyVoteInput } from '#api/operations.ts'
import { forget, keep, readKept } from '#web/features/discussions/device.ts'
import type { NamedDraft } from '#web/features/discussions/use-naming.tsx'

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

const storageKey = (userId: number) => `counterpart.outbox.${userId}`

function change(next: readonly Outgoing[]): void {
  items = next
  if (owner !== null) {
    if (next.length === 0) forget(storageKey(owner))
    else stored = keep(storageKey(owner), next)
  }
  for (const listener of listeners) listener()
}

const isOnItsWay = ({ state, sends_at = 0 }: Outgoing) => state === 'sending' && sends_at < Date.now()

// What comes from the device enters the page, so it is cleaned like everything else.
const takenUp = (item: Outgoing): Outgoing => ({
  ...item,
  html: cleanBody(item.html),
  ...(isOnItsWay(item) && {
    state: 'failed' as const,
    reason: 'The page was closed before this was sent.',
    retries_by_itself: true,
  }),
})

/** Reads what an earlier page of this member left behind; a reply that was on its way then is to be sent again. */
export function openOutbox(userId: number): void {
  if (owner === userId) return
  owner = userId
  const left = readKept<Outgoing[]>(storageKey(userId)) ?? []
  items = Array.isArray(left) ? left.map(takenUp) : NONE
  for (const listener of listeners) listener()
}

export const outgoing = () => items

/** True when leaving the page now would lose a reply. */
export const hasUnstoredReply = () => !stored && items.length > 0

export function addOutgoing(item: Outgoing): void {
  change([item, ...items])
}

export function updateOutgoing(key: string, part: Partial<Outgoing>): void {
  change(items.map((item) => (item.idempotency_key === key ? { ...item, ...part } : item)))
}

export function removeOutgoing(key: string): void {
  change(items.filter((item) => item.idempotency_key !== key))
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
