/**
 * Builds the web: the browser files into dist/web, the page renderer into dist/server, and compressed versions of the
 * browser files. A build is stale if the hash of its inputs has changed.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const DIST = 'dist'
const STAMP = join(DIST, 'inputs.sha256')
const ARTEFACTS = [join(DIST, 'web/manifest.vite.json'), join(DIST, 'server/entry-server.js')]
const INPUT_FOLDERS = ['web', 'shared', 'api/generated']
const INPUT_FILES = ['vite.config.ts', 'package.json', 'package-lock.json']

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function inputsHash(): string {
  const hash = createHash('sha256')
  for (const file of [...INPUT_FOLDERS.flatMap(filesIn), ...INPUT_FILES]) {
    hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/** True if there is no complete build of the current sources. Run from the root of the repository. */
export function isStale(): boolean {
  if (!existsSync(STAMP) || !ARTEFACTS.every((file) => existsSync(file))) return true
  return readFileSync(STAMP, 'utf8') !== inputsHash()
}

export async function build(): Promise<void> {
  const hash = inputsHash()
  // React itself reads it, also when it is bundled for the server.
  process.env.NODE_ENV = 'production'
  const vite = await import('vite')
  const logLevel = 'warn' as const
  await vite.build({ logLevel, mode: 'production' })
  await vite.build({ logLevel, mode: 'production', build: { ssr: true } })
  writeFileSync(join(DIST, 'web/service-worker.js'), await serviceWorker())
  compress(join(DIST, 'web'))
  writeFileSync(STAMP, hash)
}

/** Has a fixed URL, because browsers identify a service worker by it, and includes everything it needs. */
async function serviceWorker(): Promise<string> {
  const { OFFLINE_DAYS, OFFLINE_FEED, OFFLINE_STORE, offlineThread } = await import('#shared/offline.ts')
  const known = { store: OFFLINE_STORE, feed: OFFLINE_FEED, threads: offlineThread(''), days: OFFLINE_DAYS }
  const source = stripTypeScriptTypes(readFileSync('web/service-worker.ts', 'utf8'))
  return `const OFFLINE = ${JSON.stringify(known)}\n${source}`
}

/** Compress once at build time with maximum quality, so that no request pays for it. */
function compress(folder: string): void {
  for (const file of filesIn(folder)) {
    if (!/\.(js|css|svg|json|txt)$/.test(file)) continue
    const bytes = readFileSync(file)
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
  }
}

if (import.meta.main) {
  if (process.argv.includes('--force') || isStale()) await build()
}
