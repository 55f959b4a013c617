/** Where lines of the bundle that `npm start` runs come from. The build writes it, and it is read at the first error. */
import { readFileSync } from 'node:fs'

/** By file of the bundle: its sources, and for each of its lines the number of its source and the line there. */
export type BundleLines = Record<string, { sources: string[]; lines: number[] }>

export const BUNDLE = 'dist/bundle'
export const BUNDLE_LINES = `${BUNDLE}/lines.json`
const PLACE = new RegExp(String.raw`(?:file://)?[\w./@+-]*/${BUNDLE}/([\w.-]+):(\d+):\d+`)

let known: BundleLines | undefined
function bundleLines(): BundleLines {
  try {
    return JSON.parse(readFileSync(BUNDLE_LINES, 'utf8')) as BundleLines
  } catch {
    return {}
  }
}

/** A frame of a stack, with the line of the source in place of that of the bundle. */
export const inSource = (frame: string) =>
  frame.replace(PLACE, (place, file: string, line: string) => {
    const { sources, lines } = (known ??= bundleLines())[file] ?? { sources: [], lines: [] }
    const at = (Number(line) - 1) * 2
    const source = sources[lines[at] ?? -1]
    return source === undefined ? place : `${source}:${lines[at + 1]}`
  })
