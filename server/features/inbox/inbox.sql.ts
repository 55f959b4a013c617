/** Statements for groups and memberships. The readable relations select what can be acted on. */
import { statement } from '#server/platform/database/statement.ts'
import { CLAIM, claim, claimFor } from '#server/platform/database/idempotency.ts'
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
export const claimGroup = statement('claim-inbox-group', { ...CLAIM }, (p) => sql`${claim(p, 'inbox_groups_id_seq')}`)
export const claimActOnGroup = statement(
  'claim-inbox-act',
  { ...CLAIM, result: 'bigint' },
  (p) => sql`${claimFor(p, p.result)}`,
)
export const settleClaim = statement(
  'settle-inbox-claim',
  { userId: 'bigint', key: 'text', result: 'bigint' },
  (p) => sql`update idempotency_keys set result = ${p.result} where user_id = ${p.userId} and key = ${p.key}`,
)

/** If two requests insert the same pair, the second waits and gets the existing group. */
export const insertGroup = statement(
  'insert-inbox-group',
  { id: 'bigint', groupType: 'text', name: 'text', membersLimit: 'integer', pair: 'bigint[]', createdBy: 'bigint' },
  (p) => sql`insert into inbox_groups (id, group_type, name, members_limit, pair, created_by) overriding system value
    values (${p.id}, ${p.groupType}, ${p.name}, ${p.membersLimit}, ${p.pair}, ${p.createdBy})
    on conflict (pair) do update set archived = false returning id`,
)

/**
 * Every change of a group's members and every new message locks the group row, so these changes run one after another.
 */
export const lockGroup = statement(
  'lock-inbox-group',
  { groupId: 'bigint' },
  (p) =>
    sql`select id, archived as is_closed, members_limit, group_type from inbox_groups where id = ${p.groupId} for no key update`,
)

/** A returning member gets their settings back; messages sent while they were away count as read. */
export const upsertMembers = statement(
  'upsert-inbox-members',
  { groupId: 'bigint', userIds: 'bigint[]', adminId: 'bigint' },
  (p) => sql`insert into inbox_members (group_id, user_id, is_admin, last_seen_message_index)
    select g.id, u, coalesce(u = ${p.adminId}, false), g.latest_index from inbox_groups g cross join unnest(${p.userIds}) u where g.id = ${p.groupId} order by u
    on conflict (group_id, user_id) do update set date_left = null, date_joined = now(), is_admin = false,
      last_seen_message_index = excluded.last_seen_message_index
    where inbox_members.date_left is not null`,
)

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
export const selectRoom = statement(
  'select-inbox-room',
  { groupId: 'bigint', userId: 'bigint' },
  (p) => sql`select
    (select count(*)::integer from inbox_members where group_id = ${p.groupId} and date_left is null) as members,
    (select count(*)::integer from inbox_invitations i where i.group_id = ${p.groupId} and i.invitation_status = 'waiting'
      and i.invitation_expiring_date > clock_timestamp()) as waiting,
    exists (select from inbox_members where group_id = ${p.groupId} and user_id = ${p.userId} and date_left is null) as is_member,
    exists (select from inbox_members where group_id = ${p.groupId} and user_id = ${p.userId} and date_left is null and is_admin) as is_admin`,
)

/**
 * The users who are neither members nor pending invitees, with whether they declined within the last `REJECTED_DAYS`
 * days.
 */
export const selectInvitable = statement(
  'select-invitable',
  { groupId: 'bigint', userIds: 'bigint[]' },
  (p) => sql`select u.id, u.name, coalesce(i.invitation_status = 'rejected'
      and i.answered_at > clock_timestamp() - interval '${REJECTED_DAYS} days', false) as has_rejected
    from users u left join inbox_invitations i on i.group_id = ${p.groupId} and i.invitee_id = u.id
    where u.id = any(${p.userIds})
      and not exists (select from inbox_members m where m.group_id = ${p.groupId} and m.user_id = u.id and m.date_left is null)
      and not coalesce(i.invitation_status = 'waiting' and i.invitation_expiring_date > clock_timestamp(), false)
    order by u.id`,
)

