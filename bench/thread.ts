/** npm run bench -- thread: a thread of 1,000 messages vs. a handwritten statement. */
import { runLoad } from './run-load.ts'
import { findViewers, openLarge, print } from './kit.ts'

const { database, config } = await openLarge()
const viewers = await findViewers(database.hot)
const { rows } = await database.hot.query<{ thread_id: number }>(
  // The reply benchmark may have added messages to it.
  'select thread_id from thread_feed order by count_of_entries < 1000, abs(count_of_entries - 1000) limit 1',
)
await database.close()
const served = await runLoad(config.dataDir, 'thread', { id: rows[0]!.thread_id }, [
  viewers.one,
  viewers.three,
  viewers.eight,
])
print('thread', { ...served, must: { ratio_to_limit: '>= 0.85', server_mb: '<= 200' } })
