import { people } from '#server/features/people/index.ts'
import { define, one, page, type PageRows } from '#server/platform/graph/reads.ts'
import { sql, when, type Parameter, type Sql } from '#server/platform/graph/sql.ts'
import { MAIL_DESK_COUNTED, MAIL_DESK_PAGE } from '#shared/mail.ts'
import { mailDesk } from './mail-desk.access.ts'

type Args = Readonly<Record<string, Parameter>>

const paged = (args: Args, rows: Sql, order: Sql): PageRows => ({
  rows,
  order,
  limit: args['limit'],
  offset: args['offset'],
  cap: MAIL_DESK_PAGE,
  count: sql`select count(*)::integer from (select from (${rows}) c limit ${MAIL_DESK_COUNTED}) c`,
})
const decided = one((_, { result }) => sql`select ${result} as id`)
const userOf = one((row) => sql`select u.* from ${people.people} u where u.id = ${row}.user_id`)

export const mailDeskReads = define({
  Query: {
    staff_mail_deliveries: page((_, { args, given }) => {
      const [search, state] = [args['search']!, args['state']!]
      const rows = sql`select o.* from ${mailDesk.staff_mail_deliveries} o where true
        ${when(
          given(search),
          () => sql`and o."to" = any(array[btrim(${search}), lower(btrim(${search}))]
            || array(select a.email from ${mailDesk.staff_account_addresses} a where a.address = btrim(${search})::citext))`,
        )}
        ${when(given(state), () => sql`and o.state = ${state}`)}`
      return paged(args, rows, sql`o.created_at desc, o.id desc`)
    }),
    staff_bounced_addresses: page((_, { args }) =>
      paged(
        args,
        sql`select b.* from ${mailDesk.staff_bounced_addresses} b`,
        sql`b.paused_at is null, coalesce(b.paused_at, b.bounced_at) desc, b.user_id`,
      ),
    ),
    staff_held_mails: page((_, { args }) =>
      paged(args, sql`select h.* from ${mailDesk.staff_held_mails} h`, sql`h.received_at, h.id`),
    ),
  },
  Mutation: {
    sendMailAgain: one(
      (_, { result }) => sql`select o.* from ${mailDesk.staff_mail_deliveries} o where o.id = ${result}`,
    ),
    resumeMemberMail: one(
      (_, { result }) => sql`select b.* from ${mailDesk.staff_bounced_addresses} b where b.user_id = ${result}`,
    ),
    releaseHeldMail: decided,
    rejectHeldMail: decided,
  },
  BouncedAddress: { user: userOf },
  HeldMail: { writer: userOf },
})
