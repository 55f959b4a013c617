/** One connection for as long as the server lives, opened again whenever it is lost. */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

const PAUSE_MS = 100
const PAUSE_AT_MOST_MS = 1_000

interface Options {
  open(): Promise<pg.Client>
  /** On each new connection, before it counts: what the old one held or listened to is gone. */
  prepare(client: pg.Client): Promise<unknown>
  onLost?(): void
  onBack?(): void
}

export interface LastingConnection {
  /** Undefined while it is lost. */
  readonly client: pg.Client | undefined
  close(): Promise<void>
}

/** Rejects if the first connection fails. */
export async function openLastingConnection({ open, prepare, onLost, onBack }: Options): Promise<LastingConnection> {
  let client: pg.Client | undefined
  let isClosed = false
  async function connect() {
    const made = await open()
    const lost = () => {
      if (client !== made) return
      client = undefined
      if (isClosed) return
      onLost?.()
      void connectAgain()
    }
    made.on('error', lost)
    made.on('end', lost)
    await prepare(made)
    // Closed while connecting.
    if (isClosed) return made.end()
    client = made
  }
  async function connectAgain() {
    for (let pause = PAUSE_MS; !isClosed; pause = Math.min(pause * 2, PAUSE_AT_MOST_MS)) {
      try {
        await connect()
        return onBack?.()
      } catch {
        await sleep(pause)
      }
    }
  }
  await connect()
  return {
    get client() {
      return client
    },
    close: async () => {
      isClosed = true
      await client?.end()
    },
  }
}
