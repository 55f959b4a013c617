/** The server as `npm start` runs it, on a benchmark data folder, for load tests. */
import { buildStale, builtServer } from '../bin/build.ts'
import { SECRET } from './sessions.ts'

if (!buildStale(['server'])) process.exit(1)
const { start } = await builtServer()
await start({
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
