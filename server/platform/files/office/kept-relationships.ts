/**
 * Which relationships survive cleaning. Only known kinds do: whatever a program may store in a file tomorrow is left
 * out, and the element that refers to it too.
 */
import type { Removed } from '../removed.ts'
import type { Relationship } from './package.ts'

const words = (text: string) => new Set(text.trim().split(/\s+/))

const KEPT = words(`
  officedocument styles styleswitheffects theme themeoverride settings websettings fonttable font numbering footnotes
  endnotes header footer image hdphoto hyperlink chart chartex chartusershapes chartstyle chartcolorstyle
  diagramdata diagramlayout diagramquickstyle diagramcolors diagramdrawing drawing vmldrawing legacydiagramtext
  worksheet chartsheet dialogsheet sharedstrings table pivottable pivotcachedefinition pivotcacherecords slicer
  slicercache timeline timelinecache sheetmetadata querytable connections ctrlprop namedsheetviews
  rdrichvalue rdrichvaluestructure rdrichvaluetypes rdsupportingpropertybag rdsupportingpropertybagstructure rdarray
  richstyles featurepropertybag
  slide slidemaster slidelayout notesmaster notesslide handoutmaster presprops viewprops tablestyles glossarydocument
  volatiledependencies
`)

/** What is told to the member when a kind is left out; other kinds are left out without a word. */
const TOLD: Record<string, Exclude<keyof Removed, 'fields' | 'commentTexts'>> = {
  comments: 'comments',
  threadedcomment: 'comments',
  commentauthors: 'comments',
  people: 'names',
  person: 'names',
  authors: 'comments',
  attachedtemplate: 'template',
  customxml: 'customData',
  tags: 'customData',
  xmlmaps: 'customData',
  externallink: 'otherWorkbooks',
  externallinkpath: 'otherWorkbooks',
  oleobject: 'embedded',
  package: 'embedded',
  afchunk: 'embedded',
  control: 'controls',
  activexcontrolbinary: 'controls',
  audio: 'media',
  video: 'media',
  media: 'media',
  printersettings: 'printer',
  vbaproject: 'macros',
  wordvbadata: 'macros',
  revisionheaders: 'changes',
  usernames: 'changes',
  'core-properties': 'properties',
  'extended-properties': 'properties',
  'custom-properties': 'properties',
  thumbnail: 'thumbnail',
  classificationlabels: 'labels',
  origin: 'signature',
  subdocument: 'links',
  mailmergesource: 'links',
  mailmergeheadersource: 'links',
  recipientdata: 'links',
}

/** Macro sheets are part of the workbook and cannot be left out. */
export const REFUSED = /^xl(intl)?macrosheet$/

/** Addresses of the web and mail, and places in the document; not files on a computer or a company's server. */
const PUBLIC = /^(https?|mailto|ftp|tel):|^#/i

export function keptRelationships(all: readonly Relationship[], removed: Removed) {
  const dropped: Relationship[] = []
  const kept = all.filter((relationship) => {
    const { kind, isExternal, target, part } = relationship
    const isKept = KEPT.has(kind) && (isExternal ? kind === 'hyperlink' && PUBLIC.test(target) : part !== undefined)
    // A link within the document, or to nothing.
    const isHarmless = kind === 'hyperlink' && !isExternal && part === undefined && target.startsWith('#')
    if (isKept || isHarmless) return true
    dropped.push(relationship)
    const told = isExternal && kind !== 'attachedtemplate' ? 'links' : TOLD[kind]
    if (told) removed[told] += 1
    return false
  })
  return { kept, dropped }
}
