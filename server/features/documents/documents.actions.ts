/** What members do with documents: submit, add a version, withdraw, download. */
import type pg from 'pg'
import { linkToDownload } from '#server/features/materials/index.ts'
import { networks as networkRelations } from '#server/features/networks/index.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import {
  claimValues,
  earlierResult,
  orEarlierResult,
  type IdempotentRequest,
} from '#server/platform/database/idempotency.ts'
import { selectRows } from '#server/platform/database/select.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { Parameter, sql, type Viewer } from '#server/platform/graph/sql.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import { documentProblem, TAGS, type DocumentState, type DocumentType } from '#shared/documents.ts'
import type { UploadedFile } from '#shared/uploads.ts'
import { documents } from './documents.access.ts'
import {
  claimDocument,
  claimExisting,
  insertDocument,
  insertVersion,
  keepCheck,
  lockOwn,
  selectTags,
  setPending,
  upsertView,
  withdraw,
} from './documents.sql.ts'
import { requireMarkable } from './markable.ts'
import { anonymousFile, cleanUpload, namedFile, ownUpload, requireUnnamed } from './files.ts'

export type Documents = Pick<AppContext, 'pool' | 'bus' | 'blobs' | 'fileTools'>

export const notHere = (field = 'id') =>
  problem('documents.not_found', { message: 'This document isn’t available.', field })

export interface SubmitArgs {
  title: string
  type: DocumentType
  description?: string | null
  file: UploadedFile
  topics?: number[] | null
  geographies?: number[] | null
  networks: number[]
  is_anonymous?: boolean | null
  keeps_findings?: boolean | null
  request_id?: number | null
  idempotency_key: string
}

const unique = (ids: readonly number[] | null | undefined) => [...new Set(ids)]

export async function requireTags(pool: pg.Pool, asked: { topics: number[]; geographies: number[] }): Promise<void> {
  const { rows } = await pool.query<{ topics: number; geographies: number }>(selectTags(asked))
  for (const field of ['topics', 'geographies'] as const) {
    const { length } = asked[field]
    if (length > TAGS) throw problem('documents.tags', { message: `You chose ${length}. The limit is ${TAGS}.`, field })
    if (rows[0]![field] < length) throw problem('documents.tags', { message: 'Choose from the list.', field })
  }
}

/** Members share with their own networks only. */
async function requireOwnNetworks(pool: pg.Pool, viewer: Viewer, asked: readonly number[]): Promise<number[]> {
  const own = await selectRows<{ id: number }>(
    pool,
    sql`select n.peer_network_id as id from ${networkRelations.own_networks} n`,
    viewer,
  )
  const chosen = unique(asked)
  if (chosen.length === 0 || chosen.some((id) => !own.some((network) => network.id === id)))
    throw problem('documents.networks', { message: 'Choose at least one of your own networks.', field: 'networks' })
  return chosen
}

async function requireRequest(pool: pg.Pool, viewer: Viewer, id: number): Promise<void> {
  const slot = new Parameter('request', 'bigint', () => id)
  const found = await selectRows(pool, sql`select r.id from ${documents.requests} r where r.id = ${slot}`, viewer)
  if (found.length === 0)
    throw problem('documents.request_not_found', { message: 'This request isn’t available.', field: 'request_id' })
}

/** Hands a document to staff. Of an anonymous one only a cleaned copy is stored. Resolves to its id. */
export async function submitPeerDocument(context: Documents, { viewer, args }: Call<SubmitArgs>): Promise<number> {
  const { pool, bus } = context
  const { idempotency_key, ...asked } = args
  const intent: IdempotentRequest = { userId: viewer.id, key: idempotency_key, operation: 'submitPeerDocument', asked }
  const claim = claimValues(intent)
  const wrong = documentProblem(args)
  if (wrong) throw problem('documents.text', wrong)
  const isAnonymous = args.is_anonymous ?? false
  const title = args.title.trim()
  const description = args.description?.trim() ?? ''
  const tags = { topics: unique(args.topics), geographies: unique(args.geographies) }
  const prepared = await orEarlierResult(pool, intent, async () => {
    const networks = await requireOwnNetworks(pool, viewer, args.networks)
    await requireTags(pool, tags)
    if (args.request_id) await requireRequest(pool, viewer, args.request_id)
    const file = { viewer, upload: args.file, title, keepsFindings: args.keeps_findings ?? false }
    if (!isAnonymous) return { networks, taker: await namedFile(pool, file) }
    await requireUnnamed(pool, viewer, { title, description })
    return { networks, taker: await anonymousFile(context, file) }
  })
  if (typeof prepared === 'number') return prepared
  return transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<{ result: number }>(claimDocument({ ...claim, isAnonymous }))
    if (!rows[0]) return (await earlierResult(tx, intent))!
    const id = rows[0].result
    const fileId = await prepared.taker.take(tx)
    const written = { id, userId: viewer.id, title, description, type: args.type, isAnonymous, ...tags }
    await tx.query(insertDocument({ ...written, networks: prepared.networks, requestId: args.request_id ?? null }))
    await tx.query(insertVersion({ documentId: id, fileId, note: '' }))
    return id
  })
}

