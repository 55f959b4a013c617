import { expect, test } from 'vitest'
import type { PageRequest } from '#shared/pages.ts'
import { pageDocument } from '#web/document.ts'

const request = (cookies: Record<string, string>, theme: string | null): PageRequest => ({
  url: '/feed',
  nonce: 'nonce1',
  cookies,
  isPhone: false,
  user: null,
  pageProps: {
    version: '1',
    theme,
    supportEmail: '',
    maintenance: '',
    analyticsWriteKey: null,
    logLevel: 7,
    mailDomain: 'counterpart.test',
    demoAccounts: null,
    demoPassword: null,
  },
  assets: {
    entry: '/assets/main.js',
    fonts: ['/assets/serif.woff2'],
    filesOf: () => ({ preloads: [], css: '', inlined: [] }),
  },
  execute: () => Promise.resolve({}),
})
const page = (cookies: Record<string, string>, theme: string | null = 'legal', title = 'Discussions') => {
  const asked = request(cookies, theme)
  return pageDocument(asked, {
    body: '<p>body</p>',
    title,
    isApp: true,
    files: { preloads: ['/assets/feed.js'], css: 'a{}', inlined: [] },
    state: { pageProps: asked.pageProps, user: null, inlined: [], cache: { text: '</script><script>alert(1)//<!--' } },
  }).join('')
}

test('theme, scheme and density are in the page before anything runs', () => {
  const html = page({ SCHEME: 'dark', DENSITY: 'headlines' })
  expect(html).toContain('<html lang="en" data-scheme="dark" data-density="headlines">')
  expect(html).toContain('<body class="theme-legal is-app">')
  expect(html).toContain('href="/favicon/legal/favicon.png"')
})

test('without a theme the body has none and stays invisible', () => {
  expect(page({}, null)).toContain('<body class="is-app">')
})

test('fonts are preloaded only where they are known to be cached', () => {
  expect(page({})).not.toContain('/assets/serif.woff2')
  expect(page({ FONTS: '1' })).toContain(
    '<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/serif.woff2">',
  )
})

test('forged cookies and titles cannot leave their place', () => {
  const html = page({ SCHEME: '"><img>', DENSITY: "'", THEME: '<' }, 'legal', '<b>"&')
  expect(html).toContain('data-scheme="auto" data-density="full"')
  expect(html).toContain('<title>&lt;b&gt;&quot;&amp;</title>')
})

test('what members wrote cannot end the script that contains it', () => {
  const html = page({})
  expect(html.match(/<script/g)).toHaveLength(2)
  expect(html).toContain('\\u003c/script>\\u003cscript>alert(1)')
})

test('every script and style carries the nonce, and nothing else may style or run', () => {
  const html = page({})
  for (const tag of html.match(/<(script|style)[^>]*>/g) ?? []) expect(tag).toContain('nonce="nonce1"')
  expect(html).not.toMatch(/ style=| on\w+=/)
})
