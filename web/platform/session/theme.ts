/** The theme of the network: from this device, else from the page, else asked for. */
import { THEME_COLORS, faviconDrawing, faviconPath, isTheme, type ThemeName } from '#shared/networks.ts'
import { GET } from '#web/platform/api/http.ts'
import { STORAGE_KEYS, readCookie, readString, writeCookie, writeString } from '#web/platform/storage/local-storage.ts'

export const THEME_COOKIE = 'THEME'

let applied: ThemeName | undefined
const listeners = new Set<() => void>()
/** Which is applied now, once one was, and who wants to know when another is. */
export const appliedTheme = () => applied
export function subscribeToTheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function applyTheme(theme: ThemeName): void {
  applied = theme
  for (const listener of listeners) listener()
  const { classList } = document.body
  classList.remove(...[...classList].filter((name) => name.startsWith('theme-')))
  classList.add(`theme-${theme}`)
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', THEME_COLORS[theme])
  document.querySelector('link[rel=icon][type="image/png"]')?.setAttribute('href', faviconPath(theme))
  document.querySelector('link[rel=icon][type="image/svg+xml"]')?.setAttribute('href', faviconDrawing(theme))
  writeString(STORAGE_KEYS.theme, theme)
  if (readCookie(THEME_COOKIE) !== theme) writeCookie(THEME_COOKIE, theme)
}

export async function themeOf(stored: string | null, fromPage: string | null): Promise<ThemeName | undefined> {
  if (isTheme(stored)) return stored
  if (isTheme(fromPage)) return fromPage
  return fetchTheme()
}

/** The theme of the session's network, or of the house without a session. */
export async function fetchTheme(): Promise<ThemeName | undefined> {
  const [answer] = await GET<{ data: { theme: string } }>('/theme')
  return isTheme(answer?.data.theme) ? answer.data.theme : undefined
}

/** The body is invisible until it has a theme; the server has set it wherever it knew one. */
export async function initTheme(fromPage: string | null, fallback: ThemeName): Promise<void> {
  applyTheme((await themeOf(readString(STORAGE_KEYS.theme), fromPage)) ?? fallback)
}
