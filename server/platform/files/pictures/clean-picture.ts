import { withoutMetadata } from './picture-metadata.ts'
import type { Removed } from '../removed.ts'

/** Larger pictures are not decoded. */
const PIXELS = 40_000_000

/** A picture inside a document. What nobody can read stays as it is: the proof looks for names in its bytes. */
export async function cleanPicture(bytes: Uint8Array, removed: Removed): Promise<Uint8Array> {
  const cleaned = withoutMetadata(bytes) ?? (await encodedAgain(bytes)) ?? bytes
  if (cleaned.length !== bytes.length) removed.pictures += 1
  return cleaned
}

async function encodedAgain(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const { default: sharp } = await import('sharp')
  try {
    const picture = sharp(bytes, { limitInputPixels: PIXELS, failOn: 'error' })
    const { format } = await picture.metadata()
    if (!/^(tiff|jpeg|png|webp|gif)$/.test(format)) return undefined
    return await picture.rotate().toBuffer()
  } catch {
    return undefined
  }
}
