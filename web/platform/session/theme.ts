/** The theme of the network: from this device, else from the page, else from the server. */
import { THEME_COLORS, faviconDrawing, faviconPath, isTheme, type ThemeName } from '#shared/networks.ts'
import { createStore } from '#web/kit/store.ts'
import { GET } from '#web/platform/api/http.ts'
import { readCookie, writeCookie } from '#web/platform/storage/cookies.ts'
import { readString, writeString } from '#web/platform/storage/json-storage.ts'
import { STORAGE_KEYS } from '#web/platform/storage/storage-keys.ts'

export const THEME_COOKIE = 'THEME'

/** The theme that this page has applied; undefined until then. */
export const appliedTheme = createStore<ThemeName | undefined>(undefined)

/** `favicon`: of the network, if it has its own. */
export function applyTheme(theme: ThemeName, favicon?: string | null): void {
  appliedTheme.set(theme)
  const { classList } = document.body
  classList.remove(...[...classList].filter((name) => name.startsWith('theme-')))
  classList.add(`theme-${theme}`)
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', THEME_COLORS[theme])
  document.querySelector('link[rel=icon][type="image/png"]')?.setAttribute('href', favicon ?? faviconPath(theme))
  const drawing = document.querySelector('link[rel=icon][type="image/svg+xml"]')
  if (favicon) drawing?.remove()
  else drawing?.setAttribute('href', faviconDrawing(theme))
  writeString(STORAGE_KEYS.theme, theme)
  if (readCookie(THEME_COOKIE) !== theme) writeCookie(THEME_COOKIE, theme)
}

export async function themeOf(stored: string | null, fromPage: string | null): Promise<ThemeName | undefined> {
  if (isTheme(stored)) return stored
  if (isTheme(fromPage)) return fromPage
  return fetchTheme()
}

/** The theme of the session's network; without a session, the default of the deployment. */
export async function fetchTheme(): Promise<ThemeName | undefined> {
  const [answer] = await GET<{ data: { theme: string } }>('/theme')
  return isTheme(answer?.data.theme) ? answer.data.theme : undefined
}

/** The body is invisible until it has a theme; the server sets it when it knows it. */
export async function initTheme(fromPage: string | null, fallback: ThemeName, favicon?: string): Promise<void> {
  applyTheme((await themeOf(readString(STORAGE_KEYS.theme), fromPage)) ?? fallback, favicon)
}
