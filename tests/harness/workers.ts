/** The most test files that run at once. Page tests keep two processors busy: a third file makes waits time out. */
export const MAX_WORKERS = 2
/** Distinguishes the files that run at the same time: 1 to MAX_WORKERS. */
export const workerNumber = Number(process.env['VITEST_POOL_ID'] ?? 1)
