/** Opens a PDF for changing it, and walks through its objects. */
import { inflateSync } from 'node:zlib'
import {
  decodePDFRawStream,
  EncryptedPDFError,
  ParseSpeeds,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
  type PDFContext,
  type PDFObject,
} from '@cantoo/pdf-lib'
import { Unreadable } from '../unreadable.ts'

/** What one stream may unpack to. */
const STREAM_BYTES = 64_000_000

export async function openPdf(bytes: Uint8Array): Promise<PDFDocument> {
  try {
    const document = await PDFDocument.load(bytes, { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest })
    if (document.getPageCount() === 0) throw new Unreadable('broken')
    return document
  } catch (error) {
    throw error instanceof Unreadable
      ? error
      : new Unreadable(error instanceof EncryptedPDFError || /encrypt/i.test(String(error)) ? 'encrypted' : 'broken')
  }
}

export const writePdf = (document: PDFDocument): Promise<Uint8Array> =>
  document.save({
    useObjectStreams: true,
    addDefaultPage: false,
    updateFieldAppearances: false,
    objectsPerTick: Infinity,
  })

export const nameIn = (dict: PDFDict, key: string): string | undefined => {
  const value = dict.lookup(PDFName.of(key))
  return value instanceof PDFName ? value.decodeText() : undefined
}

export const dictIn = (dict: PDFDict, key: string): PDFDict | undefined => {
  const value = dict.lookup(PDFName.of(key))
  return value instanceof PDFDict ? value : value instanceof PDFStream ? value.dict : undefined
}

export const arrayIn = (dict: PDFDict, key: string): PDFArray | undefined => {
  const value = dict.lookup(PDFName.of(key))
  return value instanceof PDFArray ? value : undefined
}

export const isText = (value: PDFObject | undefined): value is PDFString | PDFHexString =>
  value instanceof PDFString || value instanceof PDFHexString

export function textOf(value: PDFObject | undefined): string {
  if (!isText(value)) return ''
  try {
    return value.decodeText()
  } catch {
    return Buffer.from(value.asBytes()).toString('latin1')
  }
}

export const textIn = (dict: PDFDict, key: string): string => textOf(dict.lookup(PDFName.of(key)))

/** Calls `visit` for each dictionary that can be reached from the catalog, and returns what was reached. */
export function walk(
  context: PDFContext,
  visit: (dict: PDFDict, object: PDFDict | PDFStream, ref?: PDFRef) => void,
): Set<PDFRef> {
  const reached = new Set<PDFRef>()
  const waiting: { object: PDFObject; ref?: PDFRef }[] = [{ object: context.trailerInfo.Root! }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    let { object, ref } = next
    if (object instanceof PDFRef) {
      if (reached.has(object)) continue
      reached.add(object)
      ref = object
      const found = context.lookup(object)
      if (!found) continue
      object = found
    }
    const dict = object instanceof PDFDict ? object : object instanceof PDFStream ? object.dict : undefined
    if (dict) {
      visit(dict, object as PDFDict | PDFStream, ref)
      for (const [, value] of dict.entries()) if (isContainer(value)) waiting.push({ object: value })
    } else if (object instanceof PDFArray)
      for (const value of object.asArray()) if (isContainer(value)) waiting.push({ object: value })
  }
  return reached
}

const isContainer = (value: PDFObject) =>
  value instanceof PDFRef || value instanceof PDFDict || value instanceof PDFArray || value instanceof PDFStream

/** Unpacked; undefined for pictures and other formats that are not text. */
export function unpackedStream(stream: PDFStream): Uint8Array | undefined {
  if (!(stream instanceof PDFRawStream)) return stream.getContents()
  const filter = stream.dict.lookup(PDFName.of('Filter'))
  const filters = (filter instanceof PDFArray ? filter.asArray() : filter ? [filter] : []).map((each) => String(each))
  if (filters.some((each) => /DCT|JPX|CCITT|JBIG2|Crypt/.test(each))) return undefined
  if (filters.length === 0) return stream.contents
  try {
    // Whether values are predicted from their neighbors does not matter for text.
    if (filters.length === 1 && /Flate/.test(filters[0]!))
      return inflateSync(stream.contents, { maxOutputLength: STREAM_BYTES })
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw new Unreadable('unpacks_too_much')
  }
  try {
    return decodePDFRawStream(stream).decode()
  } catch {
    return stream.contents
  }
}
