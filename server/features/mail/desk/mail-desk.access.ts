/**
 * What staff read of emails that were sent, refused and held: never what a private one says, who asked without a name,
 * or what its writer was asked to think about first.
 */
import { checkedRelations, may, sql } from '#server/platform/graph/sql.ts'

export const mailDesk = checkedRelations({
  staff_mail_deliveries: sql`
    select o.id, o."to", o.kind, o.state, o.attempts, o.error, o.created_at, o.sent_at,
      o.state = 'failed' and o.text <> '' as can_be_sent_again
    from outgoing_mails o where ${may('system')}`,
  /** The address as it is stored for an account: it may be written with capitals. */
  staff_account_addresses: sql`select u.email::text as email, u.email as address from users u where ${may('system')}`,
  staff_bounced_addresses: sql`
    select m.user_id, u.email::text as email, m.bounced_at, m.paused_at, m.pause_reason
    from mail_members m join users u on u.id = m.user_id
    where ${may('system')} and (m.paused_at is not null or m.bounced_at > now() - interval '30 days')`,
  staff_held_mails: sql`
    select i.id, i.sender, i.received_at, i.reason, i.user_id, i.audience is not distinct from 'private' as is_private,
      case when i.audience = 'group' then i.subject else '' end as subject,
      case when i.audience = 'group' then i.posted_text else '' end as posted_text,
      i.reason in ('unverified', 'file') and i.raw is not null as can_be_released
    from inbound_mails i where i.state = 'held' and i.reason not in ('anonymous', 'sensitive') and ${may('system')}`,
})
