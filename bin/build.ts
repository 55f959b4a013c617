/**
 * Builds the web (the browser files into dist/web with compressed versions, the page renderer into dist/server) and the
 * server (into dist/bundle). A part is stale if the hash of its inputs has changed. Parts may be named: `bin/build.ts web`.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { BUNDLE, BUNDLE_LINES } from '#server/platform/log/bundle-lines.ts'

const DIST = 'dist'
const PACKAGES = ['package.json', 'package-lock.json']
/** What is built, each from its sources and with a hash of them. */
const PARTS = {
  web: {
    stamp: join(DIST, 'inputs.sha256'),
    artefacts: [join(DIST, 'web/manifest.vite.json'), join(DIST, 'server/entry-server.js')],
    folders: ['web', 'shared', 'api/generated'],
    files: ['vite.config.ts', ...PACKAGES],
    make: buildWeb,
  },
  server: {
    stamp: join(BUNDLE, 'inputs.sha256'),
    artefacts: [join(BUNDLE, 'main.js'), BUNDLE_LINES],
    folders: ['server', 'shared', 'api/generated', 'database/seed'],
    files: ['bin/bundle.ts', ...PACKAGES],
    make: async () => (await import('./bundle.ts')).bundleServer(),
  },
}
type Part = keyof typeof PARTS
const ALL = Object.keys(PARTS) as Part[]

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function inputsHash({ folders, files }: (typeof PARTS)[Part]): string {
  const hash = createHash('sha256')
  for (const file of [...folders.flatMap(filesIn), ...files]) {
    hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/** The parts without a complete build of the current sources. */
const staleParts = (parts: readonly Part[]): Part[] =>
  parts.filter((part) => {
    const { stamp, artefacts } = PARTS[part]
    if (!existsSync(stamp) || !artefacts.every((file) => existsSync(file))) return true
    return readFileSync(stamp, 'utf8') !== inputsHash(PARTS[part])
  })

/**
 * Builds those of the parts that are stale, in a separate process, so that its memory is freed afterwards. Run from the root
 * of the repository. False if it failed; its errors are printed. `announce` is called only if something is stale.
 */
export function buildStale(parts: readonly Part[] = ALL, announce = () => {}): boolean {
  const stale = staleParts(parts)
  if (stale.length === 0) return true
  announce()
  return spawnSync(process.execPath, ['bin/build.ts', ...stale], { stdio: 'inherit' }).status === 0
}

/** The server as it was built. */
export const builtServer = async () =>
  (await import(new URL(`../${BUNDLE}/main.js`, import.meta.url).href)) as typeof import('#server/main.ts')

async function buildWeb(): Promise<void> {
  // React itself reads it, also when it is bundled for the server.
  process.env.NODE_ENV = 'production'
  const vite = await import('vite')
  const logLevel = 'warn' as const
  await vite.build({ logLevel, mode: 'production' })
  await vite.build({ logLevel, mode: 'production', build: { ssr: true } })
  writeFileSync(join(DIST, 'web/service-worker.js'), await serviceWorker())
  compress(join(DIST, 'web'))
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
  const given = ALL.filter((part) => process.argv.includes(part))
  const asked = given.length > 0 ? given : ALL
  for (const part of process.argv.includes('--force') ? asked : staleParts(asked)) {
    const hash = inputsHash(PARTS[part])
    await PARTS[part].make()
    writeFileSync(PARTS[part].stamp, hash)
  }
}
