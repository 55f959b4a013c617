/**
 * A QR code of a short text as the path of an SVG, made here so that no secret of an authenticator travels to anybody
 * who draws pictures. Byte mode, level M (a smudged seventh can be read), after ISO/IEC 18004.
 */

const QUIET = 4
const MAX_VERSION = 20
/** Level M: error-correction words in each block, and blocks, by version. */
const EC_WORDS = [0, 10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26]
const BLOCKS = [0, 1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16]
const LEVEL_M = 0

type Grid = { size: number; dark: boolean[][]; fixed: boolean[][] }

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** Product in GF(256) modulo x^8 + x^4 + x^3 + x^2 + 1. */
function times(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> bit) & 1) * a)
  return product & 0xff
}

function divisorOf(degree: number): number[] {
  const result = [...Array<number>(degree - 1).fill(0), 1]
  let root = 1
  for (let step = 0; step < degree; step++) {
    for (let index = 0; index < degree; index++) result[index] = times(result[index]!, root) ^ (result[index + 1] ?? 0)
    root = times(root, 2)
  }
  return result
}

function remainderOf(data: readonly number[], divisor: readonly number[]): number[] {
  const result = divisor.map(() => 0)
  for (const word of data) {
    const factor = word ^ result.shift()!
    result.push(0)
    for (const [index, each] of divisor.entries()) result[index]! ^= times(each, factor)
  }
  return result
}

/** Modules that hold data or correction in a version. */
function rawModules(version: number): number {
  let count = (16 * version + 128) * version + 64
  if (version >= 2) {
    const aligned = Math.floor(version / 7) + 2
    count -= (25 * aligned - 10) * aligned - 55
    if (version >= 7) count -= 36
  }
  return count
}
const rawWords = (version: number) => Math.floor(rawModules(version) / 8)
const dataWords = (version: number) => rawWords(version) - EC_WORDS[version]! * BLOCKS[version]!

function wordsOf(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = []
  const put = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >> bit) & 1)
  }
  put(4, 4)
  put(bytes.length, version < 10 ? 8 : 16)
  for (const byte of bytes) put(byte, 8)
  const capacity = dataWords(version) * 8
  put(0, Math.min(4, capacity - bits.length))
  put(0, (8 - (bits.length % 8)) % 8)
  for (let pad = 0xec; bits.length < capacity; pad ^= 0xec ^ 0x11) put(pad, 8)
  return Array.from({ length: bits.length / 8 }, (_, index) =>
    bits.slice(index * 8, index * 8 + 8).reduce((word, bit) => (word << 1) | bit, 0),
  )
}

/** Cut into blocks, each with its correction, and dealt out like cards. */
function interleaved(data: readonly number[], version: number): number[] {
  const [count, ec, raw] = [BLOCKS[version]!, EC_WORDS[version]!, rawWords(version)]
  const short = count - (raw % count)
  const shortLength = Math.floor(raw / count) - ec
  const divisor = divisorOf(ec)
  let taken = 0
  const blocks = Array.from({ length: count }, (_, index) => {
    const length = shortLength + (index < short ? 0 : 1)
    const words = data.slice(taken, (taken += length))
    return { words, correction: remainderOf(words, divisor) }
  })
  const deal = (of: (block: (typeof blocks)[number]) => number[], length: number) =>
    Array.from({ length }, (_, index) => blocks.flatMap((block) => of(block)[index] ?? [])).flat()
  return [...deal(({ words }) => words, shortLength + 1), ...deal(({ correction }) => correction, ec)]
}

function alignmentOf(version: number, size: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2
  return [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - (count - 2 - index) * step)]
}

function emptyGrid(version: number): Grid {
  const size = version * 4 + 17
  const rows = () => Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  const grid: Grid = { size, dark: rows(), fixed: rows() }
  const square = (x: number, y: number, reach: number, isDark: (distance: number) => boolean) => {
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++)
        if (x + dx >= 0 && x + dx < size && y + dy >= 0 && y + dy < size)
          fix(grid, x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))))
  }
  for (let index = 0; index < size; index++) {
    fix(grid, 6, index, index % 2 === 0)
    fix(grid, index, 6, index % 2 === 0)
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(x, y, 4, (far) => far !== 2 && far !== 4)
  const centres = alignmentOf(version, size)
  const last = centres.length - 1
  for (const [i, x] of centres.entries())
    for (const [j, y] of centres.entries())
      if (!(i === 0 && j === 0) && !(i === 0 && j === last) && !(i === last && j === 0))
        square(x, y, 2, (far) => far !== 1)
  putFormat(grid, 0)
  putVersion(grid, version)
  return grid
}

