/**
 * Moves an embedded community into an external PostgreSQL. Our own migrations create the schema there, and each table is
 * copied as a client: the embedded database comes without pg_dump, and that of the operator may be older than it.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { StartError } from '#server/config.ts'
import { prepareJobs } from '#server/platform/database/job-tables.ts'
import { migrate } from '#server/platform/database/migrations.ts'
import { markFinished, markUnfinished } from '#server/platform/database/unfinished-move.ts'
import { FILE_MODE } from '#server/platform/private-files.ts'
import { compare, type Comparison } from './compare.ts'
import { commonTables, copyRows, type Databases, type Notice } from './copy-rows.ts'
import { analyze, prepareSession, selectSize, type Table } from './move.sql.ts'
import { requireUsable } from './target.ts'

/** Measured: 9 MB a second for 846 MB, with both databases on two busy cores. A network and other disks are slower. */
const BYTES_PER_SECOND = 6_000_000
/** To create the schema, and to stop and start the server. */
const SECONDS_ANYWAY = 30
const CONNECT_WITHIN_MS = 10_000

export interface Move {
  source: pg.ClientConfig
  target: pg.ClientConfig
  dataDir: string
  notice: Notice
}
export interface MoveReport extends Comparison {
  moved_at: string
  seconds: number
  is_complete: boolean
  file: string
}

/** How long the community is closed. */
export async function expectedSeconds(source: Pick<pg.Pool, 'query'>): Promise<{ bytes: number; seconds: number }> {
  const { rows } = await source.query<{ bytes: number }>(selectSize())
  const { bytes } = rows[0]!
  return { bytes, seconds: SECONDS_ANYWAY + Math.ceil(bytes / BYTES_PER_SECOND) }
}

/** Says what would stop a move. Changes nothing. */
export const checkTarget = (move: Move): Promise<void> =>
  withDatabases(move, ({ source, target }) => requireUsable(target, source))

/** No server may run. Until everything agrees, no server starts on the target either. */
export const moveCommunity = (move: Move): Promise<MoveReport> =>
  withDatabases(move, async (databases) => {
    const began = performance.now()
    await requireUsable(databases.target, databases.source)
    await databases.target.query(markUnfinished)
    await createSchema(databases, move)
    const tables = await commonTables(databases)
    const compared = await copyAndCompare(databases, tables, move.notice)
    const is_complete = compared.differences.length === 0
    if (is_complete) for (const table of tables) await databases.target.query(analyze(table))
    const file = path.join(move.dataDir, 'move-report.json')
    const seconds = Math.round((performance.now() - began) / 100) / 10
    const report = { moved_at: new Date().toISOString(), seconds, is_complete, ...compared, file }
    writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`, { mode: FILE_MODE })
    return report
  })

async function createSchema({ target }: Databases, { source, target: to, notice }: Move) {
  await notice('Creating the tables')
  await migrate(target)
  // Both, so that the tables of the job queue are of one version.
  for (const connection of [source, to]) await prepareJobs(connection, { isUpgrade: true })
}

/** The copy counts only if it is the same: otherwise nothing of it stays but the mark that it is unfinished. */
async function copyAndCompare(databases: Databases, tables: readonly Table[], notice: Notice) {
  const { target } = databases
  await target.query('begin')
  try {
    await copyRows(databases, tables, notice)
    await notice('Comparing every row')
    const compared = await compare(databases, tables)
    if (compared.differences.length === 0) await target.query(`${markFinished}; commit`)
    else await target.query('rollback')
    return compared
  } catch (error) {
    await target.query('rollback').catch(() => {})
    throw error
  }
}

async function withDatabases<T>({ source, target }: Move, work: (databases: Databases) => Promise<T>): Promise<T> {
  const clients = [source, target].map(
    (connection) =>
      new pg.Client({
        ...connection,
        connectionTimeoutMillis: CONNECT_WITHIN_MS,
        application_name: 'counterpart move',
      }),
  )
  try {
    for (const [index, client] of clients.entries()) {
      client.on('error', () => {})
      await client.connect().catch((error: Error) => {
        throw new StartError(
          `The ${index === 0 ? 'embedded database' : 'new database'} isn’t responding (${error.message}). Check that it’s running and that the address, user, and password are correct.`,
        )
      })
      await client.query(prepareSession)
    }
    return await work({ source: clients[0]!, target: clients[1]! })
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})))
  }
}
