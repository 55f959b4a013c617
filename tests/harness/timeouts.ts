/** TEST_SLOW simulates a slow network and a slow processor in browser tests. */
export const isSlow = Boolean(process.env['TEST_SLOW'])
/** How long a test waits for a condition. Long, because only failures wait that long and machines differ fivefold. */
export const TIMEOUT_MS = 30_000
