import { approvalDesk } from '#server/features/approvals/index.ts'
import { documents } from '#server/features/documents/index.ts'
import { mailDesk } from '#server/features/mail/index.ts'
import { appeals, reports, review } from '#server/features/moderation/index.ts'
import { people } from '#server/features/people/index.ts'
import { define, many, one, value } from '#server/platform/graph/reads.ts'
import { sql, trustedSql, viewer, type Sql } from '#server/platform/graph/sql.ts'
import { WORK_PAGE, type WorkKind } from '#shared/work.ts'
import { workDesk } from './staff-work.access.ts'

const COLLEAGUES = 100

/** Columns: id, title, about, author, since. Each relation shows what the viewer may decide about, and nothing else. */
const SOURCES: Record<WorkKind, Sql> = {
  discussion: sql`
    select q.item_id, q.topic, null::text, q.author_id, q.waiting_since from ${review.queue} q where q.item_type = 'thread'`,
  reply: sql`
    select q.item_id, q.topic, case when q.is_private then 'private' end, q.author_id, q.waiting_since
    from ${review.queue} q where q.item_type = 'message'`,
  report: sql`
    select r.id, coalesce(r.topic, r.type), r.reason, r.reporter_id, r.created_at from ${reports.filed_reports} r where r.state = 'open'`,
  appeal: sql`
    select a.id, a.topic, null::text, a.author_id, a.created_at from ${appeals.filed_appeals} a where a.decided_at is null`,
  approval: sql`
    select a.id, a.operation, a.reason, a.asked_by, a.asked_at from ${approvalDesk.approvals} a
    where a.state = 'waiting' and a.expires_at > now() and not a.is_own`,
  held_mail: sql`
    select h.id, coalesce(nullif(h.subject, ''), 'Private email'), h.reason, h.user_id, h.received_at from ${mailDesk.staff_held_mails} h`,
  document: sql`
    select d.id, d.title, null::text, null::bigint, d.date_uploaded from ${documents.staff_documents} d where d.state = 'pending'`,
  document_request: sql`
    select r.id, r.document_title, r.request, null::bigint, r.date_created from ${documents.staff_requests} r where r.state = 'pending'`,
}

const waiting = Object.entries(SOURCES)
  .map(
    ([kind, rows]) =>
      sql`select ${trustedSql(`'${kind}'`)}::text as kind, x.* from (${rows}) x (item_id, title, about, author_id, since)`,
  )
  .reduce((one, other) => sql`${one} union all ${other}`)
const assigned = sql`
  select i.*, w.user_id as assignee_id from (${waiting}) i
  left join ${workDesk.work_assignments} w on w.kind = i.kind and w.item_id = i.item_id`

const asked = (d: Sql) => sql`
  select i.* from (${assigned}) i
  where (${d}.asked_kind is null or i.kind = ${d}.asked_kind) and (${d}.asked_item is null or i.item_id = ${d}.asked_item)
    and (${d}.asked_own is not true or i.assignee_id = ${viewer.id})`

export const workReads = define({
  Query: {
    work: one(
      (_, { args }) => sql`
        select d.*, ${args['kind']!} as asked_kind, ${args['item_id']!} as asked_item, ${args['own']!} as asked_own from ${workDesk.work_desk} d`,
    ),
  },
  Work: {
    items: many((d, { args }) => ({
      rows: asked(d),
      order: sql`i.since, i.kind, i.item_id`,
      limit: args['limit'],
      offset: args['offset'],
      cap: WORK_PAGE,
    })),
    count: value((d) => sql`(select count(*)::integer from (${asked(d)}) c)`),
    num_of_own: value(() => sql`(select count(*)::integer from (${assigned}) c where c.assignee_id = ${viewer.id})`),
    counts: many(() => ({
      rows: sql`select c.kind, count(*)::integer as count from (${waiting}) c group by c.kind`,
      order: sql`c.kind`,
      cap: Object.keys(SOURCES).length,
    })),
    colleagues: many(() => ({
      rows: sql`select u.* from ${workDesk.work_colleagues} c join ${people.people} u on u.id = c.user_id`,
      order: sql`u.name, u.id`,
      cap: COLLEAGUES,
    })),
  },
  WorkItem: {
    author: one((i) => sql`select u.* from ${people.people} u where u.id = ${i}.author_id`),
    assignee: one((i) => sql`select u.* from ${people.people} u where u.id = ${i}.assignee_id`),
  },
  Mutation: {
    assignWork: one(
      (_, { args }) =>
        sql`select i.* from (${assigned}) i where i.kind = ${args['kind']!} and i.item_id = ${args['item_id']!}`,
    ),
  },
})
