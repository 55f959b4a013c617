/** Statements for groups and memberships. The readable relations select what can be acted on. */
import { claim, claimFor } from '#server/platform/database/idempotency.ts'
import { Parameter, sql } from '#server/platform/graph/sql.ts'
import { INVITATION_DAYS, REJECTED_DAYS, type GroupType } from '#shared/inbox.ts'
import { inbox } from './inbox.access.ts'

export interface Group {
  id: number
  group_type: GroupType
  is_closed: boolean
  is_member: boolean
  is_admin: boolean
  latest_index: number
  members_limit: number
}

export const slotOf = (key: string, value: number | null) => new Parameter(key, 'bigint', () => value)
export const listOf = (key: string, values: readonly number[]) => new Parameter(key, 'bigint[]', () => values)

export const selectGroup = (id: number) => sql`
  select g.id, g.group_type, g.is_closed, g.is_member, g.is_admin, g.latest_index, g.members_limit
  from ${inbox.groups} g where g.id = ${slotOf('group', id)}`

/** The members among `ids` whom the viewer can message or invite. */
export const selectChattable = (ids: readonly number[]) => sql`
  select c.id, c.name from ${inbox.chattable} c where c.id = any(${listOf('members', ids)}) order by c.id`

/** Claims the idempotency key for a group that may be new or, for a direct message, already exist. */
export const claimGroup = { name: 'claim-inbox-group', text: claim('inbox_groups_id_seq') }
export const claimActOnGroup = { name: 'claim-inbox-act', text: claimFor('$5') }
export const settleClaim = {
  name: 'settle-inbox-claim',
  text: 'update idempotency_keys set result = $3 where user_id = $1 and key = $2',
}

/** If two requests insert the same pair, the second waits and gets the existing group. */
export const insertGroup = {
  name: 'insert-inbox-group',
  text: `insert into inbox_groups (id, group_type, name, members_limit, pair, created_by) overriding system value
    values ($1, $2, $3, $4, $5, $6)
    on conflict (pair) do update set archived = false returning id`,
}

/**
 * Every change of a group's members and every new message locks the group row, so these changes run one after another.
 */
export const lockGroup = {
  name: 'lock-inbox-group',
  text: 'select id, archived as is_closed, members_limit, group_type from inbox_groups where id = $1 for no key update',
}

/** A returning member gets their settings back; messages sent while they were away count as read. */
export const upsertMembers = {
  name: 'upsert-inbox-members',
  text: `insert into inbox_members (group_id, user_id, is_admin, last_seen_message_index)
    select g.id, u, coalesce(u = $3::bigint, false), g.latest_index from inbox_groups g cross join unnest($2::bigint[]) u where g.id = $1 order by u
    on conflict (group_id, user_id) do update set date_left = null, date_joined = now(), is_admin = false,
      last_seen_message_index = excluded.last_seen_message_index
    where inbox_members.date_left is not null`,
}

export interface Room {
  members: number
  waiting: number
  is_member: boolean
  is_admin: boolean
}

/**
 * Member count and the viewer's role, under the lock. Uses clock_timestamp(), because the lock may have been waited
 * for.
 */
export const selectRoom = {
  name: 'select-inbox-room',
  text: `select
    (select count(*)::integer from inbox_members where group_id = $1 and date_left is null) as members,
    (select count(*)::integer from inbox_invitations i where i.group_id = $1 and i.invitation_status = 'waiting'
      and i.invitation_expiring_date > clock_timestamp()) as waiting,
    exists (select from inbox_members where group_id = $1 and user_id = $2 and date_left is null) as is_member,
    exists (select from inbox_members where group_id = $1 and user_id = $2 and date_left is null and is_admin) as is_admin`,
}

/**
 * The users who are neither members nor pending invitees, with whether they declined within the last `REJECTED_DAYS`
 * days.
 */
export const selectInvitable = {
  name: 'select-invitable',
  text: `select u.id, u.name, coalesce(i.invitation_status = 'rejected'
      and i.answered_at > clock_timestamp() - interval '${REJECTED_DAYS} days', false) as has_rejected
    from users u left join inbox_invitations i on i.group_id = $1 and i.invitee_id = u.id
    where u.id = any($2::bigint[])
      and not exists (select from inbox_members m where m.group_id = $1 and m.user_id = u.id and m.date_left is null)
      and not coalesce(i.invitation_status = 'waiting' and i.invitation_expiring_date > clock_timestamp(), false)
    order by u.id`,
}

export const upsertInvitations = {
  name: 'upsert-inbox-invitations',
  text: `insert into inbox_invitations (group_id, invitee_id, inviter_id, invitation_expiring_date)
    select $1, u, $3, clock_timestamp() + interval '${INVITATION_DAYS} days' from unnest($2::bigint[]) u order by u
    on conflict (group_id, invitee_id) do update set inviter_id = excluded.inviter_id, invitation_status = 'waiting',
      invitation_expiring_date = excluded.invitation_expiring_date, created_at = now(), answered_at = null`,
}

