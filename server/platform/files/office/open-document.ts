/** OpenDocument files (odt, ods, odp): their pages, and cleaning. */
import { pack, unpack, type Entries } from './archive.ts'
import { cleanPicture } from '../pictures/clean-picture.ts'
import type { FilePage, Finding } from '../file-types.ts'
import type { Identity } from '../identity/identity.ts'
import { isLocalPath, withoutFolders } from '../identity/local-paths.ts'
import { nothingRemoved, type Removed } from '../removed.ts'
import { Unreadable } from '../unreadable.ts'
import { attributeOf, bytesOfXml, rewrite, scan, textOfXml, type XmlElement, type XmlRules } from './xml.ts'

const MANIFEST = 'META-INF/manifest.xml'
/** The contents, and those of charts and formulas inside. Everything else is settings, previews, scripts, signatures. */
const KEPT =
  /^(mimetype|((?:Object \d+|[^/]*)\/)?(content|styles)\.xml|(Pictures|media|Object \d+)\/[^/]+\.(png|jpe?g|gif|svg|emf|wmf|bmp))$/
const REMOVED =
  /^(annotation|annotation-end|tracked-changes|change|change-start|change-end|scripts|event-listeners|forms-events|sender-.*|meta)$/
const PARAGRAPHS = new Set(['p', 'h'])

export async function cleanOpenDocument(bytes: Uint8Array, identity: Identity) {
  const entries = await opened(bytes)
  const removed = nothingRemoved()
  harvest(entries, identity, removed)
  const kept: Entries = new Map()
  for (const [name, content] of entries) {
    if (!KEPT.test(name) || name === MANIFEST) {
      if (/^Object \d+$|\/Obj|^Basic|^Scripts/.test(name)) removed.scripts += 1
      continue
    }
    kept.set(
      name,
      /\.(xml|svg)$/.test(name)
        ? bytesOfXml(cleanXml(textOfXml(content), removed))
        : name === 'mimetype'
          ? content
          : await cleanPicture(content, removed),
    )
  }
  kept.set(MANIFEST, manifestOf(entries, kept))
  const mimetype = kept.get('mimetype')!
  kept.delete('mimetype')
  const all: Entries = new Map([['mimetype', mimetype], ...kept])
  return { bytes: pack(all), removed }
}

async function opened(bytes: Uint8Array): Promise<Entries> {
  const entries = await unpack(bytes)
  const manifest = entries.get(MANIFEST)
  if (!manifest || !entries.has('content.xml') || !entries.has('mimetype')) throw new Unreadable('broken')
  // The manifest may have a document type without entities.
  if (/encryption-data/.test(textOfXml(manifest))) throw new Unreadable('encrypted')
  return entries
}

function harvest(entries: Entries, identity: Identity, removed: Removed) {
  const meta = entries.get('meta.xml')
  if (meta)
    scan(textOfXml(meta), {
      text: (text, { local }) => {
        if (!/^(creator|initial-creator|printed-by|user-defined)$/.test(local) || text.trim() === '') return
        removed.fields.add('author')
        if (local !== 'user-defined') identity.addFound(text)
      },
    })
  for (const name of ['content.xml', 'styles.xml'])
    if (entries.has(name))
      scan(textOfXml(entries.get(name)!), {
        text: (text, { local, parent }) => {
          if (local === 'creator' || /^(initial-)?creator|author-name$/.test(local)) identity.addFound(text)
          if (local === 'p' && parent?.local === 'annotation') removed.commentTexts.push(text)
        },
      })
}

function cleanXml(xml: string, removed: Removed): string {
  const rules: XmlRules = {
    element: ({ local }) => {
      if (!REMOVED.test(local)) return undefined
      if (local === 'annotation') removed.comments += 1
      if (local === 'deletion') removed.deletions += 1
      if (local === 'tracked-changes') removed.changes += 1
      return 'remove'
    },
    attribute: ({ value, local }) => {
      if (local === 'author' || local === 'creator') return null
      if (!isLocalPath(value)) return undefined
      removed.paths += 1
      return withoutFolders(value)
    },
  }
  return rewrite(xml, rules)
}

