/** Names for the device that a member signs in with, on screen and in email. */

// The first match wins: every browser also names those it descends from.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg/, 'Edge'],
  [/OPR/, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** "Firefox on Windows" for a User-Agent header. */
export function deviceName(userAgent: string | null): string {
  const named = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  return `${named(BROWSERS) ?? 'A browser'} on ${named(SYSTEMS) ?? 'an unknown device'}`
}
