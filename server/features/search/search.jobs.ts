/** Keeps the search index in sync with messages and attachments. */
import type pg from 'pg'
import type { AppContext } from '#server/platform/app-context.ts'
import type { JobTools } from '#server/platform/jobs/jobs.ts'
import { WorkerThread } from '#server/platform/worker-threads.ts'
import { forgetChanges, selectUnpacked } from './evaluator/evaluator.sql.ts'
import type { PackTask } from './evaluator/pack-worker.ts'
import { readFiles } from './file-reader.ts'
import { countChannelWords, countLexemes, forgetWords, indexBatch } from './search.sql.ts'

const AT_ONCE = 500
/** Words are counted over this many of the newest items: takes 2 s, and is enough to know which words are rare. */
const COUNTED = 50_000
/** Of each channel. */
const COUNTED_OF_CHANNEL = 20_000
const FORGOTTEN = 5_000
/** Servers hold fewer changes than this in memory; each takes some milliseconds to read again after a start. */
const UNPACKED = 512
const PACKING = { withinMs: 15 * 60_000, heapMb: 1_024 }

/** Indexes all pending changes, one batch at a time, so that a killed job loses only that batch. */
async function indexMessages(pool: pg.Pool): Promise<number> {
  let indexed = 0
  for (;;) {
    const { rows } = await pool.query<{ taken: number }>(indexBatch({ atOnce: AT_ONCE }))
    indexed += rows[0]!.taken
    if (rows[0]!.taken < AT_ONCE) return indexed
  }
}

/** Checks a batch of known words; returns the last of them, or null at the end. */
async function forgetSomeWords(pool: pg.Pool, after: string): Promise<string | null> {
  const { rows } = await pool.query<{ last: string | null }>(forgetWords({ after, atOnce: FORGOTTEN }))
  return rows[0]!.last
}

/** In a thread that ends with the task. */
async function pack(task: PackTask): Promise<void> {
  const thread = new WorkerThread<PackTask, boolean>(new URL('./evaluator/pack-worker.ts', import.meta.url), PACKING)
  try {
    await thread.ask(task)
  } finally {
    await thread.close()
  }
}

export const searchJobs = ({ blobs, connection }: Pick<AppContext, 'blobs' | 'connection'>) => ({
  /** Messages first: files take time, and the messages they are attached to become searchable before they are read. */
  'search:index': async ({ pool }: JobTools): Promise<void> => {
    await indexMessages(pool)
    if ((await readFiles(pool, blobs)) > 0) await indexMessages(pool)
  },
  /** Makes the first segments, and one of what has changed since once it is worth it. */
  'search:pack': async ({ pool }: JobTools): Promise<void> => {
    const { rows } = await pool.query<{ is_first: boolean; changes: number }>(selectUnpacked({ most: UNPACKED }))
    if (rows[0]!.is_first || rows[0]!.changes >= UNPACKED) await pack({ connection, isWhole: false })
    await pool.query(forgetChanges())
  },
  /** Anew from what is stored, so that the words of what was removed are gone from the index as well. */
  'search:pack-all': () => pack({ connection, isWhole: true }),
  'search:count-words': async ({ pool }: JobTools): Promise<void> => {
    await pool.query(countLexemes({ sample: COUNTED }))
    await pool.query(countChannelWords({ sample: COUNTED_OF_CHANNEL }))
    let last: string | null = ''
    while (last !== null) last = await forgetSomeWords(pool, last)
  },
})

/** New text is indexed right after its signal; changes from other sources are indexed within a minute. */
export const searchFollowers = {
  'discussions.published': ['search:index'],
  'discussions.replied': ['search:index'],
  'discussions.edited': ['search:index'],
  'discussions.reviewed': ['search:index'],
  'discussions.removed': ['search:index'],
}
