/** Server-sent events: each signal goes to those it concerns, asked anew for every message and stream. */
import type { ServerResponse } from 'node:http'
import { log } from '#server/platform/log/log.ts'
import { SESSION_CACHE_MS, type Session, type Sessions } from '#server/platform/session/sessions.ts'
import type { Bus, Signal } from '#server/platform/signals/bus.ts'

const HEARTBEAT_MS = 25_000
const STREAMS_PER_MEMBER = 20
/** However the looks fail, nobody is told anything for longer than this on the word of an earlier one. */
const UNCHECKED_MS = 5_000
/** A reader that takes nothing for this long is gone; what it missed it fetches when it is back. */
const UNREAD_BYTES = 256 * 1024

interface Stream {
  token: string
  session: Session
  channels: ReadonlySet<number>
  response: ServerResponse
  /** When the session was last found to stand. */
  checkedAt: number
}

export interface Streams {
  /** Without a session, or in no full standing, the stream says so and ends: a page reads no status of a stream. */
  open(token: string, session: Session | undefined, response: ServerResponse): void
  count(): number
  close(): void
}

const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

const closeReason = (session: Session | undefined): string | undefined =>
  !session ? event('ended', {}) : session.standing === 'full' ? undefined : event('standing', {})

const concerns = ({ session, channels }: Stream, { users, readers, ...signal }: Signal) =>
  users.includes(session.id) ||
  (session.is_staff && !signal.isConfidential) ||
  (signal.channels.some((channel) => channels.has(channel)) && (!readers || readers.includes(session.id)))

export function makeStreams(bus: Bus, sessions: Sessions, version: string): Streams {
  const streams = new Set<Stream>()
  let isClosed = false

  function end(stream: Stream, farewell?: string) {
    if (!streams.delete(stream)) return
    if (farewell) stream.response.write(farewell)
    stream.response.end()
  }
  const send = (stream: Stream, text: string) => {
    if (stream.response.writableLength > UNREAD_BYTES) return stream.response.destroy()
    stream.response.write(text)
  }
  bus.onSignal((signal) => {
    const text = event('signal', { signal: signal.signal, ...signal.data })
    for (const stream of streams) if (concerns(stream, signal)) send(stream, text)
  })
  // Readers ask by themselves until they are told that they hear again.
  const deaf = event('deaf', {})
  bus.onLoss(() => {
    for (const stream of streams) send(stream, deaf)
  })
  bus.onGap(() => {
    for (const stream of streams) send(stream, event('signal', { signal: 'resync' }))
  })

  const heartbeat = setInterval(() => {
    for (const stream of streams) send(stream, ': still here\n\n')
  }, HEARTBEAT_MS)

  // One statement for all streams: a member who was suspended or signed out elsewhere leaves within seconds.
  const recheck = setInterval(async () => {
    // What opens while the answer is under way was not asked about, and was checked when it opened.
    const asked = [...streams]
    if (asked.length === 0) return
    const began = Date.now()
    try {
      const standing = await sessions.standing([...new Set(asked.map(({ token }) => token))])
      for (const stream of asked) {
        const session = standing.get(stream.token)
        const farewell = closeReason(session)
        if (!session || farewell) end(stream, farewell)
        else {
          stream.session = session
          stream.channels = new Set(session.channels)
          stream.checkedAt = began
        }
      }
    } catch (error) {
      log.warn({ error }, 'the sessions of live streams could not be checked')
      // They come back by themselves, and are checked again when they connect.
      for (const stream of asked) if (Date.now() - stream.checkedAt > UNCHECKED_MS) end(stream)
    }
  }, SESSION_CACHE_MS)
  heartbeat.unref()
  recheck.unref()

  return {
    open(token, session, response) {
      // A stream that begins while the server ends would hold it.
      if (isClosed) return void response.end()
      const farewell = closeReason(session)
      if (!session || farewell) return void response.end(farewell)
      const own = [...streams].filter((stream) => stream.session.id === session.id)
      // Said, so that it does not come back at once and drive out the next.
      if (own.length >= STREAMS_PER_MEMBER) end(own[0]!, event('crowded', {}))
      const stream: Stream = {
        token,
        session,
        channels: new Set(session.channels),
        response,
        checkedAt: Date.now(),
      }
      streams.add(stream)
      response.on('close', () => streams.delete(stream))
      response.on('error', () => streams.delete(stream))
      response.write(`retry: 1000\n\n${event('hello', { version })}${bus.isConnected() ? '' : deaf}`)
    },
    count: () => streams.size,
    close() {
      isClosed = true
      clearInterval(heartbeat)
      clearInterval(recheck)
      for (const stream of streams) end(stream)
    },
  }
}
