/**
 * The worker marks a job as done without awaiting the query, and an unhandled rejection ends the server. It retries
 * some of the error codes that mean that the database is unavailable; here all of them become one of those.
 */
import pg from 'pg'

const AGAIN = 'ETIMEDOUT'
/** System error codes, lost connections, and a database that is shutting down or starting. */
const AWAY = /^(E[A-Z]+|08\w{3}|57P0\d)$/
/** Driver errors without a code. */
const LOST =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

function sayAgain(error: unknown): never {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  throw AWAY.test(code) || LOST.test(message) ? Object.assign(error as Error, { code: AGAIN }) : error
}

export function reconnectingPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  const connect = pool.connect.bind(pool)
  // The worker uses only the promise form. After `end`, a connection request stays pending: nobody needs it.
  pool.connect = ((callback?: Parameters<typeof connect>[0]) => {
    if (callback) return connect(callback)
    return pool.ending ? new Promise(() => {}) : connect().catch(sayAgain)
  }) as typeof pool.connect
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((...given: unknown[]) => {
      const asked = query(...given)
      return asked instanceof Promise ? asked.catch(sayAgain) : asked
    }) as typeof client.query
  })
  return pool
}
