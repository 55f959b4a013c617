import { fileLabelOf } from '#shared/documents.ts'
import { extensionOf } from '#shared/kit/file-names.ts'
import { counted } from '#shared/kit/text.ts'

interface File {
  name: string
  num_of_pages: number | null
}

const UNITS: Readonly<Record<string, string>> = {
  xlsx: 'sheet',
  ods: 'sheet',
  xls: 'sheet',
  pptx: 'slide',
  odp: 'slide',
  ppt: 'slide',
}
const unitOf = (name: string) => UNITS[extensionOf(name)] ?? 'page'
/** “Word, 14 pages”. */
export const fileFacts = ({ name, num_of_pages: pages }: File) =>
  [fileLabelOf(name), pages !== null && pages > 0 && counted(pages, unitOf(name))].filter(Boolean).join(', ')
