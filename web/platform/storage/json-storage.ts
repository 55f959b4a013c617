/**
 * Local and session storage that never throw: private windows and full disks refuse writes. Writes return false if the
 * browser refused. No other file uses the two storages directly.
 */
function attempt<T>(work: () => T, otherwise: T): T {
  try {
    return work()
  } catch {
    return otherwise
  }
}

export const readString = (key: string): string | null => attempt(() => localStorage.getItem(key), null)
export const writeString = (key: string, value: string): boolean =>
  attempt(() => (localStorage.setItem(key, value), true), false)

export const readJson = <T>(key: string): T | null => parse<T>(() => localStorage.getItem(key))
export const writeJson = (key: string, value: unknown): boolean => writeString(key, JSON.stringify(value))

export const removeKey = (key: string): void => attempt(() => localStorage.removeItem(key), undefined)
export const keysWithPrefix = (prefix: string): string[] =>
  attempt(() => Object.keys(localStorage).filter((key) => key.startsWith(prefix)), [])

/** Session storage: lasts as long as the tab. */
export const readSessionJson = <T>(key: string): T | null => parse<T>(() => sessionStorage.getItem(key))
export const writeSessionJson = (key: string, value: unknown): boolean =>
  attempt(() => (sessionStorage.setItem(key, JSON.stringify(value)), true), false)

const parse = <T>(read: () => string | null): T | null => attempt(() => JSON.parse(read() ?? 'null') as T | null, null)
