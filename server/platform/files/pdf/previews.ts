/** Pictures of the first pages, drawn by PDFium in WebAssembly. */
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import type { Previews } from '../file-types.ts'
import { Unreadable } from '../unreadable.ts'

const QUALITY = 80
/** A page may be a strip of many metres. */
const LONGEST_SIDE = 8_000
const PIXELS = 12_000_000

export async function pdfPreviews(
  bytes: Uint8Array,
  { pages, width }: { pages: number; width: number },
): Promise<Previews> {
  // A new one for each file: after one failure, an instance fails for every file.
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(bytes).catch((error: Error) => {
    throw new Unreadable(/password|security/i.test(error.message) ? 'encrypted' : 'broken')
  })
  const images: Uint8Array[] = []
  const count = document.getPageCount()
  for (let index = 0; index < Math.min(count, pages); index++) {
    const page = document.getPage(index)
    const { originalWidth, originalHeight } = page.getOriginalSize()
    if (!(originalWidth > 0 && originalHeight > 0)) throw new Unreadable('broken')
    const scale = Math.min(
      width / originalWidth,
      LONGEST_SIDE / originalHeight,
      Math.sqrt(PIXELS / (originalWidth * originalHeight)),
    )
    const { data } = await page.render({ scale, render: toWebp })
    images.push(data)
  }
  document.destroy()
  library.destroy()
  return { outcome: 'read', pages: count, images }
}

const toWebp = ({ data, width, height }: { data: Uint8Array; width: number; height: number }): Promise<Uint8Array> =>
  sharp(data, { raw: { width, height, channels: 4 } })
    .flatten({ background: '#fff' })
    .webp({ quality: QUALITY })
    .toBuffer()

export async function picturePreview(bytes: Uint8Array, { width }: { width: number }): Promise<Previews> {
  const image = await sharp(bytes, { limitInputPixels: 100_000_000 })
    .rotate()
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer()
  return { outcome: 'read', pages: 1, images: [image] }
}
