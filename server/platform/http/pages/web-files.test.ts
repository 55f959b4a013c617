import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { pages } from './pages.ts'

const script = 'console.log("“Force majeure”")'
const build: Readonly<Record<string, string | Buffer>> = {
  'web/manifest.vite.json': JSON.stringify({ 'web/main.tsx': { file: 'assets/main.js' } }),
  'web/assets/main.js': script,
  'web/assets/main.js.br': brotliCompressSync(script),
  'web/robots.txt': 'User-agent: *',
  'server/entry-server.js': 'export const render = () => {}',
  'server/package.json': '{"type":"module"}',
}
const folder = mkdtempSync(join(tmpdir(), 'counterpart-build-'))
for (const [name, content] of Object.entries(build)) {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), content)
}
const app = Fastify()
await app.register(async (scope) => pages(scope, { folder } as never))
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, accepted?: string) =>
  app.inject({ url, ...(accepted !== undefined && { headers: { 'accept-encoding': accepted } }) })

test.each([
  ['zstd, br, gzip', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip', 'gzip', gunzipSync],
  [undefined, undefined, (content: Buffer) => content],
])('a built file for a browser that accepts %s', async (accepted, encoding, decoded) => {
  const { headers, rawPayload } = await get('/assets/main.js', accepted)
  expect(headers['content-encoding']).toBe(encoding)
  expect(decoded(rawPayload).toString()).toBe(script)
  expect(headers).toMatchObject({
    vary: 'Accept-Encoding',
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  })
})

test('a file that is not compressed, and may change', async () => {
  const { headers, payload } = await get('/robots.txt', 'br')
  expect(payload).toBe('User-agent: *')
  expect(headers['content-encoding']).toBeUndefined()
  expect(headers['cache-control']).toBe('public, max-age=86400')
})
