/** Staff decide about submissions and edit documents. Each act is on record with how it was before. */
import type pg from 'pg'
import { recordStaffAction, requirePermission } from '#server/platform/audit/staff-actions.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Viewer } from '#server/platform/graph/sql.ts'
import {
  BANNER_LENGTH,
  documentProblem,
  REASON_LENGTH,
  type DocumentState,
  type DocumentType,
} from '#shared/documents.ts'
import { mayInEach, mayInSome } from '#shared/staff-roles.ts'
import { notHere, requireTags, type Documents } from './documents.actions.ts'
import { requireMarkableVersions } from './markable.ts'
import { decided, published } from './documents.signals.ts'
import {
  approveDocument,
  insertReveal,
  knownNetworks,
  lockDocument,
  matchRequests,
  refuseDocument,
  selectMarking,
  updateDocument,
} from './staff.sql.ts'

interface Locked {
  id: number
  title: string
  description: string
  type: DocumentType
  state: DocumentState
  is_anonymous: boolean
  is_featured: boolean
  featured_banner: string | null
  is_watermarked: boolean
  available_from: string | null
  network_ids: number[]
  current_version_id: number | null
  latest_version_id: number
}

interface DecisionArgs {
  id: number
  reason?: string | null
}

async function locked(tx: Transaction, id: number): Promise<Locked> {
  const { rows } = await tx.query<Locked>(lockDocument({ id }))
  if (!rows[0]) throw notHere()
  return rows[0]
}

/** To staff of other networks it does not exist. It is decided by staff of one of its networks. */
export function requireStaffOf(viewer: Viewer, networks: readonly number[], missing = notHere): void {
  if (!mayInSome(viewer.grants, 'content', networks)) throw missing()
}

async function lockedFor(tx: Transaction, viewer: Viewer, id: number): Promise<Locked> {
  const document = await locked(tx, id)
  requireStaffOf(viewer, document.network_ids)
  return document
}

/** Who works for one network cannot show a document to another, nor change what another shows. */
const notInEach = () =>
  problem('documents.networks', {
    message: 'Staff of all its networks can change this document. Ask them, or leave their networks out.',
    field: 'networks',
  })

interface Marking {
  is_watermarked: boolean
  network_ids: number[]
}

async function markingOf(pool: pg.Pool, viewer: Viewer, id: number): Promise<Marking> {
  const { rows } = await pool.query<Marking>(selectMarking({ id }))
  if (!rows[0]) throw notHere()
  requireStaffOf(viewer, rows[0].network_ids)
  return rows[0]
}

function reasonOf(reason: string | null | undefined, isNeeded: boolean): string | null {
  const given = reason?.trim() ?? ''
  const { length } = [...given]
  if (isNeeded && length < 3)
    throw problem('documents.reason', { message: 'Enter a short reason. The submitter will see it.', field: 'reason' })
  if (length > REASON_LENGTH)
    throw problem('documents.reason', {
      message: `The reason is ${length} characters long. The limit is ${REASON_LENGTH}.`,
      field: 'reason',
    })
  return given || null
}

/** Publishes the latest version. Requests that it answers are matched, and their members told. */
export async function approvePeerDocument(context: Documents, { viewer, args }: Call<DecisionArgs>): Promise<number> {
  requirePermission(viewer, 'content', 'somewhere')
  const { pool, bus } = context
  const reason = reasonOf(args.reason, false)
  const { is_watermarked } = await markingOf(pool, viewer, args.id)
  if (is_watermarked) await requireMarkableVersions(context, args.id, 'id')
  return transaction(pool, bus, async (tx) => {
    const { title, state, current_version_id, latest_version_id, is_anonymous } = await lockedFor(tx, viewer, args.id)
    if (state === 'withdrawn') throw notHere()
    if (state === 'approved' && current_version_id === latest_version_id)
      throw problem('documents.decided', { message: 'This is already published.', field: 'id' })
    await tx.query(approveDocument({ id: args.id, versionId: latest_version_id, reason }))
    await tx.query(matchRequests({ id: args.id }))
    await recordStaffAction(tx, viewer.id, {
      act: 'document.approved',
      itemId: args.id,
      itemName: title,
      before: { state },
      after: { state: 'approved' },
    })
    tx.announce(published(args.id))
    if (!is_anonymous) tx.announce(decided(args.id, 'approve'))
    return args.id
  })
}

