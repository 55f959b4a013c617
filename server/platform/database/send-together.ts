/** Sends the queries of one page on one connection, at once, instead of each on a connection of its own. */
import pg from 'pg'

/** More are sent on another connection, so that a list of work is still shared among processes of the database. */
const AT_ONCE = 10

type Ask = (given: pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult>
interface Asked {
  ask: (by: Ask) => Promise<void>
}

/**
 * Queries that are asked in the same turn of the event loop share a connection of this pool, which must have `pipeline`
 * set: they are sent together and answered in order. A page with eight reads then wakes one process of the database
 * instead of eight, and leaves the other connections to others. A query that fails does not affect those beside it.
 */
export function sendTogether(pool: pg.Pool): void {
  const alone = pool.query.bind(pool) as Ask
  let waiting: Asked[] = []
  const send = () => {
    const asked = waiting
    waiting = []
    for (let first = 0; first < asked.length; first += AT_ONCE) {
      const together = asked.slice(first, first + AT_ONCE)
      if (together.length === 1) void together[0]!.ask(alone)
      else void sendAll(pool, together)
    }
  }
  pool.query = ((...given: Parameters<Ask>) =>
    new Promise<pg.QueryResult>((resolve, reject) => {
      // Runs when nothing is left to do in this turn but wait.
      if (waiting.length === 0) process.nextTick(send)
      waiting.push({ ask: (by) => by(...given).then(resolve, reject) })
    })) as pg.Pool['query']
}

async function sendAll(pool: pg.Pool, together: readonly Asked[]): Promise<void> {
  let failure: Error | undefined
  const connected = pool.connect()
  const ask: Ask = async (...given) => {
    try {
      return await (await connected).query(...given)
    } catch (error) {
      // An error that the database reports leaves the connection usable.
      if (!(error instanceof pg.DatabaseError)) failure = error as Error
      throw error
    }
  }
  await Promise.all(together.map((each) => each.ask(ask)))
  connected.then(
    (client) => client.release(failure),
    () => {},
  )
}