function manifestOf(entries: Entries, kept: Entries): Uint8Array {
  return bytesOfXml(
    rewrite(textOfXml(entries.get(MANIFEST)!), {
      element: (element) => {
        const path = attributeOf(element, 'full-path')
        return path === undefined || path.endsWith('/') || kept.has(path) ? undefined : 'remove'
      },
    }),
  )
}

export async function openDocumentPages(bytes: Uint8Array): Promise<FilePage[]> {
  const entries = await opened(bytes)
  return pagesIn(textOfXml(entries.get('content.xml')!))
}

/** Sheets, slides, or one page. */
function pagesIn(xml: string): FilePage[] {
  const pages: FilePage[] = []
  const lines: string[] = []
  let label: FilePage['label'] = 'Page'
  const paragraphs: string[][] = []
  const close = () => {
    if (lines.length > 0 || label !== 'Page') pages.push({ number: pages.length + 1, label, text: lines.join('\n') })
    lines.length = 0
  }
  const starts = (element: XmlElement) =>
    (element.local === 'table' && element.parent?.local === 'spreadsheet') ||
    (element.local === 'page' && element.parent?.local === 'presentation')
  scan(xml, {
    open: (element) => {
      if (starts(element)) {
        close()
        label = element.local === 'table' ? 'Sheet' : 'Slide'
        lines.push(...(label === 'Sheet' ? [attributeOf(element, 'name') ?? ''] : []))
      }
      if (PARAGRAPHS.has(element.local)) paragraphs.push([])
      if (/^(tab|s|line-break)$/.test(element.local)) paragraphs.at(-1)?.push(element.local === 's' ? ' ' : '\n')
    },
    text: (text) => paragraphs.at(-1)?.push(text),
    close: ({ local }) => {
      if (!PARAGRAPHS.has(local)) return
      const text = paragraphs.pop()!.join('').trim()
      if (text !== '') lines.push(text)
    },
  })
  close()
  return pages.length > 0 ? pages : [{ number: 1, label: 'Page', text: '' }]
}

export async function proveOpenDocument(bytes: Uint8Array, identity: Identity) {
  const entries = await unpack(bytes)
  const findings: Finding[] = []
  const leaks: string[] = []
  const pages = pagesIn(textOfXml(entries.get('content.xml')!))
  for (const { label, number, text } of pages)
    for (const line of text.split('\n'))
      for (const hit of identity.findIn(line)) findings.push({ where: `${label} ${number}`, ...hit })
  const styles = entries.get('styles.xml')
  for (const { text } of styles ? pagesIn(textOfXml(styles)) : [])
    for (const hit of identity.findIn(text)) findings.push({ where: 'Header or footer', ...hit })
  for (const [name, content] of entries) {
    if (!/\.xml$/.test(name)) {
      if (identity.isInBytes(content)) leaks.push(name)
      continue
    }
    const xml = textOfXml(content)
    if (!identity.mayBeIn(xml)) continue
    scan(xml, {
      open: (element) => {
        for (const { value, name: attribute, local } of element.attributes)
          if (identity.isIn(value))
            if (/^(name|href|title|desc|string-value|value)$/.test(local) && !/font/.test(element.local))
              for (const hit of identity.findIn(value)) findings.push({ where: 'Link or name', ...hit })
            else if (!attribute.startsWith('xmlns')) leaks.push(`${name}: ${attribute}`)
      },
      text: (text, { local }) => {
        if (!/^(p|h|span|a|s|tab)$/.test(local) && identity.isIn(text))
          for (const hit of identity.findIn(text)) findings.push({ where: 'Document', ...hit })
      },
    })
  }
  return { findings, leaks }
}
