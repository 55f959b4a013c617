/** What staff read that was not written for them. */
import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'

export const recordReads = statement(
  'record-staff-reads',
  { staffId: 'bigint', messageIds: 'bigint[]', reportIds: 'bigint[]' },
  (p) => sql`
    insert into security_events (kind, user_id, facts)
    select 'staff.read', ${p.staffId}, x.facts from (
      select jsonb_build_object('private_reply', m.id) as facts from messages m
      where m.id = any(${p.messageIds}) and m.is_private and not ${p.staffId} = any(m.private_reader_ids)
        and not exists (select from anonymous_messages a where a.message_id = m.id and a.user_id = ${p.staffId})
      union all
      select distinct jsonb_build_object('reported_message', s.report_id) from reported_messages s
      where s.report_id = any(${p.reportIds})) x
    where not exists (
      select from security_events e where e.kind = 'staff.read' and e.user_id = ${p.staffId}
        and e.at > now() - interval '1 hour' and e.facts = x.facts)`,
)

export const recordImpersonatedRead = statement(
  'record-impersonated-read',
  { impersonationId: 'bigint', operation: 'text', itemId: 'bigint' },
  (p) => sql`
    insert into impersonation_reads (impersonation_id, operation, item_id) values (${p.impersonationId}, ${p.operation}, ${p.itemId})
    on conflict do nothing`,
)