/** Only an invitation that is pending and has not expired; both answers are final. */
export const answerInvitation = {
  name: 'answer-inbox-invitation',
  text: `update inbox_invitations set invitation_status = $3, answered_at = clock_timestamp()
    where group_id = $1 and invitee_id = $2 and invitation_status = 'waiting'
      and invitation_expiring_date > clock_timestamp() returning id`,
}

export const leave = {
  name: 'leave-inbox-group',
  text: `update inbox_members set date_left = clock_timestamp(), is_admin = false
    where group_id = $1 and user_id = $2 and date_left is null returning user_id`,
}

/** The last admin's role passes to the longest-standing member. */
export const transferAdmin = {
  name: 'hand-on-inbox-admin',
  text: `update inbox_members set is_admin = true where group_id = $1
    and not exists (select from inbox_members where group_id = $1 and date_left is null and is_admin)
    and user_id = (select user_id from inbox_members where group_id = $1 and date_left is null order by date_joined, user_id limit 1)`,
}

/** Without members, no one could accept a new member either. */
export const closeEmptyGroup = {
  name: 'close-empty-inbox-group',
  text: `with closed as (
      update inbox_groups g set archived = true where g.id = $1
        and not exists (select from inbox_members where group_id = $1 and date_left is null) returning g.id)
    update inbox_invitations i set invitation_expiring_date = now() from closed c
    where i.group_id = c.id and i.invitation_status = 'waiting' and i.invitation_expiring_date > now()`,
}

export const renameGroup = {
  name: 'rename-inbox-group',
  text: 'update inbox_groups set name = $2 where id = $1',
}
export const archiveGroup = {
  name: 'archive-inbox-group',
  text: 'update inbox_groups set archived = $2 where id = $1',
}
/** In a direct message, archives for this member only. */
export const archiveForMember = {
  name: 'archive-inbox-group-for-member',
  text: `update inbox_members set archived_at = case when $3 then coalesce(archived_at, now()) end
    where group_id = $1 and user_id = $2 and date_left is null returning user_id`,
}
/** A message of another group is ignored. */
export const setWelcome = {
  name: 'set-inbox-welcome',
  text: `update inbox_groups set welcome_text = $2,
    welcome_message_id = (select m.id from inbox_messages m where m.id = $3 and m.group_id = $1) where id = $1`,
}

export const setLastSeen = {
  name: 'set-inbox-last-seen',
  text: `update inbox_members m set last_read_date = now(),
      last_seen_message_index = greatest(m.last_seen_message_index, least($3::integer, g.latest_index))
    from inbox_groups g where g.id = m.group_id and m.group_id = $1 and m.user_id = $2 and m.date_left is null
    returning m.last_seen_message_index as index`,
}
export const setMemberSettings = {
  name: 'set-inbox-member-settings',
  text: `update inbox_members set muted = coalesce($3, muted), favorite = coalesce($4, favorite)
    where group_id = $1 and user_id = $2 and date_left is null`,
}
export const upsertSettings = {
  name: 'upsert-inbox-settings',
  text: `insert into inbox_settings as s (user_id, messages, mentions, invitations, email, push)
    values ($1, coalesce($2, true), coalesce($3, true), coalesce($4, true), coalesce($5, true), coalesce($6, true))
    on conflict (user_id) do update set messages = coalesce($2, s.messages), mentions = coalesce($3, s.mentions),
      invitations = coalesce($4, s.invitations), email = coalesce($5, s.email), push = coalesce($6, s.push), updated_at = now()`,
}

export const selectRecipients = { name: 'select-inbox-hearers', text: 'select inbox_hearers($1) as users' }
/** The other members; none if this member hides their presence. */
export const selectPresenceHearers = {
  name: 'select-presence-hearers',
  text: `select array_remove(inbox_hearers($1), u.id) as users from users u where u.id = $2 and u.shows_presence`,
}
/** The members among `$1` who can receive notifications. */
export const selectNotifiedMembers = {
  name: 'select-inbox-told',
  text: "select coalesce(array_agg(u.id), '{}') as users from users u where u.id = any($1::bigint[]) and takes_part(u)",
}

/**
 * Recipients of a message's notification, and their channels: not the sender, not members who muted the group unless
 * mentioned, and not members who blocked the sender.
 */
export const selectNotified = {
  name: 'select-inbox-notified',
  text: `
    select m.user_id, n.user_id is not null as is_mentioned, coalesce(s.email, true) as email, coalesce(s.push, true) as push
    from inbox_messages x join inbox_members m on m.group_id = x.group_id and m.date_left is null and m.user_id <> x.sender_id
    join users u on u.id = m.user_id and takes_part(u)
    left join inbox_settings s on s.user_id = m.user_id
    left join inbox_mentions n on n.message_id = x.id and n.user_id = m.user_id
    where x.id = $1 and not exists (
        select from member_blocks b where b.user_id = m.user_id and b.blocked_user_id = x.sender_id)
      and case when n.user_id is not null then coalesce(s.mentions, true)
        else not m.muted and coalesce(s.messages, true) end
    order by m.user_id`,
}
