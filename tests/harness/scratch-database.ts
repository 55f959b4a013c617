/** An empty database for a test that creates its own tables. */
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import '#server/platform/database/database.ts'
import { connectionTo, databaseUrl } from './connection.ts'

let toys = 0

export async function openScratchDatabase(statements: string): Promise<pg.Pool> {
  const server = inject('postgres')
  const name = `counterpart_toy_${process.pid}_${(toys += 1)}_${Date.now()}`
  await connectionTo(server, 'postgres', (client) => client.query(`create database ${name}`))
  const pool = new pg.Pool({ connectionString: databaseUrl(server, name), max: 3, options: '-c timezone=UTC' })
  pool.on('error', () => {})
  await pool.query(statements)
  afterAll(async () => {
    await pool.end()
    await connectionTo(server, 'postgres', (client) => client.query(`drop database if exists ${name} with (force)`))
  })
  return pool
}
