/** What members look for: they ask, staff let others see it, documents answer it. */
import type pg from 'pg'
import { networks } from '#server/features/networks/index.ts'
import { claimValues, earlierResult, type IdempotentRequest } from '#server/platform/database/idempotency.ts'
import { selectRows } from '#server/platform/database/select.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { sql } from '#server/platform/graph/sql.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import { recordStaffAction, requirePermission } from '#server/platform/audit/staff-actions.ts'
import { requestProblem } from '#shared/documents.ts'
import type { Documents } from './documents.actions.ts'
import { deleteRequest, insertRequest } from './documents.sql.ts'
import { requireStaffOf } from './staff.actions.ts'
import { moderateRequest } from './staff.sql.ts'

interface RequestArgs {
  request: string
  document_title: string
  idempotency_key: string
}

const notHere = () => problem('documents.request_not_found', { message: 'This request isn’t available.', field: 'id' })

/** Members of one's networks see it once staff have approved it. */
export async function requestPeerDocument(
  { pool, bus }: Documents,
  { viewer, args }: Call<RequestArgs>,
): Promise<number> {
  const { idempotency_key, ...asked } = args
  const intent: IdempotentRequest = { userId: viewer.id, key: idempotency_key, operation: 'requestPeerDocument', asked }
  const claim = claimValues(intent)
  const wrong = requestProblem(args)
  if (wrong) throw problem('documents.request', wrong)
  const own = await selectRows<{ id: number } & pg.QueryResultRow>(
    pool,
    sql`select n.peer_network_id as id from ${networks.own_networks} n`,
    viewer,
  )
  return transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<{ id: number }>(
      insertRequest({
        ...claim,
        title: args.document_title.trim(),
        request: args.request.trim(),
        networks: own.map(({ id }) => id),
      }),
    )
    return rows[0]?.id ?? (await earlierResult(tx, intent))!
  })
}

export async function withdrawDocumentRequest(
  { pool }: Documents,
  { viewer, args }: Call<{ id: number }>,
): Promise<number> {
  const { rows } = await pool.query(deleteRequest({ id: args.id, userId: viewer.id }))
  if (!rows[0]) throw notHere()
  return args.id
}

export async function moderateDocumentRequest(
  { pool, bus }: Documents,
  { viewer, args }: Call<{ id: number; approve: boolean }>,
): Promise<number> {
  requirePermission(viewer, 'content', 'somewhere')
  return transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<{ document_title: string; network_ids: number[] }>(
      moderateRequest({ id: args.id, state: args.approve ? 'approved' : 'refused' }),
    )
    if (!rows[0]) throw notHere()
    requireStaffOf(viewer, rows[0].network_ids, notHere)
    await recordStaffAction(tx, viewer.id, {
      act: args.approve ? 'document_request.approved' : 'document_request.refused',
      itemId: args.id,
      itemName: rows[0].document_title,
    })
    return args.id
  })
}
