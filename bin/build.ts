/**
 * Builds the web: for the browser into dist/web, the page renderer into dist/server, and the compressed
 * twins of the browser's files. A build is stale when a hash of everything it is made of has changed.
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

/** True when there is no complete build of the present sources. Run from the root of the repository. */
export function isStale(): boolean {
  if (!existsSync(STAMP) || !ARTEFACTS.every((file) => existsSync(file))) return true
  return readFileSync(STAMP, 'utf8') !== inputsHash()
}

export async function build(): Promise<void> {
  const hash = inputsHash()
  // Read by React itself, also while it is bundled for the server.
  process.env.NODE_ENV = 'production'
  const vite = await import('vite')
  const logLevel = 'warn' as const
  await vite.build({ logLevel, mode: 'production' })
  await vite.build({ logLevel, mode: 'production', build: { ssr: true } })
  writeFileSync(join(DIST, 'web/service-worker.js'), await serviceWorker())
  compress(join(DIST, 'web'))
  writeFileSync(STAMP, hash)
}

/** At an address of its own that never changes, because browsers know a worker by it; with all it needs in it. */
async function serviceWorker(): Promise<string> {
  const { OFFLINE_DAYS, OFFLINE_FEED, OFFLINE_STORE, offlineThread } = await import('#shared/offline.ts')
  const known = { store: OFFLINE_STORE, feed: OFFLINE_FEED, threads: offlineThread(''), days: OFFLINE_DAYS }
  const source = stripTypeScriptTypes(readFileSync('web/service-worker.ts', 'utf8'))
  return `const OFFLINE = ${JSON.stringify(known)}\n${source}`
}

/** Once here with the greatest effort, so that no request ever pays for it. */
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
