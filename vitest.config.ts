import { defineConfig } from 'vitest/config'

/** One project for each kind of promise; docs and bin/test.ts name them. */
const project = (name: string, include: string[], more: Record<string, unknown> = {}) => ({
  extends: true as const,
  test: { name, include, ...more },
})

export default defineConfig({
  test: {
    globalSetup: ['tests/harness/postgres.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 15_000,
    hookTimeout: 60_000,
    retry: 0,
    passWithNoTests: true,
    projects: [
      project('unit', ['{server,shared,web,bin,database,bench}/**/*.test.{ts,tsx}']),
      project('api', ['tests/api/**/*.test.ts']),
      project('architecture', ['tests/architecture/**/*.test.ts'], { testTimeout: 120_000 }),
      project('hostile', ['tests/hostile/**/*.test.ts'], { testTimeout: 180_000 }),
      // Alone on the machine, like what follows: how long a stall lasts is part of the promise.
      project('faults', ['tests/faults/**/*.test.ts'], { testTimeout: 240_000, fileParallelism: false }),
      project('browser', ['tests/browser/**/*.{test,spec}.ts'], { testTimeout: 60_000, fileParallelism: false }),
      project('journeys', ['tests/journeys/**/*.{test,spec}.ts'], { testTimeout: 120_000, fileParallelism: false }),
    ],
  },
})
