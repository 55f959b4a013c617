/** Statements for email and push. They select what the member can read at this moment. */
import { statement } from '#server/platform/database/statement.ts'
import { people } from '#server/features/people/index.ts'
import { sql, type Sql } from '#server/platform/graph/sql.ts'
import { RELATED_USERS, type NotificationTiming, type NotificationFact } from '#shared/notifications.ts'
import { actorsOf, lineColumns } from '#server/features/notifications/notifications.reads.ts'
import { notificationRelations } from '#server/features/notifications/notifications.access.ts'

/** Notifications listed in one email; the rest are counted. */
export const MAX_ITEMS_PER_EMAIL = 20

export interface DueLine extends NotificationFact {
  id: number
  thread_id: number | null
  excerpt: string | null
}

const n = sql`n`
const due = (isDue: Sql) => sql`
  select n.id, n.notification_type, n.thread_id, ${lineColumns.payload(n)} as payload, (${lineColumns.num_of_users(n)}) as num_of_users,
    (${lineColumns.num_of_facts(n)}) as num_of_facts, (${lineColumns.topic(n)}) as topic, (${lineColumns.excerpt(n)}) as excerpt,
    (select coalesce(json_agg(json_build_object('name', u.name) order by a.at desc, u.id), '[]')
      from (select * from (${actorsOf(n)}) x order by x.at desc limit ${RELATED_USERS}) a
      join ${people.people} u on u.id = a.actor_id) as related_users
  from ${notificationRelations.own_notifications} n
  where n.read_at is null and exists (
    select from ${notificationRelations.told_facts} f where f.notification_id = n.id and ${isDue})
  order by n.latest_at desc, n.id desc limit ${MAX_ITEMS_PER_EMAIL + 1}`

export const selectMailDue = due(sql`f.mail_due`)
export const selectPushDue = due(sql`f.push_due`)

/**
 * Send exactly what is marked as delivered: facts that are inserted after the snapshot are in neither, and their own
 * job sends them.
 */
export const repeatableRead = 'set transaction isolation level repeatable read'
/** Serializes jobs for the same member and channel. */
export const lockDelivery = statement(
  'lock-way',
  { address: 'text' },
  (p) => sql`select pg_advisory_xact_lock(hashtextextended(${p.address}, 0))`,
)

export interface Reader {
  id: number
  first_name: string
  email: string
  theme: string | null
  network: string | null
  time_zone: string
  timing: NotificationTiming
  quiet_from: number | null
  quiet_until: number | null
  push_content: boolean
  now: Date
  mail_since: Date | null
  push_since: Date | null
}

export const selectReader = statement(
  'select-notified',
  { userId: 'bigint' },
  (p) => sql`
    select u.id, u.first_name, u.email::text, u.time_zone, home.theme, home.network, now() as now,
      coalesce(p.timing, 'immediate') as timing, p.quiet_from, p.quiet_until, coalesce(p.push_content, false) as push_content,
      (select min(f.at) from notification_facts f where f.user_id = u.id and f.mail_due) as mail_since,
      (select min(f.at) from notification_facts f where f.user_id = u.id and f.push_due) as push_since
    from users u left join notification_preferences p on p.user_id = u.id
    left join lateral (
      select n.theme, n.display_name as network from peer_network_memberships m join peer_networks n on n.id = m.peer_network_id
      where m.user_id = u.id order by m.is_primary desc, m.peer_network_id limit 1) home on true
    where u.id = ${p.userId}`,
)

export const markMailDelivered = statement(
  'settle-mail',
  { userId: 'bigint' },
  (p) => sql`update notification_facts set mail_due = false where user_id = ${p.userId} and mail_due`,
)
/** Of members who get this message as an email of its list. */
export const withoutNotificationEmails = statement(
  'skip-notification-mail',
  { messageId: 'bigint', userIds: 'bigint[]' },
  (p) => sql`update notification_facts set mail_due = false
    where message_id = ${p.messageId} and user_id = any(${p.userIds}) and mail_due`,
)
export const markPushDelivered = statement(
  'settle-push',
  { userId: 'bigint' },
  (p) => sql`update notification_facts set push_due = false where user_id = ${p.userId} and push_due`,
)
/** Turns off email for all notification types, until the member turns one on again. */
export const stopMail = statement(
  'stop-notice-mail',
  { userId: 'bigint', kinds: 'jsonb' },
  (p) => sql`
    insert into notification_preferences as p (user_id, kinds) values (${p.userId}, ${p.kinds})
    on conflict (user_id) do update set kinds = (
      select jsonb_object_agg(k, coalesce(p.kinds -> k, '{}') || coalesce(${p.kinds} -> k, '{}'))
      from jsonb_object_keys(p.kinds || ${p.kinds}) k)`,
)
export const selectMailOf = statement(
  'select-mail-of',
  { userId: 'bigint' },
  (p) => sql`select first_name from users where id = ${p.userId} and not suspended`,
)
