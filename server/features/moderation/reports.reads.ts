import { people } from '#server/features/people/index.ts'
import { define, many, one, value } from '#server/platform/graph/reads.ts'
import { sql, type Sql } from '#server/platform/graph/sql.ts'
import { MESSAGES_BEFORE, QUEUE_PAGE } from '#shared/moderation.ts'
import { review } from './moderation.access.ts'
import { reports } from './reports.access.ts'

const asked = (t: Sql) => sql`select r.* from ${reports.filed_reports} r where r.state = ${t}.asked_state`
const person = (column: 'reporter_id' | 'resolved_by' | 'author_id') =>
  one((r) => {
    const id = {
      reporter_id: sql`${r}.reporter_id`,
      resolved_by: sql`${r}.resolved_by`,
      author_id: sql`${r}.author_id`,
    }
    return sql`select u.* from ${people.people} u where u.id = ${id[column]}`
  })

export const reportReads = define({
  Query: {
    reports: one((_, { args }) => sql`select d.*, ${args['state']!} as asked_state from ${review.desk} d`),
  },
  ReportDesk: {
    items: many((t, { args }) => ({
      rows: asked(t),
      order: sql`r.id desc`,
      limit: args['limit'],
      offset: args['offset'],
      cap: QUEUE_PAGE,
    })),
    count: value((t) => sql`select count(*)::integer from (${asked(t)}) c`),
  },
  FiledReport: {
    reporter: person('reporter_id'),
    resolved_by: person('resolved_by'),
    author: person('author_id'),
    removed: value((r) => sql`coalesce(${r}.removed, false)`),
    shown_messages: many((r) => ({
      rows: sql`select s.* from ${reports.shown_messages} s where s.report_id = ${r}.id`,
      order: sql`s.place desc`,
      cap: MESSAGES_BEFORE + 1,
    })),
  },
  ShownMessage: { sender: one((s) => sql`select u.* from ${people.people} u where u.id = ${s}.sender_id`) },
  Mutation: {
    reportContent: one((_, { result }) => sql`select r.* from ${reports.own_reports} r where r.id = ${result}`),
    resolveReport: one((_, { result }) => sql`select r.* from ${reports.filed_reports} r where r.id = ${result}`),
  },
})
