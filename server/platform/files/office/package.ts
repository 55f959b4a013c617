/** An Office file: parts in a ZIP, their content types, and the relationships that connect them. */
import path from 'node:path'
import { unpack, type Entries } from './archive.ts'
import { Unreadable } from '../unreadable.ts'
import { attributeOf, encoded, scan, textOfXml } from './xml.ts'

export interface Relationship {
  id: string
  /** The last word of its type, in lower case: the strict format has other addresses. */
  kind: string
  type: string
  target: string
  isExternal: boolean
  /** The name of the part in the package. */
  part: string | undefined
}

export interface OfficePackage {
  entries: Entries
  /** Names as they are in the archive; parts are found regardless of case. */
  find(name: string): string | undefined
  typeOf(part: string): string
  relationshipsOf(part: string): Relationship[]
}

export type OfficeKind = 'word' | 'sheets' | 'slides'

const CONTENT_TYPES = '[Content_Types].xml'
const MAIN_TYPES: [OfficeKind, RegExp][] = [
  ['word', /ms-word|wordprocessingml/],
  ['sheets', /ms-excel|spreadsheetml/],
  ['slides', /ms-powerpoint|presentationml/],
]

export async function openPackage(bytes: Uint8Array): Promise<OfficePackage> {
  return packageOf(await unpack(bytes))
}

export function packageOf(entries: Entries): OfficePackage {
  const names = new Map([...entries.keys()].map((name) => [name.toLowerCase(), name]))
  const find = (name: string) => names.get(name.toLowerCase())
  const types = contentTypes(entries.get(find(CONTENT_TYPES) ?? ''))
  return {
    entries,
    find,
    typeOf: (part) =>
      types.overrides.get(`/${part.toLowerCase()}`) ??
      types.defaults.get(path.posix.extname(part).slice(1).toLowerCase()) ??
      '',
    relationshipsOf: (part) => {
      const bytes = entries.get(find(relationshipsName(part)) ?? '')
      return bytes ? relationshipsIn(textOfXml(bytes), part, find) : []
    },
  }
}

export const relationshipsName = (part: string) =>
  path.posix.join(path.posix.dirname(part), '_rels', `${path.posix.basename(part)}.rels`).replace(/^\.\//, '')

function contentTypes(bytes: Uint8Array | undefined) {
  if (!bytes) throw new Unreadable('broken')
  const [defaults, overrides] = [new Map<string, string>(), new Map<string, string>()]
  scan(textOfXml(bytes), {
    open: (element) => {
      const type = attributeOf(element, 'ContentType') ?? ''
      if (element.local === 'Default') defaults.set((attributeOf(element, 'Extension') ?? '').toLowerCase(), type)
      if (element.local === 'Override') overrides.set((attributeOf(element, 'PartName') ?? '').toLowerCase(), type)
    },
  })
  return { defaults, overrides }
}

function relationshipsIn(xml: string, source: string, find: OfficePackage['find']): Relationship[] {
  const found: Relationship[] = []
  scan(xml, {
    open: (element) => {
      if (element.local !== 'Relationship') return
      const [id, type, target] = ['Id', 'Type', 'Target'].map((name) => attributeOf(element, name) ?? '') as [
        string,
        string,
        string,
      ]
      const isExternal = attributeOf(element, 'TargetMode') === 'External'
      const part = isExternal ? undefined : find(resolved(source, target))
      found.push({ id, type, target, isExternal, part, kind: type.slice(type.lastIndexOf('/') + 1).toLowerCase() })
    },
  })
  return found
}

function resolved(source: string, target: string): string {
  const clean = target.replaceAll('\\', '/').replace(/#.*$/s, '')
  const joined = clean.startsWith('/') ? clean.slice(1) : path.posix.join(path.posix.dirname(source), clean)
  try {
    return decodeURIComponent(joined)
  } catch {
    return joined
  }
}

/** The main part, and which program it is for. */
export function mainPart(office: OfficePackage): { part: string; kind: OfficeKind; type: string } {
  const part = office.relationshipsOf('').find(({ kind }) => kind === 'officedocument')?.part
  const type = part === undefined ? '' : office.typeOf(part)
  const kind = MAIN_TYPES.find(([, pattern]) => pattern.test(type))?.[0]
  if (part === undefined || !kind) throw new Unreadable('broken')
  if (/sheet\.binary/.test(type)) throw new Unreadable('unsupported')
  return { part, kind, type }
}

export const xmlOf = (office: OfficePackage, part: string): string => textOfXml(office.entries.get(part)!)

export const isXml = (part: string, type: string) => /[+/]xml$/.test(type) || /\.(xml|rels)$/i.test(part)

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

export const writeRelationships = (relationships: readonly Relationship[]): Uint8Array =>
  new TextEncoder().encode(
    `${DECLARATION}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relationships
      .map(
        ({ id, type, target, isExternal }) =>
          `<Relationship Id="${encoded(id)}" Type="${encoded(type)}" Target="${encoded(target)}"${isExternal ? ' TargetMode="External"' : ''}/>`,
      )
      .join('')}</Relationships>`,
  )

/** Every part has its own type, except pictures and relationships, which have that of their extension. */
export const writeContentTypes = (parts: readonly { name: string; type: string }[]): Uint8Array =>
  new TextEncoder().encode(
    `${DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts
      .map(({ name, type }) => `<Override PartName="/${encoded(name)}" ContentType="${encoded(type)}"/>`)
      .join('')}</Types>`,
  )

export { CONTENT_TYPES }
