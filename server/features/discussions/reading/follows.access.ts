/** Threads that the viewer follows. Starting or replying to a thread follows it, until the viewer unfollows it. */
import { checkedRelations, sql, viewer } from '#server/platform/graph/sql.ts'

export const follows = checkedRelations({
  follows: sql`
    select x.thread_id, min(x.followed_at) as followed_at from (
      select f.thread_id, f.followed_at from thread_follows f where f.user_id = ${viewer.id} and f.unfollowed_at is null
      union all
      select w.thread_id, w.pub_date from (
        select m.thread_id, m.pub_date, m.removed_at from messages m where m.sender_id = ${viewer.id}
        union all
        select m.thread_id, m.pub_date, m.removed_at from anonymous_messages a join messages m on m.id = a.message_id
        where a.user_id = ${viewer.id}) w
      where w.removed_at is null
        and not exists (select from thread_follows f where f.user_id = ${viewer.id} and f.thread_id = w.thread_id)) x
    group by x.thread_id`,
})
