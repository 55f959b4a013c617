/** What staff read of an account; no one else can read it here. */
import { checkedRelations, sql, mayIn, type Sql } from '#server/platform/graph/sql.ts'
import { isFormer } from '#server/features/staff-members/staff-members.sql.ts'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'

/** Staff who may manage accounts in one of the member's networks. */
export const ofMember = (id: Sql) =>
  mayIn('members', sql`array(select w.peer_network_id from peer_network_memberships w where w.user_id = ${id})`)

export const memberDesk = checkedRelations({
  staff_members: sql`
    select u.id, u.name, u.title, u.company_name, u.email::text as email, u.secondary_email::text as secondary_email, u.current_state, u.is_staff,
      u.suspended, u.date_joined, u.last_online_at, u.trial_end_date, u.full_access_exp_date,
      account_words(u.name, u.company_name, u.email, u.secondary_email) as words,
      case when ${isFormer(sql`u.id`)} then 'former' when u.suspended then 'suspended'
        else replace(u.current_state, ' ', '_') end as account_state,
      (select g.into_id from member_merges g where g.from_id = u.id) as merged_into_id,
      (select count(*)::integer from sessions s where s.user_id = u.id and s.expires_at > now()) as num_of_sessions,
      exists (select from team_memberships t join subscriptions s on s.team_id = t.team_id
        where t.user_id = u.id and access_until(s) > now()) as is_paid_by_team,
      (select c.email::text from email_changes c where c.user_id = u.id and c.kind = 'primary' and c.refusal is null
        and c.done_at is null and c.ended_at is null and c.expires_at > now() order by c.id desc limit 1) as pending_email,
      (select d.due_at from deletion_requests d
        where d.user_id = u.id and d.taken_back_at is null and d.done_at is null) as deletion_due_at,
      exists (select from data_exports x where x.user_id = u.id and x.ready_at is null
        and x.requested_at > now() - interval '1 hour') as is_export_waiting,
      exists (select from two_steps t where t.user_id = u.id and t.confirmed_at is not null) as has_two_step,
      (select count(*)::integer from messages m where m.sender_id = u.id and not m.is_original_message
        and m.removed_at is null and m.order_date >= date_trunc('year', now())) as num_of_replies_this_year
    from users u where ${ofMember(sql`u.id`)} and u.id <> ${ANONYMOUS_USER_ID}`,
  staff_suspensions: sql`select s.* from suspensions s where ${ofMember(sql`s.user_id`)}`,
  staff_memberships: sql`select m.* from peer_network_memberships m where ${ofMember(sql`m.user_id`)}`,
  staff_sessions: sql`
    select s.id, s.user_id, s.user_agent, s.ip_address, s.created_at, s.updated_at as last_used_at
    from sessions s where s.expires_at > now() and ${ofMember(sql`s.user_id`)}`,
  staff_invitations: sql`
    select i.id, i.inviter_id, i.user_id, i.email::text as email, btrim(i.first_name || ' ' || i.last_name) as name,
      i.peer_network_id, i.state, i.created_at, i.used_at
    from invitations i where ${mayIn('members', sql`array[i.peer_network_id]`)}`,
  staff_notes: sql`select n.* from staff_notes n where ${ofMember(sql`n.user_id`)}`,
})
