/** The worker thread that hashes passwords, at low priority, so that sign-ins cannot starve reads. */
import { argon2Sync, type Argon2Parameters } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { lowerThreadPriority } from '#server/platform/worker-threads.ts'

/** Gets a third of the CPU share of a serving thread if cores are scarce, and a full core otherwise. */
const NICENESS = 5

lowerThreadPriority(NICENESS)
parentPort?.on('message', (parameters: Argon2Parameters) => {
  parentPort?.postMessage(argon2Sync('argon2id', parameters))
})
