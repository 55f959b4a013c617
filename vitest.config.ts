import { defineConfig } from 'vitest/config'
import { isSlow, PATIENCE_MS } from './tests/harness/slow.ts'

/** One project for each kind of promise; docs and bin/test.ts name them. */
const project = (name: string, include: string[], more: Record<string, unknown> = {}) => ({
  extends: true as const,
  test: { name, include, ...more },
})

/** The whole server is loaded once and not for each file: every file has houses of its own, and nothing else is kept. */
const KEEPS_MODULES = { isolate: false }
/** File by file, after the projects before it. */
const aloneAs = (groupOrder: number) => ({ fileParallelism: false, sequence: { groupOrder } })

export default defineConfig({
  test: {
    globalSetup: ['tests/harness/postgres.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 15_000,
    hookTimeout: 60_000,
    // As long as the pages are waited for; a second, the usual time, is the machine's mood.
    expect: { poll: { timeout: PATIENCE_MS } },
    retry: 0,
    passWithNoTests: true,
    projects: [
      project('unit', ['{server,shared,web,bin,database,bench}/**/*.test.{ts,tsx}']),
      project('api', ['tests/api/**/*.test.ts'], KEEPS_MODULES),
      project('architecture', ['tests/architecture/**/*.test.ts'], { testTimeout: 120_000 }),
      project('hostile', ['tests/hostile/**/*.test.ts'], { testTimeout: 180_000, ...KEEPS_MODULES }),
      // Alone on the machine, like what follows: how long a stall lasts is part of the promise. Pages beside everything
      // else saved a seventh of the time, and members of the tests pressed keys before their pages could hear them.
      project('faults', ['tests/faults/**/*.test.ts'], { testTimeout: 240_000, ...aloneAs(1) }),
      project('browser', ['tests/browser/**/*.{test,spec}.ts'], {
        testTimeout: isSlow ? 240_000 : 60_000,
        ...aloneAs(2),
        ...KEEPS_MODULES,
      }),
      project('journeys', ['tests/journeys/**/*.{test,spec}.ts'], { testTimeout: 120_000, ...aloneAs(3) }),
    ],
  },
})
