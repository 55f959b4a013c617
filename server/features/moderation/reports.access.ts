/**
 * A report is readable for its reporter and for staff; staff also see the reporter's name, unless the reporter is the
 * anonymous author. Of a chat, staff read only the copies attached to a report (decision 0027).
 */
import { checkedRelations, sql, viewer, may, mayIn } from '#server/platform/graph/sql.ts'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'

/** The reporter is the post's own anonymous author. Staff can learn that name only by revealing it, which is logged. */
const isHiddenAuthor = sql`exists (
  select from anonymous_messages a where a.user_id = r.reporter_id
    and case when r.type = 'message' then a.message_id = r.content_id else r.type = 'thread' and a.thread_id = r.content_id and a.is_opening end)`

export const reports = checkedRelations({
  own_reports: sql`select r.* from reports r where r.reporter_id = ${viewer.id}`,
  filed_reports: sql`
    select r.id, r.type, r.content_id, r.thread_id, r.reason, r.additional_details, r.state, r.created_at, r.resolved_at, r.resolved_by,
      case when ${isHiddenAuthor} then ${ANONYMOUS_USER_ID} else r.reporter_id end as reporter_id, t.topic, case when r.type = 'thread' then t.author_id when r.type = 'message' then m.sender_id
        when r.type = 'inbox_message' then s.sender_id else r.content_id end as author_id,
      case when r.type = 'thread' then t.cleaned_html else m.parsed_body end as body,
      case when r.type = 'message' then m.removed_at is not null or t.removed_at is not null else t.removed_at is not null end as removed,
      (select count(*)::integer from reports o where o.state = 'open' and o.type = r.type and o.content_id = r.content_id) as num_of_reports
    from reports r
    left join threads t on t.id = r.thread_id
    left join messages m on r.type = 'message' and m.id = r.content_id
    left join reported_messages s on s.report_id = r.id and s.place = 0
    where ${mayIn('moderation', sql`array(select w.peer_network_id from thread_peer_networks w where w.thread_id = r.thread_id)`)}`,
  shown_messages: sql`select s.* from reported_messages s where ${may('moderation')}`,
})
