/**
 * Messages on their way. Each gets its key once and keeps it through every try, so that it is said once; what could not
 * be sent stays on the device with the reason. Those of one group go one after the other, in the order written.
 */
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { SendMessage } from '#api/operations.ts'
import { cleanBody } from '#web/writing/editor/clean-body.ts'
import { addMessage } from '#web/features/inbox/message-cache.ts'
import { refreshEntries, errorMessage, updateGroup } from '#web/features/inbox/inbox.queries.ts'
import type { ChatDraft } from '#web/features/inbox/conversation-drafts.ts'
import { removeKey, writeJson, readJson } from '#web/platform/storage/json-storage.ts'
import { execute } from '#web/platform/api/operations.ts'
import { isRetryable, ApiError } from '#web/platform/api/api-error.ts'

export interface OutboxItem extends ChatDraft {
  idempotency_key: string
  group_id: number
  thread_id: number | null
  replied_to_id: number | null
  state: 'sending' | 'failed'
  reason: string | null
  retries: boolean
}

const NONE: readonly OutboxItem[] = []
let owner = 0
let items = NONE
const listeners = new Set<() => void>()
const queues = new Map<number, Promise<void>>()
const storageKey = () => `counterpart.chat-outbox.${owner}`

function kept(): readonly OutboxItem[] {
  const left = readJson<OutboxItem[]>(storageKey())
  return Array.isArray(left) ? left : NONE
}

type Edit = (list: readonly OutboxItem[]) => readonly OutboxItem[]

/** Made here and, apart from that, to what is stored: there other tabs keep theirs, which this one may not know. */
function change(edit: Edit): void {
  items = edit(items)
  const left = edit(kept())
  if (left.length > 0) writeJson(storageKey(), left)
  else removeKey(storageKey())
  for (const listener of listeners) listener()
}
const patch = (key: string, part: Partial<OutboxItem>) =>
  change((list) => list.map((item) => (item.idempotency_key === key ? { ...item, ...part } : item)))
export const discard = (key: string) => change((list) => list.filter((item) => item.idempotency_key !== key))

/**
 * What an earlier page left behind is cleaned like everything that enters the page, and waits to be sent again. Whether
 * what was on its way arrived nobody knows; by its key it is said once all the same.
 */
export function openOutbox(userId: number): void {
  if (owner === userId) return
  owner = userId
  items = kept().map((item) => ({
    ...item,
    html: cleanBody(item.html),
    state: 'failed',
    reason: item.reason ?? 'The page was closed before this message was sent.',
    retries: item.retries || item.state === 'sending',
  }))
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export function useOutgoing(groupId: number): readonly OutboxItem[] {
  const all = useSyncExternalStore(
    subscribe,
    () => items,
    () => NONE,
  )
  return all.filter(({ group_id }) => group_id === groupId)
}

export function send(client: QueryClient, item: Omit<OutboxItem, 'state' | 'reason' | 'retries'>): void {
  change((list) => [...list, { ...item, state: 'sending', reason: null, retries: false }])
  sendItem(client, item.idempotency_key)
}

export function sendItem(client: QueryClient, key: string): void {
  const item = items.find(({ idempotency_key }) => idempotency_key === key)
  if (!item) return
  patch(key, { state: 'sending', reason: null })
  const before = queues.get(item.group_id) ?? Promise.resolve()
  queues.set(
    item.group_id,
    before.then(() => attempt(client, item)),
  )
}

/** When the page opens, and when the connection is back. */
export function resumeOutbox(client: QueryClient): void {
  for (const { idempotency_key, state, retries } of items)
    if (state === 'failed' && retries) sendItem(client, idempotency_key)
}

async function attempt(client: QueryClient, item: OutboxItem, threadId = item.thread_id): Promise<void> {
  const { idempotency_key, group_id, html, mentions, attachments, replied_to_id } = item
  try {
    const { sendMessage } = await execute(SendMessage, {
      group_id,
      msg_body: html,
      mentions,
      attachments,
      thread_id: threadId,
      replied_to_id,
      idempotency_key,
    })
    const { message_index_in_group: index } = sendMessage
    addMessage(client, sendMessage)
    updateGroup(client, group_id, ({ latest_index, last_seen_message_index }) => ({
      latest_index: Math.max(latest_index, index),
      last_seen_message_index: Math.max(last_seen_message_index, index),
    }))
    discard(idempotency_key)
    refreshEntries(client)
  } catch (error) {
    // The address stays in the text; only the preview is left out.
    if (threadId !== null && error instanceof ApiError && error.code === 'inbox.thread_not_found')
      return attempt(client, item, null)
    const waits = error instanceof ApiError && error.retryAt !== undefined
    patch(idempotency_key, { state: 'failed', reason: errorMessage(error), retries: waits || isRetryable(error) })
  }
}
