/** Looks through every string and every unpacked stream of a cleaned PDF for the people that the original named. */
import { PDFArray, PDFDict, PDFName, type PDFObject, PDFStream } from '@cantoo/pdf-lib'
import type { Finding } from '../file-types.ts'
import type { Identity } from '../identity/identity.ts'
import { isText, nameIn, openPdf, textOf, unpackedStream, walk } from './pdf-objects.ts'
import { pdfPages } from './pdf-pages.ts'

/** Strings that people see, by their keys. */
const VISIBLE: Record<string, string> = {
  Title: 'Bookmark',
  URI: 'Link',
  V: 'Form field',
  DV: 'Form field',
  TU: 'Form field',
  T: 'Form field',
  TM: 'Form field',
  Opt: 'Form field',
  CA: 'Form field',
  Alt: 'Alternative text',
  ActualText: 'Alternative text',
  E: 'Alternative text',
  Contents: 'Text on a page',
  Name: 'Layer',
  P: 'Page label',
}

export async function provePdf(bytes: Uint8Array, identity: Identity) {
  const findings: Finding[] = []
  const leaks: string[] = []
  const add = (where: string, text: string) => {
    for (const hit of identity.findIn(text))
      if (findings.length < 200 && !findings.some((each) => each.where === where && each.text === hit.text))
        findings.push({ where, ...hit })
  }
  for (const { number, text } of await pdfPages(bytes)) add(`Page ${number}`, text)
  const document = await openPdf(bytes)
  const strings = (value: PDFObject, key: string) => {
    if (value instanceof PDFArray) for (const each of value.asArray()) strings(each, key)
    if (!isText(value)) return
    const text = textOf(value)
    if (VISIBLE[key] !== undefined) add(VISIBLE[key], text)
    else if (identity.isIn(text)) leaks.push(key)
  }
  walk(document.context, (dict, object) => {
    for (const [key, value] of dict.entries()) strings(value, key.decodeText())
    if (!(object instanceof PDFStream)) return
    const kind = streamKind(dict)
    if (kind === 'picture') {
      if (identity.isInBytes(object.getContents())) leaks.push('an image')
      return
    }
    const content = unpackedStream(object)
    if (!content || !identity.isInBytes(content)) return
    if (kind === 'font') leaks.push('a font')
    else if (findings.length === 0)
      findings.push({ where: 'Page content', text: 'Drawn text contains this name.', token: identity.first })
  })
  return { findings, leaks }
}

function streamKind(dict: PDFDict): 'picture' | 'font' | 'content' {
  if (nameIn(dict, 'Subtype') === 'Image') return 'picture'
  return dict.has(PDFName.of('Length1')) || /^(Type1C|CIDFontType0C|OpenType)$/.test(nameIn(dict, 'Subtype') ?? '')
    ? 'font'
    : 'content'
}
