/** Server-sent events: each signal goes to the members it concerns, checked again for every message and stream. */
import { mayEverywhere } from '#shared/staff-roles.ts'
import type { ServerResponse } from 'node:http'
import { log } from '#server/platform/log/log.ts'
import { SESSION_CACHE_MS, type Session, type Sessions } from '#server/platform/session/sessions.ts'
import type { Bus, Signal } from '#server/platform/signals/bus.ts'

const HEARTBEAT_MS = 25_000
const STREAMS_PER_MEMBER = 20
/** If session checks keep failing, no stream is served for longer than this after its last successful check. */
const UNCHECKED_MS = 5_000
/** A client with this many unread bytes is disconnected; it refetches what it missed when it reconnects. */
const UNREAD_BYTES = 256 * 1024
/** Writes per turn of the event loop. Writing to 5,000 streams in one turn held every other response for 100 ms. */
export const WRITES_PER_TURN = 100

const CHANNEL_SETS = 1_000
/** Sessions looked up per query. All of thousands at once held every other response for 100 ms. */
export const SESSIONS_AT_ONCE = 250

/** Who listens: of a session, what decides which signals concern it. */
interface Listener {
  id: number
  is_staff: boolean
  /** Reads what is posted in all networks. */
  isModerator: boolean
  /** Shared with other listeners of the same channels. */
  channels: ReadonlySet<number>
}
interface Stream {
  token: string
  listener: Listener
  response: ServerResponse
  /** When the session was last found valid. */
  checkedAt: number
}

export interface Streams {
  /** Without a session or full access, the stream sends the reason and ends: a page cannot read a stream's status. */
  open(token: string, session: Session | undefined, response: ServerResponse): void
  count(): number
  close(): void
}

const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

const closeReason = (session: Session | undefined): string | undefined =>
  !session ? event('ended', {}) : session.standing === 'full' ? undefined : event('standing', {})

const concerns = (
  { listener: { id, is_staff, isModerator, channels } }: Stream,
  { users, readers, ...signal }: Signal,
) =>
  users.includes(id) ||
  (isModerator && !signal.isConfidential) ||
  (is_staff && !signal.isConfidential && signal.channels.length === 0 && users.length === 0) ||
  (signal.channels.some((channel) => channels.has(channel)) && (!readers || readers.includes(id)))

/** Keeps one set for all members of the same networks. Emptied when it grows: sets in use stay in use. */
function makeListeners() {
  const known = new Map<string, ReadonlySet<number>>()
  return ({ id, is_staff, grants, channels }: Session): Listener => {
    const key = channels.join()
    let shared = known.get(key)
    if (!shared) {
      if (known.size >= CHANNEL_SETS) known.clear()
      known.set(key, (shared = new Set(channels)))
    }
    return { id, is_staff, isModerator: mayEverywhere(grants, 'moderation'), channels: shared }
  }
}

type End = (stream: Stream, farewell?: string) => void
interface Update {
  end: End
  listenerOf: (session: Session) => Listener
}

function send({ response }: Stream, bytes: Buffer) {
  if (response.writableLength > UNREAD_BYTES) response.destroy()
  else response.write(bytes)
}

/** Looks up the sessions of all streams: a member who was suspended or signed out elsewhere is disconnected within seconds. */
async function checkSessions(sessions: Sessions, streams: ReadonlySet<Stream>, update: Update): Promise<void> {
  // Streams opened while the queries run are not part of it; they were checked when they opened.
  const all = [...streams]
  try {
    for (let first = 0; first < all.length; first += SESSIONS_AT_ONCE)
      await checkSome(sessions, all.slice(first, first + SESSIONS_AT_ONCE), update)
  } catch (error) {
    log.warn({ error }, 'the sessions of live streams could not be checked')
    // Also those that were still to be asked about. Clients reconnect automatically and are checked again then.
    for (const stream of all) if (Date.now() - stream.checkedAt > UNCHECKED_MS) update.end(stream)
  }
}

