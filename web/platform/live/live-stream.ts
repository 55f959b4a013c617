/** The live stream: signals arrive within a second. Loaded after the first view, and reconnected for as long as it is open. */
import { LOG_POSITION_COOKIE, LOG_POSITION_SECONDS } from '#shared/log-position.ts'
import { goToLogin } from '#web/platform/api/redirect-to-login.ts'
import { emitSignal, liveState, type LiveSignal } from '#web/platform/live/live.ts'
import { setServerVersion } from '#web/platform/live/version.ts'

export const FIRST_DELAY_MS = 1_000
export const DELAY_CAP_MS = 30_000
const PULSE_MS = 10_000
/** A timer tick this late means that the device slept. */
const SLEEP_MS = 30_000

/** Half of the exponential delay is random, so that clients do not all reconnect to a restarted server at once. */
export function reconnectDelay(failures: number, chance = Math.random()): number {
  const full = Math.min(FIRST_DELAY_MS * 2 ** failures, DELAY_CAP_MS)
  return full / 2 + (full / 2) * chance
}

/** The next request may go to a server that has not heard of the change yet. */
const rememberLogPosition = (position: number) => {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${LOG_POSITION_COOKIE}=${position}; path=/; max-age=${LOG_POSITION_SECONDS}; samesite=lax${secure}`
}

let source: EventSource | undefined
let failures = 0
let wasOpen = false
let retry: ReturnType<typeof setTimeout> | undefined

function connect(): void {
  clearTimeout(retry)
  source?.close()
  const stream = new EventSource('/api/live')
  source = stream
  stream.onopen = () => {
    failures = 0
    liveState.set('open')
    emitSignal({ signal: wasOpen ? 'resync' : 'opened' })
    wasOpen = true
  }
  stream.addEventListener('signal', ({ data }) => {
    const signal = JSON.parse(data) as LiveSignal & { position?: number }
    if (signal.position !== undefined) rememberLogPosition(signal.position)
    if (signal.signal === 'resync') liveState.set('open')
    emitSignal(signal)
  })
  stream.addEventListener('deaf', () => liveState.set('deaf'))
  stream.addEventListener('hello', ({ data }) => setServerVersion((JSON.parse(data) as { version?: string }).version))
  stream.addEventListener('ended', () => {
    stream.close()
    goToLogin({ session_expired: 'true' })
  })
  // The member has too many pages open; this one reconnects when it becomes visible.
  stream.addEventListener('crowded', () => {
    stream.close()
    liveState.set('lost')
  })
  // Access changed while the page was open: the server redirects to the right page.
  stream.addEventListener('standing', () => location.reload())
  stream.onerror = () => {
    if (source !== stream) return
    stream.close()
    liveState.set('lost')
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
    if (document.visibilityState === 'visible' && liveState.get() === 'lost') reconnect()
  }
  const onOffline = () => liveState.set('lost')
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
