/**
 * Which versions of Counterpart are running on a database. A server holds a shared advisory lock whose number is its
 * newest migration for as long as it lives; PostgreSQL gives the lock up with the connection, however the server ends.
 */
import pg from 'pg'
import { sql } from '#server/platform/graph/sql.ts'
import { openLastingConnection, type LastingConnection } from './lasting-connection.ts'
import { statement } from './statement.ts'

/** First key of the locks; the second is the number of the newest migration. */
const CLASS = 4_183_002

const holdVersion = statement(
  'hold-version',
  { migration: 'integer' },
  (p) => sql`select pg_advisory_lock_shared(${CLASS}, ${p.migration})`,
)
const selectOlderServers = statement(
  'select-older-servers',
  { migration: 'integer' },
  (p) => sql`
    select l.pid from pg_locks l
    where l.locktype = 'advisory' and l.objsubid = 2 and l.granted and l.classid = ${CLASS} and l.objid < ${p.migration}::oid
      and l.database = (select oid from pg_database where datname = current_database())`,
)

/** Holds the lock until `close`. Resolves when it is held, and takes it again after the connection was lost. */
export const announceVersion = (connection: pg.ClientConfig, newestMigration: number): Promise<LastingConnection> =>
  openLastingConnection({
    open: async () => {
      const client = new pg.Client({ ...connection, application_name: 'counterpart version', keepAlive: true })
      await client.connect()
      return client
    },
    prepare: (client) => client.query(holdVersion({ migration: newestMigration })),
  })

/** True if a server runs that does not know this migration. */
export async function isOlderServerLive(client: pg.ClientBase, migration: number): Promise<boolean> {
  const { rows } = await client.query(selectOlderServers({ migration }))
  return rows.length > 0
}
