/** Decodes one HEIC picture and exits, which frees all its memory. */
import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import decode from 'heic-decode'

export interface HeicTask {
  source: string
  pixels: number
}
export type HeicAnswer = { width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> } | 'too large'

const { source, pixels } = workerData as HeicTask

// Check the declared dimensions before decoding any pixels.
const [first] = await decode.all({ buffer: new Uint8Array(await readFile(source)) })
if (first!.width * first!.height > pixels) parentPort!.postMessage('too large' satisfies HeicAnswer)
else {
  const { width, height, data } = await first!.decode()
  parentPort!.postMessage({ width, height, data } satisfies HeicAnswer, [data.buffer])
}
