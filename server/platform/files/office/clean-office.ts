/** Removes what identifies people from Word, Excel and PowerPoint files, and proves it. */
import { pack, type Entries } from './archive.ts'
import type { Identity } from '../identity/identity.ts'
import { cleanPicture } from '../pictures/clean-picture.ts'
import { nothingRemoved, type Removed } from '../removed.ts'
import { Unreadable } from '../unreadable.ts'
import { bytesOfXml, rewrite, textOfXml, type XmlRules } from './xml.ts'
import { rulesFor } from './clean-rules.ts'
import { harvest } from './harvest.ts'
import { removeHidden, type Excluded } from '../hidden/hidden-parts.ts'
import { keptRelationships, REFUSED } from './kept-relationships.ts'
import {
  CONTENT_TYPES,
  isXml,
  mainPart,
  openPackage,
  relationshipsName,
  writeContentTypes,
  writeRelationships,
  type OfficeKind,
  type OfficePackage,
  type Relationship,
} from './package.ts'
import { withoutUnusedStrings } from './unused-strings.ts'
import { withoutNotes } from './vml-notes.ts'

export interface CleanedOffice {
  entries: Entries
  bytes: Uint8Array
  kind: OfficeKind
  removed: Removed
}

const NOTHING: Excluded = { parts: new Set(), links: new Set() }

interface Kept {
  relationships: Relationship[]
  dropped: Set<string>
}

/** `removesHidden`: the member has agreed to remove what readers do not see at first. */
export async function cleanOffice(
  bytes: Uint8Array,
  identity: Identity,
  removesHidden = false,
): Promise<CleanedOffice> {
  const office = await openPackage(bytes)
  const main = mainPart(office)
  const removed = nothingRemoved()
  harvest(office, identity, removed)
  const excluded = removesHidden ? removeHidden(office, main, removed) : NOTHING
  const kept = reachable(office, { kind: main.kind, removed, excluded })
  const entries: Entries = new Map()
  const types: { name: string; type: string }[] = []
  for (const [part, { relationships, dropped }] of kept) {
    const rels = relationshipsName(part)
    if (relationships.length > 0) entries.set(rels, writeRelationships(relationships))
    if (part === '') continue
    const type = typeWithoutMacros(office.typeOf(part) || 'application/octet-stream')
    types.push({ name: part, type })
    entries.set(part, await cleanPart({ office, part, type, kind: main.kind, dropped, removed, identity }))
    // The original is no longer needed.
    if (part !== main.part) office.entries.delete(part)
  }
  if (main.kind === 'sheets') cleanStrings(entries, types)
  const all: Entries = new Map([[CONTENT_TYPES, writeContentTypes(types)], ...entries])
  return { entries: all, bytes: pack(all), kind: main.kind, removed }
}

function cleanStrings(entries: Entries, types: readonly { name: string; type: string }[]) {
  const named = (pattern: RegExp) => types.filter(({ type }) => pattern.test(type)).map(({ name }) => name)
  const sheets = named(/sheet\+xml$/)
  for (const name of named(/sharedStrings\+xml$/))
    entries.set(
      name,
      bytesOfXml(
        withoutUnusedStrings(
          textOfXml(entries.get(name)!),
          sheets.map((sheet) => textOfXml(entries.get(sheet)!)),
        ),
      ),
    )
}

/** The parts that are reached by relationships that survive. */
function reachable(
  office: OfficePackage,
  { kind, removed, excluded }: { kind: OfficeKind; removed: Removed; excluded: Excluded },
): Map<string, Kept> {
  const kept = new Map<string, Kept>()
  const waiting = ['']
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (kept.has(part)) continue
    const all = office.relationshipsOf(part)
    if (all.some((each) => REFUSED.test(each.kind))) throw new Unreadable('unsupported')
    const found = keptRelationships(all, removed)
    const isNotes = (each: Relationship) =>
      kind === 'sheets' &&
      each.kind === 'vmldrawing' &&
      withoutNotes(textOfXml(office.entries.get(each.part!)!)) === null
    const isExcluded = (each: Relationship) =>
      excluded.links.has(`${part} ${each.id}`) || (each.part !== undefined && excluded.parts.has(each.part))
    const relationships = found.kept.filter(
      (each) => !isExcluded(each) && !isNotes(each) && (part !== '' || each.kind === 'officedocument'),
    )
    const ids = new Set(relationships.map(({ id }) => id))
    kept.set(part, {
      relationships,
      dropped: new Set(all.filter(({ id }) => !ids.has(id)).map(({ id }) => id)),
    })
    waiting.push(...relationships.flatMap((each) => (each.part === undefined ? [] : [each.part])))
  }
  return kept
}

interface CleanPart {
  office: OfficePackage
  part: string
  type: string
  kind: OfficeKind
  dropped: Set<string>
  removed: Removed
  identity: Identity
}

async function cleanPart({ office, part, type, ...rest }: CleanPart): Promise<Uint8Array> {
  const bytes = office.entries.get(part)!
  if (/\.vml$|vmldrawing/i.test(`${part} ${type}`)) return cleanVml(textOfXml(bytes), rest)
  if (/svg/.test(type)) return bytesOfXml(rewrite(textOfXml(bytes), SVG))
  if (isXml(part, type)) {
    const xml = textOfXml(bytes)
    return bytesOfXml(rewrite(xml, rulesFor({ xml, ...rest })))
  }
  return /^image\//.test(type) || /\.(png|jpe?g|gif|emf|wmf|tiff?|bmp|wdp)$/i.test(part)
    ? await cleanPicture(bytes, rest.removed)
    : bytes
}

/** Drawing programs store who drew it, and where. */
const SVG: XmlRules = {
  element: ({ local }) => (/^(metadata|namedview|title|desc|script)$/.test(local) ? 'remove' : undefined),
  attribute: ({ name }) => (/^(sodipodi|inkscape):/.test(name) ? null : undefined),
}

/** Excel writes VML that is not always XML. */
function cleanVml(xml: string, rest: Omit<CleanPart, 'office' | 'part' | 'type'>): Uint8Array {
  const drawing = rest.kind === 'sheets' ? (withoutNotes(xml) ?? xml) : xml
  try {
    return bytesOfXml(rewrite(drawing, rulesFor({ xml: drawing, ...rest })))
  } catch {
    return bytesOfXml(drawing)
  }
}

const typeWithoutMacros = (type: string) =>
  type
    .replace(
      /^application\/vnd\.ms-word\.(?<form>document|template)\.macroEnabled\w*\.main\+xml$/i,
      `${OFFICE}.wordprocessingml.$<form>.main+xml`,
    )
    .replace(
      /^application\/vnd\.ms-excel\.(?<form>sheet|template)\.macroEnabled\.main\+xml$/i,
      `${OFFICE}.spreadsheetml.$<form>.main+xml`,
    )
    .replace(
      /^application\/vnd\.ms-powerpoint\.(?<form>presentation|slideshow|template)\.macroEnabled\.main\+xml$/i,
      `${OFFICE}.presentationml.$<form>.main+xml`,
    )
const OFFICE = 'application/vnd.openxmlformats-officedocument'