async function checkSome(sessions: Sessions, asked: readonly Stream[], { end, listenerOf }: Update): Promise<void> {
  const began = Date.now()
  const standing = await sessions.standing([...new Set(asked.map(({ token }) => token))])
  for (const stream of asked) {
    const session = standing.get(stream.token)
    const farewell = closeReason(session)
    if (!session || farewell) {
      end(stream, farewell)
      continue
    }
    stream.listener = listenerOf(session)
    stream.checkedAt = began
  }
}

/** Sends texts in order, a few streams per turn, so that requests are answered in between. */
function makeDelivery(streams: ReadonlySet<Stream>) {
  const pending: { bytes: Buffer; isFor: (stream: Stream) => boolean; to: Iterator<Stream> }[] = []
  let isRunning = false
  const run = () => {
    let written = 0
    while (pending[0] && written < WRITES_PER_TURN) {
      const { bytes, isFor, to } = pending[0]
      const { value: stream, done } = to.next()
      if (done) pending.shift()
      // The stream may have ended, or its member lost access, since the signal arrived.
      else if (streams.has(stream) && isFor(stream)) {
        send(stream, bytes)
        written += 1
      }
    }
    isRunning = pending.length > 0
    if (isRunning) setImmediate(run)
  }
  return (text: string, isFor: (stream: Stream) => boolean = () => true) => {
    // Encoded once for all streams.
    pending.push({ bytes: Buffer.from(text), isFor, to: [...streams].values() })
    if (!isRunning) run()
  }
}

/** All streams, and those of each member: thousands are opened at once when a server stops. */
function makeOpenStreams() {
  const streams = new Set<Stream>()
  const byMember = new Map<number, Set<Stream>>()
  return {
    streams,
    /** Oldest first. */
    streamsOf: (memberId: number): Iterable<Stream> => byMember.get(memberId) ?? [],
    add: (stream: Stream) => {
      streams.add(stream)
      const own = byMember.get(stream.listener.id)
      if (own) own.add(stream)
      else byMember.set(stream.listener.id, new Set([stream]))
    },
    /** False if it was not open. */
    remove: (stream: Stream): boolean => {
      const own = byMember.get(stream.listener.id)
      if (own?.delete(stream) && own.size === 0) byMember.delete(stream.listener.id)
      return streams.delete(stream)
    },
  }
}

export function makeStreams(bus: Bus, sessions: Sessions, version: string): Streams {
  const { streams, streamsOf, add, remove } = makeOpenStreams()
  let isClosed = false

  const end: End = (stream, farewell) => {
    if (!remove(stream)) return
    if (farewell) stream.response.write(farewell)
    stream.response.end()
  }
  const deliver = makeDelivery(streams)
  const listenerOf = makeListeners()
  bus.onSignal((signal) =>
    deliver(event('signal', { signal: signal.signal, position: signal.position, ...signal.data }), (stream) =>
      concerns(stream, signal),
    ),
  )
  // Clients poll until they are notified that signals arrive again.
  const deaf = event('deaf', {})
  bus.onLoss(() => deliver(deaf))
  bus.onGap(() => deliver(event('signal', { signal: 'resync' })))

  const heartbeat = setInterval(() => deliver(': still here\n\n'), HEARTBEAT_MS)

  const recheck = setInterval(() => void checkSessions(sessions, streams, { end, listenerOf }), SESSION_CACHE_MS)
  heartbeat.unref()
  recheck.unref()

  return {
    open(token, session, response) {
      // A stream opened during shutdown would keep the server running.
      if (isClosed) return void response.end()
      const farewell = closeReason(session)
      if (!session || farewell) return void response.end(farewell)
      const [oldest, ...others] = streamsOf(session.id)
      // Send the reason, so that the closed client does not reconnect at once and push out the next stream.
      if (oldest && others.length + 1 >= STREAMS_PER_MEMBER) end(oldest, event('crowded', {}))
      const stream: Stream = {
        token,
        listener: listenerOf(session),
        response,
        checkedAt: Date.now(),
      }
      add(stream)
      response.on('close', () => remove(stream))
      response.on('error', () => remove(stream))
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
