/** With TEST_SLOW pages are far from the server and on a slow processor; whoever waits for them is more patient. */
export const isSlow = Boolean(process.env['TEST_SLOW'])
export const PATIENCE_MS = isSlow ? 30_000 : 10_000
