/** Statements for reports. The reporter's readable relations select what can be reported. */
import { statement } from '#server/platform/database/statement.ts'
import { anonymity, discussions, isReadAuthor } from '#server/features/discussions/index.ts'
import { inbox, reachedInbox } from '#server/features/inbox/index.ts'
import { people, profiles } from '#server/features/people/index.ts'
import { CLAIM, claim } from '#server/platform/database/idempotency.ts'
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

export const insertReport = statement(
  'insert-report',
  {
    ...CLAIM,
    contentType: 'text',
    contentId: 'bigint',
    threadId: 'bigint',
    reason: 'text',
    additionalDetails: 'text',
    shown: 'jsonb',
  },
  (p) => sql`
    with claimed as (${claim(p, 'reports_id_seq')}),
    filed as (
      insert into reports (id, type, content_id, thread_id, reason, additional_details, reporter_id)
      overriding system value select c.result, ${p.contentType}, ${p.contentId}, ${p.threadId}, ${p.reason}, ${p.additionalDetails}, ${p.userId} from claimed c
      on conflict (reporter_id, type, content_id) where state = 'open' do nothing returning id),
    shown as (
      insert into reported_messages (report_id, place, sender_id, msg_body, pub_date, edited_at, attachments)
      select f.id, s.place, s.sender_id, s.msg_body, s.pub_date, s.edited_at, s.attachments from filed f
      cross join jsonb_to_recordset(${p.shown}) as s(place smallint, sender_id bigint, msg_body text, pub_date timestamptz,
        edited_at timestamptz, attachments text[]))
    select id from filed`,
)
export const selectOpenReport = statement(
  'select-open-report',
  { reporterId: 'bigint', contentType: 'text', contentId: 'bigint' },
  (p) =>
    sql`select id from reports where reporter_id = ${p.reporterId} and type = ${p.contentType} and content_id = ${p.contentId} and state = 'open'`,
)

export interface OpenReport {
  id: number
  type: ReportType
  content_id: number
  thread_id: number | null
  is_opening: boolean
}

export const lockReport = statement(
  'lock-report',
  { id: 'bigint' },
  (p) => sql`select r.id, r.type, r.content_id, r.thread_id,
      exists (select from messages m where r.type = 'message' and m.id = r.content_id and m.is_original_message) as is_opening
    from reports r where r.id = ${p.id} and r.state = 'open' for update of r`,
)

/** Resolves all open reports about the same content. */
export const resolveReports = statement(
  'resolve-reports',
  { contentType: 'text', contentId: 'bigint', state: 'text', resolvedBy: 'bigint' },
  (p) => sql`update reports set state = ${p.state}, resolved_at = now(), resolved_by = ${p.resolvedBy}
    where type = ${p.contentType} and content_id = ${p.contentId} and state = 'open' returning id`,
)