function fix({ dark, fixed }: Grid, x: number, y: number, isDark: boolean) {
  dark[y]![x] = isDark
  fixed[y]![x] = true
}

function putFormat(grid: Grid, mask: number) {
  const { size } = grid
  const data = (LEVEL_M << 3) | mask
  let rest = data
  for (let step = 0; step < 10; step++) rest = (rest << 1) ^ ((rest >> 9) * 0x537)
  const bits = ((data << 10) | rest) ^ 0x5412
  const bit = (index: number) => ((bits >> index) & 1) === 1
  for (let index = 0; index <= 5; index++) fix(grid, 8, index, bit(index))
  fix(grid, 8, 7, bit(6))
  fix(grid, 8, 8, bit(7))
  fix(grid, 7, 8, bit(8))
  for (let index = 9; index < 15; index++) fix(grid, 14 - index, 8, bit(index))
  for (let index = 0; index < 8; index++) fix(grid, size - 1 - index, 8, bit(index))
  for (let index = 8; index < 15; index++) fix(grid, 8, size - 15 + index, bit(index))
  fix(grid, 8, size - 8, true)
}

function putVersion(grid: Grid, version: number) {
  if (version < 7) return
  let rest = version
  for (let step = 0; step < 12; step++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25)
  const bits = (version << 12) | rest
  for (let index = 0; index < 18; index++) {
    const [a, b] = [grid.size - 11 + (index % 3), Math.floor(index / 3)]
    fix(grid, a, b, ((bits >> index) & 1) === 1)
    fix(grid, b, a, ((bits >> index) & 1) === 1)
  }
}

/** In pairs of columns from the right, up and down in turn, around what is fixed. */
function putWords({ size, dark, fixed }: Grid, words: readonly number[], mask: (x: number, y: number) => boolean) {
  let index = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step
        if (fixed[y]![x]) continue
        const bit = ((words[index >> 3] ?? 0) >> (7 - (index & 7))) & 1
        dark[y]![x] = (bit === 1) !== mask(x, y)
        index += 1
      }
  }
}

/** How hard a picture is to read: runs, squares, false finders, imbalance. */
function penaltyOf({ size, dark }: Grid): number {
  const lines = [
    ...dark.map((row) => row.map(Number).join('')),
    ...dark.map((_, x) => dark.map((row) => Number(row[x])).join('')),
  ]
  let penalty = 0
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2
    for (const _ of line.matchAll(/(?=00001011101|10111010000)/g)) penalty += 40
  }
  for (let y = 0; y < size - 1; y++)
    for (let x = 0; x < size - 1; x++) {
      const first = dark[y]![x]
      if (first === dark[y]![x + 1] && first === dark[y + 1]![x] && first === dark[y + 1]![x + 1]) penalty += 3
    }
  const share = dark.flat().filter(Boolean).length / (size * size)
  return penalty + Math.floor(Math.abs(share * 20 - 10)) * 10
}

/** The rows of the picture, true where it is dark. */
export function qrRows(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text)
  let version = 1
  while (bytes.length + (version < 10 ? 2 : 3) > dataWords(version))
    if ((version += 1) > MAX_VERSION) throw new RangeError('too long for a QR code')
  const words = interleaved(wordsOf(bytes, version), version)
  const grids = MASKS.map((mask, index) => {
    const grid = emptyGrid(version)
    putWords(grid, words, mask)
    putFormat(grid, index)
    return grid
  })
  return grids.reduce((best, grid) => (penaltyOf(grid) < penaltyOf(best) ? grid : best)).dark
}

/** One path over a square of `size` units, with the quiet border that readers need. */
export function qrPath(text: string): { size: number; path: string } {
  const rows = qrRows(text)
  const path = rows
    .flatMap((row, y) =>
      [...row.map(Number).join('').matchAll(/1+/g)].map(
        ({ 0: run, index }) => `M${index + QUIET} ${y + QUIET}h${run.length}v1h-${run.length}z`,
      ),
    )
    .join('')
  return { size: rows.length + 2 * QUIET, path }
}
