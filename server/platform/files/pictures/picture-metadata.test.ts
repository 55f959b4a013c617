import sharp from 'sharp'
import { expect, it } from 'vitest'
import { withoutMetadata } from './picture-metadata.ts'

const SECRET = 'Helen Whitfield'
const drawn = () =>
  sharp({ create: { width: 16, height: 12, channels: 3, background: '#a33' } }).withExif({
    IFD0: { Artist: SECRET, Copyright: SECRET },
  })
const pixels = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer()

it.each([
  ['JPEG', () => drawn().jpeg().toBuffer()],
  ['progressive JPEG', () => drawn().jpeg({ progressive: true }).toBuffer()],
  ['PNG', () => drawn().png().toBuffer()],
])('%s keeps every pixel and nothing else', async (_, make) => {
  const bytes = Buffer.concat([await make(), Buffer.from(`after the end: ${SECRET}`)])
  expect(bytes.includes(SECRET)).toBe(true)
  const cleaned = Buffer.from(withoutMetadata(bytes)!)
  expect(cleaned.includes(SECRET)).toBe(false)
  expect((await pixels(cleaned)).equals(await pixels(bytes))).toBe(true)
  expect((await sharp(cleaned).metadata()).exif).toBeUndefined()
})

it('GIF loses comments, and keeps its animation', async () => {
  const gif = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .gif()
    .toBuffer()
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe, SECRET.length]), Buffer.from(SECRET), Buffer.from([0])])
  const table = 13 + 3 * 2 ** ((gif[10]! & 7) + 1)
  const bytes = Buffer.concat([gif.subarray(0, table), comment, gif.subarray(table)])
  const cleaned = Buffer.from(withoutMetadata(bytes)!)
  expect(cleaned.includes(SECRET)).toBe(false)
  expect((await pixels(cleaned)).equals(await pixels(gif))).toBe(true)
})

it('a damaged or unknown picture is not cleaned', async () => {
  const jpeg = await drawn().jpeg().toBuffer()
  const png = await drawn().png().toBuffer()
  for (const bytes of [png.subarray(0, 60), jpeg.subarray(0, 30), Buffer.from('RIFFxxxxWEBP'), new Uint8Array(0)])
    expect(withoutMetadata(bytes)).toBeUndefined()
})
