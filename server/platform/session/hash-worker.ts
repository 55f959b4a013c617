/** The thread that hashes passwords: behind all others, so that signing in cannot starve reading. */
import { argon2Sync, type Argon2Parameters } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { lowerThreadPriority } from '#server/platform/worker-threads.ts'

/** A third of the share of a thread that serves, where cores are short; all of one where they are not. */
const NICENESS = 5

lowerThreadPriority(NICENESS)
parentPort?.on('message', (parameters: Argon2Parameters) => {
  parentPort?.postMessage(argon2Sync('argon2id', parameters))
})
