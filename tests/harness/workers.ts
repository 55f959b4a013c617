/** The most test files that run at once: three with pages, two of all others. */
export const MAX_WORKERS = 3
/** Distinguishes the files that run at the same time: 1 to MAX_WORKERS. */
export const workerNumber = Number(process.env['VITEST_POOL_ID'] ?? 1)
