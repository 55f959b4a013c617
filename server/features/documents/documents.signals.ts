import type { Signal } from '#server/platform/signals/bus.ts'

/** A document, or a new version of it, was published. Says nothing about who submitted it. */
export const published = (documentId: number): Signal => ({
  signal: 'documents.published',
  channels: [],
  users: [],
  isConfidential: true,
  data: { document_id: documentId },
})
