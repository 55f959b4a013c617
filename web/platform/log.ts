/** Console logging with levels. A lower number is more severe; messages above the set level are not written. */
export const LOG_LEVELS = { error: 3, warn: 4, info: 6, debug: 7 } as const
export type LogLevel = keyof typeof LOG_LEVELS
export const DEFAULT_LOG_LEVEL = 7

let level: number = DEFAULT_LOG_LEVEL
export function setLogLevel(next: number): void {
  level = next
}

const write = (name: LogLevel) => (message: string, facts?: unknown) => {
  if (LOG_LEVELS[name] > level) return
  if (facts === undefined) console[name](message)
  else console[name](message, facts)
}

export const log = { error: write('error'), warn: write('warn'), info: write('info'), debug: write('debug') }