export const upsertInvitations = statement(
  'upsert-inbox-invitations',
  { groupId: 'bigint', inviteeIds: 'bigint[]', inviterId: 'bigint' },
  (p) => sql`insert into inbox_invitations (group_id, invitee_id, inviter_id, invitation_expiring_date)
    select ${p.groupId}, u, ${p.inviterId}, clock_timestamp() + interval '${INVITATION_DAYS} days' from unnest(${p.inviteeIds}) u order by u
    on conflict (group_id, invitee_id) do update set inviter_id = excluded.inviter_id, invitation_status = 'waiting',
      invitation_expiring_date = excluded.invitation_expiring_date, created_at = now(), answered_at = null`,
)

/** Only an invitation that is pending and has not expired; both answers are final. */
export const answerInvitation = statement(
  'answer-inbox-invitation',
  { groupId: 'bigint', inviteeId: 'bigint', status: 'text' },
  (p) => sql`update inbox_invitations set invitation_status = ${p.status}, answered_at = clock_timestamp()
    where group_id = ${p.groupId} and invitee_id = ${p.inviteeId} and invitation_status = 'waiting'
      and invitation_expiring_date > clock_timestamp() returning id`,
)

export const leave = statement(
  'leave-inbox-group',
  { groupId: 'bigint', userId: 'bigint' },
  (p) => sql`update inbox_members set date_left = clock_timestamp(), is_admin = false
    where group_id = ${p.groupId} and user_id = ${p.userId} and date_left is null returning user_id`,
)

/** The last admin's role passes to the longest-standing member. */
export const transferAdmin = statement(
  'hand-on-inbox-admin',
  { groupId: 'bigint' },
  (p) => sql`update inbox_members set is_admin = true where group_id = ${p.groupId}
    and not exists (select from inbox_members where group_id = ${p.groupId} and date_left is null and is_admin)
    and user_id = (select user_id from inbox_members where group_id = ${p.groupId} and date_left is null order by date_joined, user_id limit 1)`,
)

/** Without members, no one could accept a new member either. */
export const closeEmptyGroup = statement(
  'close-empty-inbox-group',
  { groupId: 'bigint' },
  (p) => sql`with closed as (
      update inbox_groups g set archived = true where g.id = ${p.groupId}
        and not exists (select from inbox_members where group_id = ${p.groupId} and date_left is null) returning g.id)
    update inbox_invitations i set invitation_expiring_date = now() from closed c
    where i.group_id = c.id and i.invitation_status = 'waiting' and i.invitation_expiring_date > now()`,
)

export const renameGroup = statement(
  'rename-inbox-group',
  { groupId: 'bigint', name: 'text' },
  (p) => sql`update inbox_groups set name = ${p.name} where id = ${p.groupId}`,
)
export const archiveGroup = statement(
  'archive-inbox-group',
  { groupId: 'bigint', archived: 'boolean' },
  (p) => sql`update inbox_groups set archived = ${p.archived} where id = ${p.groupId}`,
)
/** In a direct message, archives for this member only. */
export const archiveForMember = statement(
  'archive-inbox-group-for-member',
  { groupId: 'bigint', userId: 'bigint', isArchived: 'boolean' },
  (p) => sql`update inbox_members set archived_at = case when ${p.isArchived} then coalesce(archived_at, now()) end
    where group_id = ${p.groupId} and user_id = ${p.userId} and date_left is null returning user_id`,
)
/** A message of another group is ignored. */
export const setWelcome = statement(
  'set-inbox-welcome',
  { groupId: 'bigint', text: 'text', messageId: 'bigint' },
  (p) => sql`update inbox_groups set welcome_text = ${p.text},
    welcome_message_id = (select m.id from inbox_messages m where m.id = ${p.messageId} and m.group_id = ${p.groupId}) where id = ${p.groupId}`,
)

