/**
 * The worker writes down that a job is done without waiting for it, and an error that nobody waits for ends the server.
 * It tries again for some of the codes by which a database says that it is away; here all of them are one of those.
 */
import pg from 'pg'

const AGAIN = 'ETIMEDOUT'
/** The system's codes, lost connections, and a database that ends or begins. */
const AWAY = /^(E[A-Z]+|08\w{3}|57P0\d)$/
/** What the driver says has no code. */
const LOST =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

function sayAgain(error: unknown): never {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  throw AWAY.test(code) || LOST.test(message) ? Object.assign(error as Error, { code: AGAIN }) : error
}

export function reconnectingPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  const connect = pool.connect.bind(pool)
  // Only promises are asked for here; what comes after the end is for nobody.
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
