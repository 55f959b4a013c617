import type { Signal } from '#server/platform/signals/bus.ts'

/** A document, or a new version of it, was published. Says nothing about who submitted it. */
export const published = (documentId: number): Signal => ({
  signal: 'documents.published',
  channels: [],
  users: [],
  isConfidential: true,
  data: { document_id: documentId },
})

/**
 * Staff decided about a document. Never announced for an anonymous one: a notification would link its submitter to the
 * time of the decision, which is on record.
 */
export const decided = (documentId: number, act: 'approve' | 'reject' | 'change'): Signal => ({
  signal: 'documents.decided',
  channels: [],
  users: [],
  isConfidential: true,
  data: { document_id: documentId, act },
})
