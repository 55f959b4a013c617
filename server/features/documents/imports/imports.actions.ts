/** Imports a CSV of documents whose files staff uploaded. They are published at once; a document that is known stays as it is. */
import { addStoredFile } from '#server/features/materials/index.ts'
import { idsOfNames } from '#server/features/networks/index.ts'
import { recordStaffAction } from '#server/platform/audit/staff-actions.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { importRows, readCsv, type CsvRow, type Outcome } from '#server/platform/imports/imports.ts'
import type { ImportOrder } from '#server/platform/imports/imports.routes.ts'
import { problem } from '#server/platform/problems.ts'
import { claimUploads, requireUploadNamed } from '#server/platform/uploads/claim-uploads.ts'
import {
  canBeDocument,
  DOCUMENT_TYPES,
  documentFileName,
  documentProblem,
  filesOfDocuments,
  TAGS,
  type DocumentType,
} from '#shared/documents.ts'
import { IMPORT_COLUMNS, type ImportResult } from '#shared/imports.ts'
import type { Documents } from '../documents.actions.ts'
import { published } from '../documents.signals.ts'
import { insertDocument, insertVersion } from '../documents.sql.ts'
import { approveDocument, lockDocument, matchRequests } from '../staff.sql.ts'
import { nextDocumentId, selectKnownDocument, selectSubmitter } from './imports.sql.ts'

export function importDocuments(
  { pool, bus }: Pick<Documents, 'pool' | 'bus'>,
  { text, isDryRun, staffId }: ImportOrder,
): Promise<ImportResult> {
  const rows = readCsv(text, IMPORT_COLUMNS.documents)
  return importRows(pool, bus, { rows, isDryRun }, (tx, row) => takeDocument(tx, row, staffId))
}

const refuse = (message: string) => problem('documents.import', { message })

async function takeDocument(tx: Transaction, { cell, list }: CsvRow, staffId: number): Promise<Outcome> {
  const [title, description] = [cell('title'), cell('description')]
  const wrong = documentProblem({ title, description })
  if (wrong) throw refuse(wrong.message)
  const type = typeOf(cell('type'))
  if (list('networks').length === 0) throw refuse('Name at least one network.')
  const ids = await idsOfNames(tx, {
    networks: list('networks'),
    topics: list('topics'),
    geographies: list('geographies'),
  })
  for (const { length } of [ids.topics, ids.geographies])
    if (length > TAGS) throw refuse(`${length} values are given where the limit is ${TAGS}.`)
  const userId = await submitterOf(tx, cell('submitter'), staffId)
  const { rows: known } = await tx.query(selectKnownDocument({ title, networks: ids.networks }))
  if (known[0]) return 'known'
  const fileId = await takeFile(tx, { staffId, title, name: cell('file') })
  const { rows } = await tx.query<{ id: number }>(nextDocumentId())
  const { id } = rows[0]!
  await tx.query(insertDocument({ id, userId, title, description, type, isAnonymous: false, requestId: null, ...ids }))
  await tx.query(insertVersion({ documentId: id, fileId, note: '' }))
  const { rows: written } = await tx.query<{ latest_version_id: number }>(lockDocument({ id }))
  await tx.query(approveDocument({ id, versionId: written[0]!.latest_version_id, reason: null }))
  await tx.query(matchRequests({ id }))
  await recordStaffAction(tx, staffId, {
    act: 'document.imported',
    itemId: id,
    itemName: title,
    after: { type, ...ids },
  })
  tx.announce(published(id))
  return 'made'
}

function typeOf(given: string): DocumentType {
  const word = given.toLowerCase()
  const types = Object.keys(DOCUMENT_TYPES) as DocumentType[]
  const type = types.find((each) => each === word)
  if (!type) throw refuse(`The type must be one of ${types.join(', ')}, not “${given.slice(0, 40)}.”`)
  return type
}

/** Documents without a submitter are those of the staff member who imports them. */
async function submitterOf(tx: Transaction, email: string, staffId: number): Promise<number> {
  if (email === '') return staffId
  const { rows } = await tx.query<{ id: number }>(selectSubmitter({ email }))
  if (!rows[0]) throw refuse(`No member has the address ${email.slice(0, 100)}.`)
  return rows[0].id
}

async function takeFile(
  tx: Transaction,
  { staffId, title, name }: { staffId: number; title: string; name: string },
): Promise<number> {
  const upload = await requireUploadNamed(tx, staffId, name)
  if (!canBeDocument(upload.name)) throw refuse(filesOfDocuments)
  const [file] = await claimUploads(tx, staffId, [upload], 'file')
  return addStoredFile(tx, { ...file!, name: documentFileName(title, file!.name) })
}
