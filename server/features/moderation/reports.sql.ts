/** Statements for reports. The reporter's readable relations select what can be reported. */
import { anonymity, discussions, isReadAuthor } from '#server/features/discussions/index.ts'
import { inbox, reachedInbox } from '#server/features/inbox/index.ts'
import { people, profiles } from '#server/features/people/index.ts'
import { claim } from '#server/platform/database/idempotency.ts'
import { Parameter, sql, viewer, type Sql } from '#server/platform/graph/sql.ts'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'
import { MESSAGES_BEFORE, type ReportType } from '#shared/moderation.ts'

export interface Reportable {
  thread_id: number | null
  is_own: boolean
  /** For a chat message: copies of it and of the messages before it. */
  shown?: unknown
}

/** The content, if the viewer can read it. */
export function selectReportable(type: ReportType, id: number): Sql {
  const asked = new Parameter('content', 'bigint', () => id)
  return {
    thread: sql`select f.thread_id, f.author_id = ${viewer.id} or exists (select from ${anonymity.own_anonymous} a where a.thread_id = f.thread_id and a.is_opening) as is_own from ${discussions.threads} f where f.thread_id = ${asked}`,
    message: sql`select m.thread_id, m.sender_id = ${viewer.id} or exists (select from ${anonymity.own_anonymous} a where a.message_id = m.id) as is_own from ${discussions.messages} m where m.id = ${asked}`,
    member: sql`select null::bigint as thread_id, u.id = ${viewer.id} as is_own from ${people.people} u where u.id = ${asked} and u.id <> ${ANONYMOUS_USER_ID}
      and (exists (select from ${profiles.profiles} p where p.id = u.id) or ${isReadAuthor(sql`u.id`)})`,
    inbox_message: sql`select null::bigint as thread_id, m.is_own, ${shown(sql`m`)} as shown from ${inbox.chat_messages} m where m.id = ${asked}`,
  }[type]
}

/** Copies for the report: the message and a few before it, as the reporter sees them now. */
function shown(m: Sql): Sql {
  return sql`(
    select json_agg(json_build_object('place', ${m}.message_index_in_group - c.message_index_in_group, 'sender_id', c.sender_id,
      'msg_body', c.msg_body, 'pub_date', c.pub_date, 'edited_at', c.edited_at, 'attachments',
      array(select x.name from ${reachedInbox.chat_attachments} x where x.message_id = c.id order by x.id)))
    from ${inbox.chat_messages} c
    where c.group_id = ${m}.group_id and c.message_index_in_group between ${m}.message_index_in_group - ${MESSAGES_BEFORE} and ${m}.message_index_in_group)`
}

export const insertReport = {
  name: 'insert-report',
  text: `
    with claimed as (${claim('reports_id_seq')}),
    filed as (
      insert into reports (id, type, content_id, thread_id, reason, additional_details, reporter_id)
      overriding system value select c.result, $5, $6, $7, $8, $9, $1 from claimed c
      on conflict (reporter_id, type, content_id) where state = 'open' do nothing returning id),
    shown as (
      insert into reported_messages (report_id, place, sender_id, msg_body, pub_date, edited_at, attachments)
      select f.id, s.place, s.sender_id, s.msg_body, s.pub_date, s.edited_at, s.attachments from filed f
      cross join jsonb_to_recordset($10::jsonb) as s(place smallint, sender_id bigint, msg_body text, pub_date timestamptz,
        edited_at timestamptz, attachments text[]))
    select id from filed`,
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

/** Resolves all open reports about the same content. */
export const resolveReports = {
  name: 'resolve-reports',
  text: `update reports set state = $3, resolved_at = now(), resolved_by = $4
    where type = $1 and content_id = $2 and state = 'open' returning id`,
}
