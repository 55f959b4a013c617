/** Measures how slow this machine is, so that slow machines run fewer tests. */

/** Duration of the computation in `slowness` on a usual machine, in milliseconds. */
const USUAL_MS = 50
/** From this factor on, a run is shortened. */
const SLOW = 2.5
const MAX_ONE_OF = 4

/** How many times longer than usual a fixed computation takes on this machine: best of five, so pauses do not count. */
export function slowness(): number {
  const times = Array.from({ length: 5 }, () => {
    const began = performance.now()
    let sum = 0
    for (let each = 0; each < 100_000_000; each += 1) sum = (sum + each) | 0
    return sum === 0.5 ? 0 : performance.now() - began
  })
  return Math.min(...times) / USUAL_MS
}

/** Runs one of this many parts on a machine this slow. */
export const oneOfFor = (slow: number): number => (slow < SLOW ? 1 : Math.min(MAX_ONE_OF, Math.ceil(slow / 2)))
