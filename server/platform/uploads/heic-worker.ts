/** Decodes one picture of a telephone's camera and is gone, with all the memory it took. */
import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import decode from 'heic-decode'

export interface HeicTask {
  source: string
  pixels: number
}
export type HeicAnswer = { width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> } | 'too large'

const { source, pixels } = workerData as HeicTask

// What a picture says of its size is read before a pixel of it is decoded.
const [first] = await decode.all({ buffer: new Uint8Array(await readFile(source)) })
if (first!.width * first!.height > pixels) parentPort!.postMessage('too large' satisfies HeicAnswer)
else {
  const { width, height, data } = await first!.decode()
  parentPort!.postMessage({ width, height, data } satisfies HeicAnswer, [data.buffer])
}
