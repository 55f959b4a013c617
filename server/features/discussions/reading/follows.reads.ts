import { define, many, one, onSameRow, value } from '#server/platform/graph/reads.ts'
import { sql, viewer, type Sql } from '#server/platform/graph/sql.ts'
import { UNREAD_FOLLOWED } from '#shared/discussions.ts'
import { reachedFrom, readable } from '#server/features/discussions/threads/discussions.access.ts'
import { readingState } from '#server/features/discussions/threads/reading.access.ts'
import { follows } from './follows.access.ts'

const FOLLOWED = 1000
const UNREAD_DAYS = 60

/** Since the thread was opened, or followed without being opened; "mark all as read" counts as opening. */
const newReplies = (u: Sql) => sql`
  select m.id from ${reachedFrom.thread_messages} m
  where m.thread_id = ${u}.thread_id and m.visible and not m.is_private and not m.is_original_message
    and m.sender_id <> ${viewer.id} and m.order_date > ${u}.since`

/** Sorted first, and their replies looked at afterwards, so that only as many are looked at as are shown. */
const unread = sql`
  select u.* from (
    select f.*, greatest(coalesce(v.viewed_at, w.followed_at), (select k.read_at from ${readingState.marks} k)) as since
    from ${follows.recent_follows} w join ${readable.threads} f on f.thread_id = w.thread_id
    left join ${readable.views} v on v.thread_id = w.thread_id
    where f.visible and f.last_reply_at > now() - make_interval(days => ${UNREAD_DAYS})
      and f.last_reply_at > coalesce(v.viewed_at, w.followed_at)
    order by f.last_reply_at desc, f.thread_id desc) u
  where exists (${newReplies(sql`u`)})
    and not exists (select from ${readingState.hidden} h where h.thread_id = u.thread_id)`

const standing = one(
  (_, { result }) => sql`
    select t.thread_id, w.followed_at from ${readable.threads} t
    left join ${follows.follows} w on w.thread_id = t.thread_id where t.thread_id = ${result}`,
)

export const followReads = define({
  Thread: {
    is_followed: value((t) => sql`exists (select from ${follows.follows} w where w.thread_id = ${t}.thread_id)`),
  },
  Query: {
    followThreadsById: many((_, { args }) => ({
      rows: sql`select w.* from ${follows.follows} w
        where ${args['user_id']!} = ${viewer.id} and exists (select from ${readable.threads} t where t.thread_id = w.thread_id)`,
      order: sql`w.followed_at desc, w.thread_id desc`,
      cap: FOLLOWED,
    })),
    unread_followed: many(() => ({
      rows: unread,
      order: sql`u.last_reply_at desc, u.thread_id desc`,
      cap: UNREAD_FOLLOWED,
    })),
  },
  UnreadThread: {
    num_of_new_replies: value((u) => sql`select count(*)::integer from (${newReplies(u)}) r`),
    thread: onSameRow(),
  },
  Mutation: { followThread: standing, unfollowThread: standing },
})
