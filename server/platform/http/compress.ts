/** Compresses rendered pages. Levels by measurement: a page must cost less time here than it saves in transfer. */
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'

type Encoding = 'zstd' | 'br' | 'gzip'

const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
}
const COMPRESSORS: Record<Encoding, (text: string) => Buffer> = {
  zstd: (text) => zstdCompressSync(text, ZSTD),
  br: (text) => brotliCompressSync(text, BROTLI),
  gzip: (text) => gzipSync(text),
}

const BEST_FIRST = ['zstd', 'br', 'gzip'] as const

/** The best of the offered encodings that the client accepts; "q=0" means not accepted. */
export function encodingOf(
  accepted: string | undefined,
  offered: readonly Encoding[] = BEST_FIRST,
): Encoding | undefined {
  const names = new Set<string>()
  for (const part of (accepted ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.trim().split(/\s*;\s*/)
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) names.add(name)
  }
  return offered.find((name) => names.has(name))
}

export const compressed = (text: string, encoding: Encoding): Buffer => COMPRESSORS[encoding](text)
