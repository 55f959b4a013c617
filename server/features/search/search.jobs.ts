/** Keeps the search index in sync with messages and attachments. */
import type pg from 'pg'
import type { Blobs } from '#server/platform/blobs.ts'
import type { JobTools } from '#server/platform/jobs/jobs.ts'
import { readFiles } from './file-reader.ts'
import { countChannelWords, countLexemes, forgetWords, indexBatch } from './search.sql.ts'

const AT_ONCE = 500
/** Words are counted over this many of the newest items: takes 2 s, and is enough to know which words are rare. */
const COUNTED = 50_000
/** Of each channel. */
const COUNTED_OF_CHANNEL = 20_000
const FORGOTTEN = 5_000

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

export const searchJobs = (blobs: Blobs) => ({
  /** Messages first: files take time, and the messages they are attached to become searchable before they are read. */
  'search:index': async ({ pool }: JobTools): Promise<void> => {
    await indexMessages(pool)
    if ((await readFiles(pool, blobs)) > 0) await indexMessages(pool)
  },
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
