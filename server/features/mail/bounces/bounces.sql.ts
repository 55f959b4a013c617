import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'

/** At this weight a member's emails are paused: an address that failed for good on three days close together. */
export const PAUSE_AT = 2.5

/** Whose delivery it is, if it was sent to the address that the member still has. */
export const selectBounced = statement(
  'select-bounced-member',
  { deliveryId: 'bigint' },
  (p) => sql`
    select d.user_id from mail_deliveries d join users u on u.id = d.user_id
    left join outgoing_mails o on o.id = d.outgoing_mail_id
    where d.id = ${p.deliveryId} and (o.id is null or o."to" = u.email::text)`,
)

/** Adds a failure to the member's weight, which halves every seven days: at most once a day. */
export const addBounce = statement(
  'add-mail-bounce',
  { userId: 'bigint', weight: 'double precision', pauseAt: 'double precision' },
  (p) => sql`
    with weighed as (
      select u.id as user_id, ${p.weight} + coalesce(m.bounce_score, 0) * power(0.5,
        extract(epoch from now() - coalesce(m.bounced_at, now()))::double precision / extract(epoch from interval '7 days')::double precision) as score
      from users u left join mail_members m on m.user_id = u.id
      where u.id = ${p.userId} and (m.bounced_at is null or m.bounced_at < now() - interval '20 hours'))
    insert into mail_members as m (user_id, bounce_score, bounced_at, paused_at, pause_reason)
    select user_id, score, now(), case when score >= ${p.pauseAt} then now() end, case when score >= ${p.pauseAt} then 'bounces' end from weighed
    on conflict (user_id) do update set bounce_score = excluded.bounce_score, bounced_at = now(),
      paused_at = coalesce(m.paused_at, excluded.paused_at), pause_reason = coalesce(m.pause_reason, excluded.pause_reason)`,
)
/** A complaint pauses at once, and says so: nobody is removed without knowing. */
export const pauseForComplaint = statement(
  'pause-mail-for-complaint',
  { userId: 'bigint' },
  (p) => sql`
    insert into mail_members as m (user_id, paused_at, pause_reason)
    select u.id, now(), 'complaint' from users u where u.id = ${p.userId}
    on conflict (user_id) do update set paused_at = coalesce(m.paused_at, now()), pause_reason = coalesce(m.pause_reason, 'complaint')`,
)
