/** How slow this machine is, so that a run can be shortened there. */

/** Milliseconds that `slowness` takes on a usual machine. */
const USUAL_MS = 50
/** From here on a run is shortened. */
const SLOW = 2.5
const MAX_ONE_OF = 4

/** How many times longer than on a usual machine a fixed computation takes: the best of five, so that a pause does not count. */
export function slowness(): number {
  const times = Array.from({ length: 5 }, () => {
    const began = performance.now()
    let sum = 0
    for (let each = 0; each < 100_000_000; each += 1) sum = (sum + each) | 0
    return sum === 0.5 ? 0 : performance.now() - began
  })
  return Math.min(...times) / USUAL_MS
}

/** Which part of a run a machine of this slowness tries: one of so many. */
export const oneOfFor = (slow: number): number => (slow < SLOW ? 1 : Math.min(MAX_ONE_OF, Math.ceil(slow / 2)))