export async function refusePeerDocument(
  { pool, bus }: Documents,
  { viewer, args }: Call<DecisionArgs>,
  state: 'refused' | 'changes_requested',
): Promise<number> {
  requirePermission(viewer, 'content', 'somewhere')
  const reason = reasonOf(args.reason, true)
  return transaction(pool, bus, async (tx) => {
    const before = await lockedFor(tx, viewer, args.id)
    if (before.state === 'withdrawn') throw notHere()
    if (before.state === state)
      throw problem('documents.decided', { message: 'This has already been decided.', field: 'id' })
    await tx.query(refuseDocument({ id: args.id, versionId: before.latest_version_id, state, reason }))
    await recordStaffAction(tx, viewer.id, {
      act: state === 'refused' ? 'document.refused' : 'document.changes_requested',
      itemId: args.id,
      itemName: before.title,
      before: { state: before.state },
      after: { reason },
    })
    if (!before.is_anonymous) tx.announce(decided(args.id, state === 'refused' ? 'reject' : 'change'))
    return args.id
  })
}

interface EditArgs {
  id: number
  title: string
  description?: string | null
  type: DocumentType
  topics: number[]
  geographies: number[]
  networks: number[]
  is_featured: boolean
  featured_banner?: string | null
  is_watermarked: boolean
  available_from?: string | null
}

async function requireKnownNetworks(pool: pg.Pool, ids: number[]): Promise<void> {
  const { rows } = await pool.query<{ known: number }>(knownNetworks({ ids }))
  if (ids.length === 0 || rows[0]!.known < ids.length)
    throw problem('documents.networks', { message: 'Choose at least one network.', field: 'networks' })
}

export async function editPeerDocument(context: Documents, { viewer, args }: Call<EditArgs>): Promise<number> {
  requirePermission(viewer, 'content', 'somewhere')
  const { pool, bus } = context
  const wrong = documentProblem(args)
  if (wrong) throw problem('documents.text', wrong)
  const banner = args.featured_banner?.trim() || null
  if (banner && [...banner].length > BANNER_LENGTH)
    throw problem('documents.text', {
      message: `The banner may have ${BANNER_LENGTH} characters.`,
      field: 'featured_banner',
    })
  const topics = [...new Set(args.topics)]
  const geographies = [...new Set(args.geographies)]
  const networks = [...new Set(args.networks)]
  await requireTags(pool, { topics, geographies })
  await requireKnownNetworks(pool, networks)
  const { network_ids } = await markingOf(pool, viewer, args.id)
  if (!mayInEach(viewer.grants, 'content', [...networks, ...network_ids])) throw notInEach()
  if (args.is_watermarked) await requireMarkableVersions(context, args.id, 'is_watermarked')
  const after = {
    title: args.title.trim(),
    description: args.description?.trim() ?? '',
    type: args.type,
    is_featured: args.is_featured,
    featured_banner: banner,
    is_watermarked: args.is_watermarked,
    available_from: args.available_from ?? null,
  }
  return transaction(pool, bus, async (tx) => {
    const known = await lockedFor(tx, viewer, args.id)
    const { id, title } = known
    await tx.query(
      updateDocument({
        id,
        title: after.title,
        description: after.description,
        type: after.type,
        isFeatured: after.is_featured,
        banner,
        isWatermarked: after.is_watermarked,
        availableFrom: after.available_from,
        topics,
        geographies,
        networks,
      }),
    )
    await recordStaffAction(tx, viewer.id, {
      act: 'document.edited',
      itemId: id,
      itemName: title,
      before: Object.fromEntries(Object.keys(after).map((name) => [name, known[name as keyof typeof after]])),
      after: { ...after, topics, geographies, networks },
    })
    return id
  })
}

/** Records who looks and why before the name can be read. */
export async function revealDocumentSubmitter(
  { pool, bus }: Documents,
  { viewer, args }: Call<DecisionArgs>,
): Promise<number> {
  requirePermission(viewer, 'moderation')
  const reason = reasonOf(args.reason, true)
  return transaction(pool, bus, async (tx) => {
    const { title } = await locked(tx, args.id)
    const { rows } = await tx.query(insertReveal({ id: args.id, staffId: viewer.id, reason }))
    if (!rows[0]) throw notHere()
    await recordStaffAction(tx, viewer.id, {
      act: 'document.submitter_revealed',
      itemId: args.id,
      itemName: title,
      after: { reason },
    })
    return args.id
  })
}
