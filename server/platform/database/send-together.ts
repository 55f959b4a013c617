/** Sends the queries of one page on one connection, at once, instead of each on a connection of its own. */
import pg from 'pg'

/** More are sent on another connection, so that a list of work is still shared among processes of the database. */
const AT_ONCE = 10

type Send = (query: pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult>
/** A query that waits for the end of the turn: is sent by what it is given. */
type Waiting = (send: Send) => Promise<void>

/**
 * Queries that are asked in the same turn of the event loop share a connection of this pool, which must have `pipeline`
 * set: they are sent together and answered in order. A page with eight reads then wakes one process of the database
 * instead of eight, and leaves the other connections to others. A query that fails does not affect those beside it.
 */
export function sendTogether(pool: pg.Pool): void {
  const sendAlone = pool.query.bind(pool) as Send
  let waiting: Waiting[] = []
  const sendWaiting = () => {
    const queries = waiting
    waiting = []
    for (let first = 0; first < queries.length; first += AT_ONCE) {
      const together = queries.slice(first, first + AT_ONCE)
      if (together.length === 1) void together[0]!(sendAlone)
      else void sendAll(pool, together)
    }
  }
  pool.query = ((...query: Parameters<Send>) =>
    new Promise<pg.QueryResult>((resolve, reject) => {
      // Runs when nothing is left to do in this turn but wait.
      if (waiting.length === 0) process.nextTick(sendWaiting)
      waiting.push((send) => send(...query).then(resolve, reject))
    })) as pg.Pool['query']
}

async function sendAll(pool: pg.Pool, together: readonly Waiting[]): Promise<void> {
  let failure: Error | undefined
  const connected = pool.connect()
  const send: Send = async (...query) => {
    try {
      return await (await connected).query(...query)
    } catch (error) {
      // An error that the database reports leaves the connection usable.
      if (!(error instanceof pg.DatabaseError)) failure = error as Error
      throw error
    }
  }
  await Promise.all(together.map((each) => each(send)))
  connected.then(
    (client) => client.release(failure),
    () => {},
  )
}
