/** Pictures of telephones are HEVC inside, which the library that draws pictures anew cannot read. */
import { Worker } from 'node:worker_threads'
import type { HeicAnswer, HeicTask } from './heic-worker.ts'

/** The longest seen is 2 s, for 50 megapixels. */
const SECONDS = 20
const MEMORY_MB = 128

/**
 * The pixels, turned upright, in a thread of its own that gets a picture and so much time, so that whatever a file does
 * to the decoder ends there.
 */
export function decodeHeic(source: string, pixels: number): Promise<HeicAnswer> {
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), {
    workerData: { source, pixels } satisfies HeicTask,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    // The decoder says of every damaged file what is wrong with it, to anyone who reads the log.
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
