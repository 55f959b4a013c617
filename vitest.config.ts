import { defineConfig } from 'vitest/config'
import { browserFiles } from './tests/harness/full.ts'
import { isSlow, TIMEOUT_MS } from './tests/harness/timeouts.ts'

/** One project for each kind of promise; docs and bin/test.ts name them. */
const project = (name: string, include: string[], more: Record<string, unknown> = {}) => ({
  extends: true as const,
  test: { name, include, ...more },
})

/** The whole server is loaded once and not for each file: every file has houses of its own, and nothing else is kept. */
const KEEPS_MODULES = { isolate: false }
/** After all else, two files at once: a page waits more than it computes. */
const WITH_PAGES = { globalSetup: ['tests/browser/kit/unpack-chromium.ts'], sequence: { groupOrder: 2 } }

export default defineConfig({
  test: {
    globalSetup: ['tests/harness/postgres.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // As long as the pages are waited for; a second, the usual time, is the machine's mood.
    expect: { poll: { timeout: TIMEOUT_MS } },
    retry: 0,
    passWithNoTests: true,
    projects: [
      project('unit', ['{server,shared,web,bin,database,bench}/**/*.test.{ts,tsx}']),
      project('api', ['tests/api/**/*.test.ts'], KEEPS_MODULES),
      project('architecture', ['tests/architecture/**/*.test.ts'], { testTimeout: 120_000 }),
      project('hostile', ['tests/hostile/**/*.test.ts'], { testTimeout: 180_000, ...KEEPS_MODULES }),
      // Alone on the machine: how long a stall lasts is part of the promise.
      project('faults', ['tests/faults/**/*.test.ts'], {
        testTimeout: 240_000,
        fileParallelism: false,
        sequence: { groupOrder: 1 },
      }),
      project('browser', browserFiles().tried, {
        testTimeout: isSlow ? 480_000 : 180_000,
        ...WITH_PAGES,
        ...KEEPS_MODULES,
      }),
      project('journeys', ['tests/journeys/**/*.{test,spec}.ts'], { testTimeout: 240_000, ...WITH_PAGES }),
    ],
  },
})
