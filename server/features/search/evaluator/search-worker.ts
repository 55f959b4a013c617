/** Searches in a thread of its own, so that no other request waits for an evaluation. */
import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'
import type { Asking } from './evaluator.ts'
import { IndexReader } from './index-reader.ts'

/** So that a question has few changes to read. */
const REFRESH_MS = 5_000
const CONNECTIONS = 2
const STATEMENT_TIMEOUT_MS = 10_000

// Planned once: for the values of each question it would take a third of the statement, and choose the same.
const pool = new pg.Pool({
  ...(workerData as pg.ClientConfig),
  max: CONNECTIONS,
  application_name: 'counterpart search',
  options: `-c timezone=UTC -c statement_timeout=${STATEMENT_TIMEOUT_MS} -c default_transaction_read_only=on -c jit=off -c plan_cache_mode=force_generic_plan`,
})
pool.on('error', () => {})
const reader = new IndexReader(pool)

async function refresh(): Promise<void> {
  await reader.refresh().catch(() => undefined)
  parentPort!.postMessage({ documents: reader.documents })
}

parentPort!.on('message', ({ id, question, misspelling }: Asking) => {
  const answering = question ? reader.answer(question) : reader.correct(misspelling!)
  answering.then(
    (answer) => parentPort!.postMessage({ id, answer, documents: reader.documents }),
    (error: unknown) => parentPort!.postMessage({ id, error }),
  )
})
void refresh()
setInterval(() => void refresh(), REFRESH_MS)
