/** Creates the job tables together with ours: actions enqueue jobs even if no worker has ever run. */
import pg from 'pg'

export async function prepareJobs(connection: pg.ClientConfig, { isUpgrade = false } = {}): Promise<void> {
  const pool = new pg.Pool({ ...connection, max: 2 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    const { rows } = await pool.query<{ missing: boolean }>(
      "select to_regclass('graphile_worker._private_jobs') is null as missing",
    )
    if (!rows[0]!.missing && !isUpgrade) return
    // Imported only when needed. Later migrations of these tables are otherwise run by the worker itself.
    const { runMigrations } = await import('graphile-worker')
    await runMigrations({ pgPool: pool })
  } finally {
    await pool.end()
  }
}
