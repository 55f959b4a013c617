/** What is removed from the XML parts of an Office file that stay. Names without prefixes: each program has its own. */
import type { Identity } from '../identity/identity.ts'
import { hasLocalPath, isLocalPath, userInPath, withoutFolders } from '../identity/local-paths.ts'
import type { Removed } from '../removed.ts'
import { attributeOf, type XmlAttribute, type XmlElement, type XmlRules } from './xml.ts'
import { EmbeddedFrames, Lists, OtherWorkbooks, ancestor } from './emptied.ts'
import type { OfficeKind } from './package.ts'

const words = (text: string) => new Set(text.trim().split(/\s+/))

/** Attributes with the name of somebody. */
const PEOPLE = words('author initials refreshedBy userName user lastModifiedBy userId providerId securityDescriptor')
/** A copy of a drawing as an archive; sources of data; identifiers. */
const DROPPED_ATTRIBUTES = words('gfxdata refreshedDate refreshedDateIso odcFile sourceFile')
/** Where a workbook gets its data, and as whom. */
const SOURCES = words('connection dbPr olapPr webPr textPr')
const ADDRESSES = words('connection command serverCommand localConnection url post editPage description singleSignOnId')
const SESSION = /^rsid/
/** Names of shapes, which people do not see. */
const SHAPE_NAMES = words('docPr cNvPr')

const WORD = {
  removed: words(`
    commentRangeStart commentRangeEnd commentReference annotationRef rsids attachedTemplate docId mailMerge docVars
    writeProtection revisionView dataBinding smartTagPr customXmlPr permStart permEnd activeWritingStyle schemaLibrary
    attachedSchema saveThroughXslt proofErr
  `),
  unwrapped: words('smartTag customXml'),
  changes:
    /^((rPr|pPr|sectPr|tblPr|tblGrid|trPr|tcPr|tblPrEx|numbering)Change|cell(Ins|Del|Merge)|(moveFrom|moveTo|customXml(Ins|Del|MoveFrom|MoveTo))Range(Start|End))$/,
  /** In properties these only mark a paragraph, a row or a number. */
  properties: /^(rPr|trPr|tcPr|numPr|pPr)$/,
}
const SHEETS = words(`
  fileSharing revisionPtr customWorkbookViews customSheetViews externalReferences webPublishing webPublishItems
  oleObjects xmlColumnPr smartTags smartTagPr smartTagTypes cellSmartTags oleSize
`)
const SLIDES = words('custDataLst photoAlbum')

export interface RulesFor {
  kind: OfficeKind
  xml: string
  /** Ids of relationships that do not survive. */
  dropped: ReadonlySet<string>
  removed: Removed
  identity: Identity
}

export function rulesFor({ kind, xml, dropped, removed, identity }: RulesFor): XmlRules {
  const prefixes = relationshipPrefixes(xml)
  const isReference = ({ name, local }: XmlAttribute) =>
    name !== local && prefixes.has(name.slice(0, name.length - local.length - 1))
  const isDropped = (attribute: XmlAttribute) => isReference(attribute) && dropped.has(attribute.value)
  /** Elements that are removed when they end. */
  const emptied = new Set<XmlElement>()
  const frames = new EmbeddedFrames()
  const lists = new Lists()
  const formulas = new OtherWorkbooks(removed)

  const referring = (element: XmlElement): 'remove' | 'unwrap' | undefined => {
    if (dropped.size === 0 || !element.attributes.some(isDropped)) return undefined
    const { local, parent } = element
    if (local === 'pageSetup' || element.attributes.some((each) => isReference(each) && !isDropped(each)))
      return undefined
    if (local === 'hyperlink' && kind === 'word') return 'unwrap'
    if (kind === 'slides' && local === 'oleObj' && frames.add(element)) return undefined
    if (parent?.local === 'ext') emptied.add(parent)
    return 'remove'
  }
  const verdict = (element: XmlElement) => {
    if (kind === 'slides') return SLIDES.has(element.local) ? ('remove' as const) : undefined
    if (kind === 'sheets')
      return SHEETS.has(element.local) || formulas.isCopy(element) ? ('remove' as const) : undefined
    const row = element.local === 'del' && element.parent?.local === 'trPr' ? ancestor(element, 'tr') : undefined
    if (row) emptied.add(row)
    return wordVerdict(element, removed, identity)
  }
  return {
    element: (element) => {
      const found = referring(element) ?? verdict(element)
      lists.count(element.parent, found === 'remove' ? 0 : 1)
      return found
    },
    attribute: (attribute, element) =>
      isDropped(attribute) ? null : attributeVerdict(attribute, element, { removed, identity }),
    text: (text, element) => {
      const { local } = element
      if (kind === 'sheets' && formulas.refersTo(text, element)) {
        emptied.add(element)
        lists.count(element.parent, -1)
      }
      if (!/^(instrText|connection|command)$/.test(local) || !hasLocalPath(text)) return undefined
      removed.paths += 1
      return withoutFolders(text)
    },
    replace: (element, end) =>
      emptied.has(element) || lists.isEmpty(element) ? { start: end, end } : frames.pictureOf(element, end),
  }
}

function attributeVerdict(
  attribute: XmlAttribute,
  element: XmlElement,
  { removed, identity }: Pick<RulesFor, 'removed' | 'identity'>,
): string | null | undefined {
  const { local, value, name } = attribute
  if (name.startsWith('xmlns')) return undefined
  if (SESSION.test(local)) {
    removed.revisionIds += 1
    return null
  }
  if (PEOPLE.has(local)) {
    identity.addFound(value)
    if (value !== '') removed.names += 1
    return null
  }
  if (DROPPED_ATTRIBUTES.has(local)) return null
  const user = userInPath(value)
  if (user !== undefined) identity.addFound(user)
  if (SOURCES.has(element.local) && ADDRESSES.has(local)) {
    removed.sources += 1
    return ''
  }
  if (isLocalPath(value)) {
    removed.paths += 1
    return withoutFolders(value)
  }
  return SHAPE_NAMES.has(element.local) && local === 'name' && identity.isIn(value) ? '' : undefined
}

function wordVerdict(element: XmlElement, removed: Removed, identity: Identity): 'remove' | 'unwrap' | undefined {
  const { local, parent } = element
  if (WORD.removed.has(local)) return 'remove'
  if (WORD.unwrapped.has(local)) return 'unwrap'
  const [isDeleted, isInserted] = [/^(del|moveFrom)$/.test(local), /^(ins|moveTo)$/.test(local)]
  if (!isDeleted && !isInserted && !WORD.changes.test(local)) return undefined
  identity.addFound(attributeOf(element, 'author') ?? '')
  removed.changes += 1
  if (isDeleted) removed.deletions += 1
  if (isInserted) removed.insertions += 1
  return isInserted && !WORD.properties.test(parent?.local ?? '') ? 'unwrap' : 'remove'
}

const NAMESPACE =
  /xmlns:([\w.-]+)\s*=\s*["'](?:http:\/\/schemas\.openxmlformats\.org\/officeDocument\/2006\/relationships|http:\/\/purl\.oclc\.org\/ooxml\/officeDocument\/relationships)["']/g
const relationshipPrefixes = (xml: string) => new Set([...xml.matchAll(NAMESPACE)].map((match) => match[1]!))
