/** What the server must know of a device for the first paint, in cookies: color scheme, list density, width, and fonts. */
import { createStore } from '#web/kit/store.ts'
import { WIDE_SCREEN } from '#web/kit/widths.ts'
import { readCookie, writeCookie } from '#web/platform/storage/cookies.ts'

export const SCHEMES = ['auto', 'light', 'dark'] as const
export const DENSITIES = ['full', 'headlines'] as const
export type Scheme = (typeof SCHEMES)[number]
export type Density = (typeof DENSITIES)[number]
export const SCHEME_COOKIE = 'SCHEME'
export const DENSITY_COOKIE = 'DENSITY'
/** Set once this device has the fonts. */
export const FONTS_COOKIE = 'FONTS'

/** Whether the window has room for the side column: "1" or "0". */
export const WIDE_COOKIE = 'WIDE'

export const parseColorScheme = (value: unknown): Scheme => SCHEMES.find((each) => each === value) ?? 'auto'
export const parseDensity = (value: unknown): Density => DENSITIES.find((each) => each === value) ?? 'full'

// The server set both attributes from the cookies.
const rendered = typeof document === 'undefined' ? undefined : document.documentElement.dataset
const scheme = createStore<Scheme>(parseColorScheme(rendered?.scheme), { onServer: 'auto' })
const density = createStore<Density>(parseDensity(rendered?.density), { onServer: 'full' })

export function setScheme(next: Scheme): void {
  document.documentElement.dataset.scheme = next
  writeCookie(SCHEME_COOKIE, next)
  scheme.set(next)
}
export function setDensity(next: Density): void {
  document.documentElement.dataset.density = next
  writeCookie(DENSITY_COOKIE, next)
  density.set(next)
}

export function rememberDevice(): void {
  // The next page comes with its side column if this window has room for it.
  writeCookie(WIDE_COOKIE, String(Number(matchMedia(WIDE_SCREEN).matches)))
  if (readCookie(FONTS_COOKIE) === null) void document.fonts.ready.then(() => writeCookie(FONTS_COOKIE, '1'))
}

export const useScheme = scheme.use
/** Prefer the attribute `data-density` of the root in styles: it holds before hydration. */
export const useDensity = density.use
