/** What was removed from a file, counted while cleaning, and the sentences that tell it. */
export interface Removed {
  properties: number
  comments: number
  names: number
  changes: number
  deletions: number
  insertions: number
  template: number
  customData: number
  otherWorkbooks: number
  embedded: number
  controls: number
  media: number
  printer: number
  macros: number
  thumbnail: number
  labels: number
  signature: number
  links: number
  sources: number
  paths: number
  revisionIds: number
  pictures: number
  scripts: number
  attachments: number
  olderVersions: number
  formData: number
  hiddenSheets: number
  hiddenCells: number
  hiddenSlides: number
  hiddenText: number
  notes: number
  /** Which properties had a value: “author”, “company”. */
  fields: Set<string>
  commentTexts: string[]
}

export const nothingRemoved = (): Removed => ({
  properties: 0,
  comments: 0,
  names: 0,
  changes: 0,
  deletions: 0,
  insertions: 0,
  template: 0,
  customData: 0,
  otherWorkbooks: 0,
  embedded: 0,
  controls: 0,
  media: 0,
  printer: 0,
  macros: 0,
  thumbnail: 0,
  labels: 0,
  signature: 0,
  links: 0,
  sources: 0,
  paths: 0,
  revisionIds: 0,
  pictures: 0,
  scripts: 0,
  attachments: 0,
  olderVersions: 0,
  formData: 0,
  hiddenSheets: 0,
  hiddenCells: 0,
  hiddenSlides: 0,
  hiddenText: 0,
  notes: 0,
  fields: new Set(),
  commentTexts: [],
})

const SENTENCES: [
  Exclude<keyof Removed, 'fields' | 'properties' | 'deletions' | 'insertions' | 'commentTexts'>,
  string,
][] = [
  ['hiddenSheets', 'Hidden sheets; formulas that used them keep their last values'],
  ['hiddenCells', 'The contents of hidden rows and columns; formulas are replaced by their last values'],
  ['hiddenSlides', 'Hidden slides'],
  ['notes', 'Notes of slides'],
  ['hiddenText', 'Hidden text'],
  ['comments', 'Comments and the names of their authors'],
  ['names', 'Names of the people who edited the file'],
  ['changes', 'Tracked changes and the names of their authors'],
  ['signature', 'The digital signature'],
  ['template', 'The link to the template'],
  ['customData', 'Custom data that other programs stored'],
  ['labels', 'Labels of the organization'],
  ['otherWorkbooks', 'Links to other workbooks; their last values are kept'],
  ['links', 'Links to files on a computer or server'],
  ['sources', 'Addresses of data sources; their last values are kept'],
  ['paths', 'Folder names'],
  ['embedded', 'Embedded files; their images are kept'],
  ['attachments', 'Attached files'],
  ['controls', 'Form controls with code'],
  ['media', 'Audio and video'],
  ['printer', 'Printer settings'],
  ['macros', 'Macros'],
  ['scripts', 'Scripts'],
  ['formData', 'Data of dynamic forms'],
  ['thumbnail', 'The preview image'],
  ['revisionIds', 'Identifiers of editing sessions'],
  ['pictures', 'Camera and editing details of images'],
  ['olderVersions', 'Older versions and unused content'],
]

export function removedSentences(removed: Removed): string[] {
  const fields = [...removed.fields]
  const listed = new Intl.ListFormat('en', { type: 'conjunction' }).format(fields)
  const properties =
    fields.length > 0
      ? [`${listed[0]!.toUpperCase()}${listed.slice(1)} in the properties`]
      : removed.properties > 0
        ? ['The file’s properties']
        : []
  return [...properties, ...SENTENCES.filter(([key]) => removed[key] > 0).map(([, sentence]) => sentence)]
}