/** Reads an own upload as it would be cleaned, and keeps the report until the file is submitted or expires. */
export async function checkDocumentFile(
  context: Documents,
  { viewer, args }: Call<{ file: UploadedFile }>,
): Promise<number> {
  const { pool } = context
  const file = await ownUpload(pool, viewer.id, args.file)
  const { outcome, removed, questions, findings } = await cleanUpload(context, {
    viewer,
    file,
    removesHidden: args.file.removes_hidden ?? false,
  })
  const { rows } = await pool.query<{ id: number }>(
    keepCheck({
      userId: viewer.id,
      uploadKey: args.file.key,
      outcome,
      removed,
      questions: JSON.stringify(questions),
      findings: JSON.stringify(findings),
    }),
  )
  return rows[0]!.id
}

interface OwnDocument {
  id: number
  title: string
  state: DocumentState
  is_anonymous: boolean
  is_watermarked: boolean
}

async function requireOwn(database: Pick<pg.ClientBase, 'query'>, id: number, userId: number): Promise<OwnDocument> {
  const { rows } = await database.query<OwnDocument>(lockOwn({ id, userId }))
  if (!rows[0]) throw notHere()
  return rows[0]
}

export interface VersionArgs {
  id: number
  file: UploadedFile
  note?: string | null
  keeps_findings?: boolean | null
  idempotency_key: string
}

/** A new version waits for staff; until then the current one stays. */
export async function addPeerDocumentVersion(context: Documents, { viewer, args }: Call<VersionArgs>): Promise<number> {
  const { pool, bus } = context
  const { idempotency_key, ...asked } = args
  const intent: IdempotentRequest = {
    userId: viewer.id,
    key: idempotency_key,
    operation: 'addPeerDocumentVersion',
    asked,
  }
  const claim = claimValues(intent)
  const note = args.note?.trim() ?? ''
  const prepared = await orEarlierResult(pool, intent, async () => {
    const { title, state, is_anonymous, is_watermarked } = await requireOwn(pool, args.id, viewer.id)
    const wrong = documentProblem({ title, note })
    if (wrong) throw problem('documents.text', wrong)
    if (state === 'withdrawn' || state === 'refused')
      throw problem('documents.closed', {
        message: 'This document is no longer published. Submit a new one.',
        field: 'id',
      })
    if (is_watermarked) await requireMarkable(context, await ownUpload(pool, viewer.id, args.file), 'file')
    const file = { viewer, upload: args.file, title, keepsFindings: args.keeps_findings ?? false }
    if (!is_anonymous) return namedFile(pool, file)
    await requireUnnamed(pool, viewer, { note })
    return anonymousFile(context, file)
  })
  if (typeof prepared === 'number') return prepared
  return transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<{ result: number }>(claimExisting({ ...claim, documentId: args.id }))
    if (!rows[0]) return (await earlierResult(tx, intent))!
    await requireOwn(tx, args.id, viewer.id)
    const fileId = await prepared.take(tx)
    await tx.query(insertVersion({ documentId: args.id, fileId, note }))
    await tx.query(setPending({ id: args.id }))
    return args.id
  })
}

/** Nobody else reads it after that. Its links answer as if it had never been there. */
export async function withdrawPeerDocument(
  { pool, bus }: Documents,
  { viewer, args }: Call<{ id: number }>,
): Promise<number> {
  return transaction(pool, bus, async (tx) => {
    await requireOwn(tx, args.id, viewer.id)
    await tx.query(withdraw({ id: args.id }))
    return args.id
  })
}

interface Opened {
  can_open: boolean
  file_id: number | null
}

async function openedDocument(pool: pg.Pool, viewer: Viewer, id: number, version?: number | null): Promise<Opened> {
  const [slot, number] = [
    new Parameter('document', 'bigint', () => id),
    new Parameter('number', 'integer', () => version ?? null),
  ]
  const [found] = await selectRows<Opened & pg.QueryResultRow>(
    pool,
    sql`select d.can_open, (select v.file_id from ${documents.versions} v where v.document_id = d.id
        and (v.number = ${number} or (${number} is null and v.is_current)) limit 1) as file_id
      from ${documents.readable_documents} d where d.id = ${slot}`,
    viewer,
  )
  if (!found) throw notHere('doc_id')
  return found
}

export async function requestPeerDocumentDownload(
  { pool }: Documents,
  { viewer, args }: Call<{ doc_id: number; version?: number | null }>,
): Promise<number> {
  const { can_open, file_id } = await openedDocument(pool, viewer, args.doc_id, args.version)
  if (!can_open) throw problem('documents.not_open', { message: 'You can’t open this document yet.', field: 'doc_id' })
  if (file_id === null) throw notHere('version')
  return linkToDownload(pool, { userId: viewer.id, kind: 'peer_document', itemId: args.doc_id, fileId: file_id })
}

export async function trackPeerDocumentView(
  { pool }: Documents,
  { viewer, args }: Call<{ peer_document_id: number }>,
): Promise<number> {
  const slot = new Parameter('document', 'bigint', () => args.peer_document_id)
  const found = await selectRows(
    pool,
    sql`select d.id from ${documents.readable_documents} d where d.id = ${slot}`,
    viewer,
  )
  if (found.length === 0) throw notHere('peer_document_id')
  await pool.query(upsertView({ userId: viewer.id, documentId: args.peer_document_id }))
  return args.peer_document_id
}
