import { expect, test } from 'vitest'
import { externalFaviconPath, isExternal, isWebLink, withScheme } from '#shared/kit/links.ts'

test('a URL without a scheme gets https', () => {
  expect(withScheme('example.com/a')).toBe('https://example.com/a')
  expect(withScheme('//example.com')).toBe('https://example.com')
  expect(withScheme('http://example.com')).toBe('http://example.com')
  expect(withScheme('localhost:4000')).toBe('https://localhost:4000')
  expect(withScheme('mailto:a@example.com')).toBe('mailto:a@example.com')
  expect(withScheme('')).toBe('')
})

test('a link is external when its origin differs', () => {
  const here = 'https://counterpart.test'
  expect(isExternal('/feed', here)).toBe(false)
  expect(isExternal('https://counterpart.test/feed', here)).toBe(false)
  expect(isExternal('http://counterpart.test/feed', here)).toBe(true)
  expect(isExternal('https://counterpart.test:8443/', here)).toBe(true)
  expect(isExternal('//example.com', here)).toBe(true)
  expect(isExternal('https://', here)).toBe(false)
})

test('only the web is opened', () => {
  expect(isWebLink('https://example.com')).toBe(true)
  for (const href of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'nonsense'])
    expect(isWebLink(href)).toBe(false)
})

test('the mark of another site is asked for by domain at 128', () => {
  expect(externalFaviconPath('www.example.com/path?q=1')).toBe('/api/favicon?domain=www.example.com&size=128')
  expect(externalFaviconPath('javascript:alert(1)')).toBe('')
})
