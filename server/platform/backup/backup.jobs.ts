/** With BACKUP_URL, the server backs itself up: its log each minute, files every ten minutes, everything each night. */
import path from 'node:path'
import type { AppContext } from '#server/platform/app-context.ts'
import { clusterHome } from '#server/platform/database/embedded.ts'
import type { JobTools } from '#server/platform/jobs/jobs.ts'
import pg from 'pg'
import { tryLock } from './backup.sql.ts'
import { backUp, openBackup } from './backups.ts'
import { storeErased } from './erased.ts'
import { storeFiles } from './file-copies.ts'
import { storeLog } from './wal.ts'

export const backupJobs = ({ config, connection, blobs }: Pick<AppContext, 'config' | 'connection' | 'blobs'>) => ({
  'backup:log': async ({ pool }: JobTools): Promise<void> => {
    if (!config.BACKUP_URL) return
    const place = openBackup(config)
    await storeErased(place, pool)
    if (!config.embedded) return
    const client = new pg.Client({ ...connection, application_name: 'counterpart backup' })
    client.on('error', () => {})
    await client.connect()
    try {
      // One at a time: the next minute goes on where this one stopped.
      const { rows } = await client.query<{ mine: boolean }>(tryLock({ lock: LOG_LOCK }))
      if (rows[0]!.mine)
        await storeLog({ client, cluster: path.join(clusterHome(config.dataDir), 'cluster'), ...place })
    } finally {
      await client.end()
    }
  },
  'backup:files': async ({ pool }: JobTools): Promise<void> => {
    if (config.BACKUP_URL) await storeFiles(openBackup(config), { pool, blobs })
  },
  'backup:take': async ({ pool }: JobTools): Promise<void> => {
    if (!config.BACKUP_URL) return
    const report = await backUp(openBackup(config), { config, pool, connection, blobs })
    if (!report.is_proven) throw new Error('The restored backup differs.')
  },
})

const LOG_LOCK = 4_183_021
