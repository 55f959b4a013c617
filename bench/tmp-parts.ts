import { fork } from 'node:child_process'
import pg from 'pg'
import { reads } from '#server/app.ts'
import { loadConfig } from '#server/config.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { loadContract } from '#server/platform/graph/contract.ts'
import { makeEngine } from '#server/platform/graph/engine.ts'
import { IndexReader } from '#server/features/search/evaluator/index-reader.ts'
import { evaluate } from '#server/features/search/evaluator/evaluate.ts'
import { LiveIndex } from '#server/features/search/evaluator/live-index.ts'
import { readSegment, readSegments } from '#server/features/search/evaluator/stored.ts'
import { sizeOf } from '#server/features/search/evaluator/segment.ts'
import { parseQuery } from '#server/features/search/evaluator/text-search.ts'
import { selectQuestion } from '#server/features/search/evaluator/evaluator.sql.ts'
import { findViewers } from './kit.ts'
import { SECRET } from './sessions.ts'
const db = await openDatabase(loadConfig({ DATA_DIR: `/tmp/search-rest-bench/${process.argv[2] ?? '10000-100000-text'}`, DEMO: 'off', PORT: '0', SECRET, LOG_LEVEL: 'error', JOBS: 'off' }), () => {})
const viewers = await findViewers(db.hot)
const viewer = viewers.eight
const pool = new pg.Pool({ ...db.connection, max: 1 }); pool.on('error', () => {})
const t0 = performance.now()
const stored = await readSegments(pool)
const segments = []
for (const s of stored) segments.push((await readSegment(pool, s.id))!)
const t1 = performance.now()
const index = new LiveIndex(segments)
console.log('load', Math.round(t1 - t0), 'derive', Math.round(performance.now() - t1), 'bytes', segments.map(sizeOf).reduce((a, b) => a + b), 'docs', stored.map((s) => s.documents), 'words', segments.map((s) => s.counts.length), 'postings', segments.map((s) => s.counts.reduce((a, b) => a + b, 0)))
for (const k of ['ids','postings', 'places', 'wordBytes', 'blockLast', 'counts','dates'] as const) console.log(k, segments.map((s) => s[k].byteLength).reduce((a, b) => a + b))
const { rows } = await db.write.query(`select regexp_split_to_array(regexp_replace(m.cleaned_body, '[^[:alpha:]]+', ' ', 'g'), ' ') as words from messages m join feed_facts f on f.thread_id = m.thread_id and f.channels && $1::integer[] where m.visible and not m.is_private and length(m.cleaned_body) > 200 and m.id % 97 = 5 order by hashint8(m.id) limit 60`, [viewer.channels])
const engine = makeEngine({ contract: loadContract(), reads, hot: db.hot, search: db.search })
const p = (l: number[]) => [0.5, 0.95].map((s) => l.toSorted((a, b) => a - b)[Math.floor(l.length * s)]!.toFixed(1)).join('/')
for (const kind of ['question', 'phrase', 'word'])
  for (let round = 0; round < 2; round++) {
    const times: Record<string, number[]> = { ask: [], evaluate: [], read: [], plain: [] }
    let partial = 0
    for (const [at, { words }] of rows.entries()) {
      const text = kind === 'question' ? words.slice(at % 9, (at % 9) + 3 + (at % 10)).join(' ') : kind === 'phrase' ? `"${words.slice(2 + (at % 9), 5 + (at % 9)).join(' ')}"` : (words.filter((w: string) => w.length > 4)[at % 5] ?? 'agreement')
      let b = performance.now()
      const f = (await pool.query(selectQuestion({ search: text.slice(0, 200), userId: viewer.id, channels: viewer.channels, network: null, since: stored.at(-1)!.since, applied: [], most: 500 }))).rows[0]
      times.ask!.push(performance.now() - b); b = performance.now()
      const a = evaluate(index.held, { groups: f.groups ?? [], must: f.must ? parseQuery(f.must) : null, own: f.own, networks: null, channels: viewer.channels, isStaff: false, threadType: null, before: null, after: null, byDate: false, wholeOnly: false, top: 60, countTo: 1000, budgetMs: 50, now: Date.now() })
      times.evaluate!.push(performance.now() - b)
      partial += Number(a.partial)
      b = performance.now()
      const input = { viewer, variables: engine.coerce('FindThreads', { search: text.slice(0, 200) }), lookedUp: a }
      const v = engine.variant('FindThreads', input)
      await db.search.query({ text: v.text, values: v.slots.map((s) => s.read(input)) })
      times.read!.push(performance.now() - b)
      if (process.argv.includes('--explain') && at === 5 && round === 1) console.log((await db.search.query({ text: 'explain (analyze, costs off) ' + v.text, values: v.slots.map((s) => s.read(input)) })).rows.map((r: any) => r['QUERY PLAN']).join('\n'))
      if (!a.items.length) console.log('empty', JSON.stringify(text))
    }
    console.log(kind, round, 'ask', p(times.ask!), 'evaluate', p(times.evaluate!), 'read', p(times.read!), 'partial', partial)
  }
process.exit(0)
