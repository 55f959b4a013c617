import { expect, test } from 'vitest'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { compressed, encodingOf } from '#server/platform/http/pages/compress.ts'
import { pagePolicy } from '#server/platform/http/page-policy.ts'

test('zstd before brotli before gzip, and never what is refused', () => {
  expect(encodingOf('gzip, deflate, br, zstd')).toBe('zstd')
  expect(encodingOf('GZIP, br')).toBe('br')
  expect(encodingOf('gzip;q=0.5')).toBe('gzip')
  expect(encodingOf('zstd;q=0, br ; q=0.0, gzip')).toBe('gzip')
  expect(encodingOf('identity')).toBeUndefined()
  expect(encodingOf(undefined)).toBeUndefined()
})

test('what is compressed comes out again', () => {
  const pieces = ['<p>', 'Łukasz § – 😀 '.repeat(500), '', '</p>']
  const text = pieces.join('')
  expect(zstdDecompressSync(compressed(pieces, 'zstd')).toString()).toBe(text)
  expect(brotliDecompressSync(compressed(pieces, 'br')).toString()).toBe(text)
  expect(gunzipSync(compressed(pieces, 'gzip')).toString()).toBe(text)
})

test('a page may be longer than any before, and the next one shorter', () => {
  for (const text of ['’'.repeat(400_000), 'short'])
    expect(zstdDecompressSync(compressed([text], 'zstd')).toString()).toBe(text)
})

test('the policy allows nothing but this nonce, and the snippet only with a key', () => {
  const policy = pagePolicy('n1')
  expect(policy).toContain("default-src 'none'; script-src 'nonce-n1' 'strict-dynamic'")
  expect(policy).toContain("style-src-attr 'none'")
  expect(policy).toContain("connect-src 'self';")
  expect(policy).not.toMatch(/unsafe|https:|\*/)
  expect(pagePolicy('n1', { hasAnalytics: true })).toContain("connect-src 'self' https://")
})
