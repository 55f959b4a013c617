/** Statements for notification preferences. */
import { discussions } from '#server/features/discussions/index.ts'
import { Parameter, sql } from '#server/platform/graph/sql.ts'

/**
 * Null keeps the stored value, except for quiet hours, which are set if $4 is true. Types are merged channel by
 * channel.
 */
export const upsertChoices = {
  name: 'upsert-notification-choices',
  text: `
    insert into notification_preferences as p (user_id, kinds, timing, quiet_from, quiet_until, push_content)
    values ($1, coalesce($2::jsonb, '{}'), coalesce($3, 'immediate'), $5, $6, coalesce($7, false))
    on conflict (user_id) do update set
      kinds = (
        select coalesce(jsonb_object_agg(k, coalesce(p.kinds -> k, '{}') || coalesce($2::jsonb -> k, '{}')), '{}')
        from jsonb_object_keys(p.kinds || coalesce($2::jsonb, '{}')) k),
      timing = coalesce($3, p.timing),
      quiet_from = case when $4 then $5 else p.quiet_from end,
      quiet_until = case when $4 then $6 else p.quiet_until end,
      push_content = coalesce($7, p.push_content)`,
}
export const selectThread = (id: number) =>
  sql`select t.thread_id from ${discussions.threads} t where t.thread_id = ${new Parameter('thread', 'bigint', () => id)}`
export const insertMute = {
  name: 'insert-thread-mute',
  text: 'insert into muted_threads (user_id, thread_id) values ($1, $2) on conflict do nothing',
}
export const deleteMute = {
  name: 'delete-thread-mute',
  text: 'delete from muted_threads where user_id = $1 and thread_id = $2',
}
