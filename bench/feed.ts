/** npm run bench -- feed: the feed vs. a handwritten statement, vs. stored bytes, and with ten times the threads. */
import { reads } from '#server/app.ts'
import type { Database } from '#server/platform/database/database.ts'
import { loadContract } from '#server/platform/graph/contract.ts'
import { bodyOf, makeEngine, queryOf } from '#server/platform/graph/engine.ts'
import { runLoad } from './run-load.ts'
import { findViewers, isCheck, openLarge, print, round, timeInTurn, type Reader } from './kit.ts'

const MANY_THREADS = { members: 20_000, threads: 600_000, messages: 660_000, isFeedOnly: true }
const PAGE_40 = 39 * 25

const { database, config } = await openLarge()
const viewers = await findViewers(database.hot)
const statements = isCheck ? undefined : await measureStatements(database, viewers)
await database.close()

const served = await runLoad(config.dataDir, 'threads', {}, [viewers.one, viewers.three, viewers.eight])
if (statements) await printAll(statements)
else print('feed', served)

async function printAll({ ratios, times, buffers }: Awaited<ReturnType<typeof measureStatements>>) {
  const many = await openLarge(MANY_THREADS)
  const growth = await measureGrowth(many.database)
  await many.database.close()
  print('feed', {
    ...served,
    ...ratios,
    ratio_600000_to_60000_threads: round(growth / times['three']!),
    must: {
      ratio_to_limit: '>= 0.85',
      node_cpu_ms: '<= 1',
      server_mb: '<= 200',
      requests_per_second_one_core: '>= 350',
      ratio_feed_to_B: '<= 8',
      ratio_count_to_P: '<= 1.5',
      ratio_page_40: '<= 4',
      ratio_600000_to_60000_threads: '<= 1.25',
      buffers: '<= 900',
    },
    milliseconds: Object.fromEntries(Object.entries({ ...times, many: growth }).map(([name, ms]) => [name, round(ms)])),
    buffers,
  })
}

function statementOf(from: Database, viewer: Reader, variables: Record<string, unknown> = {}) {
  const engine = makeEngine({ contract: loadContract(), reads, hot: from.hot, search: from.search })
  const input = { viewer, variables: engine.coerce('threads', variables) }
  const made = engine.variant('threads', input)
  return { made, query: queryOf(made, input) }
}

async function measureStatements(from: Database, { one, three, eight }: typeof viewers) {
  await from.write.query(`
    create table if not exists bench_rows (id integer primary key, body text);
    truncate bench_rows`)
  const { made, query } = statementOf(from, three)
  const { rows } = await from.hot.query(query)
  const items = (JSON.parse(bodyOf(made, rows[0]!)) as { threads: { items: unknown[] } }).threads.items
  await from.write.query('insert into bench_rows select * from unnest($1::integer[], $2::text[])', [
    items.map((_, index) => index),
    items.map((item) => JSON.stringify(item)),
  ])
  await from.write.query('vacuum analyze')
  const hot = await from.hot.connect()
  const search = await from.search.connect()
  const ids = await hot.query<{ id: number }>(
    'select thread_id as id from feed_entries order by pub_date desc limit 25',
  )
  const run = (name: string, viewer: Reader, variables = {}) => {
    const each = statementOf(from, viewer, variables)
    return () => (each.made.statementName ? hot.query({ ...each.query, name }) : search.query(each.query))
  }
  const times = await timeInTurn({
    one: run('one', one),
    three: run('three', three),
    eight: run('eight', eight),
    page_40: run('page 40', three, { offset: PAGE_40 }),
    B: () => hot.query({ name: 'B', text: 'select body from bench_rows order by id', values: [] }),
    P: () =>
      hot.query({
        name: 'P',
        text: 'select thread_id, topic from thread_feed where thread_id = any($1::bigint[])',
        values: [ids.rows.map(({ id }) => id)],
      }),
    count: () =>
      hot.query({
        name: 'count',
        text: 'select coalesce(sum(a.num_of_threads), 0)::integer from audiences a where a.channels && $1::integer[]',
        values: [three.channels],
      }),
  })
  const buffers: Record<string, number> = {}
  for (const [name, viewer] of Object.entries({ one, three, eight })) {
    const { text, values } = statementOf(from, viewer).query
    const plan = await hot.query<{
      'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }]
    }>(`explain (analyze, buffers, format json) ${text}`, values)
    const { Plan } = plan.rows[0]!['QUERY PLAN'][0]
    buffers[name] = Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
  }
  hot.release()
  search.release()
  const to = (a: string, b: string) => round(times[a]! / times[b]!)
  const ratios = {
    ratio_feed_to_B_one: to('one', 'B'),
    ratio_feed_to_B_three: to('three', 'B'),
    ratio_feed_to_B_eight: to('eight', 'B'),
    ratio_count_to_P: to('count', 'P'),
    ratio_page_40: to('page_40', 'three'),
  }
  return { times, ratios, buffers }
}

async function measureGrowth(from: Database) {
  const { three } = await findViewers(from.hot)
  const client = await from.hot.connect()
  const { query } = statementOf(from, three)
  const times = await timeInTurn({ feed: () => client.query({ ...query, name: 'feed' }) })
  client.release()
  return times['feed']!
}
