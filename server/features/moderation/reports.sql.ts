/** Statements of reports. What may be reported is selected through what its reporter may read. */
import { anonymity, discussions } from '#server/features/discussions/index.ts'
import { people } from '#server/features/people/index.ts'
import { claim } from '#server/platform/database/idempotency.ts'
import { Slot, sql, viewer, type Sql } from '#server/platform/graph/sql.ts'
import type { ReportType } from '#shared/moderation.ts'

export interface Reportable {
  thread_id: number | null
  is_own: boolean
}

/** The content as far as the viewer may read it. */
export function selectReportable(type: ReportType, id: number): Sql {
  const asked = new Slot('content', 'bigint', () => id)
  return {
    thread: sql`select f.thread_id, f.author_id = ${viewer.id} or exists (select from ${anonymity.own_anonymous} a where a.thread_id = f.thread_id and a.is_opening) as is_own from ${discussions.threads} f where f.thread_id = ${asked}`,
    message: sql`select m.thread_id, m.sender_id = ${viewer.id} or exists (select from ${anonymity.own_anonymous} a where a.message_id = m.id) as is_own from ${discussions.messages} m where m.id = ${asked}`,
    member: sql`select null::bigint as thread_id, u.id = ${viewer.id} as is_own from ${people.people} u where u.id = ${asked} and not u.suspended
      and exists (select from ${people.member_networks} m where m.user_id = u.id and m.peer_network_id = any(${viewer.networks}))`,
  }[type]
}

export const insertReport = {
  name: 'insert-report',
  text: `
    with claimed as (${claim('reports_id_seq')})
    insert into reports (id, type, content_id, thread_id, reason, additional_details, reporter_id)
    overriding system value select c.result, $5, $6, $7, $8, $9, $1 from claimed c
    on conflict (reporter_id, type, content_id) where state = 'open' do nothing returning id`,
}
export const selectOpenReport = {
  name: 'select-open-report',
  text: `select id from reports where reporter_id = $1 and type = $2 and content_id = $3 and state = 'open'`,
}

export interface OpenReport {
  id: number
  type: ReportType
  content_id: number
  thread_id: number | null
  is_opening: boolean
}

export const lockReport = {
  name: 'lock-report',
  text: `select r.id, r.type, r.content_id, r.thread_id,
      exists (select from messages m where r.type = 'message' and m.id = r.content_id and m.is_original_message) as is_opening
    from reports r where r.id = $1 and r.state = 'open' for update of r`,
}

/** All that is open about the same content: it is one matter. */
export const resolveReports = {
  name: 'resolve-reports',
  text: `update reports set state = $3, resolved_at = now(), resolved_by = $4
    where type = $1 and content_id = $2 and state = 'open' returning id`,
}
