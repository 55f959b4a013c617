/** Threads that the viewer follows. Starting or replying to a thread follows it, until the viewer unfollows it. */
import { checkedRelations, sql, viewer, type Sql } from '#server/platform/graph/sql.ts'

/** How many of the viewer's posts `recent_follows` looks at, so that nobody waits for the many thousands they have written. */
const RECENT_POSTS = 300

const named = sql`select m.thread_id, m.pub_date, m.removed_at from messages m where m.sender_id = ${viewer.id}`
const anonymous = sql`
  select m.thread_id, m.pub_date, m.removed_at from anonymous_messages a join messages m on m.id = a.message_id
  where a.user_id = ${viewer.id}`

const followedBy = (posts: Sql) => sql`
  select x.thread_id, min(x.followed_at) as followed_at from (
    select f.thread_id, f.followed_at from thread_follows f where f.user_id = ${viewer.id} and f.unfollowed_at is null
    union all
    select w.thread_id, w.pub_date from (${posts} union all ${anonymous}) w
    where w.removed_at is null
      and not exists (select from thread_follows f where f.user_id = ${viewer.id} and f.thread_id = w.thread_id)) x
  group by x.thread_id`

export const follows = checkedRelations({
  follows: followedBy(named),
  recent_follows: followedBy(sql`(${named} order by m.order_date desc, m.id desc limit ${RECENT_POSTS})`),
})
