/**
 * The live stream: signals arrive within a second. The stream has no history, so after every gap (a lost connection, a
 * sleeping device) handlers get `resync` and refetch what they show. The time between rendering the first view and
 * opening the stream is a gap too, a short one: that is `opened`.
 */
import { useEffect, useEffectEvent } from 'react'
import { createEmitter, createStore } from '#web/kit/store.ts'
import { goToLogin } from '#web/platform/api/redirect-to-login.ts'
import { log } from '#web/platform/log.ts'
import { setServerVersion } from '#web/platform/live/version.ts'

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
interface GapSignal {
  signal: 'resync' | 'opened'
  thread_id?: undefined
  actor_id?: undefined
}
export type LiveSignal = DiscussionSignal | PollSignal | ModerationSignal | NotificationSignal | InboxSignal | GapSignal

/** After a gap any data may be stale. */
export const isResync = (signal: LiveSignal): signal is GapSignal =>
  signal.signal === 'resync' || signal.signal === 'opened'
/** `deaf`: the server responds but receives no signals from other servers. */
export type LiveState = 'connecting' | 'open' | 'deaf' | 'lost'

export const FIRST_DELAY_MS = 1_000
export const DELAY_CAP_MS = 30_000
const PULSE_MS = 10_000
const FIRST_VIEW_MS = 10_000
/** A timer tick this late means that the device slept. */
const SLEEP_MS = 30_000

/** Half of the exponential delay is random, so that clients do not all reconnect to a restarted server at once. */
export function reconnectDelay(failures: number, chance = Math.random()): number {
  const full = Math.min(FIRST_DELAY_MS * 2 ** failures, DELAY_CAP_MS)
  return full / 2 + (full / 2) * chance
}

const signals = createEmitter<LiveSignal>()
const state = createStore<LiveState>('connecting')
let source: EventSource | undefined
let failures = 0
let wasOpen = false
let firstOpenedAt = 0
let retry: ReturnType<typeof setTimeout> | undefined

function connect(): void {
  clearTimeout(retry)
  source?.close()
  const stream = new EventSource('/api/live')
  source = stream
  stream.onopen = () => {
    failures = 0
    state.set('open')
    signals.emit({ signal: wasOpen ? 'resync' : 'opened' })
    firstOpenedAt ||= performance.now()
    wasOpen = true
  }
  stream.addEventListener('signal', ({ data }) => {
    const signal = JSON.parse(data) as LiveSignal
    if (signal.signal === 'resync') state.set('open')
    signals.emit(signal)
  })
  stream.addEventListener('deaf', () => state.set('deaf'))
  stream.addEventListener('hello', ({ data }) => setServerVersion((JSON.parse(data) as { version?: string }).version))
  stream.addEventListener('ended', () => {
    stream.close()
    goToLogin({ session_expired: 'true' })
  })
  // The member has too many pages open; this one reconnects when it becomes visible.
  stream.addEventListener('crowded', () => {
    stream.close()
    state.set('lost')
  })
  // Access changed while the page was open: the server redirects to the right page.
  stream.addEventListener('standing', () => location.reload())
  stream.onerror = () => {
    if (source !== stream) return
    stream.close()
    state.set('lost')
    wasOpen = true
    retry = setTimeout(connect, reconnectDelay(failures++))
  }
}

/** Keeps the stream open until the returned function is called. */
export function startLive(): () => void {
  connect()
  let lastPulse = Date.now()
  const reconnect = () => {
    failures = 0
    connect()
  }
  const pulse = setInterval(() => {
    if (Date.now() - lastPulse > SLEEP_MS) reconnect()
    lastPulse = Date.now()
  }, PULSE_MS)
  const onVisible = () => {
    if (document.visibilityState === 'visible' && state.get() === 'lost') reconnect()
  }
  const onOffline = () => state.set('lost')
  addEventListener('online', reconnect)
  addEventListener('offline', onOffline)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    clearInterval(pulse)
    clearTimeout(retry)
    removeEventListener('online', reconnect)
    removeEventListener('offline', onOffline)
    document.removeEventListener('visibilitychange', onVisible)
    source?.close()
    source = undefined
  }
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

export const useLiveState = state.use

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
