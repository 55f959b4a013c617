/** The real server on a benchmark data folder, for load tests. */
import { buildApp } from '#server/app.ts'
import { loadConfig } from '#server/config.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { SECRET } from './sessions.ts'

const config = loadConfig({
  DATA_DIR: process.argv[2],
  DEMO: 'off',
  PORT: '0',
  HOST: '127.0.0.1',
  SECRET,
  LOG_LEVEL: 'error',
  JOBS: 'off',
  DATABASE_POOL: '4',
  DATABASE_WRITE_POOL: '4',
})
const database = await openDatabase(config)
const application = await buildApp(config, database)
await application.app.listen({ port: 0, host: '127.0.0.1' })
console.log(`localhost:${(application.app.server.address() as { port: number }).port}`)
process.on('SIGTERM', async () => {
  await application.close()
  await database.close()
  process.exit(0)
})
