/**
 * The built web as served: every file in memory with its compressed version, at URLs that contain a content hash, and
 * the map from source modules to the files that a page needs.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import type { PageAssets, PageFiles } from '#shared/pages.ts'

export interface WebFile {
  type: string
  content: Buffer
  /** The content is compressed with brotli. Nearly every browser takes it, so the file itself is not held as well. */
  isBrotli: boolean
  isImmutable: boolean
}

interface ManifestChunk {
  file: string
  imports?: string[]
  css?: string[]
  assets?: string[]
}
type Manifest = Record<string, ManifestChunk>

const MANIFEST = 'manifest.vite.json'
const ENTRY = 'web/main.tsx'
const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.webm': 'video/webm',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}

export function readWebFiles(folder: string): Map<string, WebFile> {
  const files = new Map<string, WebFile>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const type = TYPES[extname(path)]
    if (!entry.isFile() || !type) continue
    const address = `/${relative(folder, path).replaceAll('\\', '/')}`
    const isBrotli = existsSync(`${path}.br`)
    const content = readFileSync(isBrotli ? `${path}.br` : path)
    files.set(address, { type, content, isBrotli, isImmutable: address.startsWith('/assets/') })
  }
  return files
}

/** What pages of this build need. Each set of modules is resolved once. */
export function readPageAssets(folder: string): PageAssets {
  const manifest = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as Manifest
  const known = new Map<string, PageFiles>()
  const entry = manifest[ENTRY]
  if (!entry) throw new Error(`The build in ${folder} has no ${ENTRY}. Build the web again.`)
  return {
    entry: `/${(manifest[facadeOf(entry, folder)] ?? entry).file}`,
    fonts: firstFonts(manifest),
    filesOf(modules) {
      const key = modules.join(' ')
      let files = known.get(key)
      if (!files) known.set(key, (files = filesOf(manifest, folder, modules)))
      return files
    },
  }
}

/** The bundler may emit a file that only imports another one. Then the page requests the imported file directly. */
function facadeOf({ file, imports = [] }: ManifestChunk, folder: string): string {
  const isFacade = imports.length === 1 && /^import"[^"]+";?\s*$/.test(readFileSync(join(folder, file), 'utf8'))
  return isFacade ? imports[0]! : ''
}

/** The upright Latin font files. The others load when a page uses them. */
function firstFonts(manifest: Manifest): string[] {
  const assets = new Set(Object.values(manifest).flatMap(({ assets = [] }) => assets))
  return [...assets].filter((file) => /\/(serif|sans)-[\w-]{8}\.woff2$/.test(file)).map((file) => `/${file}`)
}

function filesOf(manifest: Manifest, folder: string, modules: string[]): PageFiles {
  const chunks = new Set<ManifestChunk>()
  const visit = (name: string): void => {
    const chunk = manifest[name]
    if (!chunk || chunks.has(chunk)) return
    for (const each of chunk.imports ?? []) visit(each)
    if (!facadeOf(chunk, folder)) chunks.add(chunk)
  }
  for (const name of [ENTRY, ...modules]) visit(name)
  const sheets = [...new Set([...chunks].flatMap(({ css = [] }) => css))]
  return {
    preloads: [...chunks].map(({ file }) => `/${file}`),
    css: sheets.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join(''),
    inlined: sheets.map((file) => `/${file}`),
  }
}
