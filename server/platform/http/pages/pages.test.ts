import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { pages } from './pages.ts'

const script = 'console.log("“Force majeure”")'
const build: Readonly<Record<string, string | Buffer>> = {
  'web/manifest.vite.json': JSON.stringify({ 'web/main.tsx': { file: 'assets/main.js' } }),
  'web/assets/main.js': script,
  'web/assets/main.js.br': brotliCompressSync(script),
  'web/robots.txt': 'User-agent: *',
  'server/entry-server.js': `export const render = async ({ execute }) => {
    await execute('threads', {})
    return { status: 200, html: ['<p>', '“Force majeure”', '</p>'] }
  }`,
  'server/package.json': '{"type":"module"}',
}
const folder = mkdtempSync(join(tmpdir(), 'counterpart-build-'))
for (const [name, content] of Object.entries(build)) {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), content)
}
/** Pages that are being rendered, and the most at once. */
const rendering = { now: 0, most: 0 }
const options = {
  folder,
  findUser: async () => null,
  pageProps: async () => ({ analyticsWriteKey: null }),
  isMissing: async () => false,
  execute: async () => {
    rendering.most = Math.max(rendering.most, ++rendering.now)
    await new Promise(setImmediate)
    rendering.now -= 1
    return {}
  },
}
const app = Fastify()
await app.register(async (scope) => pages(scope, options as never))
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

test.each([
  ['zstd', zstdDecompressSync],
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
  [undefined, (content: Buffer) => content],
])('a page leaves whole for a browser that accepts %s', async (accepted, decoded) => {
  const { headers, rawPayload } = await get('/feed', accepted)
  expect(headers['content-encoding']).toBe(accepted)
  expect(decoded(rawPayload).toString()).toBe('<p>“Force majeure”</p>')
})

test('pages that are asked for at once are rendered four at a time', async () => {
  rendering.most = 0
  const answers = await Promise.all(Array.from({ length: 20 }, () => get('/feed')))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
  expect(rendering.most).toBe(4)
})
