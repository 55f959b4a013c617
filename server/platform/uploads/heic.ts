/** Phone pictures use HEVC, which the library that re-encodes pictures cannot read. */
import { Worker } from 'node:worker_threads'
import type { HeicAnswer, HeicTask } from './heic-worker.ts'

/** The longest seen is 2 s, for 50 megapixels. */
const SECONDS = 20
const MEMORY_MB = 128

/**
 * Decodes to pixels in upright orientation. Runs in a separate thread with a time limit, so that whatever a file does
 * to the decoder ends there.
 */
export function decodeHeic(source: string, pixels: number): Promise<HeicAnswer> {
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), {
    workerData: { source, pixels } satisfies HeicTask,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    // Captured, because the decoder prints the errors of every damaged file, which would end up in the log.
    stdout: true,
    stderr: true,
  })
  return new Promise<HeicAnswer>((resolve, reject) => {
    const clock = setTimeout(() => reject(new Error(`Not decoded within ${SECONDS} seconds.`)), SECONDS * 1000)
    worker
      .once('message', resolve)
      .once('error', reject)
      .once('exit', () => {
        clearTimeout(clock)
        reject(new Error('The decoder ended.'))
      })
  }).finally(() => void worker.terminate())
}
