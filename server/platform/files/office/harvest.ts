/** Finds who is named in properties, comments and changes, so that the proof can look for them everywhere. */
import type { Identity } from '../identity/identity.ts'
import { userInPath } from '../identity/local-paths.ts'
import type { Removed } from '../removed.ts'
import { scan, textOfXml } from './xml.ts'
import type { OfficePackage } from './package.ts'

const PROPERTIES: Record<string, string> = {
  creator: 'author',
  lastModifiedBy: 'last editor',
  Company: 'company',
  Manager: 'manager',
  title: 'title',
  subject: 'subject',
  keywords: 'keywords',
  description: 'comments',
  category: 'category',
}
const PEOPLE = new Set(['creator', 'lastModifiedBy', 'Company', 'Manager'])
const NAMES: Record<string, ReadonlySet<string>> = {
  comments: new Set(['author']),
  commentauthors: new Set(['name']),
  authors: new Set(['name', 'userId']),
  people: new Set(['author', 'userId']),
  person: new Set(['displayName', 'userId']),
  usernames: new Set(['name']),
  revisionheaders: new Set(['userName']),
}
const COMMENTS = /^(comments|threadedcomment)$/
const COMMENT = /^(comment|cm|threadedComment)$/
const PATH = /absPath\s+[^>]*url="([^"]+)"/

export function harvest(office: OfficePackage, identity: Identity, removed: Removed): void {
  const sources = ['', ...[...office.entries.keys()].filter((name) => !name.endsWith('.rels'))]
  for (const { kind, part, isExternal, target } of sources.flatMap((name) => office.relationshipsOf(name))) {
    const user = isExternal ? userInPath(target) : undefined
    if (user !== undefined) identity.addFound(user)
    const bytes = part === undefined ? undefined : office.entries.get(part)
    if (!bytes) continue
    try {
      harvestPart(kind, bytes, identity, removed)
    } catch {
      // A damaged part that is left out anyway, or is refused later.
    }
  }
}

function harvestPart(kind: string, bytes: Uint8Array, identity: Identity, removed: Removed) {
  if (/^(core|extended|custom)-properties$/.test(kind)) harvestProperties(textOfXml(bytes), identity, removed)
  const names = NAMES[kind]
  if (names) harvestNames(textOfXml(bytes), names, identity)
  if (COMMENTS.test(kind)) removed.commentTexts.push(...commentsIn(textOfXml(bytes)))
  if (kind === 'officedocument') {
    const path = PATH.exec(textOfXml(bytes.subarray(0, 8_000)))?.[1]
    const owner = path === undefined ? undefined : userInPath(path)
    if (owner !== undefined) identity.addFound(owner)
  }
}

/** Excel stores a threaded comment a second time as a plain one, with a text that says so. */
function commentsIn(xml: string): string[] {
  const texts: string[] = []
  scan(xml, {
    open: ({ local }) => {
      if (COMMENT.test(local)) texts.push('')
    },
    text: (text, { local }) => {
      if (texts.length > 0 && /^(t|text)$/.test(local)) texts.push(`${texts.pop()!}${text}`)
    },
  })
  return texts.filter((text) => !text.startsWith('[Threaded comment]'))
}

function harvestProperties(xml: string, identity: Identity, removed: Removed) {
  scan(xml, {
    text: (text, { local }) => {
      if (text.trim() === '') return
      const field = PROPERTIES[local]
      if (field !== undefined) removed.fields.add(field)
      if (PEOPLE.has(local)) for (const name of text.split(';')) identity.addFound(name)
    },
  })
}

function harvestNames(xml: string, names: ReadonlySet<string>, identity: Identity) {
  scan(xml, {
    open: ({ attributes }) => {
      for (const { local, value } of attributes) if (names.has(local)) identity.addFound(value)
    },
    // Excel lists the authors of comments as elements.
    text: (text, { local }) => {
      if (local === 'author') identity.addFound(text)
    },
  })
}
