import { setTimeout as sleep } from 'node:timers/promises'

/** Runs the work and then pauses for as long, so that half of a processor is left to those who are served. */
export async function leaveHalf(work: () => Promise<unknown>): Promise<void> {
  const began = performance.now()
  await work()
  await sleep(performance.now() - began)
}
