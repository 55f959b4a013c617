/**
 * Live signals, for the parts of a page that follow them; `live-stream.ts` receives them. The stream has no history, so
 * after every gap (a lost connection, a sleeping device) handlers get `resync` and refetch what they show. The time
 * between rendering the first view and opening the stream is a gap too, a short one: that is `opened`.
 */
import { useEffect, useEffectEvent } from 'react'
import { createEmitter, createStore } from '#web/kit/store.ts'
import { log } from '#web/platform/log.ts'

export interface DiscussionSignal {
  /** `reviewed`: a staff decision; it has no `actor_id`. */
  signal:
    | 'discussions.replied'
    | 'discussions.published'
    | 'discussions.liked'
    | 'discussions.edited'
    | 'discussions.removed'
    | 'discussions.thread_removed'
    | 'discussions.reviewed'
  thread_id: number
  message_id: number
  actor_id: number | null
  is_private: boolean
}
/** Does not reveal who voted. */
export interface PollSignal {
  signal: 'polls.voted' | 'polls.ended'
  thread_id: number
  poll_id: number
  actor_id?: undefined
}
/** For staff only; their pages refetch. */
interface ModerationSignal {
  signal: 'moderation.changed'
  thread_id?: undefined
  actor_id?: undefined
}
/** This member's notifications changed. */
interface NotificationSignal {
  signal: 'notifications.changed'
  thread_id?: undefined
  actor_id?: undefined
}
/** Sent to the members of a group; `message_index_in_group` of the message that was sent, changed or read. */
export interface InboxSignal {
  signal:
    | 'inbox.sent'
    | 'inbox.updated'
    | 'inbox.seen'
    | 'inbox.present'
    | 'inbox.invited'
    | 'inbox.joined'
    | 'inbox.left'
    | 'inbox.changed'
    | 'inbox.settings_changed'
  group_id: number
  actor_id: number
  message_id?: number
  message_index_in_group?: number
  is_typing?: boolean
  thread_id?: undefined
}
/** Another sentence of an answer, or its end; or a conversation changed on another device. */
interface AssistantSignal {
  signal: 'assistant.written' | 'assistant.conversation_changed'
  conversation_id: number
  message_id?: number
  thread_id?: undefined
  actor_id?: undefined
}
interface GapSignal {
  signal: 'resync' | 'opened'
  thread_id?: undefined
  actor_id?: undefined
}
export type LiveSignal =
  | DiscussionSignal
  | PollSignal
  | ModerationSignal
  | NotificationSignal
  | InboxSignal
  | AssistantSignal
  | GapSignal

/** After a gap any data may be stale. */
export const isResync = (signal: LiveSignal): signal is GapSignal =>
  signal.signal === 'resync' || signal.signal === 'opened'
/** `deaf`: the server responds but receives no signals from other servers. */
export type LiveState = 'connecting' | 'open' | 'deaf' | 'lost'

const FIRST_VIEW_MS = 10_000

const signals = createEmitter<LiveSignal>()
export const liveState = createStore<LiveState>('connecting')
let firstOpenedAt = 0

/** For the stream, which is loaded after the first view. */
export function emitSignal(signal: LiveSignal): void {
  if (isResync(signal)) firstOpenedAt ||= performance.now()
  signals.emit(signal)
}

/** Calls the handler for every signal until the returned function is called. */
export function subscribeToSignals(handler: (signal: LiveSignal) => void): () => void {
  const unsubscribe = signals.subscribe((signal) => {
    try {
      handler(signal)
    } catch (error) {
      log.error('A live handler failed.', error)
    }
  })
  // A slow device may hydrate a part of the first view after the stream has opened.
  if (firstOpenedAt > 0 && performance.now() - firstOpenedAt < FIRST_VIEW_MS) handler({ signal: 'opened' })
  return unsubscribe
}

export function useSignals(handler: (signal: LiveSignal) => void): void {
  const onEach = useEffectEvent(handler)
  useEffect(() => subscribeToSignals((signal) => onEach(signal)), [])
}

export const useLiveState = liveState.use

/** Polls while the live stream is down. */
export function usePolling(ask: () => void, everyMs: number): void {
  const isSilent = ['lost', 'deaf'].includes(useLiveState())
  const poll = useEffectEvent(ask)
  useEffect(() => {
    if (!isSilent) return
    const timer = setInterval(() => poll(), everyMs)
    return () => clearInterval(timer)
  }, [isSilent, everyMs])
}
