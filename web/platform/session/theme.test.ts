import { readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser, fakeServer } from '#web/platform/api/browser-stub.ts'
import { initTheme, themeOf } from '#web/platform/session/theme.ts'

afterEach(() => vi.unstubAllGlobals())

test('the theme comes from the device, else from the page, else from a call (STATE-theme-source, CALL-get-theme, FIELD-local_storage.THEME, FIELD-page_props.theme)', async () => {
  const { stored } = fakeBrowser()
  const sent = fakeServer({ data: { theme: 'executive' } })
  expect(await themeOf('cfo', 'legal')).toBe('cfo')
  expect(await themeOf('purple', 'legal')).toBe('legal')
  expect(sent).toEqual([])
  expect(await themeOf(null, null)).toBe('executive')
  expect(sent).toMatchObject([{ method: 'GET', path: '/api/theme', body: null }])
  stored.set('THEME', 'cfo')
  await initTheme('legal', 'thesuite')
  expect([...document.body.classList]).toEqual(['theme-cfo'])
})

test('without any the body still gets a theme, and only then it is visible (STATE-theme-body)', async () => {
  const { stored } = fakeBrowser()
  fakeServer({ message: 'Away.' }, 503)
  await initTheme(null, 'thesuite')
  expect([...document.body.classList]).toEqual(['theme-thesuite'])
  expect(stored.get('THEME')).toBe('thesuite')
  const rules = readFileSync('web/theme/base.css', 'utf8').replaceAll(/\s+/g, ' ')
  expect(rules).toMatch(/body \{[^}]*visibility: hidden;/)
  expect(rules).toMatch(/body\[class\*='theme-'\] \{ visibility: visible; \}/)
})
