import { afterEach, expect, test, vi } from 'vitest'
import { DEFAULT_LOG_LEVEL, LOG_LEVELS, log, setLogLevel } from '#web/platform/log.ts'

afterEach(() => {
  setLogLevel(DEFAULT_LOG_LEVEL)
  vi.restoreAllMocks()
})

test('levels are error 3, warn 4, info 6 and debug 7, and by default all are written (CONST-log-levels)', () => {
  expect(LOG_LEVELS).toEqual({ error: 3, warn: 4, info: 6, debug: 7 })
  const names = ['error', 'warn', 'info', 'debug'] as const
  const written = names.map((name) => vi.spyOn(console, name).mockImplementation(() => {}))
  const counts = () => written.map((spy) => spy.mock.calls.length)
  for (const name of names) log[name]('…')
  expect(counts()).toEqual([1, 1, 1, 1])
  setLogLevel(4)
  for (const name of names) log[name]('…')
  expect(counts()).toEqual([2, 2, 1, 1])
})
