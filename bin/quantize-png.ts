/** Reduces the size of a PNG: the 256 most useful colors, one byte per pixel. */
import { deflateSync, inflateSync, crc32 } from 'node:zlib'

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
const COLOURS = 256
const CHANNELS: Record<number, number> = { 2: 3, 6: 4 }

interface Image {
  width: number
  height: number
  channels: number
  points: Buffer
}

/** The same picture with at most 256 colors. Accepts what browsers write: 8 bits, RGB or RGBA, not interlaced. */
export function inPalette(png: Buffer): Buffer {
  const { width, height, channels, points } = decode(png)
  const colours = new Uint32Array(width * height)
  for (let at = 0; at < colours.length; at++) colours[at] = points.readUIntBE(at * channels, 3)
  const { palette, indexOf } = choosePalette(colours)
  const rows = Buffer.alloc(height * (width + 1))
  colours.forEach((colour, at) => (rows[at + Math.floor(at / width) + 1] = indexOf.get(colour)!))
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  const entries = Buffer.alloc(palette.length * 3)
  palette.forEach((colour, index) => entries.writeUIntBE(colour, index * 3, 3))
  const parts = [chunk('IHDR', header), chunk('PLTE', entries), chunk('IDAT', deflateSync(rows, { level: 9 }))]
  return Buffer.concat([SIGNATURE, ...parts, chunk('IEND', Buffer.alloc(0))])
}

function choosePalette(colours: Uint32Array): { palette: number[]; indexOf: Map<number, number> } {
  const counts = new Map<number, number>()
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const byCount = [...counts].sort((a, b) => b[1] - a[1]).map(([colour]) => colour)
  const palette: number[] = []
  // Skip colors close to a chosen one at first, so that rare hues get a place too.
  for (const reach of [220, 60, 0]) {
    for (const colour of byCount) {
      if (palette.length === COLOURS) break
      if (palette.every((known) => distance(known, colour) > reach)) palette.push(colour)
    }
  }
  const nearest = (colour: number) =>
    palette.reduce(
      (best, known, index) => (distance(known, colour) < distance(palette[best]!, colour) ? index : best),
      0,
    )
  return { palette, indexOf: new Map(byCount.map((colour) => [colour, nearest(colour)])) }
}

function distance(a: number, b: number): number {
  const red = (a >> 16) - (b >> 16)
  const green = ((a >> 8) & 255) - ((b >> 8) & 255)
  const blue = (a & 255) - (b & 255)
  return 3 * red * red + 4 * green * green + 2 * blue * blue
}

function decode(png: Buffer): Image {
  const width = png.readUInt32BE(16)
  const height = png.readUInt32BE(20)
  const channels = CHANNELS[png[25]!]
  if (!channels || png[24] !== 8 || png[28] !== 0) throw new Error('Only plain PNGs of 8 bits are understood.')
  const data: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  }
  return { width, height, channels, points: unfilter(inflateSync(Buffer.concat(data)), width * channels, channels) }
}

/** Undoes the prediction filter that each row of a PNG declares. */
function unfilter(raw: Buffer, stride: number, step: number): Buffer {
  const rows = raw.length / (stride + 1)
  const points = Buffer.alloc(rows * stride)
  for (let row = 0; row < rows; row++) {
    const kind = raw[row * (stride + 1)]!
    for (let column = 0; column < stride; column++) {
      const at = row * stride + column
      const left = column < step ? 0 : points[at - step]!
      const above = row === 0 ? 0 : points[at - stride]!
      const corner = row === 0 || column < step ? 0 : points[at - stride - step]!
      points[at] = raw[row * (stride + 1) + column + 1]! + prediction(kind, left, above, corner)
    }
  }
  return points
}

function prediction(kind: number, left: number, above: number, corner: number): number {
  if (kind === 0) return 0
  if (kind === 1) return left
  if (kind === 2) return above
  if (kind === 3) return (left + above) >> 1
  const guess = left + above - corner
  const [byLeft, byAbove, byCorner] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)]
  if (byLeft <= byAbove && byLeft <= byCorner) return left
  return byAbove <= byCorner ? above : corner
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const part = Buffer.alloc(body.length + 8)
  part.writeUInt32BE(data.length, 0)
  part.set(body, 4)
  part.writeUInt32BE(crc32(body), body.length + 4)
  return part
}
