/** With TEST_SLOW pages are far from the server and on a slow processor. */
export const isSlow = Boolean(process.env['TEST_SLOW'])
/** How long a test waits for what must come. Long, because only a failure waits that long, and machines differ by five. */
export const TIMEOUT_MS = 30_000
