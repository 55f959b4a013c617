import { defineConfig } from 'vitest/config'
import { browserFiles } from './tests/harness/full.ts'
import { MAX_WORKERS } from './tests/harness/workers.ts'
import { isSlow, TIMEOUT_MS } from './tests/harness/timeouts.ts'

/** One project per kind of test; docs and bin/test.ts list them. */
const project = (name: string, include: string[], more: Record<string, unknown> = {}) => ({
  extends: true as const,
  test: { name, include, ...more },
})

/**
 * Load the server modules once instead of per file: every file starts its own servers, and no other state is shared.
 */
const KEEPS_MODULES = { isolate: false }
const KILLS = 'tests/faults/*-killed.test.ts'
const WITH_PAGES = { globalSetup: ['tests/browser/kit/unpack-chromium.ts'] }

export default defineConfig({
  test: {
    globalSetup: ['tests/harness/postgres.ts'],
    pool: 'forks',
    maxWorkers: MAX_WORKERS,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // As long as page tests wait. The default of one second depends too much on the load of the machine.
    expect: { poll: { timeout: TIMEOUT_MS } },
    retry: 0,
    passWithNoTests: true,
    projects: [
      project('unit', ['{server,shared,web,bin,database,bench}/**/*.test.{ts,tsx}'], KEEPS_MODULES),
      project('api', ['tests/api/**/*.test.ts'], KEEPS_MODULES),
      project('architecture', ['tests/architecture/**/*.test.ts'], KEEPS_MODULES),
      project('hostile', ['tests/hostile/**/*.test.ts'], { testTimeout: 180_000, ...KEEPS_MODULES }),
      project('faults', ['tests/faults/**/*.test.ts'], { testTimeout: 240_000, exclude: [KILLS] }),
      // Run alone on the machine: they kill in the middle of a statement, and the length of a stall is tested.
      project('kills', [KILLS], { testTimeout: 240_000, fileParallelism: false, sequence: { groupOrder: 1 } }),
      // After all other projects, so that pages wait less for the processors.
      project('browser', browserFiles().tried, {
        testTimeout: isSlow ? 480_000 : 180_000,
        sequence: { groupOrder: 2 },
        ...WITH_PAGES,
        ...KEEPS_MODULES,
      }),
      // Projects of a group run by name. One file takes one and a half minutes: the short unit tests run beside it.
      project('journeys', ['tests/journeys/**/*.{test,spec}.ts'], { testTimeout: 240_000, ...WITH_PAGES }),
    ],
  },
})
