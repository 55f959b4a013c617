/** Statements for notification preferences. */
import { statement } from '#server/platform/database/statement.ts'
import { discussions } from '#server/features/discussions/index.ts'
import { Parameter, sql } from '#server/platform/graph/sql.ts'

/**
 * Null keeps the stored value, except for quiet hours, which are set if `setsQuiet` is true. Types are merged channel by
 * channel.
 */
export const upsertChoices = statement(
  'upsert-notification-choices',
  {
    userId: 'bigint',
    kinds: 'jsonb',
    timing: 'text',
    setsQuiet: 'boolean',
    quietFrom: 'smallint',
    quietUntil: 'smallint',
    pushContent: 'boolean',
  },
  (p) => sql`
    insert into notification_preferences as p (user_id, kinds, timing, quiet_from, quiet_until, push_content)
    values (${p.userId}, coalesce(${p.kinds}, '{}'), coalesce(${p.timing}, 'immediate'), ${p.quietFrom}, ${p.quietUntil}, coalesce(${p.pushContent}, false))
    on conflict (user_id) do update set
      kinds = (
        select coalesce(jsonb_object_agg(k, coalesce(p.kinds -> k, '{}') || coalesce(${p.kinds} -> k, '{}')), '{}')
        from jsonb_object_keys(p.kinds || coalesce(${p.kinds}, '{}')) k),
      timing = coalesce(${p.timing}, p.timing),
      quiet_from = case when ${p.setsQuiet} then ${p.quietFrom} else p.quiet_from end,
      quiet_until = case when ${p.setsQuiet} then ${p.quietUntil} else p.quiet_until end,
      push_content = coalesce(${p.pushContent}, p.push_content)`,
)
export const selectThread = (id: number) =>
  sql`select t.thread_id from ${discussions.threads} t where t.thread_id = ${new Parameter('thread', 'bigint', () => id)}`
export const insertMute = statement(
  'insert-thread-mute',
  { userId: 'bigint', threadId: 'bigint' },
  (p) => sql`insert into muted_threads (user_id, thread_id) values (${p.userId}, ${p.threadId}) on conflict do nothing`,
)
export const deleteMute = statement(
  'delete-thread-mute',
  { userId: 'bigint', threadId: 'bigint' },
  (p) => sql`delete from muted_threads where user_id = ${p.userId} and thread_id = ${p.threadId}`,
)
