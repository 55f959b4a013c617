/** What members do with events besides attending them: ask for missing material, download, view. */
import type pg from 'pg'
import { linkToDownload } from '#server/features/materials/index.ts'
import { claimValues, earlierResult, type IdempotentRequest } from '#server/platform/database/idempotency.ts'
import { selectRows } from '#server/platform/database/select.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Viewer } from '#server/platform/graph/sql.ts'
import { eventRequestProblem } from '#shared/events.ts'
import { insertEventRequest, selectDocument, selectEvent, upsertEventView } from './events.sql.ts'

export interface FoundEvent {
  id: number
  title: string
  can_view: boolean
  capacity: number | null
  cancelled_at: Date | null
  is_over: boolean
}

/** Refuses an event that the viewer may not see like one that does not exist. */
export async function requireEvent(
  pool: Pick<pg.Pool, 'query'>,
  viewer: Viewer,
  { id, field }: { id: number; field: string },
): Promise<FoundEvent> {
  const [event] = await selectRows<FoundEvent>(pool, selectEvent(id), viewer)
  if (!event) throw problem('events.not_found', { message: 'This event isn’t available.', field })
  return event
}

interface RequestArgs {
  description: string
  event_id?: number | null
  idempotency_key: string
}

/** Asks staff for slides, documents or a recording. Resolves to the id of the request. */
export async function requestEvents(pool: pg.Pool, { viewer, args }: Call<RequestArgs>): Promise<number> {
  const { idempotency_key, ...asked } = args
  const wrong = eventRequestProblem(args.description)
  if (wrong) throw problem('events.request', { message: wrong, field: 'description' })
  if (args.event_id) await requireEvent(pool, viewer, { id: args.event_id, field: 'event_id' })
  const intent: IdempotentRequest = { userId: viewer.id, key: idempotency_key, operation: 'requestEvents', asked }
  const { rows } = await pool.query<{ id: number }>(
    insertEventRequest({
      ...claimValues(intent),
      eventId: args.event_id ?? null,
      description: args.description.trim(),
    }),
  )
  return rows[0]?.id ?? (await earlierResult(pool, intent))!
}

interface FoundDocument {
  id: number
  file_id: number
  can_view: boolean
  is_open: boolean
  available_from: Date | null
}

export async function requestEventDocumentDownload(
  pool: pg.Pool,
  { viewer, args }: Call<{ doc_id: number }>,
): Promise<number> {
  const [found] = await selectRows<FoundDocument>(pool, selectDocument(args.doc_id), viewer)
  // Who may not open documents of this network learns nothing more from asking.
  if (!found?.can_view)
    throw problem('events.document_not_found', { message: 'This document isn’t available.', field: 'doc_id' })
  if (!found.is_open)
    throw problem('events.document_not_open', {
      message: 'This document isn’t open yet. Its event says when it will be.',
      field: 'doc_id',
    })
  return linkToDownload(pool, { userId: viewer.id, kind: 'event_document', itemId: found.id, fileId: found.file_id })
}

export async function trackEventView(pool: pg.Pool, { viewer, args }: Call<{ event_id: number }>): Promise<number> {
  const { id } = await requireEvent(pool, viewer, { id: args.event_id, field: 'event_id' })
  await pool.query(upsertEventView({ userId: viewer.id, eventId: id }))
  return id
}
