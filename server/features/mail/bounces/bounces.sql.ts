import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'

/** At this weight a member's emails are paused: an address that failed for good on three days close together. */
export const PAUSE_AT = 2.5

/**
 * Adds a failure to the member's weight, which halves every seven days: at most once a day, and only if the email was
 * sent to the address that the member still has.
 */
export const addBounce = statement(
  'add-mail-bounce',
  { deliveryId: 'bigint', weight: 'double precision', pauseAt: 'double precision' },
  (p) => sql`
    with failed as (
      select d.user_id from mail_deliveries d join users u on u.id = d.user_id
      left join outgoing_mails o on o.id = d.outgoing_mail_id
      where d.id = ${p.deliveryId} and (o.id is null or o."to" = u.email::text)),
    weighed as (
      select f.user_id, m.bounced_at, ${p.weight} + coalesce(m.bounce_score, 0)
        * power(0.5, extract(epoch from now() - coalesce(m.bounced_at, now())) / extract(epoch from interval '7 days'))::double precision as score
      from failed f left join mail_members m on m.user_id = f.user_id
      where m.bounced_at is null or m.bounced_at < now() - interval '20 hours')
    insert into mail_members as m (user_id, bounce_score, bounced_at, paused_at, pause_reason)
    select user_id, score, now(), case when score >= ${p.pauseAt} then now() end, case when score >= ${p.pauseAt} then 'bounces' end from weighed
    on conflict (user_id) do update set bounce_score = excluded.bounce_score, bounced_at = now(),
      paused_at = coalesce(m.paused_at, excluded.paused_at), pause_reason = coalesce(m.pause_reason, excluded.pause_reason)
    returning m.user_id, m.paused_at is not null as is_paused`,
)
/** A complaint pauses at once, and says so: nobody is removed without knowing. */
export const pauseForComplaint = statement(
  'pause-mail-for-complaint',
  { deliveryId: 'bigint' },
  (p) => sql`
    insert into mail_members as m (user_id, paused_at, pause_reason)
    select d.user_id, now(), 'complaint' from mail_deliveries d where d.id = ${p.deliveryId}
    on conflict (user_id) do update set paused_at = coalesce(m.paused_at, now()), pause_reason = coalesce(m.pause_reason, 'complaint')
    returning m.user_id, true as is_paused`,
)
