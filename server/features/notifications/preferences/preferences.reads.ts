import { discussions } from '#server/features/discussions/index.ts'
import { computed, define, many, one, value } from '#server/platform/graph/reads.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { waysOf, type KindChoices } from '#shared/notifications.ts'
import { mutes, notificationChoices as chosen } from './preferences.access.ts'

const own = one(() => sql`select c.* from ${chosen.notification_choices} c`)
const MUTED = 200

const mute = one(
  (_, { result }) => sql`
    select t.thread_id, t.topic, exists (select from ${mutes.thread_mutes} m where m.thread_id = t.thread_id) as is_muted
    from ${discussions.threads} t where t.thread_id = ${result}`,
)

export const preferenceReads = define({
  Query: {
    notification_preferences: own,
    muted_threads: many(() => ({
      rows: sql`
        select t.thread_id, t.topic, true as is_muted, m.muted_at from ${mutes.thread_mutes} m
        join ${discussions.threads} t on t.thread_id = m.thread_id`,
      order: sql`m.muted_at desc, t.thread_id`,
      cap: MUTED,
    })),
  },
  NotificationPreferences: { kinds: computed(['kinds'], ({ kinds }) => waysOf(kinds as KindChoices)) },
  Thread: {
    is_muted: value((t) => sql`exists (select from ${mutes.thread_mutes} m where m.thread_id = ${t}.thread_id)`),
  },
  Mutation: { updatePushPreferences: own, muteThread: mute, unmuteThread: mute },
})
