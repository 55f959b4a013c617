import { define, many, one, value } from '#server/platform/graph/reads.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { LEAST_PART, WAITING_POSTS } from '#shared/anonymity.ts'
import { COMMUNITY_SETTINGS } from '#shared/community-settings.ts'
import { readable } from '#server/features/discussions/threads/discussions.access.ts'
import { waiting } from './waiting.access.ts'

const { default: usual } = COMMUNITY_SETTINGS.anonymous_delay_minutes
const post = sql`
  select w.*, w.earliest_at as appears_from, w.latest_at as appears_until,
    coalesce((w.asked ->> 'isPrivate')::boolean, false) as is_private, w.asked ->> 'body' as body,
    w.asked ->> 'thread_id' is not null as is_reply
  from ${waiting.own_waiting} w`

export const waitingReads = define({
  Query: {
    waiting_posts: many(() => ({
      rows: sql`select p.* from (${post}) p`,
      order: sql`p.written_at desc, p.id`,
      cap: WAITING_POSTS * 5,
    })),
    anonymous_delay: one(
      () => sql`
        select d.minutes as most_minutes, (d.minutes + ${LEAST_PART - 1}) / ${LEAST_PART} as least_minutes
        from (select coalesce((select l.minutes from ${waiting.longest_delay} l), ${usual}) as minutes) d`,
    ),
  },
  WaitingPost: {
    topic: value(
      (w) => sql`coalesce(${w}.asked ->> 'topic',
        (select f.topic from ${readable.threads} f where f.thread_id = (${w}.asked ->> 'thread_id')::bigint), '')`,
    ),
    thread_id: value((w) => sql`coalesce(${w}.thread_id, (${w}.asked ->> 'thread_id')::bigint)`),
  },
  Mutation: {
    postAnonymously: one((_, { result }) => sql`select p.* from (${post}) p where p.id = ${result}`),
    withdrawWaitingPost: one((_, { result }) => sql`select ${result} as id`),
  },
})
