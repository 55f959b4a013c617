/** The demo community: only for an embedded database, or where DEMO=on asks for it. */
import type pg from 'pg'
import { DEMO_PASSWORD } from '#database/seed/cast.ts'
import { seedDemo } from '#database/seed/seed.ts'
import { hashPassword } from '#server/platform/session/passwords.ts'

/** Fills an empty database; does nothing in one that holds a community already. */
export async function fillDemo(
  pool: pg.Pool,
): Promise<{ members: number; threads: number; replies: number } | undefined> {
  const { rows } = await pool.query<{ empty: boolean }>('select not exists (select from peer_networks) as empty')
  if (!rows[0]!.empty) return undefined
  const client = await pool.connect()
  try {
    return await seedDemo(client, { now: new Date(), passwordHash: await hashPassword(DEMO_PASSWORD) })
  } finally {
    client.release()
  }
}
