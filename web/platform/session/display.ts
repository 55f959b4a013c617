/** Light or dark, and the density of lists: kept per device in cookies, so that the first paint is right. */
import { useSyncExternalStore } from 'react'
import { writeCookie } from '#web/platform/storage/local-storage.ts'

export const SCHEMES = ['auto', 'light', 'dark'] as const
export const DENSITIES = ['full', 'headlines'] as const
export type Scheme = (typeof SCHEMES)[number]
export type Density = (typeof DENSITIES)[number]
export const SCHEME_COOKIE = 'SCHEME'
export const DENSITY_COOKIE = 'DENSITY'

export const parseColorScheme = (value: unknown): Scheme => SCHEMES.find((each) => each === value) ?? 'auto'
export const parseDensity = (value: unknown): Density => DENSITIES.find((each) => each === value) ?? 'full'

const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
function set(name: 'scheme' | 'density', cookie: string, value: string): void {
  document.documentElement.dataset[name] = value
  writeCookie(cookie, value)
  for (const listener of listeners) listener()
}

export const setScheme = (scheme: Scheme) => set('scheme', SCHEME_COOKIE, scheme)
export const setDensity = (density: Density) => set('density', DENSITY_COOKIE, density)

const currentScheme = () => parseColorScheme(document.documentElement.dataset.scheme)
const currentDensity = () => parseDensity(document.documentElement.dataset.density)
export const useScheme = (): Scheme => useSyncExternalStore(subscribe, currentScheme, () => 'auto')
/** Prefer the attribute `data-density` of the root in styles: it holds before hydration. */
export const useDensity = (): Density => useSyncExternalStore(subscribe, currentDensity, () => 'full')
