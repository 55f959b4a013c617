/** The viewer's notification preferences and muted threads. Only the viewer can read them. */
import { uncheckedRelations, checkedRelations, sql, viewer } from '#server/platform/graph/sql.ts'

export const notificationChoices = uncheckedRelations({
  /** Always one row: defaults if the member never chose. */
  notification_choices: sql`
    select u.id as user_id, coalesce(p.kinds, '{}') as kinds, coalesce(p.timing, 'immediate') as timing,
      p.quiet_from, p.quiet_until, u.time_zone, coalesce(p.push_content, false) as push_content,
      coalesce(p.push_count, 0) as push_count
    from users u left join notification_preferences p on p.user_id = u.id where u.id = ${viewer.id}`,
})

export const mutes = checkedRelations({
  thread_mutes: sql`select m.thread_id, m.muted_at from muted_threads m where m.user_id = ${viewer.id}`,
})
