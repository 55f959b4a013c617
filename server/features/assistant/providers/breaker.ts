/** After failures in a row a model is not asked for a while, so that members do not wait for what fails. */
const FAILURES = 3
const REST_MS = 60_000

export interface Breaker {
  isClosed(): boolean
  succeeded(): void
  failed(): void
}

export function makeBreaker(now: () => number = Date.now): Breaker {
  let failures = 0
  let restsUntil = 0
  return {
    isClosed: () => now() >= restsUntil,
    succeeded: () => void (failures = 0),
    failed: () => {
      failures += 1
      if (failures < FAILURES) return
      failures = 0
      restsUntil = now() + REST_MS
    },
  }
}
