import { define, many, one } from '#server/platform/graph/reads.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { readable } from '#server/features/discussions/threads/discussions.access.ts'
import { removals } from './removals.access.ts'

const PLACES = 200

export const removalReads = define({
  Thread: {
    removed_messages: many((t) => ({
      rows: sql`select r.* from ${removals.removed_messages} r where r.thread_id = ${t}.thread_id`,
      order: sql`r.order_date desc, r.id desc`,
      cap: PLACES,
    })),
  },
  Mutation: {
    removeMessage: one((_, { result }) => sql`select f.* from ${readable.threads} f where f.thread_id = ${result}`),
    removeThread: one((_, { result }) => sql`select ${result} as thread_id`),
  },
})
