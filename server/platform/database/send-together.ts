/** Sends the queries of one page on one connection, at once, instead of each on a connection of its own. */
import pg from 'pg'

/** More are sent on another connection, so that a list of work is still shared among processes of the database. */
const AT_ONCE = 10

interface Line {
  client: Promise<pg.PoolClient>
  asked: number
  unanswered: number
  failure: Error | undefined
}

/**
 * Queries that are asked in the same turn of the event loop share a connection of this pool, which must have `pipeline`
 * set: they are sent together and answered in order. A page with eight reads then wakes one process of the database
 * instead of eight, and leaves the other connections to others. A query that fails does not affect those beside it.
 */
export function sendTogether(pool: pg.Pool): void {
  let open: Line | undefined
  const lineOf = (): Line => {
    if (open && open.asked < AT_ONCE) return open
    const line: Line = { client: pool.connect(), asked: 0, unanswered: 0, failure: undefined }
    open = line
    // Runs when nothing is left to do but wait.
    process.nextTick(() => {
      if (open === line) open = undefined
    })
    return line
  }
  const query = async (asked: pg.QueryConfig, values?: unknown[]) => {
    const line = lineOf()
    line.asked++
    line.unanswered++
    try {
      const client = await line.client
      return await client.query(asked, values)
    } catch (error) {
      // An error that the database reports leaves the connection usable.
      if (!(error instanceof pg.DatabaseError)) line.failure = error as Error
      throw error
    } finally {
      line.unanswered--
      if (line.unanswered === 0)
        line.client.then(
          (client) => client.release(line.failure),
          () => {},
        )
    }
  }
  pool.query = query as pg.Pool['query']
}
