/** Short-lived connections to the test database server, and the one way to wait. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { TIMEOUT_MS } from './timeouts.ts'

export function databaseUrl(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

export async function connectionTo<T>(
  server: string,
  database: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl(server, database) })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Retries `ask` until it returns a value other than false or null without throwing; on timeout, throws with `what`. */
export async function waitFor<T>(
  what: string,
  ask: () => Promise<T> | T,
  { within = TIMEOUT_MS, every = 10 } = {},
): Promise<T> {
  const until = performance.now() + within
  let last: unknown
  while (performance.now() < until) {
    try {
      const answer = await ask()
      if (answer !== false && answer !== undefined && answer !== null) return answer
    } catch (error) {
      last = error
    }
    await sleep(every)
  }
  throw new Error(`Waited ${within} ms in vain for ${what}.`, { cause: last })
}
