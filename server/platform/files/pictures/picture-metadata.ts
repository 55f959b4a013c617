/**
 * Removes what a picture says about its making (EXIF, XMP, IPTC, comments, what follows its end) without drawing it
 * again: an embedded picture keeps every pixel, and nothing waits for an encoder.
 */

/** Undefined for formats that are not known here or are damaged: then the picture must be encoded again. */
export function withoutMetadata(bytes: Uint8Array): Uint8Array | undefined {
  const picture = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (picture.length > 8 && picture.readUInt32BE(0) === 0x89_50_4e_47) return png(picture)
  if (picture[0] === 0xff && picture[1] === 0xd8) return jpeg(picture)
  if (picture.toString('latin1', 0, 4) === 'GIF8') return gif(picture)
  if (picture.toString('latin1', 40, 44) === ' EMF' && picture.readUInt32LE(0) === 1) return emf(picture)
  if (isWithoutMetadata(picture)) return picture
  return undefined
}

/** BMP and WMF have no place for it. */
const isWithoutMetadata = (picture: Buffer) =>
  picture.toString('latin1', 0, 2) === 'BM' ||
  (picture.length > 22 && [0x9a_c6_cd_d7, 0x00_09_00_01, 0x00_09_00_02].includes(picture.readUInt32LE(0)))

const PNG_KEPT = /^(IHDR|PLTE|IDAT|IEND|tRNS|gAMA|cHRM|sRGB|iCCP|cICP|sBIT|bKGD|hIST|pHYs|acTL|fcTL|fdAT)$/

function png(picture: Buffer): Uint8Array | undefined {
  const kept: Buffer[] = [picture.subarray(0, 8)]
  for (let at = 8; at + 12 <= picture.length;) {
    const end = at + 12 + picture.readUInt32BE(at)
    if (end > picture.length) return undefined
    const type = picture.toString('latin1', at + 4, at + 8)
    if (PNG_KEPT.test(type)) kept.push(picture.subarray(at, end))
    if (type === 'IEND') return Buffer.concat(kept)
    at = end
  }
  return undefined
}

const [SCAN, END, COMMENT, FIRST_APP, LAST_APP] = [0xda, 0xd9, 0xfe, 0xe0, 0xef]
/** JFIF, the color profile and Adobe's color transform are needed to draw it. */
const APPS_KEPT: Record<number, RegExp> = { 0xe0: /^JFIF\0/, 0xe2: /^ICC_PROFILE\0/, 0xee: /^Adobe/ }

function jpeg(picture: Buffer): Uint8Array | undefined {
  const kept: Buffer[] = [picture.subarray(0, 2)]
  let at = 2
  while (at + 4 <= picture.length) {
    if (picture[at] !== 0xff) return undefined
    const marker = picture[at + 1]!
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === END) break
    const end = at + 2 + picture.readUInt16BE(at + 2)
    if (end > picture.length) return undefined
    const isApp = marker >= FIRST_APP && marker <= LAST_APP
    const isDropped =
      marker === COMMENT || (isApp && !APPS_KEPT[marker]?.test(picture.toString('latin1', at + 4, at + 16)))
    const next = marker === SCAN ? endOfScan(picture, end) : end
    if (!isDropped) kept.push(picture.subarray(at, next))
    at = next
  }
  return Buffer.concat([...kept, Buffer.from([0xff, END])])
}

/** The next marker that is neither a stuffed byte nor a restart. */
function endOfScan(picture: Buffer, from: number): number {
  for (let at = picture.indexOf(0xff, from); at >= 0 && at + 1 < picture.length; at = picture.indexOf(0xff, at + 1)) {
    const marker = picture[at + 1]!
    if (marker !== 0 && marker !== 0xff && (marker < 0xd0 || marker > 0xd7)) return at
  }
  return picture.length
}

/** Keeps the loop count of animations; drops comments and other extensions. */
function gif(picture: Buffer): Uint8Array | undefined {
  if (picture.length < 14) return undefined
  const tableSize = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let at = 13 + tableSize(picture[10]!)
  const kept: Buffer[] = [picture.subarray(0, at)]
  while (at < picture.length) {
    const kind = picture[at]!
    if (kind === 0x3b) return Buffer.concat([...kept, Buffer.from([0x3b])])
    const isExtension = kind === 0x21
    if (!isExtension && kind !== 0x2c) return undefined
    const data = isExtension ? at + 2 : at + 11 + tableSize(picture[at + 9] ?? 0)
    const end = endOfBlocks(picture, data)
    if (end === undefined) return undefined
    const label = picture[at + 1]
    const isLoop = label === 0xff && picture.toString('latin1', at + 3, at + 14) === 'NETSCAPE2.0'
    if (!isExtension || label === 0xf9 || isLoop) kept.push(picture.subarray(at, end))
    at = end
  }
  return undefined
}

function endOfBlocks(picture: Buffer, from: number): number | undefined {
  let at = from
  while (at < picture.length) {
    const length = picture[at]!
    at += 1 + length
    if (length === 0) return at
  }
  return undefined
}

/** The description of an enhanced metafile names the program and the drawing. */
function emf(picture: Buffer): Uint8Array | undefined {
  const [length, at] = [picture.readUInt32LE(60) * 2, picture.readUInt32LE(64)]
  if (length === 0) return picture
  if (at < 88 || at + length > picture.length) return undefined
  const copy = Buffer.from(picture)
  copy.fill(0, at, at + length)
  return copy
}
