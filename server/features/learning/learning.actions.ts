/** What members do with series besides watching: download a document, ask a sponsor for an introduction. */
import type pg from 'pg'
import { linkToDownload } from '#server/features/materials/index.ts'
import { selectRows } from '#server/platform/database/select.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { SPONSOR_CONNECTION_DAYS, sponsorMessageProblem } from '#shared/learning.ts'
import { insertSponsorConnection, lockSponsor, selectDocument, selectSponsor } from './learning.sql.ts'

export async function requestSeriesDocumentDownload(
  pool: pg.Pool,
  { viewer, args }: Call<{ doc_id: number }>,
): Promise<number> {
  const [found] = await selectRows<{ id: number; file_id: number; can_view: boolean }>(
    pool,
    selectDocument(args.doc_id),
    viewer,
  )
  if (!found)
    throw problem('learning.document_not_found', { message: 'This document isn’t available.', field: 'doc_id' })
  if (!found.can_view)
    throw problem('learning.document_not_open', {
      message: 'This document isn’t open yet. Its series says when it will be.',
      field: 'doc_id',
    })
  return linkToDownload(pool, { userId: viewer.id, kind: 'series_document', itemId: found.id, fileId: found.file_id })
}

interface ConnectionArgs {
  series_id: number
  sponsor_id: number
  message?: string | null
  consent?: boolean | null
}

/** Asks the sponsor to contact the member, who consented to the data that is shared. Resolves to the connection's id. */
export async function triggerSponsorConnection(
  pool: pg.Pool,
  bus: Bus,
  { viewer, args }: Call<ConnectionArgs>,
): Promise<number> {
  const [sponsor] = await selectRows<{ id: number }>(pool, selectSponsor(args.series_id, args.sponsor_id), viewer)
  if (!sponsor)
    throw problem('learning.sponsor_not_found', { message: 'This sponsor isn’t available.', field: 'sponsor_id' })
  if (args.consent !== true)
    throw problem('learning.consent_missing', {
      message: 'Your request wasn’t sent. First agree to share your name, company, and email address with the sponsor.',
      field: 'consent',
    })
  const message = (args.message ?? '').trim()
  const wrong = sponsorMessageProblem(message)
  if (wrong) throw problem('learning.connection_message', { message: wrong, field: 'message' })
  return transaction(pool, bus, async (tx) => {
    await tx.query(lockSponsor({ id: sponsor.id }))
    const { rows } = await tx.query<{ id: number }>(
      insertSponsorConnection({ sponsorId: sponsor.id, userId: viewer.id, message }),
    )
    if (!rows[0])
      throw problem('learning.connection_repeated', {
        message: `You contacted this sponsor in the past ${SPONSOR_CONNECTION_DAYS} days, and they already have your email address. Try again later.`,
        field: 'sponsor_id',
      })
    await tx.enqueue('learning:send-connection', { id: rows[0].id })
    return rows[0].id
  })
}
