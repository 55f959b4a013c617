import { people } from '#server/features/people/index.ts'
import { define, many, one, value } from '#server/platform/graph/reads.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { readable } from '#server/features/discussions/threads/discussions.access.ts'
import { edits } from './edits.access.ts'

const VERSIONS = 100

export const editReads = define({
  Query: {
    message_versions: many((_, { args }) => ({
      rows: sql`select v.* from ${edits.message_versions} v join ${readable.messages} m on m.id = v.message_id
        where v.message_id = ${args['message_id']!}`,
      order: sql`v.version`,
      cap: VERSIONS,
    })),
  },
  MessageVersion: { edited_by: one((v) => sql`select u.* from ${people.people} u where u.id = ${v}.edited_by`) },
  Message: { edited_by_staff: value((m) => sql`coalesce(${m}.edited_by <> ${m}.sender_id, false)`) },
  Mutation: {
    editMessage: one((_, { result }) => sql`select m.* from ${readable.messages} m where m.id = ${result}`),
    editThread: one((_, { result }) => sql`select f.* from ${readable.threads} f where f.thread_id = ${result}`),
  },
})
