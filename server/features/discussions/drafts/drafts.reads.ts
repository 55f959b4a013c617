import { define, many, one, value } from '#server/platform/graph/reads.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { DRAFTS } from '#shared/discussions.ts'
import { readable } from '#server/features/discussions/threads/discussions.access.ts'
import { drafts } from './drafts.access.ts'

export const draftReads = define({
  Query: {
    drafts: many(() => ({
      rows: sql`select d.* from ${drafts.drafts} d`,
      order: sql`d.updated_at desc, d.id desc`,
      cap: DRAFTS,
    })),
  },
  Thread: {
    has_drafts: value((t) => sql`exists (select from ${drafts.drafts} d where d.key like ${t}.thread_id || '.%')`),
  },
  Draft: {
    thread: one(
      (d) => sql`
        select t.* from ${readable.threads} t
        where t.thread_id = case when ${d}.key ~ '^[0-9]{1,15}[.]' then split_part(${d}.key, '.', 1)::bigint end`,
    ),
  },
  Mutation: {
    saveDraft: one((_, { result }) => sql`select d.* from ${drafts.drafts} d where d.id = ${result}`),
    dropDraft: one((_, { args }) => sql`select ${args['key']!} as key`),
  },
})
