import { discussions } from '#server/features/discussions/index.ts'
import { events } from '#server/features/events/index.ts'
import { people } from '#server/features/people/index.ts'
import { define, many, one, page, value, type FieldContext } from '#server/platform/graph/reads.ts'
import { empty, sql, type Sql } from '#server/platform/graph/sql.ts'
import { EXCERPT_OF_NOTICE, NOTIFICATIONS_COUNTED, NOTIFICATIONS_PAGE, RELATED_USERS } from '#shared/notifications.ts'
import { notificationRelations } from './notifications.access.ts'

const listed = sql`select n.* from ${notificationRelations.listed_notifications} n where n.notification_type <> 'membership_renewal'`
const newest = sql`n.latest_at desc, n.id desc`
const countOf = (rows: Sql) => sql`select count(*)::integer from (${rows}) c`
const countUpTo = (most: number, rows: Sql) => countOf(sql`${rows} limit ${most}`)

function filtered({ args, given }: FieldContext): Sql {
  const filter = args['filter']!
  if (!given(filter)) return empty
  const asked = sql`(${filter})::jsonb`
  return sql`
    and n.notification_type = coalesce(${asked} ->> 'notification_type', n.notification_type)
    and (not coalesce((${asked} ->> 'unread')::boolean, false) or n.read_at is null)`
}

/** Distinct actors, with the time of their latest act. */
export const actorsOf = (n: Sql) => sql`
  select f.actor_id, max(f.at) as at from ${notificationRelations.told_facts} f
  where f.notification_id = ${n}.id and f.actor_id is not null group by f.actor_id`
/** The notification links to its first message and quotes its latest one. */
const messageOf = (n: Sql, order: Sql) => sql`
  select f.message_id from ${notificationRelations.told_facts} f where f.notification_id = ${n}.id and f.message_id is not null order by ${order} limit 1`

/** Columns for a notification's sentence; email and push use the same ones. */
export const lineColumns = {
  payload: (n: Sql) => sql`${n}.payload || jsonb_strip_nulls(jsonb_build_object(
    'thread_id', ${n}.thread_id, 'message_id', (${messageOf(n, sql`f.at, f.message_id`)})))`,
  num_of_users: (n: Sql) => countOf(actorsOf(n)),
  num_of_facts: (n: Sql) =>
    sql`select count(*)::integer from ${notificationRelations.told_facts} f where f.notification_id = ${n}.id`,
  topic: (n: Sql) => sql`coalesce(
    (select t.topic from ${discussions.threads} t where t.thread_id = ${n}.thread_id),
    (select e.title from ${events.events} e where ${n}.notification_type = 'event_soon' and e.id = (${n}.payload ->> 'event_id')::bigint))`,
  excerpt: (n: Sql) => sql`
    select left(btrim(regexp_replace(m.cleaned_body, '\\s+', ' ', 'g')), ${EXCERPT_OF_NOTICE}) from ${discussions.messages} m
    where m.id = (${messageOf(n, sql`f.at desc, f.message_id desc`)})`,
}

const toggled = one(
  (_, { result }) => sql`select n.* from ${notificationRelations.own_notifications} n where n.id = ${result}`,
)
const counted = value((_, { result }) => sql`${result}::integer`)

export const notificationReads = define({
  Query: {
    notifications: page((_, asking) => {
      const rows = sql`${listed} ${filtered(asking)}`
      const { limit, offset } = asking.args
      const [cap, count] = [NOTIFICATIONS_PAGE, countUpTo(asking.reach(offset!, NOTIFICATIONS_PAGE) + 1, rows)]
      // Not a search: it does not take a slot in the search queue and has no one-second timeout.
      return { rows, order: newest, limit, offset, cap, count, isSteady: true }
    }),
    notification: one(
      (_, { args }) => sql`select n.* from ${notificationRelations.listed_notifications} n where n.id = ${args['id']!}`,
    ),
    membership_renewal_notification: one(
      () => sql`
        select n.* from ${notificationRelations.listed_notifications} n where n.notification_type = 'membership_renewal' and n.read_at is null
        order by ${newest} limit 1`,
    ),
    unread_notification_count: value(() => countUpTo(NOTIFICATIONS_COUNTED, sql`${listed} and n.read_at is null`)),
    unseen_notification_count: value(() => countUpTo(NOTIFICATIONS_COUNTED, sql`${listed} and not n.seen`)),
    last_notification_id: value(() => sql`select l.id from (${listed} order by ${newest} limit 1) l`),
  },
  Notification: {
    payload: value(lineColumns.payload),
    related_users: many((n) => ({
      rows: sql`select u.*, a.at from (${actorsOf(n)}) a join ${people.people} u on u.id = a.actor_id`,
      order: sql`a.at desc, u.id`,
      cap: RELATED_USERS,
    })),
    num_of_users: value(lineColumns.num_of_users),
    num_of_facts: value(lineColumns.num_of_facts),
    topic: value(lineColumns.topic),
    excerpt: value(lineColumns.excerpt),
    image_url: value(
      (n) => sql`
        select u.profile_thumbnail_url from (${actorsOf(n)}) a join ${people.people} u on u.id = a.actor_id
        order by a.at desc, u.id limit 1`,
    ),
  },
  Mutation: {
    toggleNotificationRead: toggled,
    readAllNotifications: counted,
    markAllNotificationsSeen: counted,
  },
})
