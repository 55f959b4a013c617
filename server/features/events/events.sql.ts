import { CLAIM, claim } from '#server/platform/database/idempotency.ts'
import { statement } from '#server/platform/database/statement.ts'
import { Parameter, sql } from '#server/platform/graph/sql.ts'
import { events } from './events.access.ts'

const given = (name: string, value: number) => new Parameter(name, 'bigint', () => value)

/** Of an event that the viewer may see. */
export const selectEvent = (id: number) =>
  sql`select e.id, e.title, e.can_view, e.capacity, e.cancelled_at, e.end_date < now() as is_over
    from ${events.events} e where e.id = ${given('event', id)}`

export const selectDocument = (id: number) =>
  sql`select d.id, d.file_id, d.can_view, d.is_open, d.available_from from ${events.event_documents} d where d.id = ${given('document', id)}`

export const insertEventRequest = statement(
  'insert-event-request',
  { ...CLAIM, eventId: 'bigint', description: 'text' },
  (p) => sql`
    with claimed as (${claim(p, 'event_requests_id_seq')})
    insert into event_requests (id, user_id, event_id, description)
    overriding system value select c.result, ${p.userId}, ${p.eventId}, ${p.description} from claimed c returning id`,
)

export const upsertEventView = statement(
  'upsert-event-view',
  { userId: 'bigint', eventId: 'bigint' },
  (p) => sql`insert into viewer_events (user_id, event_id) values (${p.userId}, ${p.eventId})
    on conflict (user_id, event_id) do update set viewed_at = now()`,
)
