/** What a document of the demo is made of. Its file is generated from the pages. */
import type { DocumentState, DocumentType } from '#shared/documents.ts'
import type { Area, NetworkSlug } from '../networks.ts'

export interface DocumentSeed {
  title: string
  by: string
  isAnonymous?: boolean
  networks: readonly NetworkSlug[]
  type: DocumentType
  form: 'pdf' | 'docx' | 'xlsx' | 'pptx'
  description: string
  areas: readonly Area[]
  geographies?: readonly string[]
  daysAgo: number
  state?: DocumentState
  reason?: string
  banner?: string
  isWatermarked?: boolean
  /** Days until it can be opened. */
  opensInDays?: number
  /** Paragraphs by page, the heading first. */
  pages: readonly (readonly string[])[]
  /** Earlier versions, oldest first, each with what its successor changed. */
  earlier?: readonly { note: string; pages: readonly (readonly string[])[] }[]
}

export interface RequestSeed {
  by: string
  networks: readonly NetworkSlug[]
  title: string
  text: string
  daysAgo: number
  state: 'pending' | 'approved' | 'refused'
  /** The title of a document that answers it. */
  answeredBy?: string
}
