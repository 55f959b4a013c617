/** Server-sent events: each signal goes to those it concerns, asked anew for every message and stream. */
import type { ServerResponse } from 'node:http'
import { log } from '#server/platform/log/log.ts'
import { BELIEVED_MS, type Session, type Sessions } from '#server/platform/session/sessions.ts'
import type { Bus, Signal } from '#server/platform/signals/bus.ts'

const HEARTBEAT_MS = 25_000
const STREAMS_PER_MEMBER = 20
/** A reader that takes nothing for this long is gone; what it missed it fetches when it is back. */
const UNREAD_BYTES = 256 * 1024

interface Stream {
  token: string
  session: Session
  channels: ReadonlySet<number>
  response: ServerResponse
}

export interface Streams {
  open(token: string, session: Session, response: ServerResponse): void
  count(): number
  close(): void
}

const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

export function makeStreams(bus: Bus, sessions: Sessions, version: string): Streams {
  const streams = new Set<Stream>()

  function end(stream: Stream, farewell?: string) {
    if (!streams.delete(stream)) return
    if (farewell) stream.response.write(farewell)
    stream.response.end()
  }
  const send = (stream: Stream, text: string) => {
    if (stream.response.writableLength > UNREAD_BYTES) return stream.response.destroy()
    stream.response.write(text)
  }
  const concerns = ({ session, channels }: Stream, { users, readers, ...signal }: Signal) =>
    session.is_staff ||
    users.includes(session.id) ||
    (signal.channels.some((channel) => channels.has(channel)) && (!readers || readers.includes(session.id)))

  bus.onSignal((signal) => {
    const text = event('signal', { signal: signal.signal, ...signal.data })
    for (const stream of streams) if (concerns(stream, signal)) send(stream, text)
  })
  bus.onGap(() => {
    for (const stream of streams) send(stream, event('signal', { signal: 'resync' }))
  })

  const heartbeat = setInterval(() => {
    for (const stream of streams) send(stream, ': still here\n\n')
  }, HEARTBEAT_MS)

  // One statement for all streams: a member who was suspended or signed out elsewhere leaves within seconds.
  const recheck = setInterval(async () => {
    if (streams.size === 0) return
    try {
      const standing = await sessions.standing([...new Set([...streams].map(({ token }) => token))])
      for (const stream of streams) {
        const session = standing.get(stream.token)
        if (!session) end(stream, event('ended', {}))
        else {
          stream.session = session
          stream.channels = new Set(session.channels)
        }
      }
    } catch (error) {
      log.warn({ error }, 'the sessions of live streams could not be checked')
    }
  }, BELIEVED_MS)
  heartbeat.unref()
  recheck.unref()

  return {
    open(token, session, response) {
      const own = [...streams].filter((stream) => stream.session.id === session.id)
      if (own.length >= STREAMS_PER_MEMBER) end(own[0]!)
      const stream: Stream = { token, session, channels: new Set(session.channels), response }
      streams.add(stream)
      response.on('close', () => streams.delete(stream))
      response.on('error', () => streams.delete(stream))
      response.write(`retry: 1000\n\n${event('hello', { version })}`)
    },
    count: () => streams.size,
    close() {
      clearInterval(heartbeat)
      clearInterval(recheck)
      for (const stream of streams) end(stream)
    },
  }
}
