import { define, many, one, value } from '#server/platform/graph/reads.ts'
import { sql, viewer } from '#server/platform/graph/sql.ts'
import { readable } from '#server/features/discussions/threads/discussions.access.ts'
import { follows } from './follows.access.ts'

const FOLLOWED = 1000

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
  },
  Mutation: { followThread: standing, unfollowThread: standing },
})
