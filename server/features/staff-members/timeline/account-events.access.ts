/**
 * What happened to an account, from the tables in which it is stored. Nothing that the member wrote is here, and of an
 * email only its kind: its subject and text may contain a code or a link.
 */
import { ofMember } from '#server/features/staff-members/staff-members.access.ts'
import { checkedRelations, sql, trustedSql } from '#server/platform/graph/sql.ts'
import { ACCOUNT_EMAILS } from '#shared/staff-members.ts'

const NO_FACTS = sql`'{}'::jsonb`
const accountEmails = trustedSql(
  Object.keys(ACCOUNT_EMAILS)
    .map((kind) => `'${kind}'`)
    .join(', '),
)

/** Columns: owner, key, topic, kind, time, actor, facts. */
const SOURCES = [
  sql`select u.id as user_id, 'joined' as key, 'account' as topic, 'joined' as kind, u.date_joined as at,
      null::bigint as actor_id, ${NO_FACTS} as facts from users u where u.current_state <> 'not joined'`,
  sql`select i.user_id, 'invited:' || i.id, 'account', 'invited', i.created_at, i.inviter_id,
      jsonb_build_object('network', n.display_name, 'state', i.state)
    from invitations i join peer_networks n on n.id = i.peer_network_id where i.user_id is not null`,
  sql`select s.user_id, 'suspended:' || s.id, 'account', 'suspended', s.suspended_at, s.suspended_by,
      jsonb_build_object('reason', s.reason, 'until', s.until) from suspensions s`,
  sql`select s.user_id, 'restored:' || s.id, 'account', 'restored', s.ended_at, s.ended_by, ${NO_FACTS}
    from suspensions s where s.ended_at is not null`,
  sql`select a.item_id, 'act:' || a.id, 'account', 'staff_act', a.at, a.actor_id,
      jsonb_build_object('act', a.act, 'before', a.before, 'after', a.after)
    from staff_acts a where a.act like 'member.%' and a.act not in ('member.suspended', 'member.restored', 'member.restored_in_time')`,
  sql`select c.user_id, 'address:' || c.id, 'account', 'email_changed', c.done_at, null::bigint,
      jsonb_build_object('kind', c.kind, 'undone_at', c.undone_at) from email_changes c where c.done_at is not null`,
  sql`select d.user_id, 'leaving:' || d.id, 'account', 'deletion_requested', d.requested_at, null::bigint,
      jsonb_build_object('due_at', d.due_at) from deletion_requests d`,
  sql`select d.user_id, 'stays:' || d.id, 'account', 'deletion_canceled', d.taken_back_at, null::bigint, ${NO_FACTS}
    from deletion_requests d where d.taken_back_at is not null`,
  sql`select d.user_id, 'left:' || d.id, 'account', 'deleted', d.done_at, null::bigint, ${NO_FACTS}
    from deletion_requests d where d.done_at is not null`,
  sql`select x.user_id, 'copy:' || x.id, 'account', 'export_requested', x.requested_at, null::bigint, ${NO_FACTS}
    from data_exports x`,
  sql`select k.user_id, 'device:' || k.device_hash, 'sign_in', 'new_device', k.first_seen_at, null::bigint, ${NO_FACTS}
    from known_devices k`,
  sql`select e.user_id, 'event:' || e.id, 'sign_in', e.kind, e.at, null::bigint,
      jsonb_build_object('device', e.device, 'facts', e.facts)
    from security_events e where e.kind in ('sign_in.locked', 'session.revoked')`,
  sql`select t.user_id, 'issued:' || i.id, 'payment', 'invoice_issued', i.issued_at, null::bigint,
      jsonb_build_object('number', i.number, 'amount', i.amount, 'state', i.state)
    from team_memberships t join subscriptions s on s.team_id = t.team_id join invoices i on i.subscription_id = s.id`,
  sql`select t.user_id, 'paid:' || i.id, 'payment', 'invoice_paid', i.paid_at, null::bigint,
      jsonb_build_object('number', i.number, 'amount', i.amount)
    from team_memberships t join subscriptions s on s.team_id = t.team_id join invoices i on i.subscription_id = s.id
    where i.paid_at is not null`,
  sql`select u.id, 'mail:' || o.id, 'email', 'email', o.created_at, null::bigint,
      jsonb_build_object('kind', o.kind, 'state', o.state)
    from users u join outgoing_mails o on o."to" = any(array[u.email::text, u.secondary_email::text])
    where o.kind in (${accountEmails}) or o.kind like 'alert-%'`,
]

export const timeline = checkedRelations({
  account_events: sql`
    select e.* from (${SOURCES.reduce((all, source) => sql`${all} union all ${source}`)}) e where ${ofMember(sql`e.user_id`)}`,
})
