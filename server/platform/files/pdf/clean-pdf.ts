/**
 * Removes what identifies people from a PDF: properties, comments, attached files, scripts, signatures, data of other
 * programs. The file is written anew with only what its pages need, so that no older version remains.
 */
import { PDFArray, PDFDict, PDFName, PDFRawStream, PDFRef, type PDFContext, type PDFDocument } from '@cantoo/pdf-lib'
import type { Identity } from '../identity/identity.ts'
import { isLocalPath } from '../identity/local-paths.ts'
import { withoutMetadata } from '../pictures/picture-metadata.ts'
import { nothingRemoved, type Removed } from '../removed.ts'
import { arrayIn, dictIn, nameIn, openPdf, textIn, unpackedStream, walk, writePdf } from './pdf-objects.ts'

const names = (text: string) => text.trim().split(/\s+/)

const CATALOG = new Set(
  names(`
    Type Version Extensions Pages PageLabels Names Dests ViewerPreferences PageLayout PageMode Outlines AcroForm
    StructTreeRoot MarkInfo Lang OutputIntents OCProperties
  `),
)
const PAGE = new Set(
  names(`
    Type Parent Resources MediaBox CropBox BleedBox TrimBox ArtBox Contents Rotate Group Annots Tabs UserUnit
    StructParents Dur Trans
  `),
)
/** In any dictionary. */
const DROPPED = names('Metadata PieceInfo LastModified AA AF Thumb JS XFA EF DSS')
const ACTIONS = /^(JavaScript|Launch|ImportData|SubmitForm|Rendition|Sound|Movie|GoToE|RichMediaExecute|Trans)$/
/** Notes of readers, and content that no page can show. */
const NOTES = /^(Text|Popup|Highlight|Underline|Squiggly|StrikeOut|Caret|Redact)$/
const FILES = /^(FileAttachment|Sound|Movie|Screen|RichMedia|3D)$/
const PROPERTIES: [string, string][] = [
  ['Author', 'author'],
  ['Title', 'title'],
  ['Subject', 'subject'],
  ['Keywords', 'keywords'],
  ['Company', 'company'],
]

export async function cleanPdf(bytes: Uint8Array, identity: Identity) {
  const document = await openPdf(bytes)
  const { context } = document
  const removed = nothingRemoved()
  harvestProperties(context, identity, removed)
  cleanCatalog(document, removed)
  for (const page of document.getPages()) {
    keepOnly(page.node, PAGE)
    cleanAnnotations(page.node, identity, removed)
  }
  const pictures: [PDFRef, PDFRawStream][] = []
  const reached = walk(context, (dict, object, ref) => {
    cleanDictionary(dict, removed)
    const picture = object instanceof PDFRawStream && ref ? pictureWithoutMetadata(object) : undefined
    if (picture) pictures.push([ref!, picture])
  })
  for (const [ref, picture] of pictures) context.assign(ref, picture)
  removed.pictures += pictures.length
  const all = context.enumerateIndirectObjects()
  for (const [ref] of all) if (!reached.has(ref)) context.delete(ref)
  const versions =
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1').split('startxref').length - 1
  if (versions > 2) removed.olderVersions += 1
  delete context.trailerInfo.Info
  delete context.trailerInfo.ID
  return { bytes: await writePdf(document), removed }
}

function harvestProperties(context: PDFContext, identity: Identity, removed: Removed) {
  const info = context.lookup(context.trailerInfo.Info)
  if (info instanceof PDFDict) {
    removed.properties += 1
    for (const [key, field] of PROPERTIES) if (textIn(info, key).trim() !== '') removed.fields.add(field)
    for (const key of ['Author', 'Company', 'Manager', 'LastModifiedBy']) identity.addFound(textIn(info, key))
  }
  const catalog = context.lookup(context.trailerInfo.Root)
  const metadata = catalog instanceof PDFDict ? catalog.lookup(PDFName.of('Metadata')) : undefined
  if (!(metadata instanceof PDFRawStream)) return
  removed.properties += 1
  const xmp = Buffer.from(unpackedStream(metadata) ?? []).toString('utf8')
  const creators = /<dc:creator>([\s\S]{0,5000}?)<\/dc:creator>/.exec(xmp)?.[1] ?? ''
  for (const [, name] of creators.matchAll(/<rdf:li[^>]*>([^<]+)</g)) {
    removed.fields.add('author')
    identity.addFound(name!)
  }
}

