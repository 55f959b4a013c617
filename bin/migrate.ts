/** npm run migrate: brings the database to this version and ends, before the first server of the version starts. */
import { loadConfig, StartError } from '#server/config.ts'
import { openDatabase } from '#server/platform/database/database.ts'

try {
  const database = await openDatabase(loadConfig(process.env), console.log)
  await database.close()
  console.log('The database is ready for this version.')
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exit(1)
}