export const setLastSeen = statement(
  'set-inbox-last-seen',
  { groupId: 'bigint', userId: 'bigint', messageIndex: 'integer' },
  (p) => sql`update inbox_members m set last_read_date = now(),
      last_seen_message_index = greatest(m.last_seen_message_index, least(${p.messageIndex}, g.latest_index))
    from inbox_groups g where g.id = m.group_id and m.group_id = ${p.groupId} and m.user_id = ${p.userId} and m.date_left is null
    returning m.last_seen_message_index as index`,
)
export const setMemberSettings = statement(
  'set-inbox-member-settings',
  { groupId: 'bigint', userId: 'bigint', muted: 'boolean', favorite: 'boolean' },
  (p) => sql`update inbox_members set muted = coalesce(${p.muted}, muted), favorite = coalesce(${p.favorite}, favorite)
    where group_id = ${p.groupId} and user_id = ${p.userId} and date_left is null`,
)
export const upsertSettings = statement(
  'upsert-inbox-settings',
  {
    userId: 'bigint',
    messages: 'boolean',
    mentions: 'boolean',
    invitations: 'boolean',
    email: 'boolean',
    push: 'boolean',
  },
  (p) => sql`insert into inbox_settings as s (user_id, messages, mentions, invitations, email, push)
    values (${p.userId}, coalesce(${p.messages}, true), coalesce(${p.mentions}, true), coalesce(${p.invitations}, true), coalesce(${p.email}, true), coalesce(${p.push}, true))
    on conflict (user_id) do update set messages = coalesce(${p.messages}, s.messages), mentions = coalesce(${p.mentions}, s.mentions),
      invitations = coalesce(${p.invitations}, s.invitations), email = coalesce(${p.email}, s.email), push = coalesce(${p.push}, s.push), updated_at = now()`,
)

export const selectRecipients = statement(
  'select-inbox-hearers',
  { groupId: 'bigint' },
  (p) => sql`select inbox_hearers(${p.groupId}) as users`,
)
/** The other members; none if this member hides their presence. */
export const selectPresenceHearers = statement(
  'select-presence-hearers',
  { groupId: 'bigint', userId: 'bigint' },
  (p) =>
    sql`select array_remove(inbox_hearers(${p.groupId}), u.id) as users from users u where u.id = ${p.userId} and u.shows_presence`,
)
/** The members among these who can receive notifications. */
export const selectNotifiedMembers = statement(
  'select-inbox-told',
  { userIds: 'bigint[]' },
  (p) =>
    sql`select coalesce(array_agg(u.id), '{}') as users from users u where u.id = any(${p.userIds}) and takes_part(u)`,
)

/**
 * Recipients of a message's notification, and their channels: not the sender, not members who muted the group unless
 * mentioned, and not members who blocked the sender.
 */
export const selectNotified = statement(
  'select-inbox-notified',
  { messageId: 'bigint' },
  (p) => sql`
    select m.user_id, n.user_id is not null as is_mentioned, coalesce(s.email, true) as email, coalesce(s.push, true) as push
    from inbox_messages x join inbox_members m on m.group_id = x.group_id and m.date_left is null and m.user_id <> x.sender_id
    join users u on u.id = m.user_id and takes_part(u)
    left join inbox_settings s on s.user_id = m.user_id
    left join inbox_mentions n on n.message_id = x.id and n.user_id = m.user_id
    where x.id = ${p.messageId} and not exists (
        select from member_blocks b where b.user_id = m.user_id and b.blocked_user_id = x.sender_id)
      and case when n.user_id is not null then coalesce(s.mentions, true)
        else not m.muted and coalesce(s.messages, true) end
    order by m.user_id`,
)
