/** npm run seed [-- large]: inserts the demo community, or the large dataset for benchmarks, into an empty database. */
import { loadConfig, StartError } from '#server/config.ts'
import { openDatabase } from '#server/platform/database/database.ts'

try {
  const config = loadConfig(process.env)
  const database = await openDatabase(config, console.log)
  const client = await database.write.connect()
  try {
    await client.query('set statement_timeout = 0')
    const { rows } = await client.query<{ empty: boolean }>('select not exists (select from peer_networks) as empty')
    if (!rows[0]!.empty)
      throw new StartError(
        'This database already contains a community. To seed an empty one, set DATA_DIR or DATABASE_URL.',
      )
    const began = performance.now()
    const made = process.argv[2] === 'large' ? await large() : await demo()
    console.log(`${JSON.stringify(made)} in ${((performance.now() - began) / 1000).toFixed(1)} s`)

    async function demo() {
      const { fillDemo } = await import('#server/demo.ts')
      return fillDemo(database.write, config)
    }
    async function large() {
      const { seedLarge } = await import('#database/seed/large.ts')
      return seedLarge(client, {}, (line: string) => console.log(line))
    }
  } finally {
    client.release()
    await database.close()
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exit(1)
}
