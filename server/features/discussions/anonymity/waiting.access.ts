/** A waiting anonymous post can be read only by its author, not even by staff. */
import { uncheckedRelations, sql, viewer } from '#server/platform/graph/sql.ts'
import { ENDED_POSTS_HOURS } from '#shared/anonymity.ts'

export const waiting = uncheckedRelations({
  own_waiting: sql`
    select w.id, w.thread_id, w.message_id, w.asked, w.written_at, w.earliest_at, w.latest_at, w.ended_at, w.refusal
    from waiting_posts w
    where w.user_id = ${viewer.id} and (w.ended_at is null or w.ended_at > now() - interval '${ENDED_POSTS_HOURS} hours')`,
  longest_delay: sql`
    select s.value::text::integer as minutes from community_settings s where s.key = 'anonymous_delay_minutes'`,
})