function cleanCatalog(document: PDFDocument, removed: Removed) {
  const { catalog } = document
  const lists = dictIn(catalog, 'Names')
  if (lists) {
    const files = dictIn(lists, 'EmbeddedFiles')
    if (files) removed.attachments += Math.max(1, (arrayIn(files, 'Names')?.size() ?? 0) / 2)
    if (lists.has(PDFName.of('JavaScript'))) removed.scripts += 1
    keepOnly(lists, new Set(['Dests']))
  }
  if (catalog.has(PDFName.of('DSS')) || catalog.has(PDFName.of('Perms'))) removed.signature += 1
  keepOnly(catalog, CATALOG)
  const form = dictIn(catalog, 'AcroForm')
  if (!form) return
  if (form.has(PDFName.of('XFA'))) removed.formData += 1
  form.delete(PDFName.of('SigFlags'))
}

function keepOnly(dict: PDFDict, kept: ReadonlySet<string>) {
  for (const key of dict.keys()) if (!kept.has(key.decodeText())) dict.delete(key)
}

function cleanAnnotations(page: PDFDict, identity: Identity, removed: Removed) {
  const annotations = arrayIn(page, 'Annots')
  if (!annotations) return
  for (let index = annotations.size() - 1; index >= 0; index--) {
    const annotation = annotations.lookup(index)
    if (!(annotation instanceof PDFDict)) {
      annotations.remove(index)
      continue
    }
    const kind = nameIn(annotation, 'Subtype') ?? ''
    if (kind !== 'Widget' && kind !== 'Link') identity.addFound(textIn(annotation, 'T'))
    if (NOTES.test(kind) || FILES.test(kind)) {
      if (FILES.test(kind)) removed.attachments += 1
      else if (kind !== 'Popup') addComment(annotation, removed)
      annotations.remove(index)
      // The structure of the document may still refer to it.
      keepOnly(annotation, new Set())
    } else if (kind !== 'Widget' && kind !== 'Link') {
      if (kind !== 'FreeText' && textIn(annotation, 'Contents').trim() !== '') addComment(annotation, removed)
      for (const key of [
        'T',
        'Subj',
        'NM',
        'M',
        'CreationDate',
        'RC',
        'Popup',
        'IRT',
        ...(kind === 'FreeText' ? [] : ['Contents']),
      ])
        annotation.delete(PDFName.of(key))
    } else if (nameIn(annotation, 'FT') === 'Sig' && annotation.has(PDFName.of('V'))) {
      annotation.delete(PDFName.of('V'))
      removed.signature += 1
    }
  }
}

function addComment(annotation: PDFDict, removed: Removed) {
  removed.comments += 1
  const text = textIn(annotation, 'Contents').trim()
  if (text !== '') removed.commentTexts.push(text)
}

function cleanDictionary(dict: PDFDict, removed: Removed) {
  for (const key of DROPPED) {
    const name = PDFName.of(key)
    if (!dict.has(name)) continue
    if (key === 'EF') removed.attachments += 1
    if (key === 'JS') removed.scripts += 1
    dict.delete(name)
  }
  if (nameIn(dict, 'FT') === 'Sig') dict.delete(PDFName.of('V'))
  for (const key of ['A', 'PA', 'Next', 'OpenAction']) {
    const action = dictIn(dict, key)
    const kind = action ? nameIn(action, 'S') : undefined
    if (!action || kind === undefined) continue
    const isLocal = kind === 'GoToR' || (kind === 'URI' && isLocalPath(textIn(action, 'URI')))
    if (!ACTIONS.test(kind) && !isLocal) continue
    if (isLocal || kind === 'Launch') removed.links += 1
    else removed.scripts += 1
    dict.delete(PDFName.of(key))
  }
}

/** A photograph keeps what the camera wrote. */
function pictureWithoutMetadata(stream: PDFRawStream): PDFRawStream | undefined {
  const filter = stream.dict.lookup(PDFName.of('Filter'))
  const only = filter instanceof PDFArray && filter.size() === 1 ? filter.lookup(0) : filter
  if (!(only instanceof PDFName) || only.decodeText() !== 'DCTDecode') return undefined
  const cleaned = withoutMetadata(stream.contents)
  return cleaned && cleaned.length < stream.contents.length ? PDFRawStream.of(stream.dict, cleaned) : undefined
}
