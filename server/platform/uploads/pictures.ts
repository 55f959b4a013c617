/**
 * Pictures are re-encoded: the result contains only the pixels, not the location where it was taken or anything else
 * that a picture file can contain. An animation becomes its first frame.
 */
import type { default as SharpModule, Sharp } from 'sharp'
import { problem } from '#server/platform/problems.ts'
import { cleanFileName } from '#shared/kit/file-names.ts'
import { PICTURE_PIXELS, THUMBNAIL_PIXELS } from '#shared/settings.ts'
import { HEIC, PREVIEW_PIXELS } from '#shared/uploads.ts'
import { decodeHeic } from './heic.ts'

/** 50 megapixels take 200 MB of memory during processing. */
const PIXELS = 50_000_000
const AT_ONCE = 2
const SAMPLED_PIXELS = 64
const SECONDS = 20

/** Loaded with the first picture, because it takes 12 MB. */
async function loadSharp(): Promise<typeof SharpModule> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

export const isPicture = (fileType: string) => fileType.startsWith('image/')

/** The extension after re-encoding. */
export const reencodedExtension = (extension: string) => (extension === HEIC ? 'jpg' : extension)

export interface Picture {
  width: number
  height: number
}

let working = 0
const waiting: (() => void)[] = []

/** At most two at once in this process; the others wait. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (working >= AT_ONCE) await new Promise<void>((next) => waiting.push(next))
  else working += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else working -= 1
  }
}

/** Re-encodes the picture to `drawn` and writes a preview to `preview`. */
export function reencode(
  source: string,
  { extension, name, drawn, preview }: { extension: string; name: string; drawn: string; preview: string },
): Promise<Picture> {
  return inTurn(async () => {
    const read = await pictureReader()
    try {
      const given = extension === HEIC ? await readHeic(source) : read(source).autoOrient()
      const { width, height } = await formatted(given, reencodedExtension(extension)).toFile(drawn)
      await read(drawn)
        .resize(PREVIEW_PIXELS, PREVIEW_PIXELS, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 78 })
        .toFile(preview)
      return { width, height }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw error
      const isLarge = /pixel limit/i.test((error as Error).message)
      throw problem(isLarge ? 'uploads.pixels' : 'uploads.damaged', {
        message: isLarge
          ? `“${cleanFileName(name)}” is over ${PIXELS / 1_000_000} megapixels. Save a smaller version and attach that.`
          : `We couldn’t open “${cleanFileName(name)}” as an image. Save it again and attach the new copy.`,
        field: 'file',
      })
    }
  })
}

/** A square crop of a re-encoded picture, in two sizes. */
export const resizePortrait = (source: Buffer, { picture, thumbnail }: { picture: string; thumbnail: string }) =>
  inTurn(async () => {
    const read = await pictureReader()
    const square = (pixels: number, path: string) =>
      read(source).resize(pixels, pixels, { fit: 'cover', position: 'attention' }).webp({ quality: 82 }).toFile(path)
    await square(PICTURE_PIXELS, picture)
    await square(THUMBNAIL_PIXELS, thumbnail)
  })

/** A whole re-encoded picture as PNG, which keeps transparency, within these bounds. */
export const resizeWithin = (source: Buffer, bounds: { width: number; height: number }, target: string) =>
  inTurn(async () => {
    const read = await pictureReader()
    await read(source)
      .resize({ ...bounds, fit: 'inside', withoutEnlargement: true })
      .png()
      .toFile(target)
  })

/** The colors of the pixels that can be seen, of a small copy. */
export const visiblePixels = (source: Buffer): Promise<[number, number, number][]> =>
  inTurn(async () => {
    const read = await pictureReader()
    const { data } = await read(source)
      .resize(SAMPLED_PIXELS, SAMPLED_PIXELS, { fit: 'inside', withoutEnlargement: true })
      .toColorspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const pixels = Array.from({ length: data.length / 4 }, (_, at) => data.subarray(at * 4, at * 4 + 4))
    return pixels.filter((pixel) => pixel[3]! > 127).map((pixel) => [pixel[0]!, pixel[1]!, pixel[2]!])
  })

async function pictureReader() {
  const sharp = await loadSharp()
  return (source: string | Buffer) =>
    sharp(source, { limitInputPixels: PIXELS, failOn: 'error', sequentialRead: true, pages: 1 }).timeout({
      seconds: SECONDS,
    })
}

async function readHeic(source: string): Promise<Sharp> {
  const decoded = await decodeHeic(source, PIXELS)
  if (decoded === 'too large') throw new Error('The pixel limit is exceeded.')
  const { width, height, data } = decoded
  const sharp = await loadSharp()
  return sharp(data, { raw: { width, height, channels: 4 } })
    .flatten({ background: '#fff' })
    .timeout({ seconds: SECONDS })
}

function formatted(image: Sharp, extension: string): Sharp {
  if (extension === 'jpg') return image.jpeg({ quality: 88 })
  if (extension === 'webp') return image.webp({ quality: 88 })
  return extension === 'gif' ? image.gif() : image.png()
}
