import { afterAll, expect, it } from 'vitest'
import { WorkerThread, TooMuchMemory, TooSlow } from './worker-threads.ts'

const work = `
  import { parentPort } from 'node:worker_threads'
  const kept = []
  parentPort.on('message', (task) => {
    if (task === 'hang') for (;;);
    if (task === 'break') throw new Error('It broke.')
    if (task === 'leave') process.exit(3)
    if (task === 'heap') for (;;) kept.push(new Array(1e5).fill(kept.length + 0.5))
    if (task === 'buffers') for (;;) kept.push(new Uint8Array(1 << 20).fill(kept.length % 7))
    parentPort.postMessage(task.toUpperCase())
  })`
const thread = new WorkerThread<string, string>(new URL(`data:text/javascript,${encodeURIComponent(work)}`), {
  withinMs: 4_000,
  heapMb: 32,
  buffersMb: 64,
})
const hasty = new WorkerThread<string, string>(new URL(`data:text/javascript,${encodeURIComponent(work)}`), {
  withinMs: 200,
  heapMb: 32,
})
afterAll(async () => {
  await thread.close()
  await hasty.close()
})

it.each([
  ['break', Error],
  ['leave', Error],
  ['heap', TooMuchMemory],
  ['buffers', TooMuchMemory],
])('a task that does "%s" is given up, and the next is done', async (task, kind) => {
  await expect(thread.ask(task)).rejects.toBeInstanceOf(kind)
  expect(await thread.ask('next')).toBe('NEXT')
})

it('one that hangs is given up in time', async () => {
  await expect(hasty.ask('hang')).rejects.toBeInstanceOf(TooSlow)
})
