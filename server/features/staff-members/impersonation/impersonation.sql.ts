/** Statements for viewing the community as a member. */
import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { IMPERSONATION_MINUTES } from '#shared/impersonation.ts'

export const insertImpersonation = statement(
  'insert-impersonation',
  { staffId: 'bigint', userId: 'bigint', sessionId: 'bigint', reason: 'text' },
  (p) => sql`
    insert into impersonations (staff_id, user_id, session_id, reason, until)
    values (${p.staffId}, ${p.userId}, ${p.sessionId}, ${p.reason}, now() + interval '${IMPERSONATION_MINUTES} minutes')
    returning id`,
)
/** Those of a session whose time is over have not ended yet if the job was late. */
export const endImpersonations = statement(
  'end-impersonations',
  { sessionId: 'bigint' },
  (p) => sql`
    update impersonations set ended_at = least(now(), until) where session_id = ${p.sessionId} and ended_at is null
    returning id, user_id, staff_id`,
)
/** Over: ended by staff, by time, or with the session. */
export const selectUnnotifiedImpersonations = statement(
  'select-unnotified-impersonations',
  {},
  () => sql`
    select id from impersonations
    where notified_at is null and (ended_at is not null or until <= now() or session_id is null) order by id limit 100`,
)
export interface Viewed {
  reason: string
  started_at: Date
  ended_at: Date
  staff_name: string | null
  reads: { operation: string; item_id: number }[]
}
export const markNotified = statement(
  'mark-impersonation-notified',
  { id: 'bigint' },
  (p) => sql`
    update impersonations i set notified_at = now(), ended_at = coalesce(i.ended_at, least(now(), i.until))
    where i.id = ${p.id} and i.notified_at is null
    returning i.user_id, i.reason, i.started_at, i.ended_at, (select s.name from users s where s.id = i.staff_id) as staff_name,
      (select coalesce(json_agg(json_build_object('operation', r.operation, 'item_id', r.item_id)), '[]')
        from impersonation_reads r where r.impersonation_id = i.id) as reads`,
)
